import type { Route } from '@vitrine/contract'
import type { Caller } from './caller.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

/** What a request is a replay of, and under which id it is written down. */
export interface ReplayNote {
  readonly id: string
  readonly of: string
  readonly idempotencyKey: string | undefined
}

/** A request that was answered. */
export interface AnsweredRequest {
  readonly request: WireRequest
  /** Absent where the path led nowhere. */
  readonly line: Route | undefined
  /** Absent where nobody could be identified. */
  readonly caller: Caller | undefined
  readonly answer: WireAnswer
  readonly milliseconds: number
  readonly replay: ReplayNote | undefined
}

/** Hears of requests after their answers are made: what it does takes no time, waits for nothing and throws nothing. */
export interface Recording {
  note(answered: AnsweredRequest): void
}
