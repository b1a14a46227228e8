import type { AbandonedCheckoutView, reminders } from '@vitrine/contract'
import { minor, sum } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { sql } from '../../kernel/db/sql.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Unreadable } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { amounts } from '../selling/amounts.ts'
import { beginning } from './days.ts'
import { noReminderNow, type RemindDeps, remind } from './remind.ts'
import { abandonedFields, abandonedId, type LinkOf, shownWith, spoken } from './show.ts'
import {
  addActivity,
  askForEmail,
  figuresOf,
  findAbandoned,
  lockAbandoned,
  pageOfAbandoned,
  type RequestedEmail,
  type StoredAbandoned,
} from './store.ts'

export interface ReminderDeps extends RemindDeps {
  readonly linkOf: LinkOf
  readonly commerce: (db: Db, site: string) => Promise<{ readonly currency: string; readonly timeZone: string; readonly locale: string }>
  /** The orders that checkouts have become. */
  readonly ordersOf: (
    db: Db,
    site: string,
    checkoutIds: readonly string[],
  ) => Promise<ReadonlyMap<string, NonNullable<AbandonedCheckoutView['order']>>>
  /** Why its buyer could not use a coupon, in a sentence; undefined where they can. */
  readonly couponProblem: (context: Context, code: string, email: string) => Promise<string | undefined>
  readonly email: (
    site: string,
    left: StoredAbandoned,
    wanted: RequestedEmail,
  ) => Promise<{ readonly to: string; readonly subject: string; readonly html: string; readonly text: string }>
}

const newestFirst = [{ fieldName: 'createdDate', order: 'DESC' as const }]
const fields = {
  ...abandonedFields,
  emailsSent: { kind: 'number' as const, column: sql`emails_sent`, places: 0 },
  stopped: { kind: 'text' as const, column: sql`stopped` },
}

