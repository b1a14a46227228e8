import { attempt } from '@vitrine/client'
import type { OrderReturn, Product, Returnability } from '@vitrine/contract'
import { qr } from '@vitrine/ui/qr'
import { findProductById } from '../catalogue/read.server.ts'
import { findOrder } from '../orders/read.server.ts'
import type { Visit } from '../shop.server.ts'
import type { FormView, LineView, RefundView, ReturnView } from './view.ts'

/** Nothing where it is none of this reader's. */
const hidden: ReadonlySet<string> = new Set(['ORDER_NOT_FOUND', 'RETURN_NOT_FOUND', 'INVALID_ARGUMENT'])

export function showReturn(of: OrderReturn): ReturnView {
  const { shipping, refund } = of
  return {
    id: of.id,
    number: of.number,
    orderId: of.orderId,
    orderNumber: of.orderNumber,
    currency: of.currency,
    status: of.status,
    resolution: of.resolution,
    method: of.method ?? 'SHIPMENT',
    lines: of.lines.map((line) => ({
      id: line.lineItemId,
      name: line.name,
      description: line.description ?? '',
      imageId: line.imageId,
      quantity: line.quantity,
      reason: line.reason,
      amount: line.amount.amount,
      exchangeFor: line.exchangeFor?.name,
      accepted: line.checked?.accepted,
    })),
    pictures: of.pictures ?? [],
    amount: of.amount.amount,
    message: of.message,
    shipping: shipping && {
      address: shipping.address,
      instructions: shipping.instructions,
      labelUrl: shipping.labelUrl,
      trackingNumber: shipping.trackingNumber,
      code: shipping.code ? { text: shipping.code, squares: qr(shipping.code) } : undefined,
      isFree: shipping.paidBy === 'SHOP',
      keepsGoods: shipping.keepsGoods,
    },
    refund: refund && { amount: refund.amount.amount, method: refund.method, status: refund.status, suffix: refund.giftCardSuffix },
    exchangeOrder: of.exchangeOrder,
    history: of.history.map(({ status, date }) => ({ status, date })),
    mayCancel: of.actions.includes('CANCEL'),
    date: of.createdDate,
  }
}

/** The variants of a product that can be sent, by what was chosen of them. */
const variantsOf = ({ variants, manageVariants }: Product): LineView['variants'] =>
  manageVariants === false
    ? []
    : (variants ?? []).flatMap(({ id, choices, stock, variant }) =>
        id !== undefined && stock?.inStock !== false && variant?.visible !== false
          ? [{ id, name: Object.values(choices ?? {}).join(', ') }]
          : [],
      )

async function showForm(here: Visit, of: Returnability): Promise<FormView> {
  const exchanges = of.resolutions.includes('EXCHANGE')
  const products = new Map<string, Promise<Product | undefined>>()
  for (const { productId, returnable } of of.lines)
    if (exchanges && productId && returnable > 0 && !products.has(productId)) products.set(productId, findProductById(here, productId))
  const lines = await Promise.all(
    of.lines.map(async (line): Promise<LineView> => {
      const product = line.productId ? await products.get(line.productId) : undefined
      return {
        id: line.lineItemId,
        name: line.name,
        description: line.description ?? '',
        imageId: line.imageId,
        quantity: line.quantity,
        returnable: line.returnable,
        because: line.because,
        unitAmount: line.unitAmount.amount,
        variants: product ? variantsOf(product) : [],
      }
    }),
  )
  const exchangeable = lines.some(({ variants }) => variants.length > 1)
  return {
    orderId: of.orderId,
    orderNumber: of.orderNumber,
    currency: here.shop.currency,
    state: of.state,
    windowDays: of.windowDays,
    from: of.from,
    until: of.until,
    isFree: of.paidBy === 'SHOP',
    reasons: of.reasons,
    resolutions: of.resolutions.filter((one) => one !== 'EXCHANGE' || exchangeable),
    methods: of.methods,
    inPersonAddress: of.inPersonAddress,
    lines,
    returns: of.returns.map(showReturn),
  }
}

/** What of an order can come back; undefined where it is none of this reader's. */
export async function findForm(here: Visit, id: string, email?: string): Promise<FormView | undefined> {
  const [refused, answer] = await attempt(here.client.returns.getReturnability({ id, ...(email && { email }) }))
  if (!refused) return showForm(here, answer.returnability)
  if (hidden.has(refused.code)) return undefined
  throw refused
}

/** A return; undefined where it is none of this reader's. */
export async function findReturn(here: Visit, id: string, email?: string): Promise<ReturnView | undefined> {
  const [refused, answer] = await attempt(here.client.returns.getReturn({ id, ...(email && { email }) }))
  if (!refused) return showReturn(answer.return)
  if (hidden.has(refused.code)) return undefined
  throw refused
}

/** Which card a refund went to, and its credit note, as far as the order tells both for certain. */
export async function findRefund(here: Visit, { orderId, status, refund }: ReturnView, email?: string): Promise<RefundView | undefined> {
  if (status !== 'REFUNDED' || refund?.method !== 'PAYMENT' || refund.status !== 'SUCCEEDED') return undefined
  const order = await findOrder(here, orderId, email ? { email } : {})
  if (!order?.details) return undefined
  const { card, creditNotes, reasons } = order.details
  const others = reasons.some(({ step }) => step === 'GIFT_CARD')
  return { card: others ? undefined : card, creditNote: creditNotes.length === 1 ? creditNotes[0] : undefined }
}
