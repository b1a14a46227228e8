import type { draftOrders, ExtendedFields } from '@vitrine/contract'
import { zero } from '@vitrine/pricing'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Unreadable } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { mergeContact } from '../selling/addresses.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import { fromOrder } from './begin.ts'
import { calculate, type Totals } from './calculate.ts'
import { commit, createOrder } from './commit.ts'
import { type DraftDocument, emptyDraft } from './draft.ts'
import {
  deliveryOf,
  depositOf,
  overdrawn,
  switchDiscounts,
  switchFees,
  tooMuch,
  withChanges,
  withDiscounts,
  withFees,
  withLines,
  withoutDiscounts,
  withoutFees,
} from './rules.ts'
import { deleteDraft, draftFields, draftId, findDraft, findDraftOf, lockDraft, pageOfDrafts, type StoredDraft } from './store.ts'
import { type DraftOrderDeps, type Open, workbench } from './workbench.ts'

const newestFirst = [{ fieldName: 'createdDate', order: 'DESC' as const }]

/** Refuses a change that takes off more than there is. What was too much before it, since a price went down, is no fault of it. */
const notTooMuch = async (document: DraftDocument, totals: Totals, { document: before, calculated }: Open) =>
  tooMuch(document, totals) && tooMuch(document, totals, overdrawn(before, await calculated()))

