import { type CalculatedDraftOrder, contract, type DraftOverview, type draftAdmin, rightFor } from '@vitrine/contract'
import { parseDecimal, toDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { hasRight } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Unreadable } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { createOrder } from './commit.ts'
import { saved } from './draft.ts'
import { draftId, findDraft, lockDraft, overviewFields, pageOfOverviews, type StoredDraft, saveDraft } from './store.ts'
import { type DraftOrderDeps, unitsOf, workbench } from './workbench.ts'

export interface OrderOfDraft {
  readonly id: string
  readonly number: string
  readonly status: NonNullable<DraftOverview['order']>['status']
  readonly paymentStatus: NonNullable<DraftOverview['order']>['paymentStatus']
}

export interface DraftAdminDeps extends DraftOrderDeps {
  /** What people are called, by the names under which they are stored. */
  readonly namesOf: (db: Db, site: string, owners: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly ordersOf: (db: Db, site: string, ids: readonly string[]) => Promise<readonly OrderOfDraft[]>
  /** Asks for all of an order's money, in the transaction, by email where it says `to`; where it is paid. */
  readonly askFor: (
    context: Context,
    orderId: string,
    asked: { readonly to: string | undefined; readonly message: string },
  ) => Promise<string>
  /** Where the money of an order was asked for. */
  readonly findLink: (db: Db, site: string, orderId: string) => Promise<string | undefined>
}

const newestFirst = [{ fieldName: 'createdDate', order: 'DESC' as const }]
const imagesAtMost = 3
const dayMs = 24 * 3600_000
const heldAtMostMs = 31 * dayMs
/** So long does an order wait for its money where nobody says. */
const waitsMs = 7 * dayMs

/** Until when something is held; it has to be some time from now. */
function until(said: string | null | undefined, now: Date): Date | null | Refusal<'INVALID_ARGUMENT'> {
  if (!said) return null
  const at = new Date(said)
  return at > now && at.getTime() - now.getTime() <= heldAtMostMs ? at : violation('heldUntil', 'is not within the next 31 days')
}

export function draftAdminOperations(deps: DraftAdminDeps): Handlers<typeof draftAdmin> {
  const { openPricing, namesOf, ordersOf, askFor, findLink, hold } = deps
  const { calculateDraft, shown, committed } = workbench(deps)

  async function told(db: Db, site: string, drafts: readonly StoredDraft[]): Promise<DraftOverview[]> {
    const names = await namesOf(db, site, [...new Set(drafts.map(({ owner }) => owner))])
    const orders = new Map(
      (await ordersOf(db, site, [...new Set(drafts.flatMap(({ orderId }) => orderId ?? []))])).map((one) => [one.id, one]),
    )
    return drafts.map((draft) => summary(draft, names.get(draft.owner) ?? '', draft.orderId ? orders.get(draft.orderId) : undefined))
  }

  async function findOverview(db: Db, site: string, id: string, now: Date): Promise<StoredDraft | undefined> {
    const draft = await findDraft(db, site, id, now)
    return draft?.document.agreed ? undefined : draft
  }

  return {
    async 'POST /vitrine/v1/draft-orders/search'({ search }, { db, site }) {
      const { search: wanted, ...query } = search ?? {}
      try {
        const keyset = readKeyset(query, { fields: overviewFields, id: draftId, usual: newestFirst, root: 'search' })
        const { rows, metadata } = keyset.page(await pageOfOverviews(db, site, wanted?.expression?.trim() || undefined, keyset))
        return { drafts: await told(db, site, rows), pagingMetadata: metadata }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },

    async 'GET /vitrine/v1/draft-orders/{id}'({ id }, { db, site, now, caller }) {
      const draft = await findOverview(db, site, id, now)
      if (!draft) return refuse('DRAFT_ORDER_DOES_NOT_EXIST')
      const pricing = await openPricing(db, site)
      const totals = await calculateDraft(draft, draft.document, pricing, undefined)
      const calculated = shown(draft, totals, pricing, undefined, now)
      const calculatedDraftOrder: CalculatedDraftOrder =
        draft.status === 'COMMITTED' ? { ...calculated, draftOrder: draft.shown } : calculated
      const lines = saved(draft.document)
      const known = await pricing.know(
        lines.map(({ id: lineId, quantity, reference }) => ({ id: lineId, quantity, ...(reference && { reference }) })),
      )
      const held = draft.heldUntil !== null && draft.status === 'DRAFT'
      const { coupon } = totals
      const overview = (await told(db, site, [draft]))[0]!
      const waiting = draft.placed === 'LINK' && overview.order?.status === 'PENDING' ? overview.order : undefined
      const maySee = hasRight(caller, rightFor(readLink, contract[readLink]))
      const paymentLink = waiting && maySee ? await findLink(db, site, waiting.id) : undefined
      return {
        draft: overview,
        calculatedDraftOrder,
        stockItems: known.map(({ id: lineItemId, quantity, item }) => {
          const there = item?.available
          return {
            lineItemId,
            ...(there !== null && there !== undefined && { available: there + (held ? quantity : 0) }),
          }
        }),
        ...(coupon && { coupon: { code: coupon.code, ...(coupon.error && { error: coupon.error }) } }),
        ...(paymentLink && { paymentLink }),
      }
    },

    async 'PATCH /vitrine/v1/draft-orders/{id}'({ id, note, couponCode, heldUntil }, { db, site, now }) {
      const draft = await lockDraft(db, site, id, now)
      if (!draft || draft.document.agreed) return refuse('DRAFT_ORDER_DOES_NOT_EXIST')
      if (draft.status === 'COMMITTED') return refuse('DRAFT_ORDER_ALREADY_COMMITTED')
      const held = heldUntil === undefined ? draft.heldUntil : until(heldUntil, now)
      if (held instanceof Refusal) return held
      const { note: noteBefore, couponCode: codeBefore, ...rest } = draft.document
      const noteNow = note === undefined ? noteBefore : note?.trim()
      const codeNow = couponCode === undefined ? codeBefore : couponCode?.trim()
      const document = { ...rest, ...(noteNow && { note: noteNow }), ...(codeNow && { couponCode: codeNow }) }
      const revision = draft.revision + 1
      if ((held === null) !== (draft.heldUntil === null)) {
        const units = held ? unitsOf(document) : []
        const [short] = await hold({ db, site, now }, { id, revision, units })
        if (short) return refuse('CATALOG_ITEM_NOT_AVAILABLE', { catalogItemId: short.productId, available: short.available })
      }
      const pricing = await openPricing(db, site)
      const changed = { ...draft, document, heldUntil: held, revision, updatedAt: now }
      const { draftOrder } = shown(changed, await calculateDraft(draft, document, pricing, undefined), pricing, undefined, now)
      const saved = await saveDraft(db, site, { ...changed, shown: draftOrder })
      return { draft: (await told(db, site, [saved]))[0]! }
    },

    async 'POST /vitrine/v1/draft-orders/{id}/place'(input, scope) {
      const { db, site, now, author, caller } = scope
      const { id, payment, expectedTotal, email, sendEmail = true, customMessage, heldUntil } = input
      const line = payment === 'PAID' ? markAsPaid : payment === 'LINK' ? sendLink : undefined
      if (line && !hasRight(caller, rightFor(line, contract[line]))) return refuse('PERMISSION_DENIED')
      const draft = await lockDraft(db, site, id, now)
      if (!draft || draft.document.agreed) return refuse('DRAFT_ORDER_DOES_NOT_EXIST')
      if (draft.status === 'COMMITTED') return refuse('DRAFT_ORDER_ALREADY_COMMITTED')
      const said = until(heldUntil, now)
      if (said instanceof Refusal) return said
      const to = sendEmail ? (email ?? draft.document.contacts.buyer?.email) : undefined
      if (payment === 'LINK' && sendEmail && !to) return violation('email', 'the draft has none, so it has to be said')
      const done = await createOrder({ db, site, now, author }, caller, draft, { placed: payment }, deps)
      if (done instanceof Refusal) return done
      const { order, totals } = done
      const { currency, total } = totals.quote
      if (expectedTotal !== undefined && parseDecimal(expectedTotal, currency) !== total)
        return refuse('DRAFT_ORDER_CHANGED', { total: toDecimal(total, currency) })
      if (payment === 'LINK' && total === 0) return violation('payment', 'nothing is to be paid for it')
      const pricing = await openPricing(db, site)
      const waits = payment === 'LINK' ? (said ?? new Date(now.getTime() + waitsMs)) : null
      await committed(scope, draft, order, { document: draft.document, totals, pricing, placed: payment, heldUntil: waits })
      const url = payment === 'LINK' ? await askFor({ db, site, now, author }, order.id, { to, message: customMessage ?? '' }) : undefined
      return { order: { id: order.id, number: order.number }, ...(url && { link: { url, ...(to && { sentTo: to }) } }) }
    },
  }
}

const markAsPaid = 'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/mark-as-paid'
const readLink = 'GET /vitrine/v1/payment-collections/{id}/link'
const sendLink = 'POST /vitrine/v1/payment-collections/{id}/send'

function summary(draft: StoredDraft, maker: string, order: OrderOfDraft | undefined): DraftOverview {
  const { id, number, status, shown, document, placed, heldUntil, createdAt, updatedAt } = draft
  const { buyer, recipient, billing } = document.contacts
  const [named] = [recipient, billing].flatMap((one) => {
    const { firstName, lastName, company } = one?.contactDetails ?? {}
    return [firstName, lastName].filter(Boolean).join(' ') || company || []
  })
  const lines = shown.lineItems.filter(({ removed, lineItem }) => !removed && lineItem.quantity > 0).map(({ lineItem }) => lineItem)
  return {
    id,
    ...(number !== null && { number }),
    status,
    name: named ?? buyer?.email ?? '',
    ...(buyer?.email && { email: buyer.email }),
    currency: shown.currency!,
    total: shown.priceSummary!.total!,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    images: lines.flatMap(({ image }) => image ?? []).slice(0, imagesAtMost),
    ...(document.note && { note: document.note }),
    ...(document.couponCode && { couponCode: document.couponCode }),
    createdBy: { name: maker },
    createdDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
    ...(heldUntil && { heldUntil: heldUntil.toISOString() }),
    ...(placed && { placed }),
    ...(order && { order }),
  }
}
