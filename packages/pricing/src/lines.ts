import { type Minor, minor, sum, times, zero } from './money.ts'
import { type Off, type Taken, takenByOffer, takenFrom } from './taking.ts'

/** The wire's PaymentOption: when and how a line is paid for. */
export type PaymentOption =
  /** With the order. */
  | 'FULL_PAYMENT_ONLINE'
  /** Later, outside of the shop: at the counter, on an invoice. */
  | 'FULL_PAYMENT_OFFLINE'
  /** Its deposit with the order, the rest later. */
  | 'DEPOSIT_ONLINE'
  /** By a membership, which covers the price; see `membershipsFor`. */
  | 'MEMBERSHIP'
  | 'MEMBERSHIP_OFFLINE'

/** What somebody wants to buy: one product, variant or other item, in any quantity. */
export interface Line {
  /** Unique within the quote. */
  readonly id: string
  /** Whole units, from 1. */
  readonly quantity: number
  /** One unit as the catalogue sells it now; from 0. */
  readonly price: Minor
  /** One unit before the catalogue's own discount (the struck-out price); absent or null where there is none. */
  readonly fullPrice?: Minor | null
  /** Decides its tax rates; absent or null for the default group. */
  readonly taxGroupId?: string | null
  /** One unit, in the shop's unit of weight, to six decimals; absent or null for weightless. */
  readonly weight?: number | null
  /** Whether it has to be delivered or collected: false for downloads, gift cards, services. */
  readonly shippable: boolean
  /** Where rules and coupons find it; absent or null for what is in no catalogue. */
  readonly item?: CatalogItem | null
  /** Absent or null for `FULL_PAYMENT_ONLINE`. */
  readonly paymentOption?: PaymentOption | null
  /** The deposit per unit due with the order where the rest is paid later; at most what it costs. Only with `DEPOSIT_ONLINE`. */
  readonly deposit?: Minor | null
  /** Set for subscriptions, which are bought again every cycle. */
  readonly subscription?: {
    /** The first cycle is paid when a trial is over. */
    readonly freeTrial: boolean
  } | null
  /** Set for what is a gift card itself: no rule and no coupon makes it cheaper, and no gift card pays for it. */
  readonly giftCard?: boolean | null
}

/** An item of a catalogue. */
export interface CatalogItem {
  /** Whose catalogue. */
  readonly appId: string
  readonly id: string
  readonly collectionIds: readonly string[]
}

/** The source of a discount: a membership and a rule discount the items themselves, a coupon and the merchant their sum. */
export type DiscountSource = 'MEMBERSHIP' | 'RULE' | 'COUPON' | 'MERCHANT'

/** A discount on lines. Discounts apply in the order given, each to what the earlier ones left. */
export interface Discount {
  readonly id: string
  readonly name: string
  /** The coupon's; absent or null for discounts without one. */
  readonly code?: string | null
  /** Absent for `MERCHANT`. */
  readonly source?: DiscountSource
  /** The lines it is taken from; absent or null for all. */
  readonly lineIds?: readonly string[] | null
  readonly off: Off
  /** Taken from one unit alone, the cheapest that costs anything; of an offer, granted once. */
  readonly limitedToOneItem?: boolean
}

/** A line with the price of all its units and the discounts on it. */
export interface PricedLine {
  readonly line: Line
  readonly gross: Minor
  /** The part that memberships pay. */
  readonly covered: Minor
  /** Discounts of memberships and rules on the item itself, including `covered`. */
  readonly itemDiscount: Minor
  /** All discounts, including `itemDiscount`. */
  readonly discount: Minor
}

/** What a discount took off, and of which amount. */
export interface DiscountReason {
  readonly step: 'DISCOUNT'
  readonly id: string
  readonly name: string
  readonly source: DiscountSource
  readonly code: string | null
  /** Decimal text, if it takes a percentage. */
  readonly percent: string | null
  readonly of: Minor
  readonly amount: Minor
  /** The lines that it discounts. */
  readonly lineIds: readonly string[]
  /** By how much, in the same order; adds up to `amount`, what it takes off the delivery aside. */
  readonly parts: readonly Minor[]
  /** Whether it is taken off the delivery. */
  readonly shipping: boolean
}

