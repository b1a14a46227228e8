import * as z from 'zod'
import type { Signed, StaffSessions } from './sessions.ts'

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
  /** Whence it came. */
  readonly address: string
}

export interface SessionAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Beside the one in the headers. */
  readonly cookies?: readonly string[]
  readonly body: string
}

const SignIn = z.object({ email: z.string().min(1).max(320), password: z.string().min(1).max(1000), stay: z.boolean().default(false) })

const GoOn = z.object({ step: z.string().min(1).max(4000), code: z.string().min(1).max(40), remember: z.boolean().default(false) })

const cookie = 'vitrine_staff'
/** Of a browser that needs no code for a while. */
const browserCookie = 'vitrine_staff_browser'

/**
 * The one place that reads and writes the session's cookie. No other site can have it sent: the cookie is SameSite=Strict and of this path
 * alone, a sign-in has to be JSON, and browsers say where a request comes from (Fetch Metadata).
 */
export function staffSessionRoute(
  sessions: StaffSessions,
  { origin, report }: { readonly origin: string; readonly report: (fault: unknown, where: string) => void },
): (request: SessionRequest) => Promise<SessionAnswer> {
  const attributes = `Path=${staffSessionPath}; HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`
  const kept = (secret: string, seconds: number | undefined) =>
    `${cookie}=${secret}; ${attributes}${seconds === undefined ? '' : `; Max-Age=${seconds}`}`
  const gone = `${cookie}=; ${attributes}; Max-Age=0`

  async function answer({ site, method, headers, body, address }: SessionRequest): Promise<SessionAnswer> {
    if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') return say(405, {}, { allow: 'GET, POST, DELETE' })
    const from = headers['sec-fetch-site']
    if (from !== undefined && from !== 'same-origin') return say(403, { reason: 'foreign' })
    const agent = (headers['user-agent'] ?? '').slice(0, 500)
    if (method === 'POST') {
      if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return say(415, { reason: 'malformed' })
      const said = jsonOf(body)
      const further = GoOn.safeParse(said)
      if (further.success) {
        const { step, code, remember } = further.data
        return signed(await sessions.goOn({ site, step, code, remembers: remember, agent, address }))
      }
      const asked = SignIn.safeParse(said)
      if (!asked.success) return say(400, { reason: 'malformed' })
      const { email, password, stay } = asked.data
      const browser = cookieIn(headers['cookie'], browserCookie)
      return signed(await sessions.signIn({ site, email: email.trim(), password, stays: stay, agent, address, browser }))
    }
    const secret = secretOf(headers['cookie'])
    if (method === 'DELETE') {
      if (secret !== undefined) await sessions.signOut(site, secret, { agent, address })
      return say(200, {}, { 'set-cookie': gone })
    }
    const signedIn = secret === undefined ? undefined : await sessions.renew(site, secret)
    if (signedIn) return say(200, signedIn)
    return { status: 204, headers: { 'cache-control': 'no-store', ...(secret !== undefined && { 'set-cookie': gone }) }, body: '' }
  }

  function signed(done: Signed): SessionAnswer {
    if (done.ok) {
      const answer = say(200, done.signedIn, { 'set-cookie': kept(done.secret, done.seconds) })
      const { browser } = done
      return browser ? { ...answer, cookies: [`${browserCookie}=${browser.secret}; ${attributes}; Max-Age=${browser.seconds}`] } : answer
    }
    switch (done.reason) {
      case 'code':
        return say(202, { next: 'CODE', step: done.step })
      case 'set-up':
        return say(202, { next: 'SET_UP', step: done.step, secret: done.secret, uri: done.uri })
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
export const secretOf = (header: string | undefined): string | undefined => cookieIn(header, cookie)

function cookieIn(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(/;\s*/).find((one) => one.startsWith(`${name}=`))
  const secret = pair?.slice(name.length + 1)
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
}
