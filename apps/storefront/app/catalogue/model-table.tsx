import type { ModelViewerElement } from '@google/model-viewer'
import { classes, Icon } from '@vitrine/ui'
import { qr } from '@vitrine/ui/qr'
import { QrCode } from '@vitrine/ui/qr-code'
import { Scan } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { length } from './model-sizes.tsx'

/** The model where one is: on a phone by its camera, elsewhere by a code that leads a phone there. */
export function OnYourTable({ name, viewer }: { name: string; viewer: RefObject<ModelViewerElement | null> }) {
  const [shown, setShown] = useState(true)
  const model = viewer.current
  if (!model) return null
  const here = model.canActivateAR
  const code = here ? undefined : qr(`${window.location.origin}${window.location.pathname}#turn`)
  if (!here && !code) return null
  const { x, y } = model.getDimensions()
  return (
    <div className={classes('zoom__ar', !here && 'zoom__ar--code')}>
      {code && shown && (
        <div className="zoom__qr small" id="on-your-table">
          <QrCode of={code} label="Code for the camera of your phone" />
          <p>
            <strong>Point your phone at this.</strong>{' '}
            <span className="soft">
              {name} stands on your table in its true size, {length(x)} by {length(y)}. Nothing to install.
            </span>
          </p>
        </div>
      )}
      <button
        className="button"
        type="button"
        {...(!here && { 'aria-expanded': shown, 'aria-controls': 'on-your-table' })}
        onClick={() => (here ? void model.activateAR() : setShown(!shown))}
      >
        <Icon of={Scan} small /> On your table
      </button>
    </div>
  )
}
