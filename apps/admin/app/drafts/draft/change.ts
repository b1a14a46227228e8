import type { CalculatedDraftOrder, Ok } from '@vitrine/contract'

export type LoadedDraft = Ok<'GET /vitrine/v1/draft-orders/{id}'>

/** A change of the draft; what it answers is looked at once more. */
export type Change = (work: () => Promise<{ readonly calculatedDraftOrder: CalculatedDraftOrder } | void>) => Promise<boolean>
