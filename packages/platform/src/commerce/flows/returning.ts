import type { RefusalCode } from '@vitrine/contract'
import { minor, toDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { returnSettingsOf } from '../../kernel/settings/return-settings.ts'
import { findFulfillments } from '../fulfillment/store.ts'
import type { CodeKeys } from '../gift-cards/code.ts'
import { issue } from '../gift-cards/issue.ts'
import { goesByItself } from '../orders/automatic-fulfillment.ts'
import { isTheirs } from '../orders/buyer.ts'
import { addActivitiesNow, findOrder, findStoredOrders, lockOrder } from '../orders/store.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import { calculated, shippingGone, sumOfParts, unitsGone } from '../payments/billing-rules.ts'
import { isRefund, refundable } from '../payments/books.ts'
import { type Account, type CollectDeps, carryOut, newAction } from '../payments/collect.ts'
import { refundability } from '../payments/collect-rules.ts'
import { units } from '../payments/collector.ts'
import { findActionsOf, type RefundAction } from '../payments/store.ts'
import type { Given, Giving, GivingRefusal, OrderToReturn, ReturnDeps } from '../returns/deps.ts'
import { numberOf, type ReturnNews } from '../returns/store.ts'
import { arrivedAt } from '../review-requests/rules.ts'
import { findFiles } from '../reviews/store.ts'
import { uploadersOf } from '../reviews/write.ts'
import { storesApp } from '../selling/apps.ts'
import { choiceNames } from '../selling/choice-names.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { placeExchange } from './exchanging.ts'
import { asToCollect } from './order-payments.ts'

const buyerNameOf = ({ document }: StoredOrder): string => {
  const { firstName, lastName } = (document.recipientInfo ?? document.billingInfo)?.contactDetails ?? {}
  return [firstName, lastName].filter(Boolean).join(' ')
}

/** An order as goods of it come back: what was handed over, and what was given back for already. */
export async function orderToReturn(db: Db, site: string, order: StoredOrder | undefined): Promise<OrderToReturn | undefined> {
  if (!order || order.status === 'INITIALIZED') return undefined
  const { lines } = asToCollect(order)
  const actions = await findActionsOf(db, site, [order.id])
  const shipments = (await findFulfillments(db, site, [order.id])).filter(({ completed }) => completed)
  const shipped = new Map<string, number>()
  for (const shipment of shipments) for (const { id, quantity } of shipment.lines) shipped.set(id, (shipped.get(id) ?? 0) + quantity)
  const { id, number, owner, guests, email, currency } = order
  return {
    id,
    number,
    owner,
    guests,
    email,
    currency,
    buyerName: buyerNameOf(order),
    arrived: shipments.length > 0 ? arrivedAt(shipments, order.updatedAt) : undefined,
    lines: order.document.lineItems.map((line, i) => {
      const reference = line.catalogReference?.appId === storesApp ? line.catalogReference : undefined
      return {
        id: line.id,
        name: line.productName?.original ?? '',
        description: choiceNames(line.descriptionLines).join(', '),
        imageId: line.image?.id,
        productId: reference?.catalogItemId,
        variantId: order.stockItems.find(({ lineItemId }) => lineItemId === line.id)?.variantId,
        quantity: line.quantity,
        shipped: Math.min(shipped.get(line.id) ?? 0, line.quantity),
        refunded: unitsGone(actions, lines[i]!),
        isGoods: !goesByItself(line),
        total: lines[i]!.total,
      }
    }),
  }
}

const words: Readonly<Record<ReturnNews['of']['status'], string>> = {
  REQUESTED: 'was asked for',
  APPROVED: 'was approved',
  RECEIVED: 'has arrived',
  CHECKED: 'was checked',
  REFUNDED: 'was refunded',
  EXCHANGED: 'was exchanged',
  REFUSED: 'was refused',
  CANCELED: 'was called off',
}

function storyOf({ of, by, isNew }: ReturnNews): string {
  const count = of.document.lines.reduce((all, { quantity }) => all + quantity, 0)
  const what = `Return ${numberOf(of)}, ${count} ${count === 1 ? 'item' : 'items'},`
  if (isNew)
    return `${what} was asked for${by === 'SHOP' ? ' by the shop' : ''}${of.status === 'APPROVED' ? ' and approved by the rules' : ''}.`
  const { exchangeOrder } = of.document
  return `${what} ${words[of.status]}${exchangeOrder ? `: order ${exchangeOrder.number}` : ''}.`
}

/** Out of which payments an amount goes back: those by card first, gift cards last. What was paid by hand goes back by hand. */
function spread(
  { order, payments, actions }: Account,
  amount: number,
  instead: boolean,
  action: Pick<RefundAction, 'attempt'> & Pick<RefundAction['document'], 'details'>,
  now: Date,
): readonly RefundAction[] | Refusal<'INVALID_AMOUNT' | 'NOTHING_TO_REFUND'> {
  const all: RefundAction[] = []
  let left = amount
  const last = payments.filter(({ document }) => document.giftCard)
  for (const payment of [...payments.filter(({ document }) => !document.giftCard), ...last]) {
    const before = [...actions, ...all]
    const can = refundability(payment, before, order.status).refundabilityStatus
    const part = Math.min(left, refundable(payment, before))
    if (can === 'NOT_REFUNDABLE' || part === 0) continue
    const [first] = all
    all.push(
      newAction(
        payment,
        {
          kind: 'REFUND' as const,
          amount: part,
          attempt: action.attempt,
          document: {
            // Units go back once, however many payments give money back for them.
            details: first ? { shippingIncluded: false, ...(action.details.reason && { reason: action.details.reason }) } : action.details,
            external: instead || can === 'MANUAL',
            ...(first && { together: first.id }),
          },
        },
        now,
      ),
    )
    left -= part
  }
  if (all.length === 0) return refuse('NOTHING_TO_REFUND')
  return left > 0 ? refuse('INVALID_AMOUNT', { most: toDecimal(minor(amount - left), order.currency) }) : all
}

/** What units come to, and how much of it is given back. */
function amountOf({ order, actions }: Account, { units: lineItems, includeShipping, amount }: Giving) {
  const shipping = includeShipping && order.shipping > shippingGone(order, actions)
  const items = calculated(order, actions, { lineItems: [...lineItems], ...(shipping && { shipping: {} }) })
  const sum = sumOfParts([...items.lines.map(({ part }) => part), ...(items.shipping ? [items.shipping] : [])]).total
  if (items.errors.length > 0 || sum <= 0) return refuse('NOTHING_TO_REFUND')
  const wanted = amount === undefined ? sum : units({ amount }, order.currency)
  if (wanted instanceof Refusal) return wanted
  return wanted && wanted <= sum ? { items, amount: wanted } : refuse('INVALID_AMOUNT', { most: toDecimal(minor(sum), order.currency) })
}

interface Parts extends Pick<Kernel, 'readSettings'> {
  readonly openPricing: OpenPricing
  readonly collecting: CollectDeps
  readonly cardKeys: CodeKeys
}

/** What returns need of orders, payments, stock, gift cards and the catalogue. */
export function returnDeps({ readSettings, openPricing, collecting, cardKeys }: Parts): ReturnDeps {
  return {
    settingsOf: async (db, site) => returnSettingsOf(await readSettings(db, site)),
    findOrder: async (db, site, id) => orderToReturn(db, site, await findOrder(db, site, id)),
    lockOrder: async (db, site, id) => orderToReturn(db, site, await lockOrder(db, site, id)),
    isTheirs,

    async findCustomers(db, site, ids) {
      const orders = ids.length > 0 ? await findStoredOrders(db, site, ids) : []
      return new Map(orders.map((order) => [order.id, { owner: order.owner, email: order.email, buyerName: buyerNameOf(order) }]))
    },

    async variantNames(db, site, wanted) {
      const { know } = await openPricing(db, site)
      const known = await know(
        wanted.map(({ productId: catalogItemId, variantId }) => ({
          quantity: 1,
          reference: { appId: storesApp, catalogItemId, options: { variantId } },
        })),
      )
      return known.map(({ item }) => item && (choiceNames(item.descriptionLines).join(', ') || item.name))
    },

    async findPictures({ db, site, caller, merchant }, ids) {
      const files = await findFiles(db, site, ids, merchant ? undefined : uploadersOf(caller))
      return new Set([...files.values()].flatMap(({ id, kind }) => (kind === 'image' ? id : [])))
    },

    async tell(context, order, news) {
      const { db, site, now } = context
      const { revision } = (await findOrder(db, site, order.id))!
      await addActivitiesNow(context, order.id, [
        {
          type: 'MERCHANT_COMMENT',
          activityType: 'MERCHANT_COMMENT',
          merchantComment: { message: storyOf(news) },
          ...(news.by === 'BUYER' && order.email && { authorEmail: order.email }),
        },
      ])
      const { id: returnId, status } = news.of
      const payload = { revision, returned: { returnId, status, isNew: news.isNew, by: news.by } }
      await append(db, site, now, [{ type: 'wix.ecom.v1.order_updated', entityId: order.id, payload }])
    },

    async restock(context, orderId, back) {
      const locked = await collecting.order.lock(context, orderId)
      await locked.keepBooks({
        activities: [],
        lines: back.map(({ lineItemId, quantity }) => ({ lineItemId, refunded: 0, restocked: quantity })),
      })
    },

    moneyIn: async (db, site, currency) => (await openPricing(db, site)).moneyIn(currency),

    async refundStates(db, site, orderIds) {
      const attempts = Map.groupBy((await findActionsOf(db, site, orderIds)).filter(isRefund), ({ attempt }) => attempt)
      const stateOf = (parts: readonly RefundAction[]) =>
        (['FAILED', 'PENDING'] as const).find((state) => parts.some((part) => part.state === state)) ?? 'SUCCEEDED'
      return new Map([...attempts].map(([attempt, parts]) => [attempt, stateOf(parts)]))
    },

    async giveBack<C extends RefusalCode>(
      by: Parameters<ReturnDeps['giveBack']>[0],
      choose: (context: Context) => Promise<Giving | Refusal<C>>,
      keep: (context: Context, given: Given) => Promise<Refusal<C> | undefined>,
    ) {
      const done = await carryOut<C | GivingRefusal>(collecting, by, async (account, context) => {
        const chosen = await choose(context)
        if (chosen instanceof Refusal) return chosen
        const found = amountOf(account, chosen)
        if (found instanceof Refusal) return found
        const { items, amount } = found
        const lineItems = items.lines.map(({ item }) => item)
        const money = (await openPricing(context.db, context.site)).moneyIn(account.order.currency)
        const details = {
          shippingIncluded: false,
          lineItems,
          items: lineItems,
          ...(items.shipping && { shipping: { amount: money.plain(minor(items.shipping.total)) } }),
          reason: chosen.reason,
        }
        const actions = spread(account, amount, chosen.instead, { attempt: by.attempt, details }, context.now)
        if (actions instanceof Refusal) return actions
        const refused = await keep(context, {
          amount,
          isManual: actions.some(({ document }) => document.external),
          lines: items.lines.map(({ item, part }) => ({ ...item, amount: part.total, tax: part.tax })),
        })
        return refused ?? actions
      })
      if (!(done instanceof Refusal)) return { failed: done.every(({ state }) => state === 'FAILED') }
      if (done.code === 'ORDER_NOT_FOUND') throw new Error(`order ${by.orderId} of a return is gone`)
      return done as Refusal<C | GivingRefusal>
    },

    async giveCredit(context, order, { returnId, amount }) {
      const { settings } = await openPricing(context.db, context.site)
      if (order.currency !== settings.commerce.currency) return refuse('CURRENCY_NOT_SUPPORTED')
      const recipient = { email: order.email, ...(order.buyerName && { name: order.buyerName }) }
      const issued = await issue(context, cardKeys, {
        initial: amount,
        currency: order.currency,
        expiresAt: null,
        source: 'MANUAL',
        orderId: order.id,
        idempotencyKey: `return:${returnId}`,
        document: { orderNumber: String(order.number), ...(order.email && { notification: { recipient } }) },
      })
      if (!issued) throw new Error(`a new code for the credit of return ${returnId} is taken`)
      return issued.card.suffix
    },

    placeExchange: placeExchange(openPricing),
  }
}
