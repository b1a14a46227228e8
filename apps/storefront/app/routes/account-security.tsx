import { attempt } from '@vitrine/client'
import type { MySession } from '@vitrine/contract'
import { Button, Field, Message } from '@vitrine/ui'
import { qr } from '@vitrine/ui/qr'
import { Fingerprint, KeyRound, Laptop, LifeBuoy, Lock, type LucideIcon, Mail, Monitor, Smartphone } from 'lucide-react'
import { data, Form, Link } from 'react-router'
import { deviceOf, isPhone } from '../account/agent.ts'
import { NewEmail, ProveEmail } from '../account/new-email.tsx'
import { NewPassword } from '../account/new-password.tsx'
import { Page, Section } from '../account/page.tsx'
import { type AppSetup, SetUpApp } from '../account/second-step.tsx'
import { Opens, Press, SettingRow } from '../account/setting-row.tsx'
import { ways } from '../account/ways.ts'
import { checkEmail } from '../checkout/address.ts'
import { withCarried } from '../hosted/carried.ts'
import { readCode } from '../hosted/codes.server.ts'
import { PasswordField } from '../hosted/password-field.tsx'
import { RecoveryCodes } from '../hosted/recovery-codes.tsx'
import { pauseFor, waitOf, weakPassword, wrongCode } from '../hosted/refused.ts'
import { needAccount } from '../member/member.server.ts'
import { Moment } from '../orders/moment.tsx'
import { capital, inWords } from '../shop/text.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-security.ts'
import '@vitrine/ui/hosted.css'

export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  const { member } = await needAccount(here)
  const { mySecurity } = here.client
  const [{ sessions }, factors, { signIn }] = await Promise.all([
    mySecurity.listMySessions({}),
    mySecurity.getMyFactors({}),
    here.client.signIn.getSignIn({}),
  ])
  return {
    sessions,
    email: member.loginEmail ?? '',
    newEmail: factors.newEmail,
    passwordSet: factors.passwordSet,
    totp: factors.factors.find(({ type }) => type === 'TOTP'),
    codesLeft: factors.recoveryCodesLeft,
    devices: factors.devices,
    passkeys: factors.passkeys,
    mayPasskey: signIn.methods.passkey,
    mayFactor: signIn.mfa !== 'OFF',
    known: [member.contact?.firstName, member.contact?.lastName, member.loginEmail].flatMap((word) => word ?? []),
    shopName: here.shop.name,
  }
}

interface Said {
  /** What was done, in a sentence. */
  done?: string
  /** What could not be done. */
  error?: string
  /** What is wrong with a field, by the form it stands in. */
  wrong?: Readonly<Partial<Record<'email' | 'emailAgain' | 'emailCode' | 'old' | 'fresh' | 'code' | 'again' | 'codes' | 'name', string>>>
  /** The address that was written. */
  email?: string
  /** The app that is being set up. */
  setup?: AppSetup
  /** Shown this once. */
  codes?: readonly string[]
}

const tooOld = 'You signed in a while ago. Sign in once more, then come back.'

