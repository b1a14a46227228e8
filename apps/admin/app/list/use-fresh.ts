import { useState } from 'react'

interface Seen {
  readonly place: string | undefined
  readonly key: string
  readonly ids: ReadonlySet<string>
  readonly fresh: ReadonlySet<string>
}

const noIds: ReadonlySet<string> = new Set()

/** The rows that came while one looked at the same place of the same list; nothing where one came to another. */
export function useFresh(ids: readonly string[], place: string | undefined): ReadonlySet<string> {
  const [seen, setSeen] = useState<Seen>({ place: undefined, key: '', ids: noIds, fresh: noIds })
  const key = ids.join()
  if (place === undefined || (seen.place === place && seen.key === key)) return seen.fresh
  const fresh = seen.place === place ? new Set(ids.filter((id) => !seen.ids.has(id))) : noIds
  setSeen({ place, key, ids: new Set(ids), fresh })
  return fresh
}
