import type { Audience, Code, Contract, Ok, Received, Route } from '@vitrine/contract'
import type { Author } from '../db/context.ts'
import type { Db } from '../db/sql.ts'
import type { Refusal } from '../refusal.ts'
import type { CallerOf } from './caller.ts'
import type { Prepared, WireRequest } from './wire.ts'

/** What the kernel hands every handler beside its input. */
export interface Scope<A extends Audience = Audience> {
  readonly caller: CallerOf<A>
  /**
   * Whether the caller has the operation's right (`rightFor` of the contract) and acts as the shop; else they are a buyer like any other,
   * whoever they are. Operations for administrators serve nobody without it.
   */
  readonly merchant: A extends 'user' ? true : boolean
  readonly site: string
  /** The transaction of a write, the pool of a read. */
  readonly db: Db
  /** One instant for the whole request. */
  readonly now: Date
  /** The email of the member of staff who calls; absent where nobody of the staff does. */
  readonly author?: Author | undefined
  readonly requestId: string
  readonly from: ClientInfo
}

/** Where a request comes from, as far as it says. */
export interface ClientInfo {
  /** What the browser calls itself. */
  readonly agent: string
  /** Of the network; empty where the server does not tell. */
  readonly address: string
}

export const clientInfoOf = ({ headers }: Pick<WireRequest, 'headers'>): ClientInfo => ({
  agent: (headers['user-agent'] ?? '').slice(0, 500),
  address: (headers['x-vitrine-peer'] ?? '').slice(0, 100),
})

/** A staged handler opens its own transactions, because it speaks to the outside between them. */
export interface StagedScope<A extends Audience = Audience> extends Scope<A> {
  /** The same for every try under one Idempotency-Key: what a stage writes down under this id, its repetition after a crash finds again. */
  readonly attempt: string
  /** Whether there may have been a try before this one under that id. */
  readonly again: boolean
  transact<T>(work: (db: Db, again: boolean) => Promise<T>): Promise<T>
  /**
   * The first stage, before anything is said to the outside. With `claimedInside` the key is claimed in it: the attempt is known there, and
   * whatever may be refused is refused there, where an earlier answer has been looked for.
   */
  begin<T>(work: (db: Db, turn: Turn) => Promise<T>): Promise<T>
  /**
   * A stage that reads and locks nothing: what it leaves to its end relies on what this very request has written. Undefined where somebody
   * else changed that meanwhile; nothing was committed then.
   */
  atOnce<T extends object>(work: (db: Db) => Promise<T>): Promise<T | undefined>
  /** Stores the answer at the end of a stage, so that both are committed together; the handler then has to return that same answer. */
  answering(db: Db, answer: unknown): Promise<void>
}

/** How a first stage comes to be run. */
export interface Turn {
  readonly attempt: string
  /** Whether there may have been a try before this one under that id. */
  readonly again: boolean
  /** Whether this very request has run it before, and that run was not committed or its outcome is unknown. */
  readonly retried: boolean
}

export type Answer<R extends Route> = Promise<Ok<R> | Prepared | Refusal<Code<R>>>
export type Handler<R extends Route> = (input: Received<R>, scope: Scope<Contract[R]['as']>) => Answer<R>

export type StagedHandler<R extends Route> = (input: Received<R>, scope: StagedScope<Contract[R]['as']>) => Answer<R>

/** A write that runs outside one transaction: each of its stages must be safe to meet again. */
export class Staged<R extends Route> {
  readonly run: StagedHandler<R>
  /** Whether its first stage claims the key, rather than a transaction before it. */
  readonly claimsInside: boolean
  constructor(run: StagedHandler<R>, claimsInside: boolean) {
    this.run = run
    this.claimsInside = claimsInside
  }
}

export const staged = <R extends Route>(run: StagedHandler<R>): Staged<R> => new Staged(run, false)

/** A staged write that changes nothing and speaks to nobody before `begin`, and refuses nothing outside of it. */
export const claimedInside = <R extends Route>(run: StagedHandler<R>): Staged<R> => new Staged(run, true)

/**
 * A write whose reads lock nothing, and which leaves all that it changes to its end (`lastly`), each change guarded by what was read: one
 * trip to read, one to write. It may run more than once.
 */
export class Optimistic<R extends Route> {
  readonly run: Handler<R>
  constructor(run: Handler<R>) {
    this.run = run
  }
}

export const optimistic = <R extends Route>(run: Handler<R>): Optimistic<R> => new Optimistic(run)

/** That of any operation, which was looked up by its route. */
export type AnyHandler = Handler<Route> | Staged<Route> | Optimistic<Route>

/** A slice's share of the contract: every one of its route lines, and none but its own. */
export type Handlers<Ops> = { readonly [R in keyof Ops & Route]: Handler<R> | Staged<R> | Optimistic<R> }

/** Those of them whose paths begin so. */
export type HandlersAt<Ops, Path extends string> = Handlers<Pick<Ops, Extract<keyof Ops, `${string} ${Path}${string}`>>>

/** The handlers of the whole contract. */
export type AllHandlers = { readonly [R in Route]: Handler<R> | Staged<R> | Optimistic<R> }
