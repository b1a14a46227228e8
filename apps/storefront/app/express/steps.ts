import type { Confirmation } from '../checkout/element.ts'
import type { SheetLine } from './amounts.ts'

/** A delivery method on the wallet's sheet. */
export interface SheetRate {
  id: string
  displayName: string
  amount: number
}

/** The current content of the sheet. */
export interface Sheet {
  checkout: string
  /** The total that the buyer sees; the order's total is compared with it. */
  total: string
  /** What is due, in the provider's units. */
  amount: number
  lines: SheetLine[]
  rates: SheetRate[]
}

/** The result of a step on the sheet. */
export type StepAnswer =
  | { sheet: Sheet }
  /** Nothing is delivered to the address, or not by this method. */
  | { refused: true }
  /** Continue on another page: in the checkout, which asks for what is missing, in the cart, or on the page of the order. */
  | { go: string }
  | { confirmation: Confirmation }

/** An address in the form that wallets use. */
export interface WalletAddress {
  line1?: string | null
  line2?: string | null
  city?: string | null
  state?: string | null
  country?: string | null
  postal_code?: string | null
}

/** Everything that a wallet says about its buyer. */
export interface WalletBuyer {
  name: string
  email: string
  phone: string
  shipping: { name: string; address: WalletAddress } | null
  billing: WalletAddress | null
}
