import { QrCode } from '@vitrine/ui/qr-code'

export interface TotpSetUpProps {
  secret: string
  uri: string
  /** The same for a camera, where it fits. */
  code: readonly (readonly boolean[])[] | undefined
}

/** What an app that makes codes has to know: seen by its camera, pressed on the phone itself, or typed in. */
export function TotpSetUp({ secret, uri, code }: TotpSetUpProps) {
  return (
    <>
      <ol className="totp soft">
        <li>Open an app that makes codes, and add an account.</li>
        <li>
          Let it see this, or press{' '}
          <a className="link" href={uri}>
            here on the phone itself
          </a>
          . Where neither goes, type <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </li>
        <li>Write the six figures that it shows.</li>
      </ol>
      {code && <QrCode of={code} label="The key for the app" />}
    </>
  )
}
