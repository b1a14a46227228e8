import type { Order, OrderChange, Price } from '@vitrine/contract'
import { minor, parseDecimal } from '@vitrine/pricing'
import { isSame } from '../../kernel/canonical.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { notDraftable } from './begin.ts'
import { calculate, type Totals } from './calculate.ts'
import { changesBetween } from './changes.ts'
import {
  type Agreed,
  type DraftContacts,
  type DraftDelivery,
  type DraftDocument,
  type SourceOrder,
  type StockItemOfLine,
  saved,
} from './draft.ts'
import type { Placing, StoredDraft } from './store.ts'
import { depositIn, type Written, written } from './written.ts'

/** What becomes of an order when its draft is applied. */
export interface Edit {
  readonly draftOrderId: string
  readonly reason?: string
  readonly written: Written
  readonly changes: readonly OrderChange[]
  /** By how many units each line is more, or less, and whether they leave the stock or go back to it. */
  readonly moves: readonly Move[]
  readonly tellsBuyer: boolean
  readonly tellsStory: boolean
}

export interface Move {
  readonly lineItemId: string
  readonly productId: string
  readonly variantId: string
  readonly units: number
  readonly moved: boolean
}

/** An order that is made from a draft. */
export interface Creation {
  readonly draftOrderId: string
  readonly written: Written
  readonly purchaseFlowId?: string
  /** Set where money is asked for first: until some of it is paid, the order waits. */
  readonly waits: boolean
  /** All of it came by other means. */
  readonly paid: boolean
  readonly coupon?: { readonly id: string; readonly code: string; readonly given: number }
  readonly note?: string
  readonly channelInfo?: NonNullable<Order['channelInfo']>
  readonly editableBy?: readonly string[]
  /** The rules that gave something, and how much in minor units. */
  readonly rules: readonly { readonly id: string; readonly given: number }[]
  readonly tellsBuyer: boolean
}

/** The lines of which there are too few in stock. */
export interface Short {
  readonly short: readonly string[]
}

export interface CommitDeps {
  readonly openPricing: OpenPricing
  /** An order that nobody else changes until the transaction ends. */
  readonly lockOrder: (db: Db, site: string, id: string) => Promise<SourceOrder | undefined>
  /** How many units of each line are with the buyer, or packed for them. */
  readonly handedOver: (db: Db, site: string, orderId: string) => Promise<ReadonlyMap<string, number>>
  /** What of an order's money was paid, what of that off gift cards, and what is held, in minor units. */
  readonly moneyOf: (db: Db, site: string, orderId: string) => Promise<Record<'paid' | 'byGiftCard' | 'authorized', number>>
  /** Stores the edit; answers with the lines that are short, and then the caller has to roll the transaction back. */
  readonly edit: (context: Context, orderId: string, edit: Edit) => Promise<Order | Short>
  readonly create: (context: Context, caller: Caller, creation: Creation) => Promise<(Order & { readonly id: string }) | Short | Refusal>
  /** Reserves exactly these units for a draft, and no others; answers with those that are short, and then the caller has to roll back. */
  readonly hold: (
    context: Context,
    draft: { readonly id: string; readonly revision: number; readonly units: readonly StockItemOfLine[] },
  ) => Promise<readonly ShortStockItem[]>
}

/** A stock item with fewer units than were to be held. */
export interface ShortStockItem {
  readonly productId: string
  readonly variantId: string
  readonly available: number
}

interface Violation {
  readonly reason: string
  readonly lineItemId?: string
}

export interface CommitInput {
  readonly reason?: string | null | undefined
  readonly commitSettings?:
    | {
        readonly sendNotificationsToBuyer?: boolean | null | undefined
        readonly addActivitiesToOrder?: boolean | null | undefined
        readonly updateInventory?: readonly { readonly lineItemId: string }[] | null | undefined
      }
    | null
    | undefined
}

/** Makes an order what its draft says. Whatever happened to it since the draft was begun is looked at again, under its lock. */
export async function commit(
  context: Context,
  caller: Caller,
  draft: StoredDraft,
  { reason, commitSettings }: CommitInput,
  deps: CommitDeps,
): Promise<
  { readonly order: Order; readonly document: DraftDocument; readonly totals: Totals } | Refusal<'DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS'>
