export type Step = () => Promise<unknown>

/** Runs one step after the other. A step that fails does not stop those after it; the errors are thrown together at the end. */
export const inTurn = (steps: readonly Step[]) => async (): Promise<void> => {
  const errors: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => errors.push(error))
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'several steps failed')
}
