import type { CalculatedDraftOrder, Order } from '@vitrine/contract'
import { isSame } from '../../kernel/canonical.ts'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { type Caller, nameOf } from '../../kernel/http/caller.ts'
import type { Scope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import { calculate, type Totals } from './calculate.ts'
import type { CommitDeps } from './commit.ts'
import { type DraftContacts, type DraftDocument, emptyDraft, type SourceOrder, saved } from './draft.ts'
import { showDraft } from './show.ts'
import { insertDraft, lockDraft, nextNumber, type Placing, type StoredDraft, saveDraft } from './store.ts'

export interface DraftOrderDeps extends CommitDeps {
  readonly findOrder: (db: Db, site: string, id: string) => Promise<SourceOrder | undefined>
}

type Missing = Refusal<'DRAFT_ORDER_DOES_NOT_EXIST' | 'DRAFT_ORDER_ALREADY_COMMITTED'>

/** A draft that is about to be changed, and what it comes to as it is. */
export interface Open {
  readonly draft: StoredDraft
  readonly document: DraftDocument
  readonly pricing: PricingContext
  readonly order: SourceOrder | undefined
  calculated(): Promise<Totals>
}

/** What all changes of drafts have in common: they are locked, changed, calculated and written down. */
export function workbench(deps: DraftOrderDeps) {
  const { openPricing, findOrder, hold } = deps
  const calculateDraft = (
    draft: Pick<StoredDraft, 'owner' | 'orderId'>,
    document: DraftDocument,
    pricing: PricingContext,
    order: SourceOrder | undefined,
  ) => calculate(document, pricing, { owner: order?.owner ?? draft.owner, orderId: draft.orderId })

  const shown = (
    draft: Omit<StoredDraft, 'shown'>,
    totals: Totals,
    pricing: PricingContext,
    order: Pick<SourceOrder, 'document'> | undefined,
    now: Date,
  ) =>
    showDraft(draft, totals, order?.document.balanceSummary, {
      money: pricing.money,
      weightUnit: pricing.settings.commerce.weightUnit,
      now,
    })

  async function begin(
    { db, site, now, caller }: Context & { readonly caller: Caller },
    document: DraftDocument,
    pricing: PricingContext,
    order?: SourceOrder,
  ): Promise<CalculatedDraftOrder | undefined> {
    const draft = {
      id: newId(),
      orderId: order?.id ?? null,
      owner: nameOf(caller),
      status: 'DRAFT' as const,
      revision: 1,
      document,
      number: order || document === emptyDraft ? null : await nextNumber(db, site),
      heldUntil: null,
      placed: null,
      createdAt: now,
      updatedAt: now,
    }
    const calculated = shown(draft, await calculateDraft(draft, document, pricing, order), pricing, order, now)
    return (await insertDraft(db, site, { ...draft, shown: calculated.draftOrder })) ? calculated : undefined
  }

  async function checked<R extends Refusal, C extends Refusal>(
    { db, site, now }: Scope,
    id: string,
    how: (open: Open) => Promise<DraftDocument | R> | DraftDocument | R,
    check: (document: DraftDocument, totals: Totals, open: Open) => Promise<C | undefined> | C | undefined,
  ): Promise<{ calculatedDraftOrder: CalculatedDraftOrder } | R | C | Missing> {
    const draft = await lockDraft(db, site, id, now)
    if (!draft) return refuse('DRAFT_ORDER_DOES_NOT_EXIST')
    if (draft.status === 'COMMITTED') return refuse('DRAFT_ORDER_ALREADY_COMMITTED')
    const pricing = await openPricing(db, site)
    const order = draft.orderId ? await findOrder(db, site, draft.orderId) : undefined
    const before = draft.document
    const open = { draft, document: before, pricing, order, calculated: () => calculateDraft(draft, before, pricing, order) }
    const document = await how(open)
    if (document instanceof Refusal) return document
    const totals = await calculateDraft(draft, document, pricing, order)
    const refused = await check(document, totals, open)
    if (refused) return refused
    const changed = { ...draft, document, revision: draft.revision + 1, updatedAt: now }
    const calculatedDraftOrder = shown(changed, totals, pricing, order, now)
    await saveDraft(db, site, { ...changed, shown: calculatedDraftOrder.draftOrder })
    return { calculatedDraftOrder }
  }

  /** A draft that holds its units will hold those of its new document, in a change that is about to be committed. */
  async function holding<R extends Refusal>(
    { db, site, now }: Scope,
    { draft, document: before }: Open,
    document: DraftDocument | R,
  ): Promise<DraftDocument | R | Refusal<'CATALOG_ITEM_NOT_AVAILABLE'>> {
    if (document instanceof Refusal || !draft.heldUntil || isSame(unitsOf(before), unitsOf(document))) return document
    const [short] = await hold({ db, site, now }, { id: draft.id, revision: draft.revision + 1, units: unitsOf(document) })
    return short ? refuse('CATALOG_ITEM_NOT_AVAILABLE', { catalogItemId: short.productId, available: short.available }) : document
  }

  const change = <R extends Refusal>(scope: Scope, id: string, how: (open: Open) => Promise<DraftDocument | R> | DraftDocument | R) =>
    checked<R, never>(scope, id, how, () => undefined)

  /** Sets or clears whom or what place the order is for. */
  const contact = <Name extends keyof DraftContacts>(
    scope: Scope,
    id: string,
    name: Name,
    valueOf: (open: Open) => DraftContacts[Name] | undefined,
  ) =>
    change<never>(scope, id, (open) => {
      const { [name]: _, ...rest } = open.document.contacts
      const value = valueOf(open)
      return { ...open.document, contacts: value === undefined ? rest : { ...rest, [name]: value } }
    })

  /** Writes down what a draft has become; it does not change any more. */
  async function committed(
    { db, site, now }: Scope,
    draft: StoredDraft,
    order: Order & { readonly id?: string | undefined },
    {
      document,
      totals,
      pricing,
      placed = null,
      heldUntil = null,
    }: {
      readonly document: DraftDocument
      readonly totals: Totals
      readonly pricing: PricingContext
      readonly placed?: Placing | null
      readonly heldUntil?: Date | null
    },
  ) {
    const done = {
      ...draft,
      document,
      status: 'COMMITTED' as const,
      orderId: order.id ?? draft.orderId,
      placed,
      heldUntil,
      revision: draft.revision + 1,
      updatedAt: now,
    }
    const { draftOrder } = shown(done, totals, pricing, { document: order }, now)
    await saveDraft(db, site, { ...done, shown: draftOrder })
    return draftOrder
  }

  return { calculateDraft, shown, begin, checked, change, contact, committed, holding }
}

/** The units that a draft would take from stock. */
export const unitsOf = (draft: DraftDocument) =>
  saved(draft).flatMap(({ id, quantity, item: { stock } }) => (stock ? [{ lineItemId: id, ...stock, quantity }] : []))
