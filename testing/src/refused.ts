import { attempt } from '@vitrine/client'

/** What a call of our client was refused with; undefined where it was done. */
export const refusedWith = async (call: Promise<unknown>) => (await attempt(call))[0]

/** The code that a call of our client was refused with, or `done`. */
export const codeOf = async (call: Promise<unknown>): Promise<string> => (await refusedWith(call))?.code ?? 'done'

/** The status and the code that a call of our client was refused with, or `done`. */
export async function statusAndCode(call: Promise<unknown>): Promise<readonly [number, string] | 'done'> {
  const refused = await refusedWith(call)
  return refused ? [refused.status, refused.code] : 'done'
}

/** The code that a call of our client was refused with, and which fields were not taken. */
export async function codeAndFields(call: Promise<unknown>): Promise<readonly (string | undefined)[]> {
  const refused = await refusedWith(call)
  return [refused?.code, ...(refused?.fieldViolations ?? []).map(({ field }) => field)]
}

/** The reason that a refusal gives in its data, where it does. */
export const reasonOf = (refused: Awaited<ReturnType<typeof refusedWith>>): string | undefined =>
  (refused?.data as { reason?: string } | undefined)?.reason
