import { useEffect, useState } from 'react'

export type Settled<T> =
  | { readonly is: 'waiting'; readonly value?: undefined; readonly late: boolean }
  | { readonly is: 'here'; readonly value: T; readonly late: boolean }
  | { readonly is: 'failed'; readonly error: unknown; readonly value?: undefined; readonly late: boolean }

/** What a promise came to. While a later one is on its way, what was there before stays, and is `late`. */
export function useSettled<T>(promise: Promise<T>): Settled<T> {
  const [state, setState] = useState<{ readonly of?: Promise<T>; readonly now: Settled<T> }>({ now: { is: 'waiting', late: true } })
  useEffect(() => {
    let isOurs = true
    promise.then(
      (value) => isOurs && setState({ of: promise, now: { is: 'here', value, late: false } }),
      (error: unknown) => {
        if (isOurs && !(error instanceof DOMException && error.name === 'AbortError'))
          setState({ of: promise, now: { is: 'failed', error, late: false } })
      },
    )
    return () => void (isOurs = false)
  }, [promise])
  return state.of === promise ? state.now : { ...state.now, late: true }
}
