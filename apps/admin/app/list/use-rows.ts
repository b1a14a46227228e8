import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface Rows {
  /** The row that the keyboard stands on. */
  readonly at: number
  readonly step: (by: number) => void
  readonly goTo: (at: number) => void
  readonly picked: ReadonlySet<string>
  /** Whether not only what is picked here is meant, but all that the list finds. */
  readonly all: boolean
  /** The same function for good, so that rows need not be made again. */
  readonly pick: (id: string, through?: boolean) => void
  readonly pickPage: () => void
  readonly pickAll: () => void
  readonly pickOnly: (ids: readonly string[]) => void
  readonly clear: () => void
}

interface State {
  readonly key: string
  /** The id of the row that the keyboard stands on: rows that come in before it do not push it on. */
  readonly on: string | undefined
  readonly picked: ReadonlySet<string>
  readonly all: boolean
  readonly last: string | undefined
}

/** Where the keyboard stands in a list and what is picked of it; of other rows only what is among them holds. */
export function useRows(ids: readonly string[]): Rows {
  const key = ids.join()
  const [state, setState] = useState<State>({ key, on: undefined, picked: new Set(), all: false, last: undefined })
  const held = (of: State): State => {
    if (of.key === key) return of
    const stays = (id: string | undefined) => (id !== undefined && ids.includes(id) ? id : undefined)
    return { key, on: stays(of.on), picked: new Set(ids.filter((id) => of.picked.has(id))), all: false, last: stays(of.last) }
  }
  const now = held(state)
  const at = now.on === undefined ? -1 : ids.indexOf(now.on)
  useEffect(() => {
    if (now.on !== undefined) document.querySelector('[data-rows] tr[data-focus]')?.scrollIntoView({ block: 'nearest' })
  }, [now.on])
  const goTo = (nth: number) => {
    const on = ids[Math.max(0, Math.min(ids.length - 1, nth))]
    setState({ ...now, on })
  }
  const pick = (id: string, through = false) => {
    const nth = ids.indexOf(id)
    const on = !now.picked.has(id)
    const start = through && now.last !== undefined ? ids.indexOf(now.last) : nth
    const among = new Set(ids.slice(Math.min(start, nth), Math.max(start, nth) + 1))
    setState({ ...now, all: false, last: id, picked: new Set(ids.filter((one) => (among.has(one) ? on : now.picked.has(one)))) })
  }
  const latest = useRef(pick)
  useLayoutEffect(() => void (latest.current = pick))
  const steadyPick = useCallback<Rows['pick']>((...which) => latest.current(...which), [])
  const pickOnly = (only: readonly string[]) => setState({ ...now, all: false, picked: new Set(only) })
  return {
    at,
    goTo,
    step: (by) => goTo(at + by),
    picked: now.picked,
    all: now.all,
    pick: steadyPick,
    pickOnly,
    pickPage: () => pickOnly(now.picked.size === ids.length ? [] : ids),
    pickAll: () => setState({ ...now, all: true, picked: new Set(ids) }),
    clear: () => pickOnly([]),
  }
}
