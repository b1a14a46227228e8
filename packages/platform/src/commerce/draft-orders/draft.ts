import type {
  AddressWithContact,
  BusinessLocation,
  BuyerInfo,
  CatalogReference,
  DiscountType,
  ExtendedFields,
  Order,
  OrderAdditionalFee,
  OrderAppliedDiscount,
  OrderLineItem,
  OrderShippingInformation,
  Reason,
  TaxableAddressType,
} from '@vitrine/contract'
import type { DiscountSource, Minor, TaxRate } from '@vitrine/pricing'
import type { Sellable } from '../selling/sellable.ts'

/** An order as its drafts see it: what was agreed, what it holds, and what of it is paid. */
export interface SourceOrder {
  readonly id: string
  readonly owner: string
  readonly email: string
  readonly status: Order['status']
  readonly currency: string
  /** In minor units. */
  readonly total: number
  readonly stockItems: readonly StockItemOfLine[]
  readonly document: Pick<
    Order,
    | 'lineItems'
    | 'appliedDiscounts'
    | 'additionalFees'
    | 'shippingInfo'
    | 'billingInfo'
    | 'recipientInfo'
    | 'buyerInfo'
    | 'businessLocation'
    | 'priceSummary'
    | 'balanceSummary'
    | 'taxInfo'
    | 'taxIncludedInPrices'
    | 'channelInfo'
    | 'weightUnit'
    | 'purchaseFlowId'
    | 'extendedFields'
  > & { readonly reasons?: readonly Reason[]; readonly due?: number; readonly editableBy?: readonly string[] }
}

export interface StockItemOfLine {
  readonly lineItemId: string
  readonly productId: string
  readonly variantId: string
  readonly quantity: number
}

/** A line of a draft at the price it is to have: nothing of it is asked for again. */
export interface DraftLine {
  readonly id: string
  /** 0 where it is taken away. */
  readonly quantity: number
  readonly item: Sellable
  readonly reference?: CatalogReference
  readonly taxableAddress?: TaxableAddressType
  /** What it comes to in the catalogue, whichever way its reference said it. */
  readonly same?: string
  /** As its order has it; absent for what the draft brings. */
  readonly agreed?: OrderLineItem
  /** Which of the agreed taxes it bears. */
  readonly taxes?: string
}

/** How much a discount of a draft takes off: minor units, decimal text, or what it took off each line of the order. */
export type DraftOff =
  | { readonly amount: number }
  | { readonly percent: string }
  | { readonly parts: readonly { readonly lineId: string; readonly amount: number; readonly quantity: number }[] }
  | { readonly free: true }

export interface DraftDiscount {
  readonly id: string
  readonly source: 'ORIGINAL_ORDER' | 'CUSTOM'
  readonly applied: boolean
  readonly by: DiscountSource
  readonly name: string
  readonly code?: string
  readonly type: DiscountType
  readonly off: DraftOff
  /** Null for all lines. */
  readonly lineIds: readonly string[] | null
  /** As its order has it. What a membership pays is in no list of the wire. */
  readonly agreed?: OrderAppliedDiscount
}

export interface DraftFee {
  readonly id: string
  readonly source: 'ORIGINAL_ORDER' | 'CUSTOM'
  readonly applied: boolean
  readonly name: string
  readonly code?: string
  /** In minor units. */
  readonly price: Minor
  readonly taxable: boolean
  readonly taxGroupId?: string
  readonly lineIds?: readonly string[]
  readonly agreed?: OrderAdditionalFee
  readonly taxes?: string
}

export interface DraftDelivery {
  /** Without what it comes to. */
  readonly info: Omit<OrderShippingInformation, 'cost'>
  /** In minor units. */
  readonly price: Minor
  /** Set while it is as its order has it. */
  readonly agreed?: true
  readonly taxes?: string
}

/** Whom and what place an order is for. */
export interface DraftContacts {
  readonly buyer?: BuyerInfo
  readonly recipient?: AddressWithContact
  readonly billing?: AddressWithContact
  readonly location?: BusinessLocation
}

/** How an order was when it began to be edited. */
export interface Agreed {
  readonly lines: readonly OrderLineItem[]
  readonly discounts: readonly OrderAppliedDiscount[]
  readonly fees: readonly OrderAdditionalFee[]
  readonly delivery: DraftDelivery | null
  readonly shippingInfo?: OrderShippingInformation
  readonly contacts: DraftContacts
  /** In minor units. */
  readonly total: number
  readonly taxIncluded: boolean
  readonly taxExempt: boolean
  /** The rates that it was sold under, by name; a line that bears none has one that is not here. */
  readonly taxes: Readonly<Record<string, readonly TaxRate[]>>
}

export interface DraftDocument {
  readonly lines: readonly DraftLine[]
  readonly discounts: readonly DraftDiscount[]
  readonly fees: readonly DraftFee[]
  /** What the shop's rules would give, and was switched off: their ids. */
  readonly off: readonly string[]
  readonly delivery: DraftDelivery | null
  readonly contacts: DraftContacts
  readonly taxExempt: boolean
  readonly deposit?: { readonly amount: Minor } | { readonly percent: string }
  readonly extendedFields?: ExtendedFields
  readonly purchaseFlowId?: string
  /** For those who pack it; it becomes a comment of the staff's in the order's story. */
  readonly note?: string
  readonly couponCode?: string
  /** Absent for an order from scratch. */
  readonly agreed?: Agreed
}

export const emptyDraft: DraftDocument = { lines: [], discounts: [], fees: [], off: [], delivery: null, contacts: {}, taxExempt: false }

/** The lines that are in it. */
export const saved = ({ lines }: DraftDocument): readonly DraftLine[] => lines.filter(({ quantity }) => quantity > 0)
