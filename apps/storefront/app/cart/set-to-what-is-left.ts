import { useEffect, useState } from 'react'
import { isShort } from './cart.ts'
import { useCart } from './use-cart.tsx'

/**
 * Sets lines that ask for more than is left to what is left, as a press on them would, and answers how many each had asked for. Reading the page
 * changes nothing: it may be fetched ahead, or lie in a window that nobody looks at.
 */
export function useSetToWhatIsLeft(): Readonly<Record<string, number>> {
  const { cart, change, settling } = useCart()
  const [asked, setAsked] = useState<Readonly<Record<string, number>>>({})
  useEffect(() => {
    if (settling || document.visibilityState !== 'visible') return
    const short = cart.lines.filter(isShort).filter(({ id, left }) => left > 0 && !(id in asked))
    if (short.length === 0) return
    // oxlint-disable-next-line react/set-state-in-effect -- whether anybody looks is known to the browser alone
    setAsked((before) => ({ ...before, ...Object.fromEntries(short.map(({ id, quantity }) => [id, quantity])) }))
    for (const line of short) change(line, line.left)
  }, [cart.lines, settling, asked, change])
  return asked
}