/** What is left to pay for a line. */
export const netOf = ({ gross, discount }: PricedLine): Minor => minor(gross - discount)

/** Lines at their prices, by id: everything is split in this order, so that the order of the input does not matter. */
export function atPrice(lines: readonly Line[]): PricedLine[] {
  const byId = lines.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return byId.map((line, i) => {
    if (line.id === byId[i + 1]?.id) throw new RangeError(`Two lines are called ${JSON.stringify(line.id)}`)
    if (line.quantity < 1) throw new RangeError(`${line.quantity} is not a number of pieces, in line ${JSON.stringify(line.id)}`)
    if (line.price < 0) throw new RangeError(`A price cannot be negative, in line ${JSON.stringify(line.id)}`)
    if (line.deposit && line.deposit < 0) throw new RangeError(`A deposit cannot be negative, in line ${JSON.stringify(line.id)}`)
    return { line, gross: times(minor(line.price), line.quantity), covered: zero, itemDiscount: zero, discount: zero }
  })
}

/** Whether a discount is in the price of the items, or comes off their sum. */
export const ofItems = (source: DiscountSource): boolean => source === 'MEMBERSHIP' || source === 'RULE'

/**
 * Takes the discounts off, one after the other, and never more than there is: amounts and percentages rounded once over all of their lines,
 * offers unit by unit. One that takes nothing off has no reason. Discounts on the delivery are not here, see `quote`.
 */
export function discounted(priced: readonly PricedLine[], discounts: readonly Discount[]) {
  const reasons: DiscountReason[] = []
  let lines = priced
  for (const discount of discounts) {
    if ('shipping' in discount.off) continue
    const { lineIds, off, source = 'MERCHANT' } = discount
    const left = lines.map(({ line, ...one }) => (mayTake(line, lineIds, source) ? netOf({ line, ...one }) : zero))
    const taken =
      'offer' in off
        ? takenByOffer(
            lines.map((one, i) => ({
              left: left[i] ?? zero,
              bought: mayTake(one.line, off.offer.bought, source) ? netOf(one) : zero,
              quantity: one.line.quantity,
              price: one.line.price,
            })),
            off.offer,
          )
        : takenFrom(
            left,
            lines.map(({ line }) => line.quantity),
            off,
            discount.limitedToOneItem ?? false,
          )
    if (taken.parts.some(Boolean)) reasons.push(reasonOf(discount, taken, lines))
    lines = lines.map((one, i) => {
      const part = taken.parts[i] ?? zero
      const itemDiscount = ofItems(source) ? minor(one.itemDiscount + part) : one.itemDiscount
      const covered = source === 'MEMBERSHIP' ? minor(one.covered + part) : one.covered
      return { ...one, covered, itemDiscount, discount: minor(one.discount + part) }
    })
  }
  return { lines, reasons }
}

const mayTake = ({ id, giftCard }: Line, lineIds: readonly string[] | null | undefined, source: DiscountSource): boolean =>
  (!lineIds || lineIds.includes(id)) && (!giftCard || source === 'MERCHANT')

function reasonOf({ id, name, code, source, off }: Discount, { of, parts }: Taken, lines: readonly PricedLine[]): DiscountReason {
  const cheaper = lines.flatMap(({ line }, i) => (parts[i] ? [{ lineId: line.id, part: parts[i] }] : []))
  return {
    step: 'DISCOUNT',
    id,
    name,
    source: source ?? 'MERCHANT',
    code: code ?? null,
    percent: 'percent' in off ? off.percent : null,
    of,
    amount: sum(parts),
    lineIds: cheaper.map(({ lineId }) => lineId),
    parts: cheaper.map(({ part }) => part),
    shipping: false,
  }
}
