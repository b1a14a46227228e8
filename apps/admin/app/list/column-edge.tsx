import { type PointerEvent, useRef } from 'react'
import type { Widths } from './columns.ts'

interface ColumnEdgeProps {
  /** How wide the columns are as it is taken hold of. */
  now: () => Widths
  /** The column's width while it is dragged, with what was wide before. */
  onDrag: (now: Widths, width: number) => void
  onDrop: () => void
  onCancel: () => void
  /** As wide as usual again. */
  onUsual: () => void
  id: string
}

/** The edge of a column, to make it wider or narrower by the pointer; the keyboard does so in the menu of the columns. */
export function ColumnEdge({ id, now, onDrag, onDrop, onCancel, onUsual }: ColumnEdgeProps) {
  const from = useRef<{ readonly x: number; readonly now: Widths; moved: boolean }>(undefined)
  const end = (run: () => void) => () => {
    const moved = from.current?.moved
    from.current = undefined
    if (moved) run()
  }
  const drag = (event: PointerEvent) => {
    const start = from.current
    if (!start || (!start.moved && Math.abs(event.clientX - start.x) < 3)) return
    start.moved = true
    onDrag(start.now, (start.now.get(id) ?? 0) + event.clientX - start.x)
  }
  return (
    <span
      className="edge"
      aria-hidden="true"
      title="Drag to change the width, double-click for the usual one"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, now: now(), moved: false }
      }}
      onPointerMove={drag}
      onPointerUp={end(onDrop)}
      onPointerCancel={end(onCancel)}
      onDoubleClick={onUsual}
    />
  )
}
