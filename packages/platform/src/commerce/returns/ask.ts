import type { Received, Returnability, ReturnMethod } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import type { Scope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { ReturnSettingsSection } from '../../kernel/settings/return-settings.ts'
import { violation } from '../../kernel/violation.ts'
import { shareOf } from '../selling/share-of.ts'
import type { OrderLineToReturn, OrderToReturn, ReturnDeps } from './deps.ts'
import { heldUnits, leftToReturn, windowOf } from './rules.ts'
import { showReturns } from './show.ts'
import { findReturnsOf, insertReturn, type StoredLine, type StoredReturn } from './store.ts'

const stagesOf = (returns: readonly StoredReturn[]) => returns.map(({ status, document }) => ({ status, lines: document.lines }))

/** How goods travel by the settings of the shop. */
export const usualShipping = ({ address, inPersonAddress, instructions, paidBy }: ReturnSettingsSection, method?: ReturnMethod) => ({
  address: [...(method === 'IN_PERSON' ? inPersonAddress : address)],
  ...(instructions && { instructions }),
  paidBy,
  keepsGoods: false,
})

const methodsOf = ({ offersCode, inPersonAddress }: ReturnSettingsSection): ReturnMethod[] => [
  'SHIPMENT',
  ...(offersCode ? (['CODE'] as const) : []),
  ...(inPersonAddress.length > 0 ? (['IN_PERSON'] as const) : []),
]

type Asking = Received<'POST /vitrine/v1/orders/{id}/returns'>

/** What of an order can come back, for its buyer or the shop. */
export async function returnabilityOf(deps: ReturnDeps, scope: Scope, order: OrderToReturn): Promise<Returnability> {
  const { db, site, now, merchant } = scope
  const settings = await deps.settingsOf(db, site)
  const money = await deps.moneyIn(db, site, order.currency)
  const returns = await findReturnsOf(db, site, order.id)
  const window = order.arrived && windowOf(order.arrived, settings, now)
  const lines = order.lines.map((line) => ({
    lineItemId: line.id,
    name: line.name,
    ...(line.description && { description: line.description }),
    ...(line.imageId && { imageId: line.imageId }),
    ...(line.productId && { productId: line.productId }),
    ...(line.variantId && { variantId: line.variantId }),
    quantity: line.quantity,
    ...leftToReturn(line, stagesOf(returns), settings, merchant),
    unitAmount: money.plain(minor(Math.floor(line.total / line.quantity))),
  }))
  const nothing = lines.every(({ returnable }) => returnable === 0)
  return {
    orderId: order.id,
    orderNumber: String(order.number),
    state: nothing ? 'NOTHING' : merchant ? 'OPEN' : settings.isOpen ? (window?.isOpen ? 'OPEN' : 'TOO_LATE') : 'CLOSED',
    ...(order.arrived && window && { from: order.arrived.toISOString(), until: window.until.toISOString() }),
    isAutomatic: window?.isAutomatic ?? false,
    paidBy: settings.paidBy,
    windowDays: settings.windowDays,
    reasons: [...settings.reasons],
    resolutions: [
      'REFUND',
      ...(settings.offersExchange ? (['EXCHANGE'] as const) : []),
      ...(settings.offersStoreCredit ? (['STORE_CREDIT'] as const) : []),
    ],
    methods: methodsOf(settings),
    inPersonAddress: [...settings.inPersonAddress],
    lines,
    returns: await showReturns(deps, db, site, returns, new Map([[order.id, order]]), merchant),
  }
}

/** Writes down what a buyer, or the shop for them, wants to return. The order is locked. */
export async function ask(deps: ReturnDeps, scope: Scope, order: OrderToReturn, asking: Asking) {
  const { lines: wanted, resolution, method, note, pictures } = asking
  const { db, site, now, merchant } = scope
  const settings = await deps.settingsOf(db, site)
  const window = order.arrived && windowOf(order.arrived, settings, now)
  if (!merchant) {
    if (!settings.isOpen) return refuse('RETURNS_CLOSED')
    if (window && !window.isOpen) return refuse('RETURN_WINDOW_OVER', { until: window.until.toISOString() })
    if ((resolution === 'EXCHANGE' && !settings.offersExchange) || (resolution === 'STORE_CREDIT' && !settings.offersStoreCredit))
      return refuse('RETURN_RESOLUTION_NOT_OFFERED')
  }
  if (!merchant && !methodsOf(settings).includes(method)) return violation('method', 'is not offered by the shop')
  const before = await findReturnsOf(db, site, order.id)
  const lines = linesOf(order, before, settings, merchant, wanted)
  if (lines instanceof Refusal) return lines
  const named = resolution === 'EXCHANGE' ? await withVariants(deps, scope, order, lines, wanted) : lines
  if (named instanceof Refusal) return named
  const shown = [...new Set(pictures ?? [])]
  const known = await deps.findPictures(scope, shown)
  const strange = shown.findIndex((id) => !known.has(id))
  if (strange >= 0) return violation(`pictures[${strange}]`, 'is none of the pictures that you uploaded')
  const automatic = !merchant && window?.isAutomatic === true && method !== 'CODE'
  const by = merchant ? ('SHOP' as const) : ('BUYER' as const)
  const made: StoredReturn = {
    id: newId(),
    orderId: order.id,
    orderNumber: order.number,
    currency: order.currency,
    sequence: (before[0]?.sequence ?? 0) + 1,
    status: automatic ? 'APPROVED' : 'REQUESTED',
    document: {
      resolution,
      method,
      lines: named,
      history: [
        { status: 'REQUESTED', date: now.toISOString(), by },
        ...(automatic ? [{ status: 'APPROVED' as const, date: now.toISOString(), by: 'RULE' as const }] : []),
      ],
      ...(note?.trim() && { note: note.trim() }),
      ...(shown.length > 0 && { pictures: shown }),
      ...(automatic && { shipping: usualShipping(settings, method) }),
    },
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  await insertReturn(scope, made)
  await deps.tell(scope, order, { of: made, by, isNew: true })
  return made
}

function linesOf(
  order: OrderToReturn,
  before: readonly StoredReturn[],
  settings: ReturnSettingsSection,
  merchant: boolean,
  wanted: Asking['lines'],
): readonly StoredLine[] | Refusal<'ORDER_LINE_ITEM_NOT_FOUND' | 'NOT_RETURNABLE' | 'INVALID_ARGUMENT'> {
  const lines: StoredLine[] = []
  for (const [i, { lineItemId, quantity, reason }] of wanted.entries()) {
    const line = order.lines.find(({ id }) => id === lineItemId)
    if (!line) return refuse('ORDER_LINE_ITEM_NOT_FOUND', { lineItemId })
    if (lines.some((one) => one.lineItemId === lineItemId)) return violation(`lines[${i}].lineItemId`, 'is named twice')
    if (!merchant && !settings.reasons.includes(reason)) return violation(`lines[${i}].reason`, "is none of the shop's reasons")
    const { returnable, because } = leftToReturn(line, stagesOf(before), settings, merchant)
    if (quantity > returnable) return refuse('NOT_RETURNABLE', { lineItemId, returnable, ...(because && { reason: because }) })
    // Units that were given back for, or are about to be, came before these.
    const gone = Math.min(line.refunded + heldUnits(stagesOf(before), line.id, merchant), line.quantity - quantity)
    lines.push({
      lineItemId,
      name: line.name,
      ...(line.description && { description: line.description }),
      ...(line.imageId && { imageId: line.imageId }),
      quantity,
      reason,
      amount: shareOf(line.total, line.quantity, gone, quantity),
    })
  }
  return lines
}

async function withVariants(
  { variantNames }: ReturnDeps,
  { db, site }: Scope,
  order: OrderToReturn,
  lines: readonly StoredLine[],
  wanted: Asking['lines'],
): Promise<readonly StoredLine[] | Refusal<'EXCHANGE_NOT_POSSIBLE'>> {
  const lineOf = (id: string): OrderLineToReturn => order.lines.find((line) => line.id === id)!
  const chosen = wanted.map(({ lineItemId, exchangeVariantId: variantId }) => ({ productId: lineOf(lineItemId).productId, variantId }))
  const missing = chosen.findIndex(({ productId, variantId }) => !productId || !variantId)
  if (missing >= 0) return refuse('EXCHANGE_NOT_POSSIBLE', { lineItemId: lines[missing]!.lineItemId })
  const names = await variantNames(db, site, chosen as { productId: string; variantId: string }[])
  const unknown = names.indexOf(undefined)
  if (unknown >= 0) return refuse('EXCHANGE_NOT_POSSIBLE', { lineItemId: lines[unknown]!.lineItemId })
  return lines.map((line, i) => ({ ...line, exchangeFor: { variantId: chosen[i]!.variantId!, name: names[i]! } }))
}
