import type { Clock } from '../../kernel/clock/clock.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { cookiesAt, readCookie } from '../../kernel/http/cookie.ts'
import type { Seals } from '../../kernel/seals.ts'
import { stayingSeconds } from './rules.ts'
import { findHolder } from './session-store.ts'

/** Without it there is nobody of staff. */
export const shopViewCookie = 'vitrine_staff_view'
const kind = 'staff-view'

/**
 * What shows a browser of staff pages of the shop that nobody else sees: a shop that is closed, a product as it is not saved yet. It names a
 * session, holds while that lasts, and gives no right to anything else, so it may go along with every page.
 */
export interface ShopView {
  /** A `Set-Cookie` for the browser that holds a session; forgotten when the browser is closed, and set anew by the admin's next visit. */
  set(site: string, sessionId: string): Promise<string>
  readonly gone: readonly string[]
  /** The session of the staff member who looks, where these cookies come from one. */
  sessionIn(site: string, cookies: string | undefined): Promise<string | undefined>
}

interface ShopViewDeps {
  readonly database: Db
  readonly clock: Clock
  readonly seals: Seals
  readonly origin: string
}

export function shopView({ database, clock, seals, origin }: ShopViewDeps): ShopView {
  const cookies = cookiesAt(origin, '/', 'Lax')
  return {
    set: async (site, sessionId) => cookies.set(shopViewCookie, await seals.seal(site, kind, { sessionId }, stayingSeconds)),
    gone: cookies.gone(shopViewCookie),
    async sessionIn(site, header) {
      const value = readCookie(header, shopViewCookie)
      if (value === undefined || !/^[\w.-]{1,2000}$/.test(value)) return undefined
      const { sessionId } = (await seals.open(site, kind, value)) ?? {}
      if (typeof sessionId !== 'string') return undefined
      return (await findHolder(database, site, sessionId, clock.now())) && sessionId
    },
  }
}
