/** Parameters as the form sends them: `a[b]=1` is `{ a: { b: '1' } }`. */
export type Params = { [name: string]: string | Params }

export const of = (value: string | Params | undefined): Params => (typeof value === 'object' ? value : {})
export const textOf = (value: string | Params | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

/** Pairs of a form as the parameters they say. */
export function nested(pairs: readonly (readonly [string, string])[]): Params {
  const all: Params = {}
  for (const [name, value] of pairs) {
    const [first, ...rest] = name.replaceAll(']', '').split('[')
    let at = all
    const way = [first!, ...rest]
    for (const [i, part] of way.entries()) {
      if (i === way.length - 1) at[part || String(Object.keys(at).length)] = value
      else {
        at[part] = of(at[part])
        at = of(at[part])
      }
    }
  }
  return all
}
