import { useEffect, useState } from 'react'

export interface Rows {
  /** The row that the keyboard stands on. */
  readonly at: number
  readonly step: (by: number) => void
  readonly picked: ReadonlySet<string>
  readonly pick: (id: string, through?: boolean) => void
  readonly pickAll: () => void
  readonly clear: () => void
}

interface State {
  readonly key: string
  readonly at: number
  readonly picked: ReadonlySet<string>
  readonly last: number
}

/** Where the keyboard stands in a list and what is picked of it; begins anew with other rows. */
export function useRows(ids: readonly string[]): Rows {
  const key = ids.join()
  const [state, setState] = useState<State>({ key, at: -1, picked: new Set(), last: -1 })
  /** Of other rows than these nothing holds but what is picked of both. */
  const held = (of: State): State =>
    of.key === key ? of : { key, at: -1, picked: new Set(ids.filter((id) => of.picked.has(id))), last: -1 }
  const now = held(state)
  useEffect(() => {
    document.querySelector('[data-rows] tr[data-focus]')?.scrollIntoView({ block: 'nearest' })
  }, [now.at])
  const step = (by: number) => setState({ ...now, at: Math.max(0, Math.min(ids.length - 1, now.at + by)) })
  const pick = (id: string, through = false) => {
    const nth = ids.indexOf(id)
    const on = !now.picked.has(id)
    const start = through && now.last >= 0 ? now.last : nth
    const among = new Set(ids.slice(Math.min(start, nth), Math.max(start, nth) + 1))
    const picked = new Set([...ids].filter((one) => (among.has(one) ? on : now.picked.has(one))))
    setState({ ...now, picked, last: nth })
  }
  return {
    at: now.at,
    step,
    picked: now.picked,
    pick,
    pickAll: () => setState({ ...now, picked: now.picked.size === ids.length ? new Set() : new Set(ids) }),
    clear: () => setState({ ...now, picked: new Set() }),
  }
}