/** What is done to bring back what was left. */
export function reminderOperations(deps: ReminderDeps): Handlers<typeof reminders> {
  const { linkOf, commerce, recovery, boughtSince, unsubscribed, ordersOf, couponProblem, email: message } = deps
  const show = shownWith(linkOf)

  async function told({ db, site, now }: Context, all: readonly StoredAbandoned[]): Promise<AbandonedCheckoutView[]> {
    const settings = await recovery(db, site)
    const bought = all.filter(({ status }) => status === 'RECOVERED').map(({ checkoutId }) => checkoutId)
    const orders = await ordersOf(db, site, bought)
    const since = await boughtSince(db, site, all)
    const off = await unsubscribed(db, site, all)
    return Promise.all(
      all.map(async (left): Promise<AbandonedCheckoutView> => {
        const { stopped, obstacle, emailsSent, lastEmailAt, nextEmailAt, checkoutId } = left
        const no = noReminderNow(left, settings, { bought: since.has(left.id), unsubscribed: off.has(left.id) }, now)
        const order = orders.get(checkoutId)
        return {
          abandonedCheckout: await show(site, left),
          stopped,
          obstacle,
          emailsSent,
          ...(lastEmailAt && { lastEmailDate: lastEmailAt.toISOString() }),
          ...(nextEmailAt && { nextEmailDate: nextEmailAt.toISOString() }),
          ...(no && { noReminder: no }),
          ...(order && { order }),
        }
      }),
    )
  }

  async function wantedIn(
    context: Context,
    left: StoredAbandoned,
    { couponCode, customMessage }: { readonly couponCode?: string | undefined; readonly customMessage?: string | undefined },
  ): Promise<RequestedEmail | Refusal<'INVALID_ARGUMENT'>> {
    const code = couponCode?.trim()
    const problem = code && (await couponProblem(context, code, left.document.buyerInfo.email ?? ''))
    if (problem) return violation('couponCode', problem)
    return { ...(code && { couponCode: code }), ...(customMessage && { message: customMessage }) }
  }

  return {
    async 'POST /vitrine/v1/abandoned-checkouts/search'({ search }, { db, site, now }) {
      const { search: wanted, ...query } = search ?? {}
      const words = wanted?.expression?.trim()
      try {
        const keyset = readKeyset(query, { fields, id: abandonedId, usual: newestFirst, root: 'search' })
        const where = words ? sql`${keyset.where} and ${spoken(words)}` : keyset.where
        const { rows, metadata } = keyset.page(await pageOfAbandoned(db, site, { ...keyset, where }))
        return { checkouts: await told({ db, site, now }, rows), pagingMetadata: metadata }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },

    async 'GET /vitrine/v1/abandoned-checkouts/{id}'({ id }, { db, site, now }) {
      const left = await findAbandoned(db, site, id)
      return left ? { checkout: (await told({ db, site, now }, [left]))[0]! } : refuse('ABANDONED_CHECKOUT_NOT_FOUND')
    },

    async 'POST /vitrine/v1/abandoned-checkouts/figures'({ startDate, endDate }, { db, site }) {
      const { currency, timeZone, locale } = await commerce(db, site)
      const [from, to] = [beginning(startDate, timeZone), beginning(endDate, timeZone, 1)]
      if (!from) return violation('startDate', 'is no day')
      if (!to || to <= from) return violation('endDate', 'is no day, or before the first')
      const money = amounts(currency, locale)
      const all = await figuresOf(db, site, from, to, currency)
      const several = (which: (typeof all)[number][]) => ({
        count: which.reduce((count, one) => count + one.count, 0),
        value: money.plain(sum(which.map(({ total }) => minor(total)))),
      })
      const cameBack = all.filter(({ status }) => status === 'RECOVERED')
      const countOf = (...stops: readonly string[]) => several(all.filter(({ stopped }) => stops.includes(stopped))).count
      return {
        currency,
        left: several([...all]),
        open: several(all.filter(({ status }) => status === 'ABANDONED')),
        writtenTo: several(all.filter(({ written }) => written)),
        cameBack: several(cameBack),
        cameBackAfterEmail: several(cameBack.filter(({ written }) => written)),
        gaveAddress: countOf('DELIVERY', 'PAYMENT'),
        choseDelivery: countOf('PAYMENT'),
      }
    },

    async 'POST /vitrine/v1/abandoned-checkouts/{id}/preview'({ id, ...sent }, { db, site, now }) {
      const left = await findAbandoned(db, site, id)
      if (!left) return refuse('ABANDONED_CHECKOUT_NOT_FOUND')
      const wanted = await wantedIn({ db, site, now }, left, sent)
      return wanted instanceof Refusal ? wanted : message(site, left, wanted)
    },

    'POST /vitrine/v1/abandoned-checkouts/{id}/remind': staged(async ({ id, ...sent }, { site, now, transact, attempt, db: pool }) => {
      const asked = await transact(async (db) => {
        const context = { db, site, now }
        const left = await lockAbandoned(db, site, id)
        if (!left) return refuse('ABANDONED_CHECKOUT_NOT_FOUND')
        // A try before this one has asked for it, or even sent it.
        if (left.emailAttempt === attempt) return undefined
        const known = {
          bought: (await boughtSince(db, site, [left])).has(id),
          unsubscribed: (await unsubscribed(db, site, [left])).has(id),
        }
        const reason = noReminderNow(left, await recovery(db, site), known, now)
        if (reason) return refuse('REMINDER_NOT_ALLOWED', { reason })
        const wanted = await wantedIn(context, left, sent)
        if (wanted instanceof Refusal) return wanted
        await askForEmail(context, id, wanted, attempt)
        await addActivity(db, site, id, 'SCHEDULED', now)
        return undefined
      })
      if (asked instanceof Refusal) return asked
      // What cannot go now is due, and goes with the next minute's emails.
      await remind(deps, site, id).catch(() => undefined)
      const [checkout] = await told({ db: pool, site, now }, [(await findAbandoned(pool, site, id))!])
      return { checkout: checkout! }
    }),
  }
}
