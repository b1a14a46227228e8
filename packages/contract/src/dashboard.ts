import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { AnyObject, CurrencyCode, Decimal, Guid, Instant, whole } from './primitives.ts'
import { StockedVariant } from './stocked-variant.ts'

/** What was sold in a stretch of time. Amounts are decimal text in the shop's currency. */
export const SalesStretch = z.object({
  sales: Decimal,
  orders: z.int(),
  /** Checkouts that were begun, and those of them that became an order. */
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
  /** What it sold for in the period before. */
  salesBefore: Decimal,
})
export interface TopProduct extends z.infer<typeof TopProduct> {}

/** A variant of which little is left. */
export const LowStock = StockedVariant.extend({
  left: z.int(),
  /** Units that went in the last 30 days. */
  soldIn30Days: z.int(),
})
export interface LowStock extends z.infer<typeof LowStock> {}

/** How many orders wait for somebody, as far as they were counted: 1,000 stands for that and more. */
export const Duties = z.object({ toFulfill: z.int(), late: z.int(), held: z.int(), declined: z.int() })
export interface Duties extends z.infer<typeof Duties> {}

const Time = z.object({ from: Instant.max(40), to: Instant.max(40) })
const comesAfter = ({ from, to }: z.output<typeof Time>): boolean => Date.parse(to) > Date.parse(from)
const isShort = ({ from, to }: z.output<typeof Time>): boolean => Date.parse(to) - Date.parse(from) <= 400 * 24 * 3_600_000
const notAfter = { path: ['to'], message: 'has to come after from' }
const tooLong = { path: ['to'], message: 'is more than 400 days after from' }

/** How the shop goes. */
export const dashboard = operations({
  /**
   * Sums up a period of at most 400 days, divided into equal parts, beside the one of the same length that begins at `before`. Without `parts` it
   * is divided where days end on the clock of the shop, also when that is put forward or back, and stands beside as many days from `before` on.
   * Orders count when they were placed, without those that were called off or still wait for their first payment.
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

  /** The two figures of a time by themselves, as `GET /vitrine/v1/admin/sales` calculates them: for a page that looks again and again. */
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

  /**
   * Counts the orders that filters find, which are those of the search for orders. None is counted beyond `most`: that many stands for that and
   * more.
   */
  'POST /vitrine/v1/dashboard/orders/count': operation({
    as: 'user',
    summary: 'Count orders',
    input: z.object({ filters: z.array(AnyObject).min(1).max(70), most: whole(1, 10_001).default(1000) }),
    ok: z.object({ counts: z.array(z.int()) }),
    errors: [],
    reads: true,
  }),
})
