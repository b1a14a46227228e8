/**
 * Why a file is not taken: `UNKNOWN_TYPE`, of a kind that a shop has no use for; `BROKEN`, it is not what its first bytes say, or it ends too early;
 * `TOO_LARGE`, too large to open; `TOO_LONG`, a film longer than allowed; `UNSAFE`, harmful to those who open it; `OTHER_FILES`, a model whose bytes or
 * pictures are in files beside it.
 */
export type UnfitReason = 'UNKNOWN_TYPE' | 'BROKEN' | 'TOO_LARGE' | 'TOO_LONG' | 'UNSAFE' | 'OTHER_FILES'

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
