import { type FromBuyer, type Route, shopFields } from '@vitrine/contract'

/** A place in an input; `[]` at the end of a step stands for each of a list. */
export type Path = readonly string[]

/** Where an operation takes what only the shop writes, by what becomes of it when a buyer sends it. */
export const pathsOf = (line: Route, fromBuyer: FromBuyer): readonly Path[] =>
  Object.entries(shopFields[line] ?? {}).flatMap(([path, rule]) => (rule === fromBuyer ? [path.split('.')] : []))

/** Whether an input has a value at a path. */
export function hasValue(input: unknown, [step, ...rest]: Path): boolean {
  if (step === undefined) return input !== undefined && input !== null && input !== false && !(Array.isArray(input) && input.length === 0)
  if (typeof input !== 'object' || input === null) return false
  const inner: unknown = Object.entries(input).find(([name]) => name === step.replace('[]', ''))?.[1]
  return step.endsWith('[]') ? Array.isArray(inner) && inner.some((one) => hasValue(one, rest)) : hasValue(inner, rest)
}
