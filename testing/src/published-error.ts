import assert from 'node:assert/strict'

/** The error that the published client throws. */
export interface PublishedError extends Error {
  readonly status: number
  readonly requestId: string
  readonly details: {
    readonly applicationError?: { readonly code: string; readonly description: string; readonly data: Record<string, unknown> }
    readonly validationError?: { readonly fieldViolations: readonly { readonly field: string; readonly violatedRule: string }[] }
    readonly requestId: string
  }
}

/** The error that a call of the published client throws; it fails where none is thrown. */
export const errorOf = (promise: Promise<unknown>): Promise<PublishedError> =>
  promise.then(
    () => assert.fail('nothing was thrown'),
    (error: PublishedError) => error,
  )

/** The code of that error. */
export const codeOf = async (promise: Promise<unknown>): Promise<string | undefined> =>
  (await errorOf(promise)).details.applicationError?.code
