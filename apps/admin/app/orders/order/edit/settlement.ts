import type { DraftOrder, Order } from '@vitrine/contract'
import { type Minor, minor, sum } from '@vitrine/pricing'
import { added } from '../../sums.ts'

type Summed = Pick<Order, 'currency' | 'lineItems' | 'shippingInfo' | 'additionalFees' | 'priceSummary'>
type Edited = Pick<DraftOrder, 'lineItems' | 'shippingInfo' | 'additionalFees' | 'priceSummary' | 'balanceSummary'>

/** One cause of the difference between what an order was and what it becomes. */
export interface Difference {
  readonly id: string
  readonly name: string
  readonly amount: Minor
}

/** Why an order comes to something else: what of it went, came or costs otherwise. The amounts make the whole difference. */
export function differencesOf(order: Summed, draft: Edited): Difference[] {
  const currency = order.currency!
  const money = (...of: (Parameters<typeof added>[0][number] | undefined)[]) => added(of, currency)
  const was = new Map(order.lineItems.map((line) => [line.id, line]))
  const lines = draft.lineItems.map(({ added: isNew, removed, lineItem }): Difference => {
    const before = was.get(lineItem.id)
    const name = lineItem.productName?.original ?? 'Item'
    const now = removed ? minor(0) : money(lineItem.totalPriceAfterTax)
    const amount = minor(now - money(before?.totalPriceAfterTax))
    const how =
      removed || isNew
        ? ` ${removed ? 'off' : 'on'}`
        : before && before.quantity !== lineItem.quantity
          ? `, ${before.quantity} → ${lineItem.quantity}`
          : ''
    return { id: lineItem.id, name: name + how, amount }
  })
  const wanted = draft.shippingInfo?.removed ? undefined : draft.shippingInfo?.shippingInfo
  const delivery = minor(money(wanted?.cost?.totalPriceAfterTax) - money(order.shippingInfo?.cost?.totalPriceAfterTax))
  const fees = minor(
    money(...draft.additionalFees.filter(({ applied }) => applied).map(({ additionalFee }) => additionalFee.priceAfterTax)) -
      money(...order.additionalFees.map(({ priceAfterTax }) => priceAfterTax)),
  )
  const named = [...lines, { id: 'delivery', name: 'Delivery', amount: delivery }, { id: 'fees', name: 'Fees', amount: fees }]
  const whole = money(draft.priceSummary?.total) - money(order.priceSummary?.total)
  const rest = minor(whole - sum(named.map(({ amount }) => amount)))
  return [...named, { id: 'rest', name: 'Discounts and tax', amount: rest }].filter(({ amount }) => amount !== 0)
}

/** What is to be done about the money when an edit is saved. */
export type Settlement =
  | { readonly kind: 'EVEN' }
  /** More is due than was paid and is authorized. */
  | { readonly kind: 'OWES'; readonly amount: Minor }
  /** More was paid than it comes to. */
  | { readonly kind: 'GETS'; readonly amount: Minor }
  /** More is authorized than it comes to: the platform does not let it be saved. */
  | { readonly kind: 'AUTHORIZED'; readonly amount: Minor }

export function settlementOf({ priceSummary, balanceSummary }: Edited, currency: string): Settlement {
  const of = (price: Parameters<typeof added>[0][number]) => added([price], currency)
  const total = of(priceSummary?.total)
  const paid = of(balanceSummary?.paid)
  const authorized = of(balanceSummary?.authorized)
  if (paid > total) return { kind: 'GETS', amount: minor(paid - total) }
  if (authorized > 0 && paid + authorized > total) return { kind: 'AUTHORIZED', amount: authorized }
  return paid + authorized < total ? { kind: 'OWES', amount: minor(total - paid - authorized) } : { kind: 'EVEN' }
}

/** Whether a draft says anything else than its order. */
export const isChanged = ({ lineItems, shippingInfo, recipientInfo, billingDetails, additionalFees, discounts }: DraftOrder): boolean =>
  lineItems.some(({ added: isNew, removed, changedDetails }) => isNew || removed || changedDetails !== undefined) ||
  [shippingInfo, recipientInfo, billingDetails].some((part) => part && (part.added || part.removed || part.changedDetails !== undefined)) ||
  [...additionalFees, ...discounts].some(({ source, applied }) => (source === 'ORIGINAL_ORDER' ? !applied : applied))
