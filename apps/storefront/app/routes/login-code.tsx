import { attempt } from '@vitrine/client'
import { Button, Message } from '@vitrine/ui'
import { data, Form, Link, redirect, useActionData, useNavigation } from 'react-router'
import { checkEmail } from '../checkout/address.ts'
import { useWrong } from '../checkout/use-wrong.ts'
import { asksForCaptcha, captchaOf, notCounted } from '../hosted/captcha.server.ts'
import { Captcha } from '../hosted/captcha.tsx'
import { readCarried, withCarried } from '../hosted/carried.ts'
import { CheckedForm } from '../hosted/checked-form.tsx'
import { CodeField } from '../hosted/code-field.tsx'
import { readCode } from '../hosted/codes.server.ts'
import { readPosted } from '../hosted/credentials.server.ts'
import { titled } from '../hosted/credentials.ts'
import { checkWrittenEmail, EmailField } from '../hosted/email-field.tsx'
import { Hosted } from '../hosted/frame.tsx'
import { clockAt } from '../hosted/greeting.ts'
import { deviceOf, goOn, keepStep, readSignIn, sent, shown } from '../hosted/identity.server.ts'
import { pauseFor, waitOf, wrongCode } from '../hosted/refused.ts'
import { Resend } from '../hosted/resend.tsx'
import { readStep } from '../hosted/step.server.ts'
import type { Handle } from '../root.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/login-code.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Two steps at one address: whose account it is, and the code out of the email. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { searchParams } = new URL(request.url)
  const carried = readCarried(searchParams)
  const signIn = await readSignIn(here)
  if (!signIn.methods.emailCode) throw redirect(withCarried('/login', carried))
  const { email, sentAt, next } = shown(request)
  const asked = searchParams.has('sent') && email !== undefined
  return {
    carried,
    signIn,
    byPassword: signIn.methods.password,
    email: searchParams.get('email') ?? undefined,
    message: asked
      ? { email, at: sentAt === undefined ? undefined : clockAt(new Date(sentAt * 1000), here.shop.timeZone, here.shop.locale), next }
      : undefined,
    shopName: here.shop.name,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => titled('A code by e-mail', loaderData?.shopName)

interface Said {
  wrong?: { email?: string }
  wrongCode?: string
  error?: string
  captcha?: boolean
  email?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const { here, client, carried, form } = await readPosted({ request, context })
  const step = readStep(request)
  const no = (said: Said, status = 400) => data<Said>(said, { status })

  if (form.get('intent') === 'code') {
    const { code, wrong } = readCode(form)
    if (wrong !== undefined) return no({ wrongCode: wrong })
    if (!step.email) return redirect(withCarried('/login/code', carried), 303)
    const [refused, answer] = await attempt(
      client.authentication.login({ loginId: { email: step.email }, emailOtp: { code }, ...captchaOf(form), ...deviceOf(request) }),
    )
    if (!refused) return goOn(here, request, answer, carried, { ...step, touch: form.get('touch') === 'yes' })
    if (asksForCaptcha(refused)) return no({ captcha: true, error: notCounted(form) })
    if (refused.code === 'TOO_MANY_REQUESTS') return no({ wrongCode: pauseFor(waitOf(refused)) }, 429)
    if (refused.status >= 400 && refused.status < 500) return no({ wrongCode })
    throw refused
  }

  const email = form.get('intent') === 'resend' ? (step.email ?? '') : String(form.get('email') ?? '').trim()
  const wrong = checkEmail(email)
  if (wrong) return no({ wrong: { email: wrong }, email })
  const asked = withCarried('/login/code', carried, { sent: 'yes' })
  // An email about a new password has a code in it as well.
  if (form.get('intent') === 'have') return redirect(asked, keepStep(here, { email, stays: true }))
  const [refused] = await attempt(client.signIn.sendSignInCode({ email, ...captchaOf(form) }))
  if (refused && asksForCaptcha(refused)) return no({ captcha: true, error: notCounted(form), email })
  if (refused?.code === 'SIGN_IN_METHOD_OFF') return redirect(withCarried('/login', carried), 303)
  if (refused?.code === 'TOO_MANY_REQUESTS') return no({ error: pauseFor(waitOf(refused)), email }, 429)
  if (refused) throw refused
  return redirect(asked, keepStep(here, sent({ email, stays: true })))
}

export default function LoginCodePage({ loaderData: { carried, signIn, byPassword, email, message } }: Route.ComponentProps) {
  const said = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  const checked = useWrong<'email'>(said?.wrong)
  const anotherWay = (
    <Link className="link" to={withCarried('/login', carried)}>
      {byPassword ? 'Use the password' : 'Another way'}
    </Link>
  )
  if (!message)
    return (
      <Hosted picture={1}>
        <h1>A code by e-mail</h1>
        <p className="soft">Six figures instead of a password, good for ten minutes.</p>
        {said?.error && <Message tone="warn">{said.error}</Message>}
        <CheckedForm of={checked} check={checkWrittenEmail} busy={busy}>
          <EmailField of={checked} defaultValue={said?.email ?? email} />
          <Captcha signIn={signIn} said={said} />
          <Button wide busy={busy}>
            Send me a code
          </Button>
          <Button line wide name="intent" value="have">
            I have one
          </Button>
        </CheckedForm>
        <p className="soft small">{anotherWay}</p>
      </Hosted>
    )
  return (
    <Hosted picture={1}>
      <h1>Look in your letters</h1>
      <p className="soft">
        {message.at ? (
          <>
            If <strong>{message.email}</strong> has an account, six figures went there at {message.at}. They are good for ten minutes.
          </>
        ) : (
          <>
            The newest letter to <strong>{message.email}</strong> has six figures in it.
          </>
        )}{' '}
        <Link className="link" to={withCarried('/login/code', carried)}>
          Another address
        </Link>
      </p>
      {said?.error && <Message tone="warn">{said.error}</Message>}
      <Form method="post" className="hosted__form" noValidate onSubmit={(event) => busy && event.preventDefault()}>
        <input type="hidden" name="intent" value="code" />
        <CodeField id="code" wrong={said?.wrongCode} first />
        <Captcha signIn={signIn} said={said} />
        <Button wide busy={busy}>
          Sign in
        </Button>
      </Form>
      <div className="soft small hosted__ways">
        <Resend seconds={message.next}>Write another code</Resend>
        {anotherWay}
      </div>
    </Hosted>
  )
}
