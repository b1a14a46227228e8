import { attempt } from '@vitrine/client'
import type { FactorType, SignInAnswer } from '@vitrine/contract'
import { redirect } from 'react-router'
import { newsletterCopy } from '../account/marketing-consents.ts'
import { isSecure } from '../cookie.ts'
import { keepPlaceOf } from '../orders/keep-place.server.ts'
import type { Visit } from '../shop.server.ts'
import { type Carried, withCarried } from './carried.ts'
import { rememberSignIn } from './device-accounts.server.ts'
import { lead } from './lead.ts'
import { continuing } from './request.server.ts'
import { cookies, readDevice, readDeviceCookie, readStep, type Step, wasAsked } from './step.server.ts'

/** Where a member goes who wanted nothing else. */
export const home = '/account'

/** How one signs in to this shop. */
export const readSignIn = async ({ client }: Visit) => (await client.signIn.getSignIn()).signIn

export const withCookies = (all: readonly string[]) => {
  const headers = new Headers()
  for (const one of all) headers.append('Set-Cookie', one)
  return { headers, status: 303 }
}

/**
 * What the platform is told of the device: a trusted one is asked for nothing more, and one that has signed in before is not locked out.
 */
export const deviceOf = (request: Request) => {
  const [deviceToken, deviceCookie] = [readDevice(request), readDeviceCookie(request)]
  return deviceToken || deviceCookie
    ? { clientMetaData: { ...(deviceToken && { deviceToken }), ...(deviceCookie && { deviceCookie }) } }
    : {}
}

/** Where a sign-in leads that came so far: to its next step, back to an app that waits for it, or into the shop. */
export async function goOn(here: Visit, request: Request, answer: SignInAnswer, carried: Carried, known: Step): Promise<Response> {
  const jar = cookies(isSecure(here.host))
  const step = (path: string, more: Step) => redirect(withCarried(path, carried), withCookies([jar.step({ ...known, ...more })]))
  const { deviceToken, deviceCookie } = answer.additionalData ?? {}
  const devices = [
    ...(deviceToken?.strValue ? [jar.device(deviceToken.strValue)] : []),
    ...(deviceCookie?.strValue ? [jar.signedIn(deviceCookie.strValue)] : []),
  ]
  switch (answer.state) {
    case 'SUCCESS':
      return finish(here, request, answer.sessionToken ?? '', carried, known, devices)
    case 'REQUIRE_EMAIL_VERIFICATION':
      return step('/verify', { token: answer.stateToken, sentAt: nowSeconds() })
    case 'REQUIRE_OWNER_APPROVAL':
      return step('/approval-pending', { token: undefined })
    case 'MFA_CHALLENGE': {
      const asked = answer.mfaChallengeData
      return step('/mfa', {
        token: answer.stateToken,
        by: asked?.factorType,
        ways: asked?.availableFactors.map(({ factorType }) => factorType),
        hint: asked?.verificationChallengeData.hint,
        sentAt: asked?.verificationChallengeData.hint ? nowSeconds() : undefined,
        first: undefined,
        secret: undefined,
        uri: undefined,
      })
    }
    case 'REQUIRE_MFA':
      return step('/mfa', {
        token: answer.stateToken,
        by: undefined,
        ways: answer.requireMfaData?.availableFactors.map(({ factorType }) => factorType),
        first: true,
      })
    default:
      return step('/blocked', { token: undefined })
  }
}

async function finish(here: Visit, request: Request, sessionToken: string, carried: Carried, known: Step, devices: readonly string[]) {
  const jar = cookies(isSecure(here.host))
  const stays = known.stays ?? true
  const accounts = await rememberSignIn(here, request, { sessionToken, stays, replacesCurrent: !carried.request })
  const set = [...jar.noStep(), ...devices, ...accounts]
  if (carried.request) return lead(continuing(carried.request, { session_token: sessionToken }), withCookies(set))
  await enter(here, sessionToken, stays)
  if (known.emails)
    await attempt(here.client.myAccount.setMarketingConsent({ kind: 'NEWSLETTER', given: true, words: newsletterCopy, place: 'register' }))
  if (known.order) await keepPlaceOf(here, known.order)
  const next = carried.to ?? home
  return (await wantsPasskey(here, request, known))
    ? redirect(withCarried('/passkey', { to: next }), withCookies(set))
    : lead(next, withCookies(set))
}

/** From here on the shopper is the member whose session it is. */
export async function enter(here: Visit, sessionToken: string, stays: boolean): Promise<void> {
  const { oauth } = here.signingIn()
  const answer = await oauth.exchangeToken({ grantType: 'authorized_client', clientId: here.host.clientId, sessionToken })
  await here.signIn(
    {
      accessToken: { value: answer.access_token, expiresAt: nowSeconds() + Number(answer.expires_in) },
      refreshToken: { value: answer.refresh_token, role: 'member' },
    },
    stays,
  )
}

/** Whether a passkey is offered after this sign-in: the shop takes them, the browser knows them, and the member has none. */
async function wantsPasskey(here: Visit, request: Request, { touch }: Step): Promise<boolean> {
  if (!touch || wasAsked(request)) return false
  const { methods } = await readSignIn(here)
  if (!methods.passkey) return false
  const [refused, found] = await attempt(here.client.mySecurity.getMyFactors())
  return !refused && found.passkeys.length === 0
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** For how many seconds no other email is asked for. */
const secondsBetweenEmails = 60

export const secondsToNextEmail = ({ sentAt }: Step): number =>
  sentAt ? Math.max(0, Math.min(secondsBetweenEmails, sentAt + secondsBetweenEmails - nowSeconds())) : 0

/** What of a step a page may show: nothing that the platform would take for the visitor. */
export function shown(request: Request) {
  const step = readStep(request)
  const { email, sentAt, by, ways, hint, first, secret, uri } = step
  return { email, sentAt, by, ways, hint, first, secret, uri, begun: step.token !== undefined, next: secondsToNextEmail(step) }
}

export const sent = (step: Step): Step => ({ ...step, sentAt: nowSeconds() })

/** Answers with the step as it is now. */
export const keepStep = (here: Visit, step: Step) => withCookies([cookies(isSecure(here.host)).step(step)])

export const isFactor = (text: unknown): text is FactorType =>
  typeof text === 'string' && ['TOTP', 'EMAIL', 'SMS', 'CALL', 'RECOVERY_CODE'].includes(text)

/** Whoever did not want a passkey is not asked again soon. */
export const rememberAsked = (here: Visit) => withCookies([cookies(isSecure(here.host)).asked()])

/** Nothing is left of a sign-in that has begun; with other cookies, if there are any. */
export const forgetStep = (here: Visit, more: readonly string[] = []) => withCookies([...cookies(isSecure(here.host)).noStep(), ...more])
