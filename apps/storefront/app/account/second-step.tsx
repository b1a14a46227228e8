import { Button } from '@vitrine/ui'
import { QrCode } from '@vitrine/ui/qr-code'
import { Form, Link, useNavigation } from 'react-router'
import { CodeField } from '../hosted/code-field.tsx'
import { PasswordField } from '../hosted/password-field.tsx'
import { ways } from './ways.ts'

/** An app that is being set up. */
export interface AppSetup {
  token: string
  secret: string
  uri: string
  squares: readonly (readonly boolean[])[] | undefined
}

/** Seen by the app's camera, pressed on the phone itself, or typed in. */
export function SetUpApp({
  token,
  secret,
  uri,
  squares,
  byPassword,
  wrong,
}: AppSetup & { byPassword: boolean; wrong: string | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'app-code'
  return (
    <Form method="post" className="totp-set-up" preventScrollReset>
      <input type="hidden" name="intent" value="app-code" />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="secret" value={secret} />
      <input type="hidden" name="uri" value={uri} />
      {squares && <QrCode of={squares} label="A code for the camera of your app" />}
      <div className="totp-set-up__t">
        <h3>Add the shop to your app</h3>
        <p className="soft">
          Open an app that makes codes and let it see this one, or{' '}
          <a className="link" href={uri}>
            open it on this phone
          </a>
          , or type the key: <code className="figures totp-set-up__key">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <CodeField id="app-code" hint="The six figures it shows." wrong={wrong} />
        {byPassword && <PasswordField id="app-password" label="Your password, for the recovery codes" autoComplete="current-password" />}
        <div className="row row--wrap">
          <Button small busy={busy}>
            Switch it on
          </Button>
          <Link className="link small" to={ways.security}>
            Leave it off
          </Link>
        </div>
      </div>
    </Form>
  )
}
