import type { Cart } from '@vitrine/contract'
import { cookieOf, noCookie, readCookie } from '../cookie.ts'

/** At which prices a shopper last saw the lines of their bag, so that a price that changed can be said. Nobody else needs to know. */
const NAME = 'seen'
const SAVED_SECONDS = 30 * 24 * 60 * 60
/** A cookie has no room for more. */
const linesAtMost = 60

const shortOf = (id: string) => id.slice(-12)

function readSeen(request: Request): ReadonlyMap<string, string> {
  const text = readCookie(request.headers.get('cookie'), NAME) ?? ''
  return new Map(text.split('~').flatMap((pair) => (pair.includes(':') ? [pair.split(':', 2) as [string, string]] : [])))
}

/** The prices as they are are those that were seen. */
export const forgetSeen = (secure: boolean) => noCookie(NAME, secure)

/** What single units cost when they were last seen, by the ids of lines whose price is another now; and the cookie to set. */
export function compareSeen(
  request: Request,
  lines: Cart['lineItems'],
  secure: boolean,
): { was: Readonly<Record<string, string>>; keep?: string } {
  const seen = readSeen(request)
  const priced = lines.flatMap(({ id, price }) => (id && price ? [[id, price.amount] as const] : [])).slice(0, linesAtMost)
  const was = priced.flatMap(([id, now]) => {
    const before = seen.get(shortOf(id))
    return before !== undefined && before !== now ? [[id, before] as const] : []
  })
  const value = priced.map(([id, now]) => `${shortOf(id)}:${seen.get(shortOf(id)) ?? now}`).join('~')
  const saved = [...seen].map((pair) => pair.join(':')).join('~')
  return { was: Object.fromEntries(was), ...(value !== saved && { keep: cookieOf(NAME, value, SAVED_SECONDS, secure) }) }
}
