export * from './area.ts'
export { type AskedWay, askRule, askWays, type RuleAnswer, type Unmet, type WayAnswer } from './asked.ts'
export {
  arrivalOf,
  type Calendar,
  type DayOfWeek,
  dispatchOf,
  instantOf,
  type PlannedSlot,
  type Slot,
  type SlotChange,
  type SlotPlan,
  type SlotWindow,
  slotDays,
  slotsOf,
  slotsOn,
  type TimeOfDay,
  type TimeSpan,
  type Wall,
  wallAt,
} from './calendar.ts'
export { afterRules, type Due, type Sums } from './due.ts'
export { type FeeRule, feesFor } from './fees.ts'
export { comeTo, type Goal, goalOf } from './goal.ts'
export { isGtin } from './gtin.ts'
export type { ItemTax, NoTaxReason, TaxReason, TaxShare } from './levy.ts'
export type { CatalogItem, Discount, DiscountReason, DiscountSource, Line, PaymentOption } from './lines.ts'
export { localeIn } from './locale.ts'
export * from './memberships.ts'
export * from './money.ts'
export { type Period, periodsAfter } from './periods.ts'
export { type Geocode, type Place, sameCountry, subdivisionOf } from './place.ts'
export { type PlanDiscount, planPrice } from './plan-price.ts'
export { type DeliveryPromise, deliveryPromise, type PickupPromise, pickupPromise } from './promise.ts'
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
  type Trigger,
  type Uses,
  type Validity,
  validityOf,
} from './promotions.ts'
export * from './quote.ts'
export { addRates, parsePercent, parseRate, type Ratio, writeRate } from './ratio.ts'
export {
  type Basket,
  basketOf,
  type Condition,
  type ConditionalRate,
  type DeliveryCalendar,
  type FreeDelivery,
  freeOver,
  type OpenHours,
  type Operator,
  type PickupDetails,
  type ShippingAnswer,
  type ShippingOption,
  type ShippingRule,
  type ShippingZone,
  shippingOptions,
  slotCode,
  zoneAt,
} from './shipping.ts'
export type { Off, Offer } from './taking.ts'
export * from './tax.ts'
export { comparableUnits, type MeasuringUnit, measureText, type UnitMeasure, unitPrice } from './unit-price.ts'
