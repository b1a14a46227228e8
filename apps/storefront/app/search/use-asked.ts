import { useState } from 'react'

/** What a field shows: what was chosen in it last, and what the address says as soon as that changes. The field itself stays, and keeps the focus. */
export function useAsked<T extends string | boolean>(asked: T): [T, (next: T) => void] {
  const [{ was, now }, set] = useState({ was: asked, now: asked })
  if (was !== asked) set({ was: asked, now: asked })
  return [now, (next) => set({ was: asked, now: next })]
}
