import type { Duties, dashboard, LowStock, SalesPeriod } from '@vitrine/contract'
import { exponentOf, instantOf, type Minor, minor, toDecimal, wallAt } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type Divided, daysFrom, inDays, inEqualParts } from './periods.ts'

interface Stretch {
  readonly from: Date
  readonly to: Date
  readonly currency: string
}
interface Part {
  readonly part: number
}

export interface DashboardDeps {
  readonly commerce: (db: Db, site: string) => Promise<{ readonly currency: string; readonly timeZone: string }>
  readonly soldInParts: (
    db: Db,
    site: string,
    stretch: Stretch,
    parts: readonly Date[],
  ) => Promise<readonly (Part & { orders: number; sales: Minor })[]>
  readonly begunInParts: (
    db: Db,
    site: string,
    stretch: Stretch,
    parts: readonly Date[],
  ) => Promise<readonly (Part & { checkouts: number; bought: number })[]>
  readonly topProducts: (
    db: Db,
    site: string,
    stretch: Stretch,
    limit: number,
  ) => Promise<readonly { productId: string | null; name: string; image: string | null; sold: number; sales: string }[]>
  readonly salesOf: (db: Db, site: string, stretch: Stretch, productIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly countWaiting: (db: Db, site: string, at: { readonly now: Date; readonly tomorrow: Date }, most: number) => Promise<Duties>
  readonly countOrders: (
    db: Db,
    site: string,
    filters: readonly Readonly<Record<string, unknown>>[],
    places: number,
    most: number,
  ) => Promise<number[] | Refusal<'INVALID_ARGUMENT'>>
  readonly lowStockItems: (db: Db, site: string, now: Date, most: number, limit: number) => Promise<readonly LowStock[]>
}

const mostCounted = 1000
const littleLeft = 3
const dayMs = 24 * 3_600_000
const midnight = { hours: 0, minutes: 0 }
const rows = 6

/** What a merchant wants to know first. */
export function dashboardOperations(deps: DashboardDeps): Handlers<typeof dashboard> {
  async function sumUp(db: Db, site: string, { parts, ...time }: Divided, currency: string): Promise<SalesPeriod> {
    const stretch = { ...time, currency }
    const [sold, begun] = [await deps.soldInParts(db, site, stretch, parts), await deps.begunInParts(db, site, stretch, parts)]
    const soldIn = new Map(sold.map((one) => [one.part, one]))
    const begunIn = new Map(begun.map((one) => [one.part, one]))
    const shown = (sales: Minor, orders: number, checkouts: number, bought: number) => ({
      sales: toDecimal(sales, currency),
      orders,
      checkouts,
      bought,
    })
    const none = minor(0)
    return {
      ...shown(
        minor(total(sold.map(({ sales }) => sales))),
        total(sold.map(({ orders }) => orders)),
        total(begun.map(({ checkouts }) => checkouts)),
        total(begun.map(({ bought }) => bought)),
      ),
      parts: parts.map((_, part) => {
        const { sales = none, orders = 0 } = soldIn.get(part) ?? {}
        const { checkouts = 0, bought = 0 } = begunIn.get(part) ?? {}
        return shown(sales, orders, checkouts, bought)
      }),
    }
  }

  return {
    async 'GET /vitrine/v1/dashboard/sales'({ from, to, before, parts }, { db, site }) {
      const { currency, timeZone } = await deps.commerce(db, site)
      const [begins, ends, start] = [new Date(from), new Date(to), new Date(before)]
      const now = parts ? inEqualParts(begins, ends, parts) : inDays(begins, ends, timeZone)
      const then = parts
        ? inEqualParts(start, new Date(start.getTime() + ends.getTime() - begins.getTime()), parts)
        : daysFrom(start, now.parts.length, timeZone)
      const top = await deps.topProducts(db, site, { ...now, currency }, rows)
      const known = top.flatMap(({ productId }) => productId ?? [])
      const earlier = await deps.salesOf(db, site, { ...then, currency }, known)
      return {
        currency,
        now: await sumUp(db, site, now, currency),
        before: await sumUp(db, site, then, currency),
        top: top.map(({ productId, name, image, sold, sales }) => ({
          ...(productId !== null && { productId }),
          name,
          ...(image !== null && { image }),
          sold,
          sales,
          salesBefore: earlier.get(productId ?? '') ?? '0',
        })),
      }
    },

    async 'GET /vitrine/v1/dashboard/sales/total'({ from, to }, { db, site }) {
      const { currency } = await deps.commerce(db, site)
      const [begins, ends] = [new Date(from), new Date(to)]
      const [whole] = await deps.soldInParts(db, site, { from: begins, to: ends, currency }, [begins])
      return { currency, orders: whole?.orders ?? 0, sales: toDecimal(whole?.sales ?? minor(0), currency) }
    },

    async 'GET /vitrine/v1/dashboard/duties'(_, { db, site, now }) {
      const { timeZone } = await deps.commerce(db, site)
      const tomorrow = new Date(instantOf(wallAt(now.getTime(), timeZone).day + dayMs, midnight, timeZone))
      return {
        duties: await deps.countWaiting(db, site, { now, tomorrow }, mostCounted),
        lowStock: [...(await deps.lowStockItems(db, site, now, littleLeft, rows))],
      }
    },

    async 'POST /vitrine/v1/dashboard/orders/count'({ filters, most }, { db, site }) {
      const counts = await deps.countOrders(db, site, filters, exponentOf((await deps.commerce(db, site)).currency), most)
      return counts instanceof Refusal ? counts : { counts }
    },
  }
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
