import type { Seller } from './paper.ts'

/** What goes into a shipment, for whoever packs it and whoever unpacks it: no prices. */
export interface Slip {
  readonly orderNumber: string
  readonly placedAt: string
  /** As people call it: `DHL Paket`. */
  readonly service?: string
  /** Until when it was promised, in words. */
  readonly promised?: string
  /** Whether somebody comes for it. */
  readonly collected: boolean
  readonly to: readonly string[]
  readonly phone?: string
  /** In the buyer's words. */
  readonly note?: string
  readonly answers: readonly { readonly title: string; readonly answer: string }[]
  readonly lines: readonly SlipLine[]
  /** Whether something of the order left before, or follows. */
  readonly isPart: boolean
}

export interface SlipLine {
  readonly name: string
  readonly description?: string
  readonly sku?: string
  readonly quantity: number
}

/** The shop as slips have it. */
export interface SlipShop extends Pick<Seller, 'name' | 'wordmark' | 'logo' | 'address' | 'email' | 'web' | 'accent' | 'mark'> {
  readonly locale: string
  readonly timeZone: string
}
