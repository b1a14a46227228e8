import type { AbandonedCheckout, abandonedCheckouts, CursorQuery } from '@vitrine/contract'
import { refusals } from '@vitrine/contract'
import { minor, toDecimal } from '@vitrine/pricing'
import type { Moment } from '../db/moment.ts'
import { type Db, sql } from '../db/sql.ts'
import type { CallerOf } from '../http/caller.ts'
import type { Handlers } from '../http/handlers.ts'
import { type Fields, Unreadable } from '../query/filter.ts'
import { fold } from '../query/fold.ts'
import { readKeyset } from '../query/keyset.ts'
import { refuse } from '../refusal.ts'
import { lockSection } from '../settings/change.ts'
import type { RecoverySettings } from '../settings/sections.ts'
import { writeSettings } from '../settings/settings.ts'
import { deleteAbandoned, findAbandoned, pageOfAbandoned, type StoredAbandoned, sumUp } from './store.ts'

export interface AbandonedDeps {
  readonly commerce: (db: Db, site: string) => Promise<{ readonly currency: string; readonly timeZone: string }>
  readonly recovery: (db: Db, site: string) => Promise<RecoverySettings>
  /** The signed link that brings a checkout back. */
  readonly linkOf: (site: string, abandoned: Pick<StoredAbandoned, 'id' | 'updatedAt'>) => Promise<string>
  /** Whether a link's token is of this abandoned checkout, and not over. */
  readonly proves: (site: string, token: string, id: string) => Promise<boolean>
  /** Opens the checkout to a caller and brings its things into their cart; the order it has become, where it is done with. */
  readonly reopen: (
    moment: Moment,
    caller: CallerOf<'visitor'>,
    checkoutId: string,
  ) => Promise<{ readonly orderId: string | null } | 'OPEN' | undefined>
}

const id = sql`id`
const instant = (column: ReturnType<typeof sql>) => ({ kind: 'instant' as const, column, sort: column })
const listed = ['$eq', '$in', '$ne', '$nin']
const fields: Fields = {
  id: { kind: 'id', column: id, sort: id },
  createdDate: instant(sql`created_at`),
  updatedDate: instant(sql`updated_at`),
  status: { kind: 'text', column: sql`status`, sort: sql`status`, operators: listed },
  'buyerInfo.email': { kind: 'text', column: sql`email`, folded: sql`email_key`, sort: sql`email_key` },
  'buyerInfo.visitorId': { kind: 'id', column: sql`visitor_id`, nullable: true },
  'buyerInfo.memberId': { kind: 'id', column: sql`member_id`, nullable: true },
  'buyerInfo.userId': { kind: 'id', column: sql`user_id`, nullable: true },
  'buyerInfo.contactId': { kind: 'id', column: sql`contact_id`, nullable: true },
  'contactDetails.firstName': { kind: 'text', column: sql`first_name`, folded: sql`first_name_key` },
  'contactDetails.lastName': { kind: 'text', column: sql`last_name`, folded: sql`last_name_key` },
  'activities.type': { kind: 'texts', column: sql`array(select jsonb_array_elements(activities) ->> 'type')` },
  'appliedDiscounts.coupon.code': { kind: 'texts', column: sql`coupons` },
}
const newestFirst = [{ fieldName: 'createdDate', order: 'DESC' as const }]

export function abandonedOperations({ linkOf, proves, reopen, commerce, recovery }: AbandonedDeps): Handlers<typeof abandonedCheckouts> {
  const show = async (site: string, kept: StoredAbandoned): Promise<AbandonedCheckout> => ({
    id: kept.id,
    createdDate: kept.createdAt.toISOString(),
    updatedDate: kept.updatedAt.toISOString(),
    checkoutId: kept.checkoutId,
    status: kept.status,
    ...kept.document,
    activities: kept.activities,
    ...(kept.recoveredAt && { checkoutRecoveredDate: kept.recoveredAt.toISOString() }),
    checkoutUrl: await linkOf(site, kept),
  })

  async function page(db: Db, site: string, query: CursorQuery, root: string, words?: string) {
    try {
      const keyset = readKeyset(query, { fields, id, usual: newestFirst, root })
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
      const kept = await findAbandoned(db, site, abandonedCheckoutId)
      return kept ? { abandonedCheckout: await show(site, kept) } : refuse('ABANDONED_CHECKOUT_NOT_FOUND')
    },

    async 'DELETE /ecom/v1/abandoned-checkout/{abandonedCheckoutId}'({ abandonedCheckoutId }, { db, site }) {
      const gone = await deleteAbandoned(db, site, [abandonedCheckoutId])
      return gone.length === 1 ? {} : refuse('ABANDONED_CHECKOUT_NOT_FOUND')
    },

    async 'POST /ecom/v1/bulk/abandoned-checkout/delete'({ abandonedCheckoutIds: ids }, { db, site }) {
      const gone = new Set(await deleteAbandoned(db, site, ids))
      const code = 'ABANDONED_CHECKOUT_NOT_FOUND'
      const results = ids.map((id, originalIndex) => ({
        itemMetadata: gone.has(id)
          ? { id, originalIndex, success: true }
          : { id, originalIndex, success: false, error: { code, description: refusals[code].description } },
      }))
      const totalFailures = results.filter(({ itemMetadata }) => !itemMetadata.success).length
      return { results, bulkActionMetadata: { totalSuccesses: results.length - totalFailures, totalFailures, undetailedFailures: 0 } }
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
      const { document: before } = await lockSection(db, site, 'recovery', await recovery(db, site), now)
      const after = {
        afterMinutes: sent.afterMinutes ?? before.afterMinutes,
        writes: sent.writes ?? before.writes,
        linkDays: sent.linkDays ?? before.linkDays,
      }
      await writeSettings(db, site, 'recovery', after, now)
      return { recoverySettings: after }
    },

    async 'POST /vitrine/v1/abandoned-checkouts/{id}/recover'({ id, token }, { db, site, caller, now }) {
      const kept = (await proves(site, token, id)) ? await findAbandoned(db, site, id) : undefined
      if (!kept) return refuse('RECOVERY_LINK_EXPIRED')
      const opened = await reopen({ db, site, now }, caller, kept.checkoutId)
      if (!opened) return refuse('RECOVERY_LINK_EXPIRED')
      if (opened !== 'OPEN') return refuse('RECOVERY_LINK_USED', opened.orderId ? { orderId: opened.orderId } : {})
      return { checkoutId: kept.checkoutId }
    },
  }
}

/** When a day begins on the shop's wall, so many days later; undefined where there is no such day. */
function beginning(day: string, timeZone: string, later = 0): Date | undefined {
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined
  midnight.setUTCDate(midnight.getUTCDate() + later)
  const onTheWall = new Date(`${midnight.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
  return new Date(2 * midnight.getTime() - onTheWall.getTime())
}

const violation = (field: string, description: string) =>
  refuse('INVALID_ARGUMENT', { fieldViolations: [{ field, description, violatedRule: 'VALIDATION', data: {} }] })

/** Every word of it, in the address or the name. */
function spoken(words: string) {
  const like = `%${fold(words).replace(/[\\%_]/g, '\\$&')}%`
  return sql`(email_key like ${like} or first_name_key || ' ' || last_name_key like ${like})`
}
