import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pinned columns never take more of the room than this, so that the others can be seen. */
const most = 0.6

/**
 * Whether the columns of a list need more room than there is, so that it is scrolled sideways. Tells the pinned ones where they stay: `--at-…`
 * of each, from the edge of the list.
 */
export function useWide(list: RefObject<HTMLElement | null>, shown: readonly string[], pinned: readonly string[]): boolean {
  const [wide, setWide] = useState(false)
  const [key, order] = [pinned.join(), shown.join()]
  useLayoutEffect(() => {
    const box = list.current!
    const table = box.querySelector('table')!
    const heads = [...table.querySelectorAll<HTMLElement>('thead th')]
    const measure = () => {
      setWide(table.offsetWidth > box.clientWidth + 1)
      let at = heads[0]?.classList.contains('pick') ? heads[0].offsetWidth : 0
      for (const id of key ? key.split(',') : []) {
        const width = heads.find((head) => head.dataset['c'] === id)?.offsetWidth ?? 0
        if (at + width > box.clientWidth * most) box.style.removeProperty(`--at-${id}`)
        else box.style.setProperty(`--at-${id}`, `${at}px`)
        at += width
      }
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [box, table, ...heads]) observer.observe(one)
    return () => observer.disconnect()
  }, [list, key, order])
  return wide
}
