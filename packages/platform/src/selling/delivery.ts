import type {
  ApplicationError,
  CarrierServiceOption,
  DeliveryLogistics,
  SelectedCarrierServiceOption,
  ShippingInformation,
} from '@vitrine/contract'
import {
  basketOf,
  type Discount,
  type Place,
  type Quote,
  type ShippingAnswer,
  type ShippingOption,
  shippingOptions,
} from '@vitrine/pricing'
import type { Amounts } from './amounts.ts'
import type { KnownLine } from './line.ts'
import { linesToPrice } from './lines-to-price.ts'
import { itemTax } from './show-quote.ts'
import { type Till, withinBounds } from './till.ts'

/** The carrier that the shop's own delivery rules go by on the wire. */
export const ownCarrierId = '5b1cd5a4-6f70-4f8e-8e34-3a1f7a3c9d10'

/** The ways of delivery for some lines and a place, and the one that is chosen. */
export interface Delivery {
  readonly answer: ShippingAnswer
  readonly chosen: ShippingOption | null
  /** The code that was wished for is not among the options. */
  readonly wishRefused: boolean
  /** Whether anything has to be delivered at all. */
  readonly needed: boolean
  readonly error: ApplicationError | undefined
}

const explained: { readonly [none in NonNullable<ShippingAnswer['none']>]: string | undefined } = {
  NOTHING_SHIPPABLE: undefined,
  NO_DESTINATION: undefined,
  NO_ZONE: 'The shop does not deliver to this address.',
  TOO_HEAVY: 'The goods are too heavy for every way of delivery to this address.',
  NO_SLOT: 'Every time that could be chosen is taken.',
  NO_RATE: 'No way of delivery to this address takes these goods.',
}

export function deliveryFor(
  lines: readonly KnownLine[],
  place: Place | null,
  code: string | undefined,
  { settings }: Till,
  discounts: readonly Discount[] = [],
): Delivery {
  const answer = withinBounds(() => shippingOptions(basketOf(linesToPrice(lines), discounts), settings.shipping.zones, place))
  const chosen = answer.options.find((option) => option.code === code) ?? null
  const why = answer.none === null ? undefined : explained[answer.none]
  return {
    answer,
    chosen,
    wishRefused: code !== undefined && chosen === null && answer.none !== 'NOTHING_SHIPPABLE' && answer.none !== 'NO_DESTINATION',
    needed: answer.none !== 'NOTHING_SHIPPABLE',
    error: answer.none !== null && why !== undefined ? { code: answer.none, description: why, data: {} } : undefined,
  }
}

export function logisticsOf({ deliveryTime, instructions, pickup }: ShippingOption): DeliveryLogistics {
  return {
    ...(deliveryTime && { deliveryTime }),
    ...(instructions && { instructions }),
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

function carrierOptions({ options }: ShippingAnswer, money: Amounts): CarrierServiceOption[] {
  if (options.length === 0) return []
  return [
    {
      carrierId: ownCarrierId,
      shippingOptions: options.map((option) => ({
        code: option.code,
        title: option.title,
        logistics: logisticsOf(option),
        cost: { price: money.price(option.price), otherCharges: [] },
        deliveryAllocations: [],
      })),
    },
  ]
}

function selected(option: ShippingOption, quote: Quote, money: Amounts): SelectedCarrierServiceOption {
  const priced = quote.shippingLine
  return {
    carrierId: ownCarrierId,
    code: option.code,
    title: option.title,
    logistics: logisticsOf(option),
    cost: {
      price: money.price(option.price),
      totalDiscount: money.price(0 as typeof option.price),
      ...(priced && {
        totalPriceBeforeTax: money.price(priced.totalBeforeTax),
        totalPriceAfterTax: money.price(priced.totalAfterTax),
        taxDetails: itemTax(priced.tax, money),
      }),
    },
    requestedShippingOption: true,
    otherCharges: [],
    deliveryAllocations: [],
  }
}

export function showDelivery({ answer, chosen }: Delivery, quote: Quote, money: Amounts): ShippingInformation {
  return {
    ...(answer.zone && { region: answer.zone }),
    ...(chosen && { selectedCarrierServiceOption: selected(chosen, quote, money) }),
    carrierServiceOptions: carrierOptions(answer, money),
  }
}
