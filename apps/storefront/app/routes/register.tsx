import { attempt } from '@vitrine/client'
import { Button, Check, Field, Message } from '@vitrine/ui'
import { useState } from 'react'
import { data, Link, redirect, useActionData, useNavigation } from 'react-router'
import { newsletterCopy } from '../account/marketing-consents.ts'
import { orderAt } from '../account/ways.ts'
import { checkEmail } from '../checkout/address.ts'
import { useWrong } from '../checkout/use-wrong.ts'
import { asksForCaptcha, captchaOf, notCounted } from '../hosted/captcha.server.ts'
import { Captcha } from '../hosted/captcha.tsx'
import { withCarried } from '../hosted/carried.ts'
import { CheckedForm } from '../hosted/checked-form.tsx'
import { readDoor, readPosted } from '../hosted/credentials.server.ts'
import { type Credential, type SaidOfCredentials, titled } from '../hosted/credentials.ts'
import { EmailField } from '../hosted/email-field.tsx'
import { Hosted } from '../hosted/frame.tsx'
import { goOn } from '../hosted/identity.server.ts'
import { Legal } from '../hosted/legal.tsx'
import { PasswordField } from '../hosted/password-field.tsx'
import { pauseFor, reasonOf, waitOf, weakPassword } from '../hosted/refused.ts'
import { missingOf } from '../hosted/strength.ts'
import { useTouch } from '../hosted/use-touch.ts'
import type { Handle } from '../root.tsx'
import { useShop } from '../shop/use-shop.ts'
import type { Route } from './+types/register.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader(asking: Route.LoaderArgs) {
  const { here, carried, signIn, asked } = await readDoor(asking)
  return { signIn, app: asked?.clientName, carried, shopName: here.shop.name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => titled('Open an account', loaderData?.shopName)

interface Said extends SaidOfCredentials {
  /** The address has an account. */
  taken?: boolean
  name?: string
  emails?: boolean
}

export async function action({ request, context }: Route.ActionArgs) {
  const { here, client, carried, form } = await readPosted({ request, context })
  const text = (name: string, most: number) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, most)
  const [name, email] = [text('name', 100), text('email', 320)]
  const password = String(form.get('password') ?? '').slice(0, 1000)
  const emails = form.has('emails')
  const no = (said: Said, status = 400) => data<Said>({ ...said, name, email, emails }, { status })
  const wrong = check(email, password)
  if (Object.keys(wrong).length > 0) return no({ wrong })
  const [refused, answer] = await attempt(
    client.authentication.register({
      loginId: { email },
      password,
      profile: { ...(name && { firstName: name }), language: here.shop.locale },
      ...captchaOf(form),
    }),
  )
  if (!refused) {
    const known = { email, stays: true, touch: form.get('touch') === 'yes', emails, order: orderAt(carried.to) }
    return goOn(here, request, answer, carried, known)
  }
  if (asksForCaptcha(refused)) return no({ captcha: true, error: notCounted(form) })
  switch (refused.code) {
    case '-19995':
      return no({ wrong: { email: 'This address has an account.' }, taken: true })
    case 'PASSWORD_TOO_WEAK':
      return no({ wrong: { password: weakPassword(reasonOf(refused)) } })
    case 'REGISTRATION_CLOSED':
      return redirect(withCarried('/register', carried), 303)
    case 'TOO_MANY_REQUESTS':
      return no({ error: pauseFor(waitOf(refused)) }, 429)
    case 'INVALID_ARGUMENT':
      return no({ wrong: { email: 'One letter in it cannot be right.' } })
    default:
      throw refused
  }
}

function check(email: string, password: string): Partial<Record<Credential, string>> {
  const wrongEmail = checkEmail(email)
  return {
    ...(wrongEmail && { email: wrongEmail }),
    ...(missingOf(password) > 0 && { password: weakPassword('TOO_SHORT') }),
  }
}

export default function RegisterPage({ loaderData: { signIn, app, carried } }: Route.ComponentProps) {
  const { registration, methods } = signIn
  const shop = useShop()
  const said = useActionData<typeof action>()
  const checked = useWrong<Credential>(said?.wrong)
  const { wrong, see } = checked
  const busy = useNavigation().state !== 'idle'
  const touch = useTouch(methods.passkey)
  const [email, setEmail] = useState('')
  if (registration === 'CLOSED' || !methods.password)
    return (
      <Hosted picture={2}>
        <h1>Open an account</h1>
        <p className="soft">
          {registration === 'CLOSED'
            ? 'New accounts are made by the shop itself at the moment. Buying works without one.'
            : 'Here an account opens with the first sign-in, in one of the ways there.'}
        </p>
        <p className="soft">
          <Link className="link" to={withCarried('/login', carried)}>
            Sign in
          </Link>
        </p>
      </Hosted>
    )
  return (
    <Hosted picture={2}>
      <h1>Open an account</h1>
      <p className="soft">
        {registration === 'APPROVAL'
          ? 'Somebody looks at each new account, and writes to you. Buying works without one.'
          : 'For your orders, addresses and wish lists. Buying works without one.'}
        {app && (
          <>
            {' '}
            Then you go on to <strong>{app}</strong>.
          </>
        )}
      </p>
      {said?.error && <Message tone="warn">{said.error}</Message>}
      {said?.taken && (
        <Message
          tone="warn"
          what="There is an account already."
          ways={
            <>
              <Link className="link" to={withCarried('/login', carried, { email: said.email ?? '' })}>
                Sign in
              </Link>
              <Link className="link" to={withCarried('/reset', carried, { email: said.email ?? '' })}>
                Choose a new password
              </Link>
            </>
          }
        >
          It is the one of this address.
        </Message>
      )}
      <CheckedForm of={checked} check={(written) => check(String(written.get('email')), String(written.get('password')))} busy={busy}>
        <Field
          id="name"
          name="name"
          label="What may we call you"
          optional="if you like"
          defaultValue={said?.name}
          autoComplete="given-name"
          maxLength={100}
        />
        <EmailField of={checked} defaultValue={said?.email} autoComplete="email" onLeft={setEmail} />
        <PasswordField
          id="password"
          label="Password"
          autoComplete="new-password"
          wrong={wrong.password}
          onWritten={() => wrong.password && see('password', undefined)}
          measured={{ known: [email, shop.name] }}
        />
        {/* It is saved as soon as they are in here, so only those who will be are asked. */}
        {registration === 'OPEN' && !carried.request && (
          <Check name="emails" defaultChecked={said?.emails}>
            <span>{newsletterCopy}</span>
          </Check>
        )}
        <Captcha signIn={signIn} said={said} />
        {touch && <input type="hidden" name="touch" value="yes" />}
        <Button wide busy={busy}>
          Open it
        </Button>
      </CheckedForm>
      <Legal pages={shop.joining} listed={shop.footer.base} />
      <p className="soft">
        Have one?{' '}
        <Link className="link" to={withCarried('/login', carried)}>
          Sign in
        </Link>
      </p>
    </Hosted>
  )
}
