import type { RefusalCode, ReturnRefund } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Actor, Caller } from '../../kernel/http/caller.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { ReturnSettingsSection } from '../../kernel/settings/return-settings.ts'
import type { Amounts } from '../selling/amounts.ts'
import type { LineFacts } from './rules.ts'
import type { ReturnNews } from './store.ts'

export interface Customer {
  readonly owner: string
  readonly email: string
  readonly buyerName: string
}

/** An order, as far as goods of it come back. */
export interface OrderToReturn extends Customer {
  readonly id: string
  readonly number: number
  readonly guests: readonly string[]
  readonly currency: string
  /** When its buyer has had everything that was sent so far; undefined where nothing was. */
  readonly arrived: Date | undefined
  readonly lines: readonly OrderLineToReturn[]
}

export interface OrderLineToReturn extends LineFacts {
  readonly name: string
  readonly description: string
  readonly imageId: string | undefined
  readonly variantId: string | undefined
  /** What was paid for all of its units, with tax, in minor units. */
  readonly total: number
}

/** Units of an order that are given back for. */
export interface Giving {
  readonly units: readonly { readonly lineItemId: string; readonly quantity: number }[]
  readonly includeShipping: boolean
  /** Less than they come to, as decimal text. */
  readonly amount: string | undefined
  /** Nothing goes back by the payments: it is given as something else. */
  readonly instead: boolean
  readonly reason: string
}

/** What is given back, before anything is. */
export interface Given {
  readonly amount: number
  readonly isManual: boolean
  readonly lines: readonly { readonly lineItemId: string; readonly quantity: number; readonly amount: number; readonly tax: number }[]
}

export type GivingRefusal = 'INVALID_AMOUNT' | 'NOTHING_TO_REFUND'

export interface ReturnDeps {
  readonly settingsOf: (db: Db, site: string) => Promise<ReturnSettingsSection>
  readonly findOrder: (db: Db, site: string, id: string) => Promise<OrderToReturn | undefined>
  /** The same, and nobody else changes the order or its returns until the transaction ends. */
  readonly lockOrder: (db: Db, site: string, id: string) => Promise<OrderToReturn | undefined>
  /** Whose orders these are. */
  readonly findCustomers: (db: Db, site: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Customer>>
  readonly isTheirs: (actor: Actor, order: OrderToReturn, email: string | undefined) => boolean
  /** What variants of the products of lines are called, in the order of what is asked; undefined for what is none. */
  readonly variantNames: (
    db: Db,
    site: string,
    wanted: readonly { readonly productId: string; readonly variantId: string }[],
  ) => Promise<readonly (string | undefined)[]>
  /** Those of these files that whoever acts has uploaded as pictures; any of the shop's for its staff. */
  readonly findPictures: (acting: Pick<Context, 'db' | 'site'> & Actor, ids: readonly string[]) => Promise<ReadonlySet<string>>
  /** Writes into the order's story what happened, and tells. */
  readonly tell: (context: Context, order: OrderToReturn, news: ReturnNews) => Promise<void>
  readonly restock: (
    context: Context,
    orderId: string,
    units: readonly { readonly lineItemId: string; readonly quantity: number }[],
  ) => Promise<void>
  readonly moneyIn: (db: Db, site: string, currency: string) => Promise<Amounts>
  /** How refunds stand, by the attempts that began them. */
  readonly refundStates: (db: Db, site: string, orderIds: readonly string[]) => Promise<ReadonlyMap<string, ReturnRefund['status']>>
  /**
   * Decides under the order's lock what is given back and records it, all in one transaction; then the money goes. Called again under the
   * same attempt, it continues what it began. Returns whether all of it failed.
   */
  readonly giveBack: <C extends RefusalCode>(
    by: Pick<Context, 'site' | 'author'> & { readonly orderId: string; readonly attempt: string },
    choose: (context: Context) => Promise<Giving | Refusal<C>>,
    keep: (context: Context, given: Given) => Promise<Refusal<C> | undefined>,
  ) => Promise<{ readonly failed: boolean } | Refusal<C | GivingRefusal>>
  /** A gift card for the buyer, who gets it by email; the last four characters of its code. */
  readonly giveCredit: (
    context: Context,
    order: OrderToReturn,
    credit: { readonly returnId: string; readonly amount: number },
  ) => Promise<string | Refusal<'CURRENCY_NOT_SUPPORTED'>>
  /** A new order with other variants, paid with what is given back for the old ones. */
  readonly placeExchange: (
    context: Context,
    caller: Caller,
    orderId: string,
    returnNumber: string,
    lines: readonly (Given['lines'][number] & { readonly variantId: string })[],
  ) => Promise<{ readonly id: string; readonly number: number } | Refusal<ExchangeRefusal>>
}

export type ExchangeRefusal = 'EXCHANGE_NOT_POSSIBLE' | 'CURRENCY_NOT_SUPPORTED' | 'PARTIAL_OUT_OF_STOCK' | 'FULL_OUT_OF_STOCK'
