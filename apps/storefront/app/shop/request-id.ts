import { createContext, useContext, useState } from 'react'

/** Under which the server logs what it did for this page; only there while it renders. */
export const RequestId = createContext<string | undefined>(undefined)

const place = 'request-id'

/**
 * The number by which the shop finds what went wrong, and the id of the element that shows it: the browser, which takes the page over, reads it
 * there. Undefined where the page failed in the browser alone.
 */
export function useRequestId(): readonly [place: string, requestId: string | undefined] {
  const ofServer = useContext(RequestId)
  const [shown] = useState(() => ofServer ?? (typeof document === 'undefined' ? undefined : document.getElementById(place)?.textContent))
  return [place, shown ?? undefined]
}
