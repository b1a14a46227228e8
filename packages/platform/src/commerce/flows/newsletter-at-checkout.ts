import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { JobDefinition, Task } from '../../kernel/jobs/jobs.ts'

/** Gives an address to the newsletter; safe to repeat. */
export type SubscribeAtCheckout = (
  site: string,
  said: { readonly email: string; readonly words: string; readonly memberId: string | undefined; readonly saidAt: Date },
) => Promise<void>

/** Whoever ticked the box for news in the checkout is asked to confirm, as soon as the order stands. */
export function newsletterAtCheckout(database: Database, subscribe: SubscribeAtCheckout): JobDefinition {
  const subscribeOf = async (site: string, orderIds: readonly string[]): Promise<void> => {
    const consents = await database.query<{ email: string; words: string; memberId: string | null; saidAt: Date }>(sql`
      select email, words, member_id as "memberId", created_at as "saidAt" from consent
      where site = ${site} and order_id = any(${[...orderIds]}::uuid[]) and type = 'MARKETING' and email <> ''`)
    for (const said of consents) await subscribe(site, { ...said, memberId: said.memberId ?? undefined })
  }
  return {
    queue: 'newsletter-at-checkout',
    on: ['wix.ecom.v1.order_approved'],
    run: ({ site, entityId }) => subscribeOf(site, [entityId]),
    async runAll(tasks: readonly Task[]) {
      for (const [site, ofSite] of Map.groupBy(tasks, ({ site }) => site))
        await subscribeOf(
          site,
          ofSite.map(({ entityId }) => entityId),
        )
    },
  }
}
