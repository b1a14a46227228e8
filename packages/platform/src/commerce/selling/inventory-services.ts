import type { CatalogReference } from '@vitrine/contract'

/** So many units of a thing of another app. */
export interface ElsewhereUnits {
  readonly reference: CatalogReference
  readonly quantity: number
  /** Whether it is bought again and again. */
  readonly subscription?: boolean
}

/** Why units leave or come back, as the published form has it. */
export type StockReason = 'ORDER_PLACED' | 'ORDER_CANCELED' | 'ORDER_REFUNDED' | 'ORDER_EDITED' | 'ORDER_REJECTED'

export interface StockQuestion {
  readonly site: string
  readonly currency: string
  readonly language: string
  /** The same where it is asked once more because the answer was lost: the service does it once. */
  readonly requestId: string
  readonly orderId: string
  readonly reason: StockReason
  readonly items: readonly ElsewhereUnits[]
}

/**
 * Somebody who counts the units of what another app sells. It says no with `REFUSED`; whatever else is wrong is thrown as a `NoAnswer`, and
 * then it is unknown whether it did what it was asked, except where the code is `CIRCUIT_OPEN` or `OUTBOUND_ADDRESS_NOT_ALLOWED`.
 */
export interface InventoryService {
  /** A GUID. */
  readonly id: string
  /** The `appId` of the references that it counts. */
  readonly appId: string
  readonly name: string
  /** Whether it is asked for units; those that were taken are given back also when it is not. */
  readonly active: boolean
  /** No order is made while it does not answer. */
  readonly answerRequired: boolean
  /** Orders that were made before it was set up as it is are none of its. */
  readonly since: Date
  /** @param restricted whether there have to be as many: an order that is there already may take the last unit twice */
  decrement(question: StockQuestion, restricted: boolean, signal: AbortSignal): Promise<'DONE' | 'REFUSED'>
  increment(question: StockQuestion, signal: AbortSignal): Promise<'DONE' | 'REFUSED'>
}
