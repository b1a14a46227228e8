import type { RefusalCode, RefusalData } from '@vitrine/contract'

/** An answer of "no" that the contract foresaw. It is a value: rules return it, handlers pass it on, nothing has to catch it. */
export class Refusal<C extends RefusalCode = RefusalCode> {
  readonly code: C
  readonly data: RefusalData<C>
  constructor(code: C, data: RefusalData<C>) {
    this.code = code
    this.data = data
  }
}

export function refuse<C extends RefusalCode>(code: C, ...[data]: undefined extends RefusalData<C> ? [] : [RefusalData<C>]): Refusal<C> {
  return new Refusal(code, data as RefusalData<C>)
}

/** A refusal from so deep that passing it up as a value would blur every signature on the way, such as a sum beyond all bounds. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}
