import { attempt } from '@vitrine/client'
import type { FactorType, SignInAnswer } from '@vitrine/contract'
import { Button, buttonClass, Check, Field, Icon, Message } from '@vitrine/ui'
import { qr } from '@vitrine/ui/qr'
import { Mail, Smartphone } from 'lucide-react'
import { data, Form, Link, redirect, type ShouldRevalidateFunctionArgs, useActionData, useNavigation } from 'react-router'
import { type Carried, readCarried, withCarried } from '../hosted/carried.ts'
import { CodeField } from '../hosted/code-field.tsx'
import { readCode } from '../hosted/codes.server.ts'
import { Hosted } from '../hosted/frame.tsx'
import { deviceOf, goOn, isFactor, keepStep, shown } from '../hosted/identity.server.ts'
import { RecoveryCodes } from '../hosted/recovery-codes.tsx'
import { pauseFor, waitOf, wrongAppCode, wrongCode, wrongRecoveryCode } from '../hosted/refused.ts'
import { Resend } from '../hosted/resend.tsx'
import { readStep, type Step } from '../hosted/step.server.ts'
import { TotpSetUp } from '../hosted/totp-set-up.tsx'
import type { Handle } from '../root.tsx'
import { useShop } from '../shop/use-shop.ts'
import { type Visit, visit } from '../shop.server.ts'
import type { Route } from './+types/mfa.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** The second proof of who somebody is, and which one; where they have none, the first time it is set up. */
export function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { searchParams } = new URL(request.url)
  const carried = readCarried(searchParams)
  const { begun, by, ways = [], hint, first, secret, uri, next } = shown(request)
  if (!begun) throw redirect(withCarried('/login', carried))
  const requested = searchParams.get('by')
  // A code of an app and one that was written down need nothing to be sent first.
  const shows = isFactor(requested) && (ways.includes(requested) || requested === by) && sendsNothing.has(requested) ? requested : by
  return {
    carried,
    by: shows,
    others: ways.filter((way) => way !== shows && isFactor(way)),
    hint,
    next,
    setUp: first ? (secret && uri ? { secret, uri, code: qr(uri) } : 'choose') : undefined,
    shopName: here.shop.name,
  } as const
}

