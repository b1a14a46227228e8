import { attempt } from '@vitrine/client'
import { Button, buttonClass, Check, Icon, Message } from '@vitrine/ui'
import { Fingerprint } from 'lucide-react'
import { data, Form, Link, redirect, type ShouldRevalidateFunctionArgs, useActionData, useNavigation, useSubmit } from 'react-router'
import { checkEmail } from '../checkout/address.ts'
import { useWrong } from '../checkout/use-wrong.ts'
import { asksForCaptcha, captchaOf, notCounted } from '../hosted/captcha.server.ts'
import { Captcha } from '../hosted/captcha.tsx'
import { withCarried } from '../hosted/carried.ts'
import { CheckedForm } from '../hosted/checked-form.tsx'
import { readDoor, readPosted } from '../hosted/credentials.server.ts'
import { type Credential, type SaidOfCredentials, titled } from '../hosted/credentials.ts'
import { listAccounts } from '../hosted/device-accounts.server.ts'
import { EmailField } from '../hosted/email-field.tsx'
import { Hosted } from '../hosted/frame.tsx'
import { greetingAt } from '../hosted/greeting.ts'
import { deviceOf, goOn } from '../hosted/identity.server.ts'
import { usePasskeys } from '../hosted/passkeys.ts'
import { PasswordField } from '../hosted/password-field.tsx'
import { ProviderSign } from '../hosted/provider-sign.tsx'
import { pauseFor, triesLeftOf, waitOf, wrongPassword } from '../hosted/refused.ts'
import { goToProvider } from '../hosted/social.server.ts'
import type { Handle } from '../root.tsx'
import type { Route } from './+types/login.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ request, context }: Route.LoaderArgs) {
  const { here, carried, signIn, asked } = await readDoor({ request, context })
  const { searchParams } = new URL(request.url)
  // The app wishes for a provider; whoever comes back from there without an answer chooses anew.
  if (asked?.idp && !searchParams.has('error') && signIn.methods.social.some(({ connectionId }) => connectionId === asked.idp))
    throw goToProvider(here, asked.idp, carried, { stays: true })
  return {
    signIn,
    app: asked?.clientName,
    carried,
    greeting: greetingAt(new Date(), here.shop.timeZone),
    email: searchParams.get('email') ?? '',
    picker: (await listAccounts(here, request)).length > 0,
    error: searchParams.has('over') ? 'over' : (searchParams.get('error') ?? undefined),
    shopName: here.shop.name,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => titled('Sign in', loaderData?.shopName)

interface Said extends SaidOfCredentials {
  stays?: boolean
}

export async function action({ request, context }: Route.ActionArgs) {
  const { here, client, carried, form } = await readPosted({ request, context })
  const text = (name: string) => String(form.get(name) ?? '')
  const email = text('email').trim().slice(0, 320)
  const known = { email, stays: form.has('stay'), touch: text('touch') === 'yes' }
  const no = (said: Said, status: number) => data<Said>({ ...said, email, stays: known.stays }, { status })

  if (text('intent') === 'passkey') {
    const touched = { challengeId: text('challengeId'), credential: text('credential') }
    const [refused, answer] = await attempt(client.signIn.finishPasskey({ ...touched, ...deviceOf(request) }))
    if (!refused) return goOn(here, request, answer, carried, { ...known, touch: false })
    if (refused.code === 'TOO_MANY_REQUESTS') return no({ error: pauseFor(waitOf(refused)) }, 429)
    return no({ error: 'This passkey is none of ours any more. Take another way, please.' }, 400)
  }

  if (text('intent') === 'social') return goToProvider(here, text('connectionId'), carried, { stays: true })

  const wrongEmail = checkEmail(email)
  if (wrongEmail) return no({ wrong: { email: wrongEmail } }, 400)
  const password = text('password').slice(0, 1000)
  if (!password) return no({ wrong: { password: noPassword } }, 400)
  const [refused, answer] = await attempt(
    client.authentication.login({ loginId: { email }, password, ...captchaOf(form), ...deviceOf(request) }),
  )
  if (!refused) return goOn(here, request, answer, carried, known)
  if (asksForCaptcha(refused)) return no({ captcha: true, error: notCounted(form) }, 400)
  switch (refused.code) {
    case '-19976':
      return no({ wrong: { password: wrongPassword(triesLeftOf(refused)) }, captcha: triesLeftOf(refused) === 0 }, 400)
    case '-19973':
      return redirect(withCarried('/reset', carried, { email, must: 'yes' }), 303)
    case 'TOO_MANY_REQUESTS':
      return no({ error: pauseFor(waitOf(refused)) }, 429)
    case 'SIGN_IN_METHOD_OFF':
      return no({ error: 'Passwords are not taken here any more. Take another way, please.' }, 409)
    default:
      throw refused
  }
}

const noPassword = 'Without it we cannot let you in.'

export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined || formMethod === 'GET' ? defaultShouldRevalidate : false

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const { signIn, app, carried, greeting, picker } = loaderData
  const { methods } = signIn
  const { social } = methods
  const said = useActionData<typeof action>()
  const checked = useWrong<Credential>(said?.wrong)
  const { form, wrong, see } = checked
  const navigation = useNavigation()
  const submit = useSubmit()
  const passkeys = usePasskeys(methods.passkey, ({ challengeId, credential }) => {
    const stays = form.current?.querySelector<HTMLInputElement>('[name="stay"]')?.checked ?? true
    void submit({ intent: 'passkey', challengeId, credential, ...(stays && { stay: 'on' }) }, { method: 'post' })
  })
  const busy = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const byPasskey = navigation.formData?.get('intent') === 'passkey'
  const error = passkeys.wrong ?? said?.error ?? errorFrom(loaderData.error)
  const email = said?.email ?? loaderData.email
  const otherWays = methods.passkey || social.length > 0
  return (
    <Hosted picture={0}>
      <h1>{greeting}</h1>
      {app && (
        <p className="soft">
          You go on to <strong>{app}</strong>, with your account here.
        </p>
      )}
      {error && <Message tone="warn">{error}</Message>}
      {methods.passkey && passkeys.can !== false && (
        <Button type="button" line wide className="needs-script" busy={passkeys.asking || (busy && byPasskey)} onClick={passkeys.press}>
          <Icon of={Fingerprint} small /> With a passkey
        </Button>
      )}
      {social.length > 0 && (
        <Form method="post" className="social" aria-label="With another account">
          <input type="hidden" name="intent" value="social" />
          {social.map(({ name, connectionId }) => (
            <Button line key={connectionId} name="connectionId" value={connectionId}>
              <ProviderSign name={name} /> {name}
            </Button>
          ))}
        </Form>
      )}
      {otherWays && (methods.password || methods.emailCode) && (
        <p className="or small soft">
          <span>{methods.password ? 'or with your password' : 'or with a code by e-mail'}</span>
        </p>
      )}
      {methods.password ? (
        <CheckedForm of={checked} check={(written) => check(String(written.get('email')), String(written.get('password')))} busy={busy}>
          <EmailField of={checked} defaultValue={email} autoComplete={methods.passkey ? 'username webauthn' : 'username'} />
          <PasswordField
            id="password"
            label="Password"
            autoComplete="current-password"
            wrong={wrong.password}
            onWritten={() => wrong.password && see('password', undefined)}
            aside={
              <Link className="link small" to={withCarried('/reset', carried)}>
                Forgotten?
              </Link>
            }
          />
          <Captcha signIn={signIn} said={said} />
          <Check name="stay" defaultChecked={said?.stays ?? true}>
            <span>Stay signed in on this device</span>
          </Check>
          {passkeys.can && <input type="hidden" name="touch" value="yes" />}
          <Button wide busy={busy && !byPasskey}>
            Sign in
          </Button>
        </CheckedForm>
      ) : (
        methods.emailCode && (
          <Link className={buttonClass({ wide: true, line: otherWays })} to={withCarried('/login/code', carried)}>
            Get a code by e-mail
          </Link>
        )
      )}
      <p className="soft">
        {signIn.registration !== 'CLOSED' && methods.password && (
          <>
            New here?{' '}
            <Link className="link" to={withCarried('/register', carried)}>
              Open an account
            </Link>
            {methods.emailCode ? ', or ' : '.'}
          </>
        )}
        {methods.password && methods.emailCode && (
          <>
            <Link className="link" to={withCarried('/login/code', carried)}>
              {signIn.registration === 'CLOSED' ? 'Get a code by e-mail' : 'get a code by e-mail'}
            </Link>{' '}
            instead of the password.
          </>
        )}
      </p>
      {picker && (
        <p className="small soft">
          <Link className="link" to={withCarried('/account-picker', { ...carried, another: undefined })}>
            Accounts on this device
          </Link>
        </p>
      )}
    </Hosted>
  )
}

function check(email: string, password: string): Partial<Record<Credential, string>> {
  const wrongEmail = checkEmail(email)
  return { ...(wrongEmail && { email: wrongEmail }), ...(!password && { password: noPassword }) }
}

function errorFrom(error: string | undefined): string | undefined {
  switch (error) {
    case undefined:
      return undefined
    case 'over':
      return 'That sign-in took a while, and is over. Begin once more where you came from, or sign in to the shop here.'
    case 'EMAIL_MISSING':
      return 'The other account did not tell your e-mail address, and without it we cannot write to you. Take another way, please.'
    case 'EMAIL_NOT_VERIFIED':
      return 'The other account is not sure of your e-mail address yet. Confirm it there, or take another way.'
    case 'REGISTRATION_CLOSED':
      return 'New accounts are made by the shop itself at the moment. Buying works without one.'
    case 'TOO_MANY_REQUESTS':
      return 'That was often. Try it again in a minute, please; nothing is lost.'
    case 'CANCELED':
      return 'You did not let the other account answer. Nothing happened; take another way, or try it again.'
    default:
      return 'The other account did not answer as it should. Take another way, please, or try it again.'
  }
}
