import { attempt } from '@vitrine/client'
import { Button, buttonClass, Icon, Message } from '@vitrine/ui'
import { Mail } from 'lucide-react'
import { data, Link, redirect, useActionData, useNavigation } from 'react-router'
import { checkEmail } from '../checkout/address.ts'
import { useWrong } from '../checkout/use-wrong.ts'
import { asksForCaptcha, captchaOf, notCounted } from '../hosted/captcha.server.ts'
import { Captcha } from '../hosted/captcha.tsx'
import { readCarried, withCarried } from '../hosted/carried.ts'
import { CheckedForm } from '../hosted/checked-form.tsx'
import { readPosted } from '../hosted/credentials.server.ts'
import { titled } from '../hosted/credentials.ts'
import { checkWrittenEmail, EmailField } from '../hosted/email-field.tsx'
import { Hosted } from '../hosted/frame.tsx'
import { keepStep, readSignIn, sent, shown } from '../hosted/identity.server.ts'
import { pauseFor, waitOf } from '../hosted/refused.ts'
import { Resend } from '../hosted/resend.tsx'
import { readStep } from '../hosted/step.server.ts'
import type { Handle } from '../root.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/reset.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Two steps at one address: where the email is to go, and that it is on its way. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { searchParams } = new URL(request.url)
  const { email, next } = shown(request)
  const { captchaSiteKeys } = await readSignIn(here)
  return {
    // A captcha is asked for where many links were, whatever else the shop asks for.
    captcha: { captcha: 'NEVER' as const, captchaSiteKeys },
    carried: readCarried(searchParams),
    email: searchParams.get('email') ?? '',
    why: searchParams.has('must') ? ('must' as const) : searchParams.has('over') ? ('over' as const) : undefined,
    message: searchParams.has('sent') && email !== undefined ? { email, next } : undefined,
    shopName: here.shop.name,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => titled('Forgotten password', loaderData?.shopName)

interface Said {
  wrong?: { email?: string }
  error?: string
  /** A box is to be ticked. */
  captcha?: boolean
  email?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const { here, client, carried, form } = await readPosted({ request, context })
  const step = readStep(request)
  const email = form.get('intent') === 'resend' ? (step.email ?? '') : String(form.get('email') ?? '').trim()
  const wrong = checkEmail(email)
  if (wrong) return data<Said>({ wrong: { email: wrong }, email }, { status: 400 })
  const [refused] = await attempt(client.recovery.sendRecoveryEmail({ email, language: here.shop.locale, ...captchaOf(form) }))
  if (refused?.code === 'TOO_MANY_REQUESTS') return data<Said>({ error: pauseFor(waitOf(refused)), email }, { status: 429 })
  if (refused && asksForCaptcha(refused)) return data<Said>({ captcha: true, error: notCounted(form), email }, { status: 400 })
  if (refused) throw refused
  return redirect(withCarried('/reset', carried, { sent: 'yes' }), keepStep(here, sent({ email })))
}

const reasons = {
  must: 'The shop asks you for a new password, once. Nothing else has changed.',
  over: 'That link was used, or its time is over. We can send another one.',
}

export default function ResetPage({ loaderData: { carried, email, why, message, captcha } }: Route.ComponentProps) {
  const said = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  const checked = useWrong<'email'>(said?.wrong)
  // Whoever asks for another link after many writes the address once more, beside the captcha.
  if (message && !said?.captcha)
    return (
      <Hosted picture={5}>
        <h1>A letter is on its way</h1>
        <p className="soft">
          If <strong>{message.email}</strong> has an account, the link in it is good for thirty minutes, and once.
        </p>
        {said?.error && <Message tone="warn">{said.error}</Message>}
        <div className="say">
          <Icon of={Mail} />
          <div>
            Nothing there? Look in the spam folder, or <Resend seconds={message.next}>send it again</Resend>.
          </div>
        </div>
        <Link className={buttonClass({ line: true, wide: true })} to={withCarried('/login', carried)}>
          Back to sign in
        </Link>
      </Hosted>
    )
  return (
    <Hosted picture={5}>
      <h1>Forgotten password</h1>
      <p className="soft">We write you a link to choose a new one. Until then the old one stays.</p>
      {(said?.error ?? (why && reasons[why])) && <Message tone="warn">{said?.error ?? (why && reasons[why])}</Message>}
      <CheckedForm of={checked} check={checkWrittenEmail} busy={busy}>
        <EmailField of={checked} defaultValue={said?.email ?? email} />
        <Captcha signIn={captcha} said={said} />
        <Button wide busy={busy}>
          Send me a link
        </Button>
      </CheckedForm>
      <p className="soft small">
        <Link className="link" to={withCarried('/login', carried)}>
          Back to sign in
        </Link>
      </p>
    </Hosted>
  )
}
