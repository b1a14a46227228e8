/** An address with something changed; what is empty is not in it. */
export function withParams(params: URLSearchParams, changes: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes))
    if (value) next.set(name, value)
    else next.delete(name)
  return next
}
