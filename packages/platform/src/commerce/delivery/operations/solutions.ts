import type { DeliverableItem, DeliverySolution, deliverySolutions, Received, WeightUnit } from '@vitrine/contract'
import { type Discount, minor, roundDecimal, sum, toDecimal } from '@vitrine/pricing'
import { newId } from '../../../kernel/db/id.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { violation } from '../../../kernel/violation.ts'
import { keepAddress, placeOf } from '../../selling/addresses.ts'
import type { Amounts } from '../../selling/amounts.ts'
import { type Delivery, deliveryFor, logisticsOf, type OfferedOption, ownCarrierId } from '../../selling/delivery.ts'
import type { OpenPricing } from '../../selling/pricing-context.ts'
import { knowSentLines, type SentLine } from '../../selling/sent-lines.ts'

type Asked = Received<'POST /_api/delivery-rates/v1/get-delivery-solutions'>

/** The options of delivery for line items that are in no cart, as a checkout offers them. */
export function deliverySolutionOperations({ openPricing }: { readonly openPricing: OpenPricing }): Handlers<typeof deliverySolutions> {
  return {
    async 'POST /_api/delivery-rates/v1/get-delivery-solutions'({ lineItems, destination, currency, weightUnit }, { db, site }) {
      const sentIds = lineItems.flatMap(({ id }) => id ?? [])
      if (new Set(sentIds).size < sentIds.length) return violation('lineItems.id', 'two line items have the same id')
      const pricing = await openPricing(db, site)
      const { commerce } = pricing.settings
      if (currency !== commerce.currency) return refuse('CURRENCY_NOT_SUPPORTED')
      const to = keepAddress(destination, commerce.locale)
      const place = placeOf(to)
      if (!place) return refuse('REQUIRED_COUNTRY')
      const items = lineItems.map((item) => sentItem(item, weightUnit ?? commerce.weightUnit, commerce))
      const lines = await knowSentLines(
        items.map(({ line }) => line),
        pricing,
      )
      const discounts = items.flatMap(({ discount }) => discount ?? [])
      const delivery = deliveryFor(lines, place, undefined, pricing, discounts, await pricing.deliveryFacts(lines, to))
      if (delivery.answer.none === 'NO_ZONE') return refuse('NO_DELIVERY_REGION_FOUND')
      const delivered = new Set(lines.flatMap(({ id, item }) => (item?.shippable ? [id] : [])))
      const lineItemIds = sentIds.filter((id) => delivered.has(id))
      return {
        deliverySolutions: delivery.options.map((option) => solution(option, { delivery, lineItemIds, currency, money: pricing.money })),
        errors: errorsOf(delivery),
      }
    },
  }
}

const gramsPer: { readonly [unit in WeightUnit]?: number } = { KG: 1000, LB: 453.592_37 }

/** A weight in another unit, to a millionth; one in an unknown unit is taken as it is. */
function converted(weight: number, from: WeightUnit, to: WeightUnit): number {
  const [source, target] = [gramsPer[from], gramsPer[to]]
  return source && target && from !== to ? Math.round(((weight * source) / target) * 1e6) / 1e6 : weight
}

/** An item as a line. Where its units together cost no multiple of one unit, a discount takes what is too much. */
function sentItem(
  { id: sent, name, price, totalPrice, priceBeforeDiscount, totalPriceBeforeDiscount, physicalProperties, ...rest }: DeliverableItem,
  weightUnit: WeightUnit,
  shop: { readonly currency: string; readonly weightUnit: WeightUnit },
): { readonly line: SentLine; readonly discount: Discount | undefined } {
  const id = sent ?? newId()
  const total = totalPrice ?? (price ? undefined : totalPriceBeforeDiscount)
  const whole = total ? roundDecimal(total, shop.currency) : undefined
  const each = whole === undefined ? undefined : minor(Math.ceil(whole / rest.quantity))
  const excess = whole === undefined || each === undefined ? 0 : each * rest.quantity - whole
  const weight = physicalProperties?.weight
  return {
    line: {
      id,
      price: each === undefined ? (price ?? priceBeforeDiscount ?? undefined) : toDecimal(each, shop.currency),
      described: {
        ...rest,
        ...(name && { productName: { original: name } }),
        ...(physicalProperties && {
          physicalProperties: {
            ...physicalProperties,
            ...(typeof weight === 'number' && { weight: converted(weight, weightUnit, shop.weightUnit) }),
          },
        }),
      },
    },
    discount: excess > 0 ? { id, name: '', source: 'MERCHANT', lineIds: [id], off: { amount: minor(excess) } } : undefined,
  }
}

interface Shown {
  readonly delivery: Delivery
  readonly lineItemIds: readonly string[]
  readonly currency: Asked['currency']
  readonly money: Amounts
}

function solution(option: OfferedOption, { delivery, lineItemIds, currency, money }: Shown): DeliverySolution {
  const { code, carrierId, title, price, charges = [] } = option
  const carriage = minor(price - sum(charges.map((charge) => charge.price)))
  const region = delivery.answer.zone
  return {
    code,
    deliveryReference: { code, appId: carrierId },
    title,
    logistics: logisticsOf(option),
    cost: {
      price: toDecimal(carriage, currency),
      currency,
      deliveryPrice: money.price(carriage),
      additionalCosts: charges.map(({ details, price }) => ({
        ...(details && { description: details }),
        deliveryPrice: money.price(price),
      })),
    },
    deliveryAllocations: [
      {
        deliveryCarrier: { appId: carrierId, code },
        ...(region && { deliveryRegion: { id: region.id, name: region.name } }),
        applicableLineItems: { lineItemIds: [...lineItemIds] },
      },
    ],
    partial: false,
  }
}

const errorsOf = ({ error, carrierErrors }: Delivery) => [
  ...(error ? [{ appId: ownCarrierId, errorDetails: { applicationError: error } }] : []),
  ...carrierErrors.map(({ carrierId, error }) => ({ appId: carrierId, errorDetails: { applicationError: error } })),
]
