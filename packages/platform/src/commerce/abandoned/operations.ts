import type { AbandonedCheckout, abandonedCheckouts, CursorQuery } from '@vitrine/contract'
import { minor, toDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { counted, errorOf } from '../../kernel/http/bulk-results.ts'
import type { Actor } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Unreadable } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import type { RecoverySettings } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { violation } from '../../kernel/violation.ts'
import { beginning } from './days.ts'
import { abandonedFields, abandonedId, type LinkOf, shownWith, spoken } from './show.ts'
import { deleteAbandoned, findAbandoned, pageOfAbandoned, sumUp } from './store.ts'

export interface AbandonedDeps {
  readonly commerce: (db: Db, site: string) => Promise<{ readonly currency: string; readonly timeZone: string }>
  readonly recovery: (db: Db, site: string) => Promise<RecoverySettings>
  readonly linkOf: LinkOf
  /** What a link's token says of this abandoned checkout; undefined where it is of none, or over. */
  readonly proves: (site: string, token: string, id: string) => Promise<{ readonly couponCode?: string } | undefined>
  /** Opens the checkout to a caller and brings its things into their cart, with a coupon; the order it has become, where it is done with. */
  readonly reopen: (
    context: Context,
    actor: Actor,
    checkoutId: string,
    couponCode: string | undefined,
  ) => Promise<{ readonly orderId: string | null } | 'OPEN' | undefined>
}

const newestFirst = [{ fieldName: 'createdDate', order: 'DESC' as const }]

export function abandonedOperations({ linkOf, proves, reopen, commerce, recovery }: AbandonedDeps): Handlers<typeof abandonedCheckouts> {
  const show = shownWith(linkOf)

  async function page(db: Db, site: string, query: CursorQuery, root: string, words?: string) {
    try {
      const keyset = readKeyset(query, { fields: abandonedFields, id: abandonedId, usual: newestFirst, root })
      const where = words ? sql`${keyset.where} and ${spoken(words)}` : keyset.where
      const { rows, metadata } = keyset.page(await pageOfAbandoned(db, site, { ...keyset, where }))
      return { abandonedCheckouts: await Promise.all(rows.map((row) => show(site, row))), metadata }
    } catch (error) {
      if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
      throw error
    }
  }

  return {
    async 'GET /ecom/v1/abandoned-checkout/{abandonedCheckoutId}'({ abandonedCheckoutId }, { db, site }) {
      const saved = await findAbandoned(db, site, abandonedCheckoutId)
      return saved ? { abandonedCheckout: await show(site, saved) } : refuse('ABANDONED_CHECKOUT_NOT_FOUND')
    },

    async 'DELETE /ecom/v1/abandoned-checkout/{abandonedCheckoutId}'({ abandonedCheckoutId }, { db, site }) {
      const gone = await deleteAbandoned(db, site, [abandonedCheckoutId])
      return gone.length === 1 ? {} : refuse('ABANDONED_CHECKOUT_NOT_FOUND')
    },

    async 'POST /ecom/v1/bulk/abandoned-checkout/delete'({ abandonedCheckoutIds: ids }, { db, site }) {
      const gone = new Set(await deleteAbandoned(db, site, ids))
      const error = errorOf(refuse('ABANDONED_CHECKOUT_NOT_FOUND'))
      const results = ids.map((id, originalIndex) => ({
        itemMetadata: gone.has(id) ? { id, originalIndex, success: true } : { id, originalIndex, success: false, error },
      }))
      return counted(results)
    },

    async 'POST /ecom/v1/abandoned-checkout/query'({ query }, { db, site }) {
      return page(db, site, query ?? {}, 'query')
    },

    async 'POST /ecom/v1/abandoned-checkout/search'({ search }, { db, site }) {
      const { search: wanted, ...query } = search ?? {}
      const found = await page(db, site, query, 'search', wanted?.expression?.trim() || undefined)
      if (!('metadata' in found)) return found
      return { abandonedCheckouts: found.abandonedCheckouts, pagingMetadata: found.metadata }
    },

    async 'POST /ecom/v1/abandoned-checkout/get-analytics'({ startDate, endDate, statuses }, { db, site }) {
      const { currency, timeZone } = await commerce(db, site)
      const [from, to] = [beginning(startDate, timeZone), beginning(endDate, timeZone, 1)]
      if (!from) return violation('startDate', 'is no day')
      if (!to || to <= from) return violation('endDate', 'is no day, or before the first')
      const sums = new Map((await sumUp(db, site, from, to, currency)).map((sum) => [sum.status, sum]))
      const of = (status: AbandonedCheckout['status']) =>
        (statuses && statuses.length > 0 && !statuses.includes(status) ? undefined : sums.get(status)) ?? { count: 0, total: 0 }
      const [left, back] = [of('ABANDONED'), of('RECOVERED')]
      const value = (units: number) => toDecimal(minor(units), currency)
      return {
        currency,
        recoverableValue: value(left.total),
        recoverableCheckoutCount: left.count,
        averageRecoverableCheckoutValue: value(left.count === 0 ? 0 : Math.round(left.total / left.count)),
        recoveredValue: value(back.total),
        recoveredCheckoutCount: back.count,
        recoveryRate: left.count + back.count === 0 ? 0 : back.count / (left.count + back.count),
      }
    },

    async 'GET /vitrine/v1/recovery-settings'(_, { db, site }) {
      return { recoverySettings: await recovery(db, site) }
    },

    async 'PATCH /vitrine/v1/recovery-settings'({ recoverySettings: sent }, { db, site, now }) {
      const known = await recovery(db, site)
      const before = { ...known, ...(await lockSection(db, site, 'recovery', known, now)).document }
      const after = {
        afterMinutes: sent.afterMinutes ?? before.afterMinutes,
        writes: sent.writes ?? before.writes,
        atMost: sent.atMost ?? before.atMost,
        againHours: sent.againHours ?? before.againHours,
        linkDays: sent.linkDays ?? before.linkDays,
      }
      await writeSettings(db, site, 'recovery', after, now)
      return { recoverySettings: after }
    },

    async 'POST /vitrine/v1/abandoned-checkouts/{id}/recover'({ id, token }, { db, site, caller, merchant, now }) {
      const proof = await proves(site, token, id)
      const saved = proof && (await findAbandoned(db, site, id))
      if (!saved) return refuse('RECOVERY_LINK_EXPIRED')
      const opened = await reopen({ db, site, now }, { caller, merchant }, saved.checkoutId, proof.couponCode)
      if (!opened) return refuse('RECOVERY_LINK_EXPIRED')
      if (opened !== 'OPEN') return refuse('RECOVERY_LINK_USED', opened.orderId ? { orderId: opened.orderId } : {})
      return { checkoutId: saved.checkoutId }
    },
  }
}
