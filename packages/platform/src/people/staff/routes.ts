import * as z from 'zod'
import { cookiesAt, readCookie, readSecretCookie } from '../../kernel/http/cookie.ts'
import type { Signed, StaffSessions } from './sessions.ts'
import type { ShopView } from './shop-view.ts'

/**
 * Where staff sign in (POST; 202 asks for the code that comes second), ask for a token with the session they have (GET, 204 where they have
 * none) and sign out (DELETE).
 */
export const staffSessionPath = '/admin/session'

export interface SessionRequest {
  readonly site: string
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array | undefined
  /** Where it came from. */
  readonly address: string
}

export interface SessionAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Each a `Set-Cookie`. */
  readonly cookies?: readonly string[]
  readonly body: string
}

const SignIn = z.object({
  email: z.string().min(1).max(320),
  password: z.string().min(1).max(1000),
  stay: z.boolean().default(false),
  /** The solution of a captcha, where one was asked for. */
  captcha: z.string().max(5000).optional(),
})

const GoOn = z.object({ step: z.string().min(1).max(4000), code: z.string().min(1).max(40), remember: z.boolean().default(false) })

const cookie = 'vitrine_staff'
/** Of a browser that needs no code for a while. */
const browserCookie = 'vitrine_staff_browser'
/** Of a browser that has signed in before: it proves nothing, and has a count of failures of its own. */
const deviceCookie = 'vitrine_staff_device'

/**
 * The one place that reads and writes the session's cookie. No other site can have it sent: the cookie is SameSite=Strict, a sign-in has to be JSON, and browsers say where a request comes from (Fetch Metadata).
 */
export function staffSessionRoute(
  sessions: StaffSessions,
  { origin, view, report }: { readonly origin: string; readonly view: ShopView; readonly report: (fault: unknown, where: string) => void },
): (request: SessionRequest) => Promise<SessionAnswer> {
  const cookies = cookiesAt(origin, staffSessionPath, 'Strict')
  const devices = cookiesAt(origin, staffSessionPath, 'Lax')

  async function answer({ site, method, headers, body, address }: SessionRequest): Promise<SessionAnswer> {
    if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') return say(405, {}, { allow: 'GET, POST, DELETE' })
    const from = headers['sec-fetch-site']
    if (from !== undefined && from !== 'same-origin') return say(403, { reason: 'foreign' })
    const agent = (headers['user-agent'] ?? '').slice(0, 500)
    if (method === 'POST') {
      if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return say(415, { reason: 'malformed' })
      if (body && body.length > mostBytes) return say(413, { reason: 'malformed' })
      const said = jsonOf(body)
      const device = deviceOf(headers['cookie'])
      const further = GoOn.safeParse(said)
      if (further.success) {
        const { step, code, remember } = further.data
        return signed(site, await sessions.goOn({ site, step, code, remembers: remember, agent, address, device }))
      }
      const asked = SignIn.safeParse(said)
      if (!asked.success) return say(400, { reason: 'malformed' })
      const { email, password, stay, captcha } = asked.data
      const browser = readSecretCookie(headers['cookie'], browserCookie)
      return signed(
        site,
        await sessions.signIn({ site, email: email.trim(), password, stays: stay, agent, address, browser, device, captcha }),
      )
    }
    const secret = secretOf(headers['cookie'])
    if (method === 'DELETE') {
      if (secret !== undefined) await sessions.signOut(site, secret, { agent, address })
      return { ...say(200, {}), cookies: [...cookies.gone(cookie), ...view.gone] }
    }
    const renewed = secret === undefined ? undefined : await sessions.renew(site, secret)
    if (renewed) return { ...say(200, renewed.signedIn), cookies: [await view.set(site, renewed.sessionId)] }
    const gone = secret === undefined ? [] : [...cookies.gone(cookie), ...view.gone]
    return { status: 204, headers: { 'cache-control': 'no-store' }, cookies: gone, body: '' }
  }

  async function signed(site: string, done: Signed): Promise<SessionAnswer> {
    if (done.ok) {
      const { browser, device } = done
      const session = cookies.set(cookie, done.secret, done.seconds)
      const remembered = browser ? [cookies.set(browserCookie, browser.secret, browser.seconds)] : []
      const known = devices.set(deviceCookie, device.cookie, device.seconds)
      return { ...say(200, done.signedIn), cookies: [session, ...remembered, known, await view.set(site, done.sessionId)] }
    }
    switch (done.reason) {
      case 'code':
        return say(202, { next: 'CODE', step: done.step })
      case 'set-up':
        return say(202, { next: 'SET_UP', step: done.step, secret: done.secret, uri: done.uri })
      case 'captcha':
        return say(403, { reason: 'captcha', siteKey: done.siteKey, wrong: done.wrong })
      case 'paused':
        return say(429, { reason: 'paused', seconds: done.seconds }, { 'retry-after': String(done.seconds) })
      case 'wrong':
        return say(401, { reason: 'wrong', triesLeft: done.triesLeft })
      case 'over':
        return say(401, { reason: 'over' })
    }
  }

  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      report(error, 'staff session')
      return say(503, { reason: 'unavailable' }, { 'retry-after': '1' })
    }
  }
}

/** Of an email, a password and the words of a captcha. */
const mostBytes = 16 * 1024

function say(status: number, said: object, more: Readonly<Record<string, string>> = {}): SessionAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...more },
    body: JSON.stringify(said),
  }
}

function jsonOf(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

/** The secret that a request's cookies hold, if they do. */
export const secretOf = (header: string | undefined): string | undefined => readSecretCookie(header, cookie)

function deviceOf(header: string | undefined): string | undefined {
  const value = readCookie(header, deviceCookie)
  return value !== undefined && /^[\w.-]{1,2000}$/.test(value) ? value : undefined
}
