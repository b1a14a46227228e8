/**
 * Why a file is not taken: `UNKNOWN_TYPE`, of a kind that a shop has no use for; `BROKEN`, it is not what its first bytes say, or it ends too early;
 * `TOO_LARGE`, to be opened at all; `UNSAFE`, it would do something to whoever opens it.
 */
export type UnfitReason = 'UNKNOWN_TYPE' | 'BROKEN' | 'TOO_LARGE' | 'UNSAFE'

export class Unfit {
  readonly reason: UnfitReason
  readonly message: string
  constructor(reason: UnfitReason, message: string) {
    this.reason = reason
    this.message = message
  }
}

/** Thrown by what reads a file, and answered as `Unfit`. */
export class UnfitFile extends Error {
  readonly unfit: Unfit
  constructor(reason: UnfitReason, message: string) {
    super(message)
    this.unfit = new Unfit(reason, message)
  }
}

export function broken(message: string): never {
  throw new UnfitFile('BROKEN', message)
}

export function unsafe(message: string): never {
  throw new UnfitFile('UNSAFE', message)
}

export function tooLarge(message: string): never {
  throw new UnfitFile('TOO_LARGE', message)
}
