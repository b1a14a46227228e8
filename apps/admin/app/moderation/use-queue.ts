import { withParams } from '../parts/params.ts'
import { useStrip } from '../parts/strip.ts'
import { useAddress } from '../parts/use-address.ts'
import { useKeys } from '../shell/keys.ts'

interface QueueKeys<T> {
  /** What is read: `review`. */
  readonly one: string
  /** Over the list of keys. */
  readonly title: string
  /** What `R` does, and the id of the field that it leads to. */
  readonly answer: { readonly says: string; readonly field: string }
  /** Undefined where nothing may be decided. */
  readonly onDecide: ((item: T, publishes: boolean) => void) | undefined
}

/** What somebody reads one after the other, by the keys; which one it is stands in the address. */
export function useQueue<T>(items: readonly T[], idOf: (item: T) => string, { one, title, answer, onDecide }: QueueKeys<T>) {
  const [params, changeAddress] = useAddress()
  const at = Math.max(
    0,
    items.findIndex((item) => idOf(item) === params.get('id')),
  )
  const current = items[at]
  const list = useStrip(current && idOf(current))
  const ask = (change: Readonly<Record<string, string | undefined>>, replace = false) =>
    changeAddress((from) => withParams(from, { id: undefined, after: undefined, ...change }), { replace })
  const go = (to: number) => {
    const item = items[Math.min(items.length - 1, Math.max(0, to))]
    if (item) ask({ id: idOf(item), after: params.get('after') ?? undefined }, true)
  }
  const begins = `${one[0]!.toUpperCase()}${one.slice(1)}`
  useKeys(
    {
      j: { says: `Next ${one}`, moves: true, run: () => go(at + 1) },
      k: { says: `${begins} before`, moves: true, run: () => go(at - 1) },
      ...(onDecide &&
        current && {
          a: { says: `Publish the ${one}`, run: () => onDecide(current, true) },
          d: { says: `Turn the ${one} down`, run: () => onDecide(current, false) },
          r: { says: answer.says, moves: true, run: () => document.getElementById(answer.field)?.focus() },
        }),
      '/': { says: `Search ${one}s`, moves: true, run: () => document.getElementById('list-q')?.focus() },
    },
    title,
  )
  return { params, at, current, list, ask, linkTo: (item: T) => `?${withParams(params, { id: idOf(item) })}` }
}

export type Queue<T> = ReturnType<typeof useQueue<T>>
