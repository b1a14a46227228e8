import type { CalculatedDraftOrder, Order } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { type Caller, nameOf } from '../../kernel/http/caller.ts'
import type { Scope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { Till } from '../selling/pricing-context.ts'
import type { CommitDeps } from './commit.ts'
import { type DraftContacts, type DraftDocument, kept, type SourceOrder, same } from './draft.ts'
import { type Reckoning, reckon } from './reckon.ts'
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
  readonly till: Till
  readonly order: SourceOrder | undefined
  reckoned(): Promise<Reckoning>
}

/** What all changes of drafts have in common: they are locked, changed, reckoned up and written down. */
export function workbench(deps: DraftOrderDeps) {
  const { openTill, findOrder, hold } = deps
  const reckonDraft = (
    draft: Pick<StoredDraft, 'owner' | 'orderId'>,
    document: DraftDocument,
    till: Till,
    order: SourceOrder | undefined,
  ) => reckon(document, till, { owner: order?.owner ?? draft.owner, orderId: draft.orderId })

  const shown = (
    draft: Omit<StoredDraft, 'shown'>,
    reckoning: Reckoning,
    till: Till,
    order: Pick<SourceOrder, 'document'> | undefined,
    now: Date,
  ) =>
    showDraft(draft, reckoning, order?.document.balanceSummary, { money: till.money, weightUnit: till.settings.commerce.weightUnit, now })

  async function begin(
    { db, site, now, caller }: Context & { readonly caller: Caller },
    document: DraftDocument,
    till: Till,
    order?: SourceOrder,
  ): Promise<CalculatedDraftOrder | undefined> {
    const draft = {
      id: newId(),
      orderId: order?.id ?? null,
      owner: nameOf(caller),
      status: 'DRAFT' as const,
      revision: 1,
      document,
      number: order ? null : await nextNumber(db, site),
      heldUntil: null,
      placed: null,
      createdAt: now,
      updatedAt: now,
    }
    const calculated = shown(draft, await reckonDraft(draft, document, till, order), till, order, now)
    return (await insertDraft(db, site, { ...draft, shown: calculated.draftOrder })) ? calculated : undefined
  }

  async function checked<R extends Refusal, C extends Refusal>(
    { db, site, now }: Scope,
    id: string,
    how: (open: Open) => Promise<DraftDocument | R> | DraftDocument | R,
    check: (document: DraftDocument, reckoning: Reckoning, open: Open) => Promise<C | undefined> | C | undefined,
  ): Promise<{ calculatedDraftOrder: CalculatedDraftOrder } | R | C | Missing> {
    const draft = await lockDraft(db, site, id, now)
    if (!draft) return refuse('DRAFT_ORDER_DOES_NOT_EXIST')
    if (draft.status === 'COMMITTED') return refuse('DRAFT_ORDER_ALREADY_COMMITTED')
    const till = await openTill(db, site)
    const order = draft.orderId ? await findOrder(db, site, draft.orderId) : undefined
    const before = draft.document
    const open = { draft, document: before, till, order, reckoned: () => reckonDraft(draft, before, till, order) }
    const document = await how(open)
    if (document instanceof Refusal) return document
    const reckoning = await reckonDraft(draft, document, till, order)
    const refused = await check(document, reckoning, open)
    if (refused) return refused
    const changed = { ...draft, document, revision: draft.revision + 1, updatedAt: now }
    const calculatedDraftOrder = shown(changed, reckoning, till, order, now)
    await saveDraft(db, site, { ...changed, shown: calculatedDraftOrder.draftOrder })
    return { calculatedDraftOrder }
  }

  /** A draft that holds its pieces holds those that it has then, in a change that is about to be kept. */
  async function holding<R extends Refusal>(
    { db, site, now }: Scope,
    { draft, document: before }: Open,
    document: DraftDocument | R,
  ): Promise<DraftDocument | R | Refusal<'CATALOG_ITEM_NOT_AVAILABLE'>> {
    if (document instanceof Refusal || !draft.heldUntil || same(piecesOf(before), piecesOf(document))) return document
    const [short] = await hold({ db, site, now }, { id: draft.id, revision: draft.revision + 1, pieces: piecesOf(document) })
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
      reckoning,
      till,
      placed = null,
      heldUntil = null,
    }: {
      readonly document: DraftDocument
      readonly reckoning: Reckoning
      readonly till: Till
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
    const { draftOrder } = shown(done, reckoning, till, { document: order }, now)
    await saveDraft(db, site, { ...done, shown: draftOrder })
    return draftOrder
  }

  return { reckonDraft, shown, begin, checked, change, contact, committed, holding }
}

/** The pieces that a draft would take off the shelf. */
export const piecesOf = (draft: DraftDocument) =>
  kept(draft).flatMap(({ id, quantity, item: { stock } }) => (stock ? [{ lineItemId: id, ...stock, quantity }] : []))