export function draftOrderOperations(deps: DraftOrderDeps): Handlers<typeof draftOrders> {
  const { openPricing, findOrder, handedOver } = deps
  const { calculateDraft, shown, begin, checked, change, contact, committed, holding } = workbench(deps)

  const automaticOf = async ({ calculated }: Open) => {
    const { automatic } = await calculated()
    return { discounts: automatic.discounts.map(({ id }) => id), fees: automatic.fees.map(({ id }) => id) }
  }

  return {
    async 'POST /ecom/v1/draft-orders'({ sourceOrderId, orderId, draftOrder }, scope) {
      const { db, site, caller, now } = scope
      const pricing = await openPricing(db, site)
      const { currency, locale } = pricing.settings.commerce
      const source = sourceOrderId ?? orderId
      if (source && draftOrder) return misaligned('draftOrder', 'An order is edited, or a new one is begun, not both')
      if (!source) {
        const made = await fromScratch(draftOrder ?? {}, pricing)
        if (made instanceof Refusal) return made
        const refused = tooMuch(made, await calculate(made, pricing, { owner: nameOf(caller) }))
        return refused ?? { calculatedDraftOrder: (await begin(scope, made, pricing))! }
      }
      const there = await findDraftOf(db, site, source, now)
      const order = await findOrder(db, site, source)
      if (there) return goOn(there)
      const begun = await fromOrder(order, pricing, caller)
      if (!('lines' in begun)) return refuse('ORDER_CANNOT_BE_EDITED', { nonDraftableReasons: [...begun] })
      const calculatedDraftOrder = await begin(scope, begun, pricing, order)
      if (calculatedDraftOrder) return { calculatedDraftOrder, preexistingDraftOrder: false }
      // Another request was quicker: if it was the same caller's, this one goes on with what that began.
      const quicker = await findDraftOf(db, site, source, now)
      return quicker ? goOn(quicker) : refuse('ORDER_IS_ALREADY_EDITED')

      async function goOn(draft: StoredDraft) {
        if (draft.owner !== nameOf(caller)) return refuse('ORDER_IS_ALREADY_EDITED')
        const totals = await calculateDraft(draft, draft.document, pricing, order)
        return { calculatedDraftOrder: shown(draft, totals, pricing, order, now), preexistingDraftOrder: true }
      }

      async function fromScratch(sent: NonNullable<typeof draftOrder>, pricing: PricingContext) {
        const { buyerInfo, recipientInfo, billingInfo, businessLocation, shippingInfo, taxExempt, extendedFields } = sent
        const buyer = buyerInfo && withoutNulls(buyerInfo)
        const recipient = mergeContact(undefined, recipientInfo ?? undefined, locale)
        const billing = mergeContact(undefined, billingInfo ?? undefined, locale)
        const blank: DraftDocument = {
          ...emptyDraft,
          contacts: {
            ...(buyer && { buyer }),
            ...(recipient && { recipient }),
            ...(billing && { billing }),
            ...(businessLocation && { location: { id: businessLocation.id, name: businessLocation.name ?? '' } }),
          },
          taxExempt: taxExempt ?? false,
          ...(extendedFields?.namespaces && { extendedFields: { namespaces: extendedFields.namespaces } }),
        }
        const lines = await withLines(blank, sent, pricing)
        if (lines instanceof Refusal) return lines
        const priced = withDiscounts(lines, sent.discounts ?? [], currency)
        if (priced instanceof Refusal) return priced
        const charged = withFees(priced, sent.additionalFees ?? [], currency)
        if (charged instanceof Refusal || !shippingInfo) return charged
        return delivered(charged, shippingInfo, pricing, (document) => calculate(document, pricing, { owner: nameOf(caller) }))
      }
    },

    async 'POST /ecom/v1/draft-orders/create-empty-draft-order'(_, scope) {
      const pricing = await openPricing(scope.db, scope.site)
      return { calculatedDraftOrder: (await begin(scope, emptyDraft, pricing))! }
    },

    async 'GET /ecom/v1/draft-orders/{draftOrderId}'({ draftOrderId }, { db, site, now }) {
      const draft = await findDraft(db, site, draftOrderId, now)
      if (!draft) return refuse('DRAFT_ORDER_DOES_NOT_EXIST')
      const pricing = await openPricing(db, site)
      const order = draft.orderId ? await findOrder(db, site, draft.orderId) : undefined
      const calculated = shown(draft, await calculateDraft(draft, draft.document, pricing, order), pricing, order, now)
      // A committed draft is shown as it was when it was committed.
      return { calculatedDraftOrder: draft.status === 'COMMITTED' ? { ...calculated, draftOrder: draft.shown } : calculated }
    },

    async 'DELETE /ecom/v1/draft-orders/{draftOrderId}'({ draftOrderId }, { db, site, now }) {
      const draft = await lockDraft(db, site, draftOrderId, now)
      if (!draft) return refuse('DRAFT_ORDER_DOES_NOT_EXIST')
      if (draft.status === 'COMMITTED') return refuse('DRAFT_ORDER_CANNOT_BE_DELETED')
      if (draft.heldUntil) await deps.hold({ db, site, now }, { id: draft.id, revision: draft.revision + 1, units: [] })
      await deleteDraft(db, site, draftOrderId)
      return {}
    },

    async 'POST /ecom/v1/draft-orders/query'({ query }, { db, site, now }) {
      try {
        const keyset = readKeyset(query ?? {}, { fields: draftFields, id: draftId, usual: newestFirst, root: 'query' })
        const { rows, metadata } = keyset.page(await pageOfDrafts(db, site, now, keyset))
        return { draftOrders: rows.map((row) => row.shown), pagingMetadata: metadata }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },

    async 'GET /ecom/v1/draft-orders/{orderId}/draftability'({ orderId }, { db, site, caller }) {
      const pricing = await openPricing(db, site)
      const begun = await fromOrder(await findOrder(db, site, orderId), pricing, caller)
      const nonDraftableReasons = 'lines' in begun ? [] : [...begun]
      return { orderId, orderDraftable: nonDraftableReasons.length === 0, nonDraftableReasons }
    },

    async 'POST /ecom/v1/draft-orders/{draftOrderId}/add-line-items'({ draftOrderId, ...lines }, scope) {
      return change(scope, draftOrderId, async (open) => holding(scope, open, await withLines(open.document, lines, open.pricing)))
    },

    async 'POST /ecom/v1/draft-orders/{draftOrderId}/line-items'({ draftOrderId, lineItemChanges }, scope) {
      const { db, site } = scope
      return change(scope, draftOrderId, async (open) => {
        const { document, pricing, order } = open
        const gone = order ? await handedOver(db, site, order.id) : new Map<string, number>()
        return holding(scope, open, withChanges(document, lineItemChanges, gone, pricing.money.currency))
      })
    },

    async 'POST /ecom/v1/draft-orders/{draftOrderId}/create-custom-discounts'({ draftOrderId, discounts }, scope) {
      return checked(scope, draftOrderId, ({ document, pricing }) => withDiscounts(document, discounts, pricing.money.currency), notTooMuch)
    },

    async 'POST /ecom/v1/draft-orders/{draftOrderId}/set-discounts'({ draftOrderId, discounts }, scope) {
      const how = async (open: Open) => switchDiscounts(open.document, discounts, (await automaticOf(open)).discounts)
      return checked(scope, draftOrderId, how, notTooMuch)
    },

    async 'POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-discounts'({ draftOrderId, discountIds }, scope) {
      return change(scope, draftOrderId, async (open) => withoutDiscounts(open.document, discountIds, (await automaticOf(open)).discounts))
    },

    async 'POST /ecom/v1/draft-orders/{draftOrderId}/create-additional-fees'({ draftOrderId, customAdditionalFees }, scope) {
      return change(scope, draftOrderId, ({ document, pricing }) => withFees(document, customAdditionalFees, pricing.money.currency))
    },

    async 'POST /ecom/v1/draft-orders/{draftOrderId}/set-additional-fees'({ draftOrderId, additionalFees }, scope) {
      return change(scope, draftOrderId, async (open) => switchFees(open.document, additionalFees, (await automaticOf(open)).fees))
    },

    async 'POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-additional-fees'({ draftOrderId, customAdditionalFees }, scope) {
      return change(scope, draftOrderId, async (open) => withoutFees(open.document, customAdditionalFees, (await automaticOf(open)).fees))
    },

    async 'PUT /ecom/v1/draft-orders/set-buyer-info'({ draftOrderId, buyerInfo }, scope) {
      return contact(scope, draftOrderId, 'buyer', () => (buyerInfo ? withoutNulls(buyerInfo) : undefined))
    },

    async 'PUT /ecom/v1/draft-orders/set-recipient-info'({ draftOrderId, recipientInfo }, scope) {
      return contact(scope, draftOrderId, 'recipient', ({ pricing }) =>
        mergeContact(undefined, recipientInfo ?? undefined, pricing.settings.commerce.locale),
      )
    },

    async 'PUT /ecom/v1/draft-orders/set-billing-info'({ draftOrderId, billingInfo }, scope) {
      return contact(scope, draftOrderId, 'billing', ({ pricing }) =>
        mergeContact(undefined, billingInfo ?? undefined, pricing.settings.commerce.locale),
      )
    },

    async 'PUT /ecom/v1/draft-orders/set-shipping-info'({ draftOrderId, shippingInfo }, scope) {
      return change<never>(scope, draftOrderId, ({ draft, document, pricing, order }) =>
        shippingInfo
          ? delivered(document, shippingInfo, pricing, (next) => calculateDraft(draft, next, pricing, order))
          : { ...document, delivery: null },
      )
    },

    async 'PUT /ecom/v1/draft-orders/set-business-location'({ draftOrderId, businessLocation }, scope) {
      const { db, site } = scope
      return change<Refusal<'BUSINESS_LOCATION_CANNOT_BE_EDITED'>>(scope, draftOrderId, async ({ document, order }) => {
        if (order && (await handedOver(db, site, order.id)).size > 0) return refuse('BUSINESS_LOCATION_CANNOT_BE_EDITED')
        const { location: _, ...contacts } = document.contacts
        const location = businessLocation && { id: businessLocation.id, name: businessLocation.name ?? '' }
        return { ...document, contacts: { ...contacts, ...(location && { location }) } }
      })
    },

    async 'PUT /ecom/v1/draft-orders/set-tax-exemption'({ draftOrderId, taxExempt }, scope) {
      return change<never>(scope, draftOrderId, ({ document }) => ({ ...document, taxExempt: taxExempt ?? false }))
    },

    async 'POST /ecom/v1/draft-orders/{draftOrderId}/set-deposit'({ draftOrderId, depositDetails }, scope) {
      return change<Refusal<'SET_DEPOSIT_NOT_ALLOWED_IN_EDIT_MODE' | 'INVALID_AMOUNT'>>(
        scope,
        draftOrderId,
        ({ draft, document, pricing }) => {
          if (draft.orderId) return refuse('SET_DEPOSIT_NOT_ALLOWED_IN_EDIT_MODE')
          const deposit = depositOf(depositDetails, pricing.money.currency)
          if (deposit instanceof Refusal) return deposit
          const { deposit: _, ...rest } = document
          return { ...rest, ...(deposit && { deposit }) }
        },
      )
    },

    async 'POST /ecom/v1/draft-orders/{id}/update-extended-fields'({ id, namespace, namespaceData }, scope) {
      const done = await change<never>(scope, id, ({ document }) => {
        const { [namespace]: _, ...others } = document.extendedFields?.namespaces ?? {}
        const extendedFields: ExtendedFields = { namespaces: { ...others, ...(namespaceData && { [namespace]: namespaceData }) } }
        return { ...document, extendedFields }
      })
      return done instanceof Refusal ? done : { draftOrder: done.calculatedDraftOrder.draftOrder }
    },

    async 'POST /ecom/v1/draft-orders/{draftOrderId}/commit'({ draftOrderId, ...input }, scope) {
      const { db, site, now, author, caller } = scope
      const draft = await lockDraft(db, site, draftOrderId, now)
      if (!draft) return refuse('DRAFT_ORDER_DOES_NOT_EXIST')
      if (draft.status === 'COMMITTED') return refuse('DRAFT_ORDER_ALREADY_COMMITTED')
      const done = await commit({ db, site, now, author }, caller, draft, input, deps)
      if (done instanceof Refusal) return done
      const pricing = await openPricing(db, site)
      return { committedDraftOrder: await committed(scope, draft, done.order, { ...done, pricing }), orderAfterCommit: done.order }
    },

    async 'POST /ecom/v1/draft-orders/{draftOrderId}/create-order'({ draftOrderId, ...input }, scope) {
      const { db, site, now, author, caller } = scope
      const draft = await lockDraft(db, site, draftOrderId, now)
      if (!draft) return refuse('DRAFT_ORDER_DOES_NOT_EXIST')
      if (draft.status === 'COMMITTED') return refuse('DRAFT_ORDER_ALREADY_COMMITTED')
      const done = await createOrder({ db, site, now, author }, caller, draft, input, deps)
      if (done instanceof Refusal) return done
      const pricing = await openPricing(db, site)
      const { document } = draft
      return { committedDraftOrder: await committed(scope, draft, done.order, { ...done, document, pricing }), createdOrder: done.order }
    },
  }
}

/** A draft that is delivered so; for what the shop asks where nobody names a price. */
async function delivered(
  document: DraftDocument,
  sent: Parameters<typeof deliveryOf>[0],
  pricing: PricingContext,
  calculated: (document: DraftDocument) => Promise<Totals>,
): Promise<DraftDocument> {
  const { locale, currency } = pricing.settings.commerce
  const { info, price } = deliveryOf(sent, locale, currency)
  if (price !== undefined) return { ...document, delivery: { info, price } }
  const next: DraftDocument = { ...document, delivery: { info, price: zero } }
  const { options } = (await calculated(next)).delivery
  const same = options.filter(({ code }) => code === info.code)
  const option = same.find(({ carrierId }) => carrierId === info.carrierId) ?? same[0]
  return option ? { ...next, delivery: { info, price: option.price } } : next
}

const misaligned = (field: string, description: string) => violation(field, description, 'ONE_OF_ALIGNMENT')

type Bare<T> = { [K in keyof T]?: NonNullable<T[K]> }
const withoutNulls = <T extends object>(given: T): Bare<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)) as Bare<T>
