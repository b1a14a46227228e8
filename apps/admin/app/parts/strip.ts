import { type RefObject, useEffect, useRef } from 'react'

/** A list that is a strip on a phone: it scrolls to what is chosen in it whenever one of these is another one. Nothing is scrolled on anything wider. */
export function useStrip(chosen: unknown, again?: unknown): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (matchMedia('(max-width: 620px)').matches)
      list.current?.querySelector('[data-on]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen, again])
  return list
}
