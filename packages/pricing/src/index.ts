export * from './area.ts'
export {
  arrivalOf,
  type Calendar,
  type DayOfWeek,
  instantOf,
  type Slot,
  type SlotPlan,
  type SlotWindow,
  slotsOf,
  type TimeOfDay,
  type TimeSpan,
  type Wall,
  wallAt,
} from './calendar.ts'
export type { Due, Sums } from './due.ts'
export { type FeeRule, feesFor } from './fees.ts'
export type { ItemTax, NoTaxReason, TaxReason, TaxShare } from './levy.ts'
export type { CatalogItem, Discount, DiscountReason, DiscountSource, Line, PaymentOption } from './lines.ts'
export * from './memberships.ts'
export * from './money.ts'
export { type Period, periodsAfter } from './periods.ts'
export { type Geocode, type Place, sameCountry, subdivisionOf } from './place.ts'
export { type PlanDiscount, planPrice } from './plan-price.ts'
export {
  type Coupon,
  type CouponProblem,
  type CouponRefusal,
  couponRefusal,
  type DiscountRule,
  type Offers,
  promotions,
  type Scope,
  type Situation,
  type Span,
  type Standing,
  standingOf,
  type Trigger,
  type Uses,
} from './promotions.ts'
export * from './quote.ts'
export { addRates, parsePercent, parseRate, type Ratio, writeRate } from './ratio.ts'
export * from './shipping.ts'
export type { Off, Offer } from './taking.ts'
export * from './tax.ts'
