import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCommitted } from './use-committed.ts'

interface Options {
  /** It takes the place of the address before in the history. */
  readonly replace?: boolean
  readonly preventScrollReset?: boolean
}

/**
 * What the page's address asks for, and a way to change it. Who changes two things in a row is shown both, although the first is still on its way.
 *
 * @example
 * const [params, change] = useAddress()
 * change((from) => withParams(from, { q: 'mug' }), { replace: true })
 */
export function useAddress(): [URLSearchParams, (make: (from: URLSearchParams) => URLSearchParams, options?: Options) => void] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const committed = useCommitted()
  const onWay = useRef<URLSearchParams>(undefined)
  async function change(make: (from: URLSearchParams) => URLSearchParams, options: Options = {}) {
    const next = make(onWay.current ?? params)
    onWay.current = next
    await navigate(`?${next}`, options)
    await committed()
    if (onWay.current === next) onWay.current = undefined
  }
  return [params, (make, options) => void change(make, options)]
}
