export type Step = () => Promise<unknown>

/** One step after the other. One that fails keeps none after it from its work; their errors come together at the end. */
export const inTurn = (steps: readonly Step[]) => async (): Promise<void> => {
  const errors: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => errors.push(error))
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'several steps failed')
}
