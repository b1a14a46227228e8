import { rightsOf } from '@vitrine/contract'
import type { Database } from '../kernel/db/pool.ts'
import { secretOf } from '../people/staff/routes.ts'
import type { StaffSessions } from '../people/staff/sessions.ts'
import { liveFeed } from '../shop/live/feed.ts'
import { liveRoute } from '../shop/live/routes.ts'

export interface LiveAdminDeps {
  readonly database: Database
  readonly sessions: Pick<StaffSessions, 'holder'>
  readonly report: (fault: unknown, where: string) => void
}

/** Tells staff who are signed in what happens, as far as they may hear of it. */
export function liveAdmin({ database, sessions, report }: LiveAdminDeps) {
  const feed = liveFeed({ db: database, report: (fault) => report(fault, 'live feed') })
  const route = liveRoute({
    feed,
    report,
    async rightsOf(site, cookie) {
      const secret = secretOf(cookie)
      const person = secret === undefined ? undefined : await sessions.holder(site, secret)
      return person && rightsOf[person.role]
    },
  })
  return { route, poke: feed.poke }
}
