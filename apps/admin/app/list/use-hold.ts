import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const holdMs = 450
/** A finger that moves further scrolls. */
const slackPx = 10

const isPhone = (): boolean => matchMedia('(max-width: 620px)').matches

/** On a phone a finger that is held on a row picks it: the boxes of all rows appear with the first. What it holds is not opened then. */
export function useHold(onHold: (at: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const hasHeld = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stay = (event: MouseEvent) => {
    if (!hasHeld.current) return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      stop()
      hasHeld.current = false
      const target = event.target instanceof Element ? event.target : undefined
      const row = target?.closest<HTMLTableRowElement>('tbody > tr')
      if (!row || event.pointerType !== 'touch' || !isPhone() || target?.closest('button, input, label, td a')) return
      start.current = { x: event.clientX, y: event.clientY }
      timer.current = setTimeout(() => {
        hasHeld.current = true
        onHold(row.sectionRowIndex)
      }, holdMs)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > slackPx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClickCapture: stay,
    // Browsers offer what can be done to a link.
    onContextMenu: stay,
  }
}
