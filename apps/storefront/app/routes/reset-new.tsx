import { attempt } from '@vitrine/client'
import { Button, Message } from '@vitrine/ui'
import { data, redirect, useActionData, useNavigation } from 'react-router'
import { useWrong } from '../checkout/use-wrong.ts'
import { readCarried, withCarried } from '../hosted/carried.ts'
import { CheckedForm } from '../hosted/checked-form.tsx'
import { readPosted } from '../hosted/credentials.server.ts'
import { titled } from '../hosted/credentials.ts'
import { Hosted } from '../hosted/frame.tsx'
import { deviceOf, goOn } from '../hosted/identity.server.ts'
import { PasswordField } from '../hosted/password-field.tsx'
import { pauseFor, reasonOf, waitOf, weakPassword } from '../hosted/refused.ts'
import { missingOf } from '../hosted/strength.ts'
import { useTouch } from '../hosted/use-touch.ts'
import type { Handle } from '../root.tsx'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/reset-new.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

/** The address holds the token of the email: it goes nowhere else. */
export const headers = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' })

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const carried = readCarried(searchParams)
  const token = searchParams.get('token')
  if (!token) throw redirect(withCarried('/reset', carried))
  return { shopName: visit(context).shop.name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => titled('A new password', loaderData?.shopName)

interface Said {
  wrong?: { password?: string }
  error?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const { here, client, carried, form } = await readPosted({ request, context })
  const password = String(form.get('password') ?? '').slice(0, 1000)
  const wrong = check(password)
  if (wrong.password) return data<Said>({ wrong }, { status: 400 })
  const [refused, answer] = await attempt(
    client.recovery.recover({ recoveryToken: new URL(request.url).searchParams.get('token') ?? '', password, ...deviceOf(request) }),
  )
  if (!refused) return goOn(here, request, answer, carried, { stays: true, touch: form.get('touch') === 'yes' })
  switch (refused.code) {
    case 'PASSWORD_TOO_WEAK':
      return data<Said>({ wrong: { password: weakPassword(reasonOf(refused)) } }, { status: 400 })
    case 'RECOVERY_TOKEN_OVER':
    case 'INVALID_ARGUMENT':
      return redirect(withCarried('/reset', carried, { over: 'yes' }), 303)
    case 'TOO_MANY_REQUESTS':
      return data<Said>({ error: pauseFor(waitOf(refused)) }, { status: 429 })
    default:
      throw refused
  }
}

const check = (password: string): { password?: string } => (missingOf(password) > 0 ? { password: weakPassword('TOO_SHORT') } : {})

export default function ResetNewPage() {
  const said = useActionData<typeof action>()
  const { name } = useShop()
  const busy = useNavigation().state !== 'idle'
  const touch = useTouch(true)
  const checked = useWrong<'password'>(said?.wrong)
  const { wrong, see } = checked
  return (
    <Hosted picture={6}>
      <h1>A new password</h1>
      {said?.error && <Message tone="warn">{said.error}</Message>}
      <CheckedForm of={checked} check={(written) => check(String(written.get('password')))} busy={busy}>
        <PasswordField
          id="password"
          label="New password"
          autoComplete="new-password"
          wrong={wrong.password}
          onWritten={() => wrong.password && see('password', undefined)}
          measured={{ known: [name] }}
          first
        />
        {touch && <input type="hidden" name="touch" value="yes" />}
        <p className="small soft">Everywhere else you are signed out, on every device.</p>
        <Button wide busy={busy}>
          Keep it and sign in
        </Button>
      </CheckedForm>
    </Hosted>
  )
}
