import type {
  ApplicationError,
  CalculationErrors,
  CarrierServiceOption,
  DeliveryLogistics,
  SelectedCarrierServiceOption,
  ShippingInformation,
} from '@vitrine/contract'
import {
  allot,
  basketOf,
  type Discount,
  type Minor,
  minor,
  type Place,
  type Quote,
  roundDecimal,
  type ShippingAnswer,
  type ShippingOption,
  shippingOptions,
  sum,
  zero,
} from '@vitrine/pricing'
import type { Amounts } from './amounts.ts'
import type { ProvidedRate } from './carriers.ts'
import type { CarrierAnswer, DeliveryFacts } from './delivery-facts.ts'
import type { KnownLine } from './line.ts'
import { linesToPrice } from './lines-to-price.ts'
import { hoursInWords } from './opening-hours.ts'
import { NoAnswer } from './outside-calls.ts'
import { type PricingContext, withinBounds } from './pricing-context.ts'
import { itemTax } from './show-quote.ts'

/** The carrier that the shop's own delivery rules go by on the wire. */
export const ownCarrierId = '5b1cd5a4-6f70-4f8e-8e34-3a1f7a3c9d10'

/** A way of delivery, and whose it is. */
export interface OfferedOption extends ShippingOption {
  readonly carrierId: string
  /** What of its price is no carriage: handling, an insurance. */
  readonly charges?: readonly OtherCharge[]
}

export interface OtherCharge {
  readonly type: 'HANDLING_FEE' | 'INSURANCE'
  readonly details?: string
  readonly price: Minor
}

/** The ways of delivery for some lines and a place, and the one that is chosen. */
export interface Delivery {
  readonly answer: ShippingAnswer
  /** The shop's own ways, and then those of the providers. */
  readonly options: readonly OfferedOption[]
  readonly chosen: OfferedOption | null
  /** What was chosen is not among the options. */
  readonly choiceRefused: boolean
  /** Whether anything has to be delivered at all. */
  readonly needed: boolean
  /** Why there is no way at all. */
  readonly error: ApplicationError | undefined
  /** Providers that did not answer. */
  readonly carrierErrors: readonly { readonly carrierId: string; readonly error: ApplicationError }[]
}

const explained: { readonly [none in NonNullable<ShippingAnswer['none']>]: string | undefined } = {
  NOTHING_SHIPPABLE: undefined,
  NO_DESTINATION: undefined,
  NO_ZONE: 'The shop does not deliver to this address.',
  TOO_HEAVY: 'The goods are too heavy for every way of delivery to this address.',
  NO_SLOT: 'Every time that could be chosen is taken.',
  NO_RATE: 'No way of delivery to this address takes these goods.',
}

/** A way of delivery as it was chosen; without a carrier it is the first with that code. */
export interface DeliveryChoice {
  readonly code: string
  readonly carrierId?: string
}

export const deliveryChoiceOf = ({
  code,
  carrierId,
}: {
  readonly code: string
  readonly carrierId?: string | null | undefined
}): DeliveryChoice => ({
  code,
  ...(carrierId && { carrierId }),
})

/** @param facts without them nothing has a date, slots are not offered, and no provider is asked */
export function deliveryFor(
  lines: readonly KnownLine[],
  place: Place | null,
  choice: DeliveryChoice | undefined,
  { settings }: PricingContext,
  discounts: readonly Discount[] = [],
  facts?: DeliveryFacts,
): Delivery {
  const { currency } = settings.commerce
  const answer = withinBounds(() =>
    shippingOptions(basketOf(linesToPrice(lines), discounts), settings.shipping.zones, place, facts?.calendar),
  )
  const carriers = facts?.carriers ?? []
  const options = [
    ...answer.options.map((option): OfferedOption => ({ ...option, carrierId: ownCarrierId })),
    ...withinBounds(() => carriers.flatMap((one) => optionsOf(one, currency))),
  ]
  const { code, carrierId } = choice ?? {}
  const chosen = options.find((option) => option.code === code && (!carrierId || option.carrierId === carrierId)) ?? null
  const { none } = answer
  const why = none === null || options.length > 0 ? undefined : explained[none]
  return {
    answer,
    options,
    chosen,
    choiceRefused: code !== undefined && chosen === null && none !== 'NOTHING_SHIPPABLE' && none !== 'NO_DESTINATION',
    needed: none !== 'NOTHING_SHIPPABLE',
    error: none !== null && why !== undefined ? { code: none, description: why, data: {} } : undefined,
    carrierErrors: carriers.flatMap(({ carrier, rates }) =>
      rates instanceof NoAnswer ? [{ carrierId: carrier.appId, error: { code: rates.code, description: rates.message, data: {} } }] : [],
    ),
  }
}