export async function action({ request, context }: Route.ActionArgs): Promise<ReturnType<typeof data<Said>>> {
  const here = visit(context)
  await needAccount(here)
  const form = await request.formData()
  const { mySecurity } = here.client
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 1000)
  const password = text('password') || null
  const say = (said: Said, status = 400) => data<Said>(said, { status })
  const done = (sentence: string, more: Said = {}) => data<Said>({ done: sentence, ...more })

  switch (form.get('intent')) {
    case 'password': {
      const oldPassword = text('old') || null
      const [refused] = await attempt(mySecurity.changeMyPassword({ oldPassword, newPassword: text('fresh') }))
      switch (refused?.code) {
        case undefined:
          return done('Your password is changed, and you are signed out everywhere else.')
        case '-19976':
          return say({ wrong: { old: 'This is not the password you have.' } })
        case 'PASSWORD_TOO_WEAK':
          return say({ wrong: { fresh: weakPassword(refused.data.reason) } })
        case 'INVALID_ARGUMENT':
          return say({ wrong: { fresh: weakPassword('TOO_SHORT') } })
        case 'TOO_MANY_REQUESTS':
          return say({ wrong: { old: 'Too many tries. Wait a little before the next one.' } }, 429)
        case 'SIGN_IN_TOO_OLD':
          return say({ error: tooOld }, 403)
        default:
          throw refused
      }
    }

    case 'email': {
      const email = text('email').trim()
      const wrong = checkEmail(email)
      if (wrong) return say({ wrong: { email: wrong }, email })
      const [refused] = await attempt(mySecurity.askForMyLoginEmail({ email, password }))
      switch (refused?.code) {
        case undefined:
          return data<Said>({})
        case '-19976':
          return say({ wrong: { emailAgain: 'This is not the password you have.' }, email })
        case 'INVALID_ARGUMENT':
          return say({ wrong: { email: 'This is the one you sign in with.' }, email })
        case 'TOO_MANY_REQUESTS':
          return say({ wrong: { email: pauseFor(waitOf(refused)) }, email }, 429)
        case 'SIGN_IN_TOO_OLD':
          return say({ error: tooOld }, 403)
        default:
          throw refused
      }
    }
    case 'email-code': {
      const { code, wrong } = readCode(form)
      if (wrong !== undefined) return say({ wrong: { emailCode: wrong } })
      const [refused, changed] = await attempt(mySecurity.confirmMyLoginEmail({ code }))
      switch (refused?.code) {
        case undefined:
          return done(
            `From now on you sign in with ${changed?.loginEmail}. You are signed out everywhere else, and we told your old address.`,
          )
        case 'VERIFICATION_FAILED':
        case 'INVALID_ARGUMENT':
          return say({ wrong: { emailCode: wrongCode } })
        case '-19995':
          return say({ error: 'This address has an account of its own. Sign in with it, or take another one.' }, 409)
        case 'TOO_MANY_REQUESTS':
          return say({ wrong: { emailCode: pauseFor(waitOf(refused)) } }, 429)
        default:
          throw refused
      }
    }

    case 'app': {
      const { setupToken, secret, uri } = await mySecurity.beginTotp({})
      return data<Said>({ setup: { token: setupToken, secret, uri, squares: qr(uri) } })
    }
    case 'app-code': {
      const [token, secret, uri] = [text('token'), text('secret'), String(form.get('uri') ?? '').slice(0, 1000)]
      const [refused] = await attempt(
        mySecurity.confirmFactor({ setupToken: String(form.get('token') ?? ''), code: text('code').replace(/\D/g, '').slice(0, 6) }),
      )
      if (refused?.code === 'VERIFICATION_FAILED' || refused?.code === 'INVALID_ARGUMENT')
        return say({ setup: { token, secret, uri, squares: qr(uri) }, wrong: { code: 'The app shows another one now. Write that.' } })
      if (refused?.code === 'SIGN_IN_OVER') return say({ error: 'That took too long. Begin once more.' })
      if (refused) throw refused
      const [no, made] = await attempt(mySecurity.makeRecoveryCodes({ password }))
      if (no && no.status >= 500) throw no
      return done(
        'The app is on. From now on we ask for its six figures.',
        made ? { codes: made.codes } : { wrong: { codes: 'Make recovery codes, for when the app is not at hand.' } },
      )
    }
    case 'app-off': {
      const [refused] = await attempt(mySecurity.removeFactor({ factorId: text('factor'), password }))
      if (refused?.code === '-19976') return say({ wrong: { again: 'This is not the password you have.' } })
      if (refused?.code === 'SIGN_IN_TOO_OLD') return say({ error: tooOld }, 403)
      if (refused && refused.code !== 'FACTOR_NOT_FOUND') throw refused
      return done('The app is off.')
    }
    case 'codes': {
      const [refused, made] = await attempt(mySecurity.makeRecoveryCodes({ password }))
      if (refused?.code === '-19976') return say({ wrong: { codes: 'This is not the password you have.' } })
      if (refused?.code === 'SIGN_IN_TOO_OLD') return say({ error: tooOld }, 403)
      if (refused) throw refused
      return done('Here are ten new codes. Earlier ones are over.', { codes: made.codes })
    }

    case 'rename': {
      const [refused] = await attempt(mySecurity.renamePasskey({ passkeyId: text('passkey'), name: text('name').trim().slice(0, 100) }))
      if (refused?.code === 'INVALID_ARGUMENT') return say({ wrong: { name: 'What is it to be called?' } })
      if (refused && refused.code !== 'PASSKEY_NOT_FOUND') throw refused
      return done('Renamed.')
    }
    case 'no-passkey': {
      const [refused] = await attempt(mySecurity.deletePasskey({ passkeyId: text('passkey') }))
      if (refused && refused.code !== 'PASSKEY_NOT_FOUND') throw refused
      return done('Removed. Take it off your device as well; it opens nothing any more.')
    }
    case 'end': {
      const [refused] = await attempt(mySecurity.endMySession({ sessionId: text('session') }))
      if (refused && refused.code !== 'SESSION_NOT_FOUND') throw refused
      return done('Signed out there.')
    }
    case 'end-all': {
      const { ended } = await mySecurity.endMyOtherSessions({})
      return done(
        ended === 0 ? 'You are signed in nowhere else.' : `Signed out in ${inWords(ended)} other ${ended === 1 ? 'place' : 'places'}.`,
      )
    }
    case 'forget': {
      const [refused] = await attempt(mySecurity.forgetDevice({ deviceId: text('device') }))
      if (refused && refused.code !== 'DEVICE_NOT_FOUND') throw refused
      return done('Forgotten. There we ask for the second step again.')
    }
    default:
      throw data(null, { status: 400 })
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Security · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountSecurityPage({ loaderData, actionData: said }: Route.ComponentProps) {
  const { email, newEmail, sessions, passwordSet, totp, codesLeft, devices, passkeys, mayPasskey, mayFactor, known } = loaderData
  return (
    <Page title="Security">
      {said?.error && (
        <Message
          tone="warn"
          what="Not yet."
          ways={
            said.error === tooOld && (
              <Link className="link" to={withCarried(ways.login, { to: ways.security, another: true })}>
                Sign in again
              </Link>
            )
          }
        >
          {said.error}
        </Message>
      )}
      {said?.done && <Message tone="good">{said.done}</Message>}
      {said?.codes && <RecoveryCodes of={said.codes} />}
      {(mayPasskey || passkeys.length > 0) && (
        <Section
          id="passkeys"
          title="Passkeys"
          way={
            mayPasskey && (
              <Link className="link small" to={`/passkey?to=${encodeURIComponent(ways.security)}`}>
                Add one
              </Link>
            )
          }
        >
          {passkeys.length === 0 ? (
            <p className="soft measure">A passkey lives on your device and opens with your finger, face or its PIN. There is none yet.</p>
          ) : (
            <ul className="srows">
              {passkeys.map(({ id, name, backedUp, createdDate, usedDate }) => (
                <SettingRow
                  key={id}
                  icon={backedUp ? Fingerprint : KeyRound}
                  title={name}
                  below={
                    <>
                      Made <Moment at={createdDate} as="date" />
                      {usedDate && (
                        <>
                          , used <Moment at={usedDate} as="date" />
                        </>
                      )}
                    </>
                  }
                >
                  <Opens label="Rename" about={name} open={said?.wrong?.name !== undefined}>
                    <Form method="post" className="cancel__form" preventScrollReset>
                      <input type="hidden" name="intent" value="rename" />
                      <input type="hidden" name="passkey" value={id} />
                      <Field
                        id={`name-${id}`}
                        name="name"
                        label="What is it called?"
                        maxLength={100}
                        defaultValue={name}
                        wrong={said?.wrong?.name}
                      />
                      <Button small>Keep the name</Button>
                    </Form>
                  </Opens>
                  <Press intent="no-passkey" name="passkey" value={id} about={name}>
                    Remove
                  </Press>
                </SettingRow>
              ))}
            </ul>
          )}
        </Section>
      )}
      <Section id="email" title="E-mail">
        <ul className="srows">
          <SettingRow icon={Mail} title={email} below="You sign in with it">
            <Opens
              key={newEmail}
              label="Change"
              about="the e-mail"
              open={said?.wrong?.email !== undefined || said?.wrong?.emailAgain !== undefined}
            >
              <NewEmail byPassword={passwordSet} written={said?.email} wrong={said?.wrong} />
            </Opens>
          </SettingRow>
        </ul>
        {newEmail && <ProveEmail email={newEmail} wrong={said?.wrong?.emailCode} />}
      </Section>
      <Section id="password" title={mayFactor || totp ? 'Password and second step' : 'Password'}>
        <ul className="srows">
          <SettingRow icon={Lock} title="Password" below={passwordSet ? 'You can sign in with it' : 'There is none yet'}>
            <Opens
              label={passwordSet ? 'Change' : 'Set one'}
              about="the password"
              open={said?.wrong?.old !== undefined || said?.wrong?.fresh !== undefined}
            >
              <NewPassword set={passwordSet} known={known} wrong={said?.wrong} />
            </Opens>
          </SettingRow>
          {(mayFactor || totp) && (
            <SettingRow
              icon={Smartphone}
              title="App with six figures"
              below={
                totp ? (
                  <>
                    <span className="dot" /> On since <Moment at={totp.createdDate} as="date" />
                  </>
                ) : (
                  'Off'
                )
              }
            >
              {totp ? (
                <Opens label="Switch off" about="the app" open={said?.wrong?.again !== undefined}>
                  <Form method="post" className="cancel__form" preventScrollReset>
                    <input type="hidden" name="intent" value="app-off" />
                    <input type="hidden" name="factor" value={totp.id} />
                    <p className="soft">From then on the password alone is enough.</p>
                    {passwordSet && (
                      <PasswordField id="again" label="Your password" autoComplete="current-password" wrong={said?.wrong?.again} />
                    )}
                    <Button small className="button--danger">
                      Switch it off
                    </Button>
                  </Form>
                </Opens>
              ) : (
                !said?.setup && (
                  <Press intent="app" about="the app with six figures">
                    Switch on
                  </Press>
                )
              )}
            </SettingRow>
          )}
          {totp && (
            <SettingRow
              icon={LifeBuoy}
              title="Recovery codes"
              below={codesLeft === 0 ? 'None left' : `${capital(inWords(codesLeft))} left`}
            >
              <Opens label="Make new ones" about="recovery codes" open={said?.wrong?.codes !== undefined}>
                <Form method="post" className="cancel__form" preventScrollReset>
                  <input type="hidden" name="intent" value="codes" />
                  <p className="soft">Each is good once, when the app is not at hand. Earlier ones are over then.</p>
                  {passwordSet && (
                    <PasswordField id="codes-again" label="Your password" autoComplete="current-password" wrong={said?.wrong?.codes} />
                  )}
                  <Button small>Make ten new ones</Button>
                </Form>
              </Opens>
            </SettingRow>
          )}
        </ul>
        {said?.setup && !totp && <SetUpApp {...said.setup} byPassword={passwordSet} wrong={said.wrong?.code} />}
      </Section>
      <Section id="sessions" title="Signed in" way={sessions.length > 1 && <Press intent="end-all">Sign out everywhere else</Press>}>
        <ul className="srows">
          {[...sessions]
            .sort((one, other) => Number(other.current) - Number(one.current))
            .map((session) => (
              <SettingRow key={session.id} icon={iconOf(session)} title={deviceOf(session.agent)} below={<Where of={session} />}>
                {!session.current && (
                  <Press intent="end" name="session" value={session.id} about={deviceOf(session.agent)}>
                    Sign out
                  </Press>
                )}
              </SettingRow>
            ))}
        </ul>
      </Section>
      {devices.length > 0 && (
        <Section id="devices" title="Without the second step">
          <ul className="srows">
            {devices.map(({ id, agent, until }) => (
              <SettingRow
                key={id}
                icon={isPhone(agent) ? Smartphone : Laptop}
                title={deviceOf(agent)}
                below={
                  <>
                    Until <Moment at={until} as="date" />
                  </>
                }
              >
                <Press intent="forget" name="device" value={id} about={deviceOf(agent)}>
                  Forget it
                </Press>
              </SettingRow>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}

const iconOf = ({ agent }: MySession): LucideIcon => (isPhone(agent) ? Smartphone : /Windows|X11|Linux/.test(agent) ? Monitor : Laptop)

function Where({ of: { address, current, usedDate, appName } }: { of: MySession }) {
  return (
    <>
      {[appName, address].filter(Boolean).join(', ')}
      {current ? (
        <>
          . <strong>This one</strong>
        </>
      ) : (
        <>
          , <Moment at={usedDate} />
        </>
      )}
    </>
  )
}