> {
  const { db, site, now } = context
  const failed = (...violations: Violation[]) => refuse('DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS', { violations })
  if (!draft.orderId || !draft.document.agreed) return failed({ reason: 'NO_SOURCE_ORDER' })
  const pricing = await deps.openPricing(db, site)
  const order = await deps.lockOrder(db, site, draft.orderId)
  const reasons = notDraftable(order, pricing, caller)
  if (!order || reasons.length > 0) return failed(...reasons.map((one) => ({ reason: one })))
  const document = onTopOf(order, draft.document, draft.document.agreed)
  if (!document) return failed({ reason: 'ORDER_CHANGED' })
  if (saved(document).length === 0) return failed({ reason: 'NO_LINE_ITEMS' })
  const handedOver = await deps.handedOver(db, site, order.id)
  const tooFew = document.lines.filter(({ id, quantity }) => quantity < (handedOver.get(id) ?? 0))
  if (tooFew.length > 0) return failed(...tooFew.map(({ id }) => ({ reason: 'FULFILLED_QUANTITY_EXCEEDED', lineItemId: id })))

  const totals = await calculate(document, pricing, { owner: order.owner, orderId: order.id })
  const result = written(document, totals, pricing.money, now)
  const { paid, authorized, byGiftCard } = await deps.moneyOf(db, site, order.id)
  // What is held beyond what is due has to be taken or let go first: nobody takes more than the order comes to.
  if (authorized > 0 && paid + authorized > result.total) return failed({ reason: 'ORDER_HAS_AUTHORIZED_TRANSACTION' })
  const due = Math.max(0, result.document.due - byGiftCard)

  const changes = changesBetween(
    { ...order.document, total: pricing.money.plain(minor(order.total)) },
    { ...result.document, total: pricing.money.plain(result.total) },
  )
  const named = new Set(commitSettings?.updateInventory?.map(({ lineItemId }) => lineItemId))
  const edited = await deps.edit(context, order.id, {
    draftOrderId: draft.id,
    ...(reason && { reason }),
    written: { ...result, document: { ...result.document, due } },
    changes,
    moves: movesOf(document, named),
    tellsBuyer: commitSettings?.sendNotificationsToBuyer ?? true,
    tellsStory: commitSettings?.addActivitiesToOrder ?? true,
  })
  if (!('short' in edited)) return { order: edited, document, totals }
  return failed(...edited.short.map((lineItemId) => ({ reason: 'OUT_OF_STOCK', lineItemId })))
}

/** A draft on top of its order as it is now: addresses may have been mended since, what was agreed may not have been. */
function onTopOf(order: SourceOrder, draft: DraftDocument, agreed: Agreed): DraftDocument | undefined {
  const { document, email } = order
  const terms = ({ id, quantity, price, totalPriceAfterTax }: Agreed['lines'][number]) => [
    id,
    quantity,
    price?.amount,
    totalPriceAfterTax?.amount,
  ]
  if (order.total !== agreed.total || !isSame(document.lineItems.map(terms), agreed.lines.map(terms))) return undefined
  const buyer = document.buyerInfo || email ? { ...document.buyerInfo, ...(email && { email }) } : undefined
  const now: DraftContacts = {
    ...(buyer && { buyer }),
    ...(document.recipientInfo && { recipient: document.recipientInfo }),
    ...(document.billingInfo && { billing: document.billingInfo }),
    ...(document.businessLocation && { location: document.businessLocation }),
  }
  const contacts: Record<string, unknown> = {}
  for (const name of ['buyer', 'recipient', 'billing', 'location'] as const) {
    const value = isSame(draft.contacts[name], agreed.contacts[name]) ? now[name] : draft.contacts[name]
    if (value !== undefined) contacts[name] = value
  }
  const { cost: _, ...info } = document.shippingInfo ?? { title: '' }
  const delivery: DraftDelivery | null = agreed.delivery && document.shippingInfo ? { ...agreed.delivery, info } : null
  return {
    ...draft,
    contacts: contacts,
    delivery: draft.delivery?.agreed ? delivery : draft.delivery,
    lines: draft.lines.map((line) => (line.agreed ? { ...line, agreed: document.lineItems.find(({ id }) => id === line.id)! } : line)),
    agreed: {
      ...agreed,
      lines: document.lineItems,
      contacts: now,
      delivery,
      ...(document.shippingInfo && { shippingInfo: document.shippingInfo }),
    },
  }
}