/** What a provider offers, with what the shop puts on top; or what is offered in its place. */
function optionsOf({ carrier, name, rates }: CarrierAnswer, currency: string): OfferedOption[] {
  const { appId, backupRate, additionalCharges = [] } = carrier
  const own = additionalCharges.map(
    ({ amount, description }): OtherCharge => ({
      type: 'HANDLING_FEE',
      price: roundDecimal(amount, currency),
      ...(description && { details: description }),
    }),
  )
  const option = ({ code, title, price, deliveryTime, instructions, arrives, charges = [] }: ProvidedRate): OfferedOption => {
    const all = [...charges.map((one) => ({ ...one, price: roundDecimal(one.price, currency) })), ...own]
    const whole = sum([roundDecimal(price, currency), ...all.map((one) => one.price)])
    if (whole < 0) throw new RangeError('The price of a delivery cannot be negative')
    return {
      carrierId: appId,
      code,
      ruleCode: code,
      title,
      price: whole,
      regularPrice: whole,
      ...(all.length > 0 && { charges: all }),
      freeFrom: null,
      taxGroupId: null,
      deliveryTime: deliveryTime ?? null,
      instructions: instructions ?? null,
      days: null,
      pickup: null,
      arrives: arrives ?? null,
      capacity: null,
    }
  }
  if (!(rates instanceof NoAnswer)) return rates.map(option)
  return backupRate?.active ? [option({ code: 'backup', title: backupRate.title ?? (name || 'Delivery'), price: backupRate.amount })] : []
}

/** What is wrong with a delivery; the wire has room for one of the three kinds. */
export function deliveryErrors({ error, choiceRefused, carrierErrors }: Delivery): Omit<CalculationErrors, 'orderValidationErrors'> {
  if (error) return { generalShippingCalculationError: { applicationError: error } }
  if (choiceRefused)
    return {
      selectedShippingOptionError: {
        applicationError: {
          code: 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND',
          description: 'The chosen way of delivery is not offered here.',
          data: {},
        },
      },
    }
  if (carrierErrors.length === 0) return {}
  return { carrierErrors: { errors: carrierErrors.map(({ carrierId, error }) => ({ carrierId, error: { applicationError: error } })) } }
}

export function logisticsOf({ deliveryTime, instructions: said, pickup, hours, arrives }: ShippingOption): DeliveryLogistics {
  const instructions = [said, hours && hoursInWords(hours)].filter(Boolean).join('\n')
  return {
    ...(deliveryTime && { deliveryTime }),
    ...(instructions && { instructions }),
    ...(arrives && { deliveryTimeSlot: arrives }),
    ...(pickup && {
      pickupDetails: {
        pickupMethod: pickup.method,
        businessLocation: pickup.method === 'STORE_PICKUP',
        address: withoutNulls(pickup.address),
      },
    }),
  }
}

const withoutNulls = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

function carrierOptions(options: readonly OfferedOption[], money: Amounts): CarrierServiceOption[] {
  const byCarrier = Map.groupBy(options, ({ carrierId }) => carrierId)
  return [...byCarrier].map(([carrierId, own]) => ({
    carrierId,
    shippingOptions: own.map((option) => ({
      code: option.code,
      title: option.title,
      logistics: logisticsOf(option),
      cost: {
        price: money.price(carriage(option)),
        otherCharges: (option.charges ?? []).map(({ type, details, price }) => ({
          type,
          price: money.price(price),
          ...(details && { details }),
        })),
      },
      deliveryAllocations: [],
    })),
  }))
}

/** The price of an option without what is charged beside the carriage. */
const carriage = ({ price, charges = [] }: OfferedOption): Minor => minor(price - sum(charges.map((one) => one.price)))

/** An amount of the delivery, divided into that of the carriage and those of the charges beside it, to the last unit. */
function divided(option: OfferedOption, amount: Minor): readonly Minor[] {
  const { charges = [], price } = option
  return price === 0 ? [amount, ...charges.map(() => zero)] : allot(amount, [carriage(option), ...charges.map((one) => one.price)])
}

function selected(option: OfferedOption, quote: Quote, money: Amounts): SelectedCarrierServiceOption {
  const priced = quote.shippingLine
  const { charges = [] } = option
  const [discounts, before, after] = [priced?.discount, priced?.totalBeforeTax, priced?.totalAfterTax].map((amount) =>
    divided(option, amount ?? zero),
  )
  const costOf = (at: number, price: Minor) => ({
    price: money.price(price),
    totalDiscount: money.price(discounts?.[at] ?? zero),
    ...(priced && { totalPriceBeforeTax: money.price(before?.[at] ?? zero), totalPriceAfterTax: money.price(after?.[at] ?? zero) }),
  })
  return {
    carrierId: option.carrierId,
    code: option.code,
    title: option.title,
    logistics: logisticsOf(option),
    cost: { ...costOf(0, carriage(option)), ...(priced && { taxDetails: itemTax(priced.tax, money) }) },
    requestedShippingOption: true,
    otherCharges: charges.map(({ type, details, price }, i) => ({ type, ...(details && { details }), cost: costOf(i + 1, price) })),
    deliveryAllocations: [],
  }
}

export function showDelivery({ answer, options, chosen }: Delivery, quote: Quote, money: Amounts): ShippingInformation {
  return {
    ...(answer.zone && { region: answer.zone }),
    ...(chosen && { selectedCarrierServiceOption: selected(chosen, quote, money) }),
    carrierServiceOptions: carrierOptions(options, money),
  }
}
