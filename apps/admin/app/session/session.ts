import { type Auth, type Session, Unreachable } from '@vitrine/client'
import type { Right, StaffRole } from '@vitrine/contract'

/** Where the platform stores who is signed in: the browser holds its secret where no script can read it. */
const address = '/admin/session'

export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: StaffRole
}

export interface SignedIn {
  readonly person: Person
  readonly rights: ReadonlySet<Right>
}

export type SignInRefusal =
  | { readonly reason: 'wrong'; readonly triesLeft: number }
  | { readonly reason: 'paused'; readonly seconds: number }
  /** There were too many tries: each takes a captcha, and the one that was sent, if there was one, did not count. */
  | { readonly reason: 'captcha'; readonly siteKey: string }
  /** The sign-in took too long, or was done already. */
  | { readonly reason: 'over' }
  | { readonly reason: 'unreachable' }

/** The password was right: a code of an app is missing, or an app is to be set up first. */
export type Further =
  | { readonly next: 'CODE'; readonly step: string }
  | { readonly next: 'SET_UP'; readonly step: string; readonly secret: string; readonly uri: string }

interface Answer {
  readonly accessToken: string
  readonly expiresIn: number
  readonly person: Person
  readonly rights: readonly Right[]
  readonly recoveryCodes?: readonly string[]
}

/** A token about to run out could be over when it arrives. */
const leewayMs = 20_000

let held: { readonly token: string; readonly until: number; readonly signedIn: SignedIn } | undefined
let asking: Promise<SignedIn | undefined> | undefined
/** Whether somebody was signed in here, and nobody has been told since that they are no more. */
let wasSignedIn = false
let onEnd: (email: string) => Promise<void> | undefined = () => undefined
/** Who was signed in last, as long as the page stands. */
let lastEmail = ''

function take({ accessToken, expiresIn, person, rights }: Answer): SignedIn {
  const signedIn: SignedIn = { person, rights: new Set(rights) }
  wasSignedIn = true
  lastEmail = person.email
  held = { token: accessToken, until: Date.now() + expiresIn * 1000, signedIn }
  return signedIn
}

async function renew(): Promise<SignedIn | undefined> {
  const response = await fetch(address, { headers: { accept: 'application/json' } }).catch((cause: unknown) => {
    throw new Unreachable('the session could not be read', { cause })
  })
  if (response.status === 204) {
    held = undefined
    return undefined
  }
  if (!response.ok) {
    const requestId = response.headers.get('X-Wix-Request-Id') ?? undefined
    throw new Unreachable('the session could not be read', { status: response.status, requestId })
  }
  return take((await response.json()) as Answer)
}

/** The email of whoever was signed in on this page, until they sign out. */
export const lastSignedIn = (): string => lastEmail

/** Who is signed in, if somebody is; asks at most once at a time. */
export async function signedIn(): Promise<SignedIn | undefined> {
  if (held && held.until - leewayMs > Date.now()) return held.signedIn
  asking ??= renew().finally(() => (asking = undefined))
  return asking
}

async function post<T>(body: object): Promise<Answer | SignInRefusal | T> {
  try {
    const response = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    if (response.ok || [401, 403, 429].includes(response.status)) return (await response.json()) as Answer | SignInRefusal | T
    return { reason: 'unreachable' }
  } catch {
    return { reason: 'unreachable' }
  }
}

/** Where the shop asks for a captcha, the browser solves it, and what was typed is sent once more. */
export async function signIn(email: string, password: string, stay: boolean): Promise<SignedIn | SignInRefusal | Further> {
  const typed = { email, password, stay }
  let said = await post<Further>(typed)
  if ('reason' in said && said.reason === 'captcha') {
    const { solvedCaptcha } = await import('./captcha.ts')
    const captcha = await solvedCaptcha(said.siteKey).catch(() => undefined)
    if (captcha !== undefined) said = await post<Further>({ ...typed, captcha })
  }
  return 'accessToken' in said ? take(said) : said
}

/** With the code that the sign-in is missing. The recovery codes are of an app that was set up with it. */
export async function goOn(
  step: string,
  code: string,
  remember: boolean,
): Promise<{ readonly recoveryCodes: readonly string[] } | SignInRefusal> {
  const said = await post<never>({ step, code, remember })
  if ('reason' in said) return said
  take(said)
  return { recoveryCodes: said.recoveryCodes ?? [] }
}

/** What is known of who is signed in is no longer so: it is asked again with whatever comes next. */
export function meChanged(): void {
  held = undefined
}

/**
 * Calls `then` when a page asks for something after its session has ended elsewhere: signed out in another tab, ended by somebody, or over.
 * What was asked waits for what it answers.
 */
export function whenSessionEnds(then: (email: string) => Promise<void> | undefined): void {
  onEnd = then
}

export async function signOut(): Promise<void> {
  wasSignedIn = false
  lastEmail = ''
  await fetch(address, { method: 'DELETE' })
  held = undefined
}

/** Speaks for whoever is signed in. */
export const signedInStaff: Auth<Session> = () => ({
  async headers(): Promise<Record<string, string>> {
    if (!(await signedIn()) && wasSignedIn) {
      wasSignedIn = false
      await onEnd(lastEmail)
    }
    return held ? { Authorization: held.token } : {}
  },
  rejected() {
    held = undefined
  },
})
