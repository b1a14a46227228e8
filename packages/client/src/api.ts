import type { Code, Contract, Input, Ok, RefusalCode, Route } from '@vitrine/contract'

/** Options of a single call. */
export interface CallOptions {
  /** Stops the call wherever it is: waiting for a token, on the wire, or between two tries. */
  readonly signal?: AbortSignal | undefined
  /** How long the whole call may take, tries and pauses included. */
  readonly timeoutMs?: number | undefined
  /** Names a write, so that sending it again, even from another process, does it once. By default every write gets a fresh one. */
  readonly idempotencyKey?: string | undefined
}

/** A promise of `T` that remembers which refusals it can fail with. See `attempt`. */
export type Reply<T, C extends RefusalCode> = Promise<T> & { readonly '~refusals'?: C }

/** One operation as a function. Where every field of the input may be left out, so may the input. */
export type Call<R extends Route> = (
  // biome-ignore lint/complexity/noBannedTypes: `{}` asks whether every field is optional
  ...args: {} extends Input<R> ? [input?: Input<R>, options?: CallOptions] : [input: Input<R>, options?: CallOptions]
) => Reply<Ok<R>, Code<R>>

/** What the client has to know of an operation besides its route line, as the contract states it: its POST twin, or that it only reads. */
type Traits<R extends Route> = Contract[R] extends { readonly twin: infer Twin extends string }
  ? [twin: Twin]
  : Contract[R] extends { readonly reads: true }
    ? [reads: 'reads']
    : []

/** Turns a route line into the function that calls it. */
export type Api = <const R extends Route>(route: R, ...traits: Traits<R>) => Call<R>
