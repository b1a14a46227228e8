import type { FactorType } from '@vitrine/contract'
import { cookieOf, noCookie, readCookie } from '../cookie.ts'

/** How far somebody is who signs in, from page to page: stored by their browser, for a quarter of an hour. */
export interface Step {
  /** Of the platform, for the next call. */
  token?: string | undefined
  email?: string | undefined
  /** When the last email went out, in seconds. */
  sentAt?: number | undefined
  /** Whether they stay signed in when the browser is closed. */
  stays?: boolean | undefined
  /** They asked for emails while opening the account, which is saved once they are in. */
  emails?: boolean | undefined
  /** They opened the account to keep this order, whose address is saved once they are in. */
  order?: string | undefined
  /** Their browser knows passkeys. */
  touch?: boolean | undefined
  /** Somebody went to another provider, and comes back with this word. */
  state?: string | undefined
  /** The second proof that is asked for, and what else would do. */
  by?: FactorType | undefined
  ways?: readonly FactorType[] | undefined
  /** Where a code went: `h•••@example.com`. */
  hint?: string | undefined
  /** A second proof has to be set up first. */
  first?: boolean | undefined
  /** What an app is set up with that makes codes. */
  secret?: string | undefined
  uri?: string | undefined
}

const STEP = 'sign-in'
const DEVICE = 'device'
const SIGNED_IN = 'sign-in-device'
const ASKED = 'passkey-asked'
const [quarterHour, month, season, year] = [15 * 60, 30 * 24 * 3600, 90 * 24 * 3600, 400 * 24 * 3600]

const read = (request: Request, name: string) => readCookie(request.headers.get('cookie'), name)

export function readStep(request: Request): Step {
  try {
    const step: unknown = JSON.parse(Buffer.from(read(request, STEP) ?? '', 'base64url').toString())
    return typeof step === 'object' && step !== null ? step : {}
  } catch {
    return {}
  }
}

/** Makes the cookies of signing in: only ever read here, never by a script. */
export function cookies(secure: boolean) {
  const cookie = (name: string, value: string, seconds: number) => cookieOf(name, value, seconds, secure)
  return {
    step: (step: Step) => cookie(STEP, Buffer.from(JSON.stringify(step)).toString('base64url'), quarterHour),
    noStep: () => noCookie(STEP, secure),
    /** This browser has been trusted. */
    device: (token: string) => cookie(DEVICE, encodeURIComponent(token), month),
    /** This browser has signed in: wrong passwords that are sent elsewhere do not lock it out. It proves nothing. */
    signedIn: (deviceCookie: string) => cookie(SIGNED_IN, deviceCookie, year),
    /** Whoever did not want a passkey is not asked again soon. */
    asked: () => cookie(ASKED, '1', season),
  }
}

export function readDevice(request: Request): string | undefined {
  try {
    return decodeURIComponent(read(request, DEVICE) ?? '') || undefined
  } catch {
    return undefined
  }
}

/** What a browser was given that has signed in before. */
export const readDeviceCookie = (request: Request): string | undefined => read(request, SIGNED_IN)

export const wasAsked = (request: Request) => read(request, ASKED) !== undefined
