import { qr } from '@vitrine/ui/qr'
import { QrCode } from '@vitrine/ui/qr-code'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { IconButton } from '../parts/button.tsx'

interface PairingProps {
  secret: string
  uri: string
  /** The field for the first code, and what sends it. */
  children: ReactNode
}

/** What an app that makes codes has to know: seen by its camera, pressed on the phone itself, or typed in. */
export function Pairing({ secret, uri, children }: PairingProps) {
  const rows = useMemo(() => qr(uri), [uri])
  const [copied, setCopied] = useState(false)
  const spaced = secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <div className="pairing">
      {rows && <QrCode of={rows} label="Code for your app; the key beside it says the same" />}
      <div className="stack">
        <p>
          Open the app that makes codes and let it read this, or{' '}
          <a className="a" href={uri}>
            press here on the phone itself
          </a>
          . Any will do: Aegis, 1Password, Apple Passwords.
        </p>
        <p className="soft small">
          No camera? Type <span className="secret mono">{spaced}</span>{' '}
          <IconButton
            icon={copied ? Check : Copy}
            small
            name={copied ? 'The key is copied' : 'Copy the key'}
            onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
          />
        </p>
        {children}
      </div>
    </div>
  )
}
