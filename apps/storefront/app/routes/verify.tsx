import { attempt } from '@vitrine/client'
import { Button, Message } from '@vitrine/ui'
import { data, Form, Link, redirect, useActionData, useNavigation } from 'react-router'
import { readCarried, withCarried } from '../hosted/carried.ts'
import { CodeField } from '../hosted/code-field.tsx'
import { readCode } from '../hosted/codes.server.ts'
import { Hosted } from '../hosted/frame.tsx'
import { clockAt } from '../hosted/greeting.ts'
import { deviceOf, goOn, keepStep, sent, shown } from '../hosted/identity.server.ts'
import { pauseFor, waitOf, wrongCode } from '../hosted/refused.ts'
import { Resend } from '../hosted/resend.tsx'
import { readStep } from '../hosted/step.server.ts'
import type { Handle } from '../root.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/verify.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Whether an address is the one of who registered with it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { shop } = visit(context)
  const carried = readCarried(new URL(request.url).searchParams)
  const { begun, email, sentAt, next } = shown(request)
  if (!begun) throw redirect(withCarried('/login', carried))
  return {
    carried,
    email,
    at: sentAt === undefined ? undefined : clockAt(new Date(sentAt * 1000), shop.timeZone, shop.locale),
    next,
    shopName: shop.name,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Is this your address? · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

interface Said {
  wrongCode?: string
  error?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const client = here.signingIn()
  const carried = readCarried(new URL(request.url).searchParams)
  const form = await request.formData()
  const step = readStep(request)
  const over = () => redirect(withCarried('/login', carried, { ...(step.email && { email: step.email }), over: 'yes' }), 303)
  if (!step.token) return over()
  const stateToken = step.token

  if (form.get('intent') === 'resend') {
    const [refused] = await attempt(client.verification.resendDuringAuthentication({ stateToken }))
    if (!refused) return redirect(withCarried('/verify', carried), keepStep(here, sent(step)))
    if (refused.code === 'SIGN_IN_OVER') return over()
    if (refused.code === 'TOO_MANY_REQUESTS') return data<Said>({ error: pauseFor(waitOf(refused)) }, { status: 429 })
    throw refused
  }

  const { code, wrong } = readCode(form)
  if (wrong !== undefined) return data<Said>({ wrongCode: wrong }, { status: 400 })
  const [refused, answer] = await attempt(client.verification.verifyDuringAuthentication({ code, stateToken, ...deviceOf(request) }))
  if (!refused) return goOn(here, request, answer, carried, step)
  switch (refused.code) {
    case 'VERIFICATION_FAILED':
      return data<Said>({ wrongCode }, { status: 400 })
    case 'TOO_MANY_REQUESTS':
      return data<Said>({ wrongCode: pauseFor(waitOf(refused)) }, { status: 429 })
    case 'SIGN_IN_OVER':
      return over()
    default:
      throw refused
  }
}

export default function VerifyPage({ loaderData: { carried, email, at, next } }: Route.ComponentProps) {
  const said = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  return (
    <Hosted picture={1}>
      <h1>Look in your letters</h1>
      <p className="soft">
        Six figures went to {email ? <strong>{email}</strong> : 'your address'}
        {at && ` at ${at}`}. With them we know that it is yours.{' '}
        <Link className="link" to={withCarried('/register', carried)}>
          Another address
        </Link>
      </p>
      {said?.error && <Message tone="warn">{said.error}</Message>}
      <Form method="post" className="hosted__form" noValidate onSubmit={(event) => busy && event.preventDefault()}>
        <CodeField id="code" wrong={said?.wrongCode} first />
        <Button wide busy={busy}>
          It is mine
        </Button>
      </Form>
      <div className="soft small hosted__ways">
        <Resend seconds={next}>Write another code</Resend>
        <Link className="link" to={withCarried('/login', carried)}>
          Back to sign in
        </Link>
      </div>
    </Hosted>
  )
}
