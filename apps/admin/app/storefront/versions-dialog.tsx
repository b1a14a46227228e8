import type { LookVersion } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { shortTime } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { useAnswer } from '../parts/answer.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Radio } from '../parts/field.tsx'
import { shopChanged, useShop } from '../shop.ts'
import { refusals } from './refusals.ts'

interface VersionsDialogProps {
  mayWrite: boolean
  onClose: () => void
}

/** How the shop has looked, and the way back. */
export function VersionsDialog({ mayWrite, onClose }: VersionsDialogProps) {
  const { timeZone } = useShop()
  const { act, busy } = useAct(refusals)
  const [chosen, setChosen] = useState<number>()
  const versions = useAnswer({ ask: (signal) => client.look.listLookVersions({}, { signal }), of: 'versions', ms: 0 })?.versions
  const nameOf = ({ version, publishedBy }: LookVersion) => `Version ${version}${publishedBy ? `, ${publishedBy}` : ''}`
  const restore = () =>
    void act(async () => {
      await client.look.restoreLookVersion({ version: String(chosen) })
      shopChanged()
      onClose()
      return `The shop looks as in version ${chosen} again.`
    })
  return (
    <Dialog
      title="Versions"
      about="Each time the look was published. Going back publishes an earlier one again, as the newest version."
      does={chosen === undefined ? 'Go back' : `Go back to version ${chosen}`}
      says="Shoppers see it with their next page."
      busy={busy}
      disabled={!mayWrite || chosen === undefined}
      onDo={restore}
      onClose={onClose}
    >
      {versions?.length === 0 && <p className="faint">Nothing was published yet: the shop looks as it did when it was opened.</p>}
      <fieldset className="stack-s" disabled={!mayWrite || busy} aria-label="Versions">
        {versions?.map((version) => (
          <Radio
            key={version.version}
            name="version"
            disabled={version.current}
            checked={chosen === version.version}
            hint={`${shortTime(version.publishedDate, timeZone)}${version.current ? ', live now' : ''}`}
            onChange={() => setChosen(version.version)}
          >
            {nameOf(version)}
          </Radio>
        ))}
      </fieldset>
    </Dialog>
  )
}
