import type { RefundItemsInput } from '@vitrine/contract'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { shareOf } from '../selling/share-of.ts'
import { isRefund } from './books.ts'
import type { OrderToCollect } from './collect.ts'
import { units } from './collector.ts'
import type { StoredAction } from './store.ts'

/** In minor units. */
export interface Part {
  readonly total: number
  readonly tax: number
  readonly discount: number
  readonly subtotal: number
}

type Sent = NonNullable<RefundItemsInput>
type Line = NonNullable<Sent['lineItems']>[number]
type Fee = NonNullable<Sent['additionalFees']>[number]

type Wrong = Refusal<
  | 'ORDER_LINE_ITEM_NOT_FOUND'
  | 'ADDITIONAL_FEE_NOT_FOUND'
  | 'SHIPPING_NOT_FOUND'
  | 'INVALID_ADDITIONAL_FEE_REFUND_AMOUNT'
  | 'INVALID_SHIPPING_REFUND_AMOUNT'
  | 'INVALID_LINE_ITEM_REFUND_QUANTITY'
>

export interface Calculation {
  readonly lines: readonly { readonly item: Line; readonly part: Part }[]
  readonly fees: readonly { readonly id: string; readonly part: Part }[]
  readonly shipping: Part | undefined
  readonly errors: readonly { readonly of: { readonly line?: Line; readonly fee?: Fee; readonly shipping?: true }; readonly wrong: Wrong }[]
}

const open = (actions: readonly StoredAction[]) => actions.filter(isRefund).filter(({ state }) => state !== 'FAILED')

/** How much of the delivery went back, or is on its way. */
export const shippingGone = (order: OrderToCollect, actions: readonly StoredAction[]): number =>
  open(actions).reduce((all, { document: { details } }) => {
    if (details.shipping?.amount) return all + amountOf(details.shipping.amount, order)
    return all + (details.shippingIncluded ? order.shipping : 0)
  }, 0)

export const feeGone = (order: OrderToCollect, actions: readonly StoredAction[], id: string): number =>
  open(actions)
    .flatMap(({ document: { details } }) => details.additionalFees ?? [])
    .filter(({ additionalFeeId }) => additionalFeeId === id)
    .reduce((all, { amount }) => all + (amount ? amountOf(amount, order) : 0), 0)

/** Units of a line that were refunded, or are about to be. */
export const unitsGone = (actions: readonly StoredAction[], line: OrderToCollect['lines'][number]): number =>
  line.refunded +
  actions
    .filter(isRefund)
    .filter(({ state }) => state === 'PENDING')
    .flatMap(({ document: { details } }) => details.lineItems ?? [])
    .filter(({ lineItemId }) => lineItemId === line.id)
    .reduce((all, { quantity = 0 }) => all + quantity, 0)

function amountOf(price: { readonly amount: string }, { currency }: OrderToCollect): number {
  const amount = units(price, currency)
  return typeof amount === 'number' ? amount : 0
}

/** What some units, fees and delivery come to, and what of it cannot be. */
export function calculated(
  order: OrderToCollect,
  actions: readonly StoredAction[],
  items: RefundItemsInput | null | undefined,
): Calculation {
  const lines: { item: Line; part: Part }[] = []
  const fees: { id: string; part: Part }[] = []
  const errors: { of: { line?: Line; fee?: Fee; shipping?: true }; wrong: Wrong }[] = []
  const gone = new Map(order.lines.map((line) => [line.id, unitsGone(actions, line)]))
  for (const item of items?.lineItems ?? []) {
    const line = order.lines.find(({ id }) => id === item.lineItemId)
    if (!line) {
      errors.push({ of: { line: item }, wrong: refuse('ORDER_LINE_ITEM_NOT_FOUND', { lineItemId: item.lineItemId }) })
      continue
    }
    const from = gone.get(line.id)!
    const to = from + item.quantity
    if (to > line.quantity) {
      errors.push({ of: { line: item }, wrong: refuse('INVALID_LINE_ITEM_REFUND_QUANTITY', item) })
      continue
    }
    gone.set(line.id, to)
    const of = (sum: number) => shareOf(sum, line.quantity, from, item.quantity)
    lines.push({ item, part: partOf(order, of(line.total), of(line.tax), of(line.discount)) })
  }
  const feesGone = new Map<string, number>()
  for (const item of items?.additionalFees ?? []) {
    const { additionalFeeId: id } = item
    const fee = order.fees.find((one) => one.id === id)
    if (!fee) {
      errors.push({ of: { fee: item }, wrong: refuse('ADDITIONAL_FEE_NOT_FOUND', { additionalFeeId: id }) })
      continue
    }
    const before = feeGone(order, actions, id) + (feesGone.get(id) ?? 0)
    const left = fee.total - before
    const amount = units(item.amount, order.currency) ?? left
    if (typeof amount !== 'number' || amount <= 0 || amount > left) {
      errors.push({ of: { fee: item }, wrong: refuse('INVALID_ADDITIONAL_FEE_REFUND_AMOUNT', { additionalFeeId: id }) })
      continue
    }
    feesGone.set(id, (feesGone.get(id) ?? 0) + amount)
    fees.push({ id, part: partOf(order, amount, shareOf(fee.tax, fee.total, before, amount), 0) })
  }
  let shipping: Part | undefined
  if (items?.shipping) {
    const before = shippingGone(order, actions)
    const left = order.shipping - before
    const amount = units(items.shipping.amount, order.currency) ?? left
    if (order.shipping === 0) errors.push({ of: { shipping: true }, wrong: refuse('SHIPPING_NOT_FOUND') })
    else if (typeof amount !== 'number' || amount <= 0 || amount > left)
      errors.push({ of: { shipping: true }, wrong: refuse('INVALID_SHIPPING_REFUND_AMOUNT') })
    else shipping = partOf(order, amount, shareOf(order.shippingTax, order.shipping, before, amount), 0)
  }
  return { lines, fees, shipping, errors }
}

const partOf = ({ taxIncluded }: OrderToCollect, total: number, tax: number, discount: number): Part => ({
  total,
  tax,
  discount,
  subtotal: total + discount - (taxIncluded ? 0 : tax),
})

export const sumOfParts = (parts: readonly Part[]): Part =>
  parts.reduce(
    (all, part) => ({
      total: all.total + part.total,
      tax: all.tax + part.tax,
      discount: all.discount + part.discount,
      subtotal: all.subtotal + part.subtotal,
    }),
    { total: 0, tax: 0, discount: 0, subtotal: 0 },
  )
