import type { Returnability, ReturnableLine, ReturnMethod, ReturnRefund, ReturnResolution, ReturnStatus } from '@vitrine/contract'

/** A line of an order as the form for a return offers it. */
export interface LineView {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly imageId: string | undefined
  readonly quantity: number
  readonly returnable: number
  readonly because: ReturnableLine['because']
  readonly unitAmount: string
  /** What it can be exchanged for, as far as it is in stock. */
  readonly variants: readonly { readonly id: string; readonly name: string }[]
}

/** What of an order can come back, as the form says it. */
export interface FormView {
  readonly orderId: string
  readonly orderNumber: string
  readonly currency: string
  readonly state: Returnability['state']
  readonly windowDays: number
  readonly from: string | undefined
  readonly until: string | undefined
  readonly isFree: boolean
  readonly reasons: readonly string[]
  readonly resolutions: readonly ReturnResolution[]
  readonly methods: readonly ReturnMethod[]
  /** Where it can be brought, one line each. */
  readonly inPersonAddress: readonly string[]
  readonly lines: readonly LineView[]
  readonly returns: readonly ReturnView[]
}

export interface ReturnLineView {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly imageId: string | undefined
  readonly quantity: number
  readonly reason: string
  readonly amount: string
  readonly exchangeFor: string | undefined
  /** Undefined as long as nobody has looked. */
  readonly accepted: number | undefined
}

/** A return as its buyer reads it. */
export interface ReturnView {
  readonly id: string
  readonly number: string
  readonly orderId: string
  readonly orderNumber: string
  readonly currency: string
  readonly status: ReturnStatus
  readonly resolution: ReturnResolution
  readonly method: ReturnMethod
  readonly lines: readonly ReturnLineView[]
  /** Ids of pictures that its buyer took. */
  readonly pictures: readonly string[]
  readonly amount: string
  readonly message: string | undefined
  readonly shipping:
    | {
        readonly address: readonly string[]
        readonly instructions: string | undefined
        readonly labelUrl: string | undefined
        readonly trackingNumber: string | undefined
        /** What a parcel shop scans, and its squares, row by row; too much text has none. */
        readonly code: { readonly text: string; readonly squares: readonly (readonly boolean[])[] | undefined } | undefined
        readonly isFree: boolean
        readonly keepsGoods: boolean
      }
    | undefined
  readonly refund:
    | {
        readonly amount: string
        readonly method: ReturnRefund['method']
        readonly status: ReturnRefund['status']
        readonly suffix: string | undefined
      }
    | undefined
  readonly exchangeOrder: { readonly id: string; readonly number: string } | undefined
  readonly history: readonly { readonly status: ReturnStatus; readonly date: string }[]
  readonly mayCancel: boolean
  readonly date: string
}

/** What the order of a return knows of its refund. */
export interface RefundView {
  /** `Visa ending 4242`, where all of it went there. */
  readonly card: string | undefined
  readonly creditNote: { readonly number: string; readonly link: string } | undefined
}

/** Where the pages of returns are, for members and for those who have no account. */
export const returnWays = {
  ask: (orderId: string) => `/account/orders/${orderId}/return`,
  one: (id: string) => `/account/returns/${id}`,
  order: (id: string) => `/account/orders/${id}`,
  orderAsGuest: (id: string) => `/orders/${id}`,
  askAsGuest: (orderId: string) => `/orders/${orderId}/return`,
  oneAsGuest: (id: string) => `/return/${id}`,
} as const
