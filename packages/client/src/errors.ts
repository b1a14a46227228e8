import type { FieldViolation, RefusalCode, RefusalData } from '@vitrine/contract'
import type { Reply } from './api.ts'

/** The part of an error body that says why. */
export interface ErrorDetails {
  /** Where `code` is a number, that of the status, `data.code` is the code. */
  readonly applicationError?: { readonly code: string | number; readonly description?: string; readonly data?: unknown }
  readonly validationError?: { readonly fieldViolations: readonly FieldViolation[] }
}

/** What the headers of an answer contain about a failure. */
export interface Trace {
  readonly status: number
  /** Names the request in the platform's logs. */
  readonly requestId: string | undefined
  /** How long the platform asks us to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined
}

/**
 * The platform understood the request and refused it. `code` says why, `data` carries the facts of that code.
 *
 * @example
 * try {
 *   await client.currentCart.addToCurrentCart({ lineItems })
 * } catch (error) {
 *   if (error instanceof Refused && error.code === 'ITEM_NOT_AVAILABLE') say('Sold out')
 *   else throw error
 * }
 */
export class Refused<C extends RefusalCode = RefusalCode> extends Error implements Trace {
  override readonly name = 'Refused'
  readonly code: C
  readonly data: RefusalData<C>
  /** The fields that broke a rule; empty unless `code` is `INVALID_ARGUMENT`. */
  readonly fieldViolations: readonly FieldViolation[]
  /** The details as they came. */
  readonly details: ErrorDetails
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(message: string, details: ErrorDetails, { status, requestId, retryAfterMs }: Trace) {
    super(message)
    const { applicationError, validationError } = details
    this.fieldViolations = validationError?.fieldViolations ?? []
    this.code = (validationError ? 'INVALID_ARGUMENT' : codeOf(applicationError)) as C
    this.data = (validationError ?? applicationError?.data) as RefusalData<C>
    this.details = details
    this.status = status
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }
}

const codeOf = (error: ErrorDetails['applicationError']): unknown =>
  typeof error?.code === 'number' ? (error.data as { code?: unknown } | undefined)?.code : error?.code

/**
 * No usable answer: the network failed, time ran out, something between us and the platform answered, or the platform is at fault. `status`
 * is absent when nothing came back at all.
 */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(message: string, { cause, status, requestId, retryAfterMs }: Partial<Trace> & { readonly cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }
}

/** One `Refused` a code, so that testing `code` also narrows `data`. */
type Each<C extends RefusalCode> = C extends RefusalCode ? Refused<C> : never

/** Either why it was refused, or what came back. */
export type Outcome<T, C extends RefusalCode> = readonly [refused: undefined, value: T] | readonly [refused: Each<C>, value: undefined]

/**
 * Returns a refusal instead of throwing it, with the `code`s that this very operation may answer. Anything else is still thrown.
 *
 * @example
 * const [refused, found] = await attempt(client.currentCart.getCurrentCart())
 * if (refused?.code === 'OWNED_CART_NOT_FOUND') return 'Your cart is empty.'
 */
export async function attempt<T, C extends RefusalCode>(reply: Reply<T, C>): Promise<Outcome<T, C>> {
  try {
    return [undefined, await reply]
  } catch (error) {
    if (error instanceof Refused) return [error as Each<C>, undefined]
    throw error
  }
}