const sendsNothing = new Set<FactorType>(['TOTP', 'RECOVERY_CODE'])

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `One more step · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

interface Said {
  wrongCode?: string
  error?: string
  /** Of an app that was set up just now, and where the sign-in leads, which is done. */
  codes?: readonly string[]
  on?: string
}

/** The sign-in is over then, and the page would have nothing to ask. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  (actionResult as Said | undefined)?.codes ? false : defaultShouldRevalidate

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const carried = readCarried(new URL(request.url).searchParams)
  const form = await request.formData()
  const step = readStep(request)
  if (!step.token) return over(carried, step)
  const by = form.get('by')
  switch (form.get('intent')) {
    case 'set-up':
      return setUp(here, step, step.token, carried)
    case 'resend':
    case 'send':
      return isFactor(by) ? send(here, request, step, step.token, by, carried) : over(carried, step)
    default:
      return isFactor(by) ? prove(here, request, step, step.token, by, form, carried) : over(carried, step)
  }
}

const over = (carried: Carried, { email }: Step) => redirect(withCarried('/login', carried, { ...(email && { email }), over: 'yes' }), 303)

/** Begins with an app that makes codes. */
async function setUp(here: Visit, step: Step, stateToken: string, carried: Carried) {
  const [refused, begun] = await attempt(here.signingIn().signIn.beginTotp({ stateToken }))
  if (refused) return over(carried, step)
  const { secret, uri } = begun
  return redirect(withCarried('/mfa', carried), keepStep(here, { ...step, token: begun.stateToken, by: 'TOTP', secret, uri }))
}

/** Lets a code be sent. */
async function send(here: Visit, request: Request, step: Step, stateToken: string, by: FactorType, carried: Carried) {
  const [refused, answer] = await attempt(here.signingIn().authentication.verify({ factorType: by, stateToken, ...deviceOf(request) }))
  if (!refused) return goOn(here, request, answer, carried, step)
  if (refused.code === 'TOO_MANY_REQUESTS') return data<Said>({ error: pauseFor(waitOf(refused)) }, { status: 429 })
  return over(carried, step)
}

async function prove(here: Visit, request: Request, step: Step, stateToken: string, by: FactorType, form: FormData, carried: Carried) {
  const proof = proofOf(by, form)
  if ('wrong' in proof) return data<Said>({ wrongCode: proof.wrong }, { status: 400 })
  const rememberThisDevice = form.has('trust')
  const [refused, answer] = await attempt(
    here.signingIn().authentication.verify({ factorType: by, stateToken, rememberThisDevice, ...proof, ...deviceOf(request) }),
  )
  if (!refused) return handOver(await goOn(here, request, answer, carried, step), answer)
  switch (refused.code) {
    case 'VERIFICATION_FAILED':
      return data<Said>(
        { wrongCode: by === 'TOTP' ? wrongAppCode : by === 'RECOVERY_CODE' ? wrongRecoveryCode : wrongCode },
        { status: 400 },
      )
    case 'TOO_MANY_REQUESTS':
      return data<Said>({ wrongCode: pauseFor(waitOf(refused)) }, { status: 429 })
    case 'SIGN_IN_OVER':
      return over(carried, step)
    default:
      throw refused
  }
}

/** The codes that come with an app are seen before anything else. */
function handOver(led: Response, { additionalData }: SignInAnswer) {
  const codes = additionalData?.recoveryCodes?.listValue?.value as readonly { readonly strValue: string }[] | undefined
  if (!codes) return led
  const headers = new Headers()
  for (const line of led.headers.getSetCookie()) headers.append('Set-Cookie', line)
  return data<Said>({ codes: codes.map(({ strValue }) => strValue), on: led.headers.get('Location') ?? '/' }, { headers })
}

function proofOf(by: FactorType, form: FormData) {
  if (by === 'RECOVERY_CODE') {
    const code = String(form.get('code') ?? '')
      .trim()
      .slice(0, 100)
    return code ? { recoveryCodeData: { code } } : { wrong: 'The code is missing.' }
  }
  const { code, wrong } = readCode(form)
  if (wrong !== undefined) return { wrong }
  switch (by) {
    case 'EMAIL':
      return { emailData: { code } }
    case 'SMS':
      return { smsData: { code } }
    case 'CALL':
      return { callData: { code } }
    default:
      return { totpData: { code } }
  }
}

/** What has taken the form's place is read first. */
const focus = (heading: HTMLElement | null) => heading?.focus()

export default function MfaPage({ loaderData }: Route.ComponentProps) {
  const { by, others, hint, next, carried, setUp: begun } = loaderData
  const said = useActionData<typeof action>()
  const { name } = useShop()
  const navigation = useNavigation()
  const busy = navigation.state !== 'idle'
  const intent = navigation.formData?.get('intent')
  if (said?.codes)
    return (
      <Hosted picture={3}>
        <h1 tabIndex={-1} ref={focus}>
          You are in
        </h1>
        <RecoveryCodes of={said.codes} />
        <a className={buttonClass({ wide: true })} href={said.on}>
          I have kept them, go on
        </a>
      </Hosted>
    )
  if (begun === 'choose')
    return (
      <Hosted picture={3}>
        <h1>One more lock</h1>
        <p className="soft">This shop asks everybody for a second proof beside the password. Which one suits you?</p>
        {said?.error && <Message tone="warn">{said.error}</Message>}
        {others.includes('TOTP') && (
          <Way intent="set-up" by="TOTP" busy={intent === 'set-up'}>
            <Icon of={Smartphone} small /> An app on my phone
          </Way>
        )}
        {others.includes('EMAIL') && (
          <Way intent="send" by="EMAIL" busy={intent === 'send'}>
            <Icon of={Mail} small /> Codes by e-mail
          </Way>
        )}
        <p className="small soft">An app works without net, and cannot be read by others. You can change it later in your account.</p>
      </Hosted>
    )
  const isSent = by === 'EMAIL' || by === 'SMS' || by === 'CALL'
  return (
    <Hosted picture={3}>
      <h1>{begun ? 'Set up the app' : by === 'RECOVERY_CODE' ? 'One of your codes' : 'Six figures, please'}</h1>
      {begun ? <TotpSetUp {...begun} /> : <p className="soft">{wordsFor(by, name, hint)}</p>}
      {said?.error && <Message tone="warn">{said.error}</Message>}
      <Form method="post" className="hosted__form" noValidate onSubmit={(event) => busy && event.preventDefault()}>
        <input type="hidden" name="by" value={by} />
        {by === 'RECOVERY_CODE' ? (
          <Field
            key={by}
            id="code"
            name="code"
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={100}
            hint="Each of them is good once."
            wrong={said?.wrongCode}
          />
        ) : (
          <CodeField
            key={by}
            id="code"
            wrong={said?.wrongCode}
            hint={isSent ? 'Good for ten minutes.' : 'A new one comes every thirty seconds.'}
            first={!begun}
          />
        )}
        <Check name="trust">
          <span>Trust this browser for thirty days</span>
        </Check>
        <Button wide busy={busy && intent === null}>
          Go on
        </Button>
      </Form>
      <div className="soft small hosted__ways">
        {isSent && by && (
          <Resend seconds={next} more={{ by }}>
            Write another code
          </Resend>
        )}
        {!begun && others.map((way) => <OtherWay key={way} way={way} carried={carried} />)}
      </div>
    </Hosted>
  )
}

function Way({ intent, by, busy, children }: { intent: string; by: FactorType; busy: boolean; children: React.ReactNode }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="by" value={by} />
      <Button wide line={by !== 'TOTP'} busy={busy}>
        {children}
      </Button>
    </Form>
  )
}

/** What has to be sent is asked for by a form, what one has at hand by a link. */
function OtherWay({ way, carried }: { way: FactorType; carried: Carried }) {
  if (sendsNothing.has(way))
    return (
      <Link className="link" to={withCarried('/mfa', carried, { by: way })}>
        {way === 'TOTP' ? 'Use the app' : 'Use a recovery code'}
      </Link>
    )
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="by" value={way} />
      <button className="link">
        {way === 'EMAIL' ? 'Send a code by e-mail instead' : way === 'SMS' ? 'Send a code to my phone' : 'Let my phone ring'}
      </button>
    </Form>
  )
}

function wordsFor(by: FactorType | undefined, shop: string, hint: string | undefined): string {
  switch (by) {
    case 'TOTP':
      return `From the app on your phone that you set up for ${shop}.`
    case 'RECOVERY_CODE':
      return `One of the codes that you wrote down when you set up the app for ${shop}.`
    case 'CALL':
      return `Your phone${hint ? `, ${hint},` : ''} rings, and says them.`
    default:
      return `They went to ${hint ?? 'you'} a moment ago.`
  }
}