function movesOf({ lines }: DraftDocument, named: ReadonlySet<string>): Move[] {
  return lines.flatMap(({ id: lineItemId, quantity, agreed, item: { stock } }): Move[] => {
    const units = quantity - (agreed?.quantity ?? 0)
    return stock && units !== 0 ? [{ lineItemId, ...stock, units, moved: named.has(lineItemId) }] : []
  })
}

export interface CreateInput {
  /** How it is paid, where that is said. */
  readonly placed?: Placing
  readonly createSettings?:
    | {
        readonly editableByOwnerApps?: { readonly appIds: readonly string[] } | null | undefined
        readonly notifications?: { readonly sendNotificationToBuyer?: boolean | null | undefined } | null | undefined
      }
    | null
    | undefined
  readonly channelInfo?:
    | {
        readonly type: NonNullable<Order['channelInfo']>['type']
        readonly externalOrderId?: string | null | undefined
        readonly externalOrderUrl?: string | null | undefined
      }
    | null
    | undefined
}

/** Makes an order of a draft from scratch. */
export async function createOrder(
  context: Context,
  caller: Caller,
  draft: StoredDraft,
  { createSettings, channelInfo, placed }: CreateInput,
  deps: CommitDeps,
): Promise<
  | { readonly order: Order & { readonly id: string }; readonly totals: Totals }
  | Refusal<'CREATE_ORDER_FAILED_VALIDATIONS' | 'DRAFT_ORDER_DEPOSIT_AMOUNT_EXCEEDS_ORDER_TOTAL'>
> {
  const { db, site, now } = context
  const { document } = draft
  const failed = (...violations: Violation[]) => refuse('CREATE_ORDER_FAILED_VALIDATIONS', { violations })
  if (draft.orderId) return failed({ reason: 'DRAFT_IS_OF_AN_ORDER' })
  if (saved(document).length === 0) return failed({ reason: 'NO_LINE_ITEMS' })
  const pricing = await deps.openPricing(db, site)
  const totals = await calculate(document, pricing, { owner: draft.owner })
  const { quote, automatic } = totals
  const deposit = depositIn(document, quote)
  if (deposit !== undefined && deposit > quote.total) return refuse('DRAFT_ORDER_DEPOSIT_AMOUNT_EXCEEDS_ORDER_TOTAL')
  const result = written(document, totals, pricing.money, now)
  const { appliedDiscounts } = result.document
  const units = (price: Price | undefined) => (price ? parseDecimal(price.amount, quote.currency) : 0)
  const given = new Map(
    appliedDiscounts.flatMap(({ discountRule }) => (discountRule ? [[discountRule.id, units(discountRule.amount)]] : [])),
  )
  const [coupon] = appliedDiscounts.flatMap(({ coupon: one }) => (one ? [{ id: one.id, code: one.code, given: units(one.amount) }] : []))
  const { type, externalOrderId, externalOrderUrl } = channelInfo ?? { type: 'BACKOFFICE_MERCHANT' as const }
  // What it holds goes back first: the order takes it, or what there is then.
  if (draft.heldUntil) await deps.hold(context, { id: draft.id, revision: draft.revision + 1, units: [] })
  const created = await deps.create(context, caller, {
    draftOrderId: draft.id,
    written: result,
    paid: placed === 'PAID',
    ...(coupon && { coupon }),
    ...(document.note && { note: document.note }),
    ...(document.purchaseFlowId && { purchaseFlowId: document.purchaseFlowId }),
    waits: placed === 'LINK' || (deposit !== undefined && deposit > 0),
    channelInfo: { type, ...(externalOrderId && { externalOrderId }), ...(externalOrderUrl && { externalOrderUrl }) },
    ...(createSettings?.editableByOwnerApps && { editableBy: createSettings.editableByOwnerApps.appIds }),
    rules: automatic.discounts.flatMap(({ id }) => (given.has(id) ? [{ id, given: given.get(id)! }] : [])),
    tellsBuyer: createSettings?.notifications?.sendNotificationToBuyer ?? true,
  })
  if (created instanceof Refusal) return failed({ reason: created.code })
  if (!('short' in created)) return { order: created, totals }
  return failed(...created.short.map((lineItemId) => ({ reason: 'OUT_OF_STOCK', lineItemId })))
}
