import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { AnyObject, CurrencyCode, Decimal, Guid, Instant, whole } from './primitives.ts'
import { StockedVariant } from './stocked-variant.ts'

/** Sales in a period. Amounts are decimal text in the shop's currency. */
export const SalesStretch = z.object({
  sales: Decimal,
  orders: z.int(),
  /** Checkouts that were started, and those of them that became an order. */
  checkouts: z.int(),
  bought: z.int(),
})
export interface SalesStretch extends z.infer<typeof SalesStretch> {}

/** A whole period and its parts, oldest first. */
export const SalesPeriod = SalesStretch.extend({ parts: z.array(SalesStretch) })
export interface SalesPeriod extends z.infer<typeof SalesPeriod> {}

export const TopProduct = z.object({
  productId: Guid.optional(),
  name: z.string(),
  image: z.string().optional(),
  sold: z.int(),
  sales: Decimal,
  /** Its sales in the previous period. */
  salesBefore: Decimal,
})
export interface TopProduct extends z.infer<typeof TopProduct> {}

/** A variant that is low in stock. */
export const LowStock = StockedVariant.extend({
  left: z.int(),
  /** Units sold in the last 30 days. */
  soldIn30Days: z.int(),
})
export interface LowStock extends z.infer<typeof LowStock> {}

/**
 * How many orders need attention; 1,000 means that many or more. `dueToday` are those that have to leave before the day of the shop ends,
 * with those that should have left before; `late` are those whose promised time of arrival has passed.
 */
export const Duties = z.object({ toFulfill: z.int(), dueToday: z.int(), late: z.int(), held: z.int(), declined: z.int() })
export interface Duties extends z.infer<typeof Duties> {}

const Time = z.object({ from: Instant.max(40), to: Instant.max(40) })
const comesAfter = ({ from, to }: z.output<typeof Time>): boolean => Date.parse(to) > Date.parse(from)
const isShort = ({ from, to }: z.output<typeof Time>): boolean => Date.parse(to) - Date.parse(from) <= 400 * 24 * 3_600_000
const notAfter = { path: ['to'], message: 'has to come after from' }
const tooLong = { path: ['to'], message: 'is more than 400 days after from' }

/** How the shop is doing. */
export const dashboard = operations({
  /**
   * Totals of a period of at most 400 days, divided into equal parts, and of one of the same length that begins at `before`. Without
   * `parts` it is divided where days end in the shop's time zone, across clock changes too, and compared with as many days from `before`
   * on. Orders count by when they were placed, without those that were cancelled or still wait for their first payment.
   */
  'GET /vitrine/v1/dashboard/sales': operation({
    as: 'user',
    summary: 'Sum up what was sold',
    input: Time.extend({ before: Instant.max(40), parts: z.int().min(1).max(400).optional() })
      .refine(comesAfter, notAfter)
      .refine(isShort, tooLong),
    ok: z.object({ currency: CurrencyCode, now: SalesPeriod, before: SalesPeriod, top: z.array(TopProduct) }),
    errors: [],
  }),

  /** Only the two totals of a period, as `GET /vitrine/v1/admin/sales` calculates them: for a page that polls. */
  'GET /vitrine/v1/dashboard/sales/total': operation({
    as: 'user',
    summary: 'Say how many orders came, and for how much',
    input: Time.refine(comesAfter, notAfter).refine(isShort, tooLong),
    ok: z.object({ currency: CurrencyCode, orders: z.int(), sales: Decimal }),
    errors: [],
  }),

  'GET /vitrine/v1/dashboard/duties': operation({
    as: 'user',
    summary: 'Say what waits for somebody',
    input: z.object({}),
    ok: z.object({ duties: Duties, lowStock: z.array(LowStock) }),
    errors: [],
  }),

  /** Counts the orders that match filters, which are those of the order search. Counts stop at `most`, which means that many or more. */
  'POST /vitrine/v1/dashboard/orders/count': operation({
    as: 'user',
    summary: 'Count orders',
    input: z.object({ filters: z.array(AnyObject).min(1).max(70), most: whole(1, 10_001).default(1000) }),
    ok: z.object({ counts: z.array(z.int()) }),
    errors: [],
    reads: true,
  }),
})
