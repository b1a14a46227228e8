import {
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { moved } from './moved.ts'

/** A mouse has to go so far before it drags, so that a click stays a click. */
const mouseStartsPx = 4
/** A finger has to rest so long on something that also scrolls, and may tremble so far meanwhile. */
const holdMs = 350
const trembleMostPx = 10
/** So near to the edge of the window the page goes on by itself, so far with each picture. */
const edgePx = 72
const edgeStepPx = 10

interface ReorderOptions {
  readonly ids: readonly string[]
  readonly disabled: boolean
  /** How an item is spoken of. */
  readonly called: (id: string) => string
  /** Takes the new order. The list shows it while its promise is open, and what `ids` say afterwards. */
  readonly onOrder: (ids: readonly string[], from: number, to: number) => Promise<unknown> | void
}

interface ItemProps {
  readonly 'data-place': string
  readonly 'data-held'?: ''
  readonly style?: CSSProperties
}

interface DragProps {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onDragStart: (event: DragEvent) => void
  readonly onContextMenu: (event: { preventDefault: () => void }) => void
}

export interface Reorder<L extends HTMLElement> {
  /** Goes to the list, a grid or flex box, so that items stand where they come to while they are held. */
  readonly list: React.RefObject<L | null>
  /** What moved where, for those who hear the page: it belongs into an element of the role `status`. */
  readonly said: string
  /** Goes to each item. */
  readonly item: (id: string) => ItemProps
  /** Goes to a button that does nothing but move its item: dragged at once by mouse or finger, moved by the arrow keys. */
  readonly handle: (id: string) => DragProps & { readonly 'data-handle': string; readonly onKeyDown: (event: KeyboardEvent) => void }
  /** Goes to what can be dragged but is something else, too: a finger rests on it before it moves. */
  readonly surface: (id: string) => DragProps
  /** Moves an item by so many places. */
  readonly step: (id: string, by: number) => void
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1, Home: -Infinity, End: Infinity }

/** Items that are put into an order by mouse, finger and keys. */
export function useReorder<L extends HTMLElement>({ ids, disabled, called, onOrder }: ReorderOptions): Reorder<L> {
  const list = useRef<L>(null)
  const [held, setHeld] = useState<{ readonly id: string; readonly order: readonly string[] }>()
  const [pending, setPending] = useState<readonly string[]>()
  const [said, setSaid] = useState('')
  const waiting = useRef(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const endDrag = useRef<() => void>(undefined)
  const focused = useRef<string>(undefined)
  const stands = pending ?? ids
  const shown = held?.order ?? stands
  const latest = useRef({ stands, onOrder, called })
  useLayoutEffect(() => {
    latest.current = { stands, onOrder, called }
  })

  const put = (id: string, to: number) => {
    const { stands: before } = latest.current
    const from = before.indexOf(id)
    const next = moved(before, from, to)
    if (next === before) return
    setSaid(`${latest.current.called(id)}, ${to + 1} of ${next.length}`)
    latest.current = { ...latest.current, stands: next }
    waiting.current++
    setPending(next)
    // One order after the other, so that the last one stays.
    queue.current = queue.current
      .then(() => latest.current.onOrder(next, from, to))
      .catch(() => {})
      .finally(() => {
        waiting.current--
        if (waiting.current === 0) setPending(undefined)
      })
  }

  // An item that comes into another place of the page loses the focus.
  const place = ids.join()
  useLayoutEffect(() => {
    const id = focused.current
    if (id === undefined || (document.activeElement !== document.body && document.activeElement !== null)) return
    list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(id)}"]`)?.focus()
  }, [place])

  // Browsers scroll by the finger that drags unless this was there before it came down.
  useEffect(() => {
    const element = list.current
    const stay = (event: TouchEvent) => void (endDrag.current && event.cancelable && event.preventDefault())
    element?.addEventListener('touchmove', stay, { passive: false })
    return () => element?.removeEventListener('touchmove', stay)
  }, [])
  useEffect(() => () => endDrag.current?.(), [])

  const begin = (id: string, isHandle: boolean) => (event: PointerEvent<HTMLElement>) => {
    if (disabled || event.button !== 0 || !event.isPrimary || endDrag.current) return
    const { pointerId, clientX, clientY, currentTarget: target } = event
    const waitsForHold = !isHandle && event.pointerType === 'touch'
    let at = { x: clientX, y: clientY }
    let over = id
    let order: readonly string[] | undefined
    let frame = 0
    const start = () => {
      order = latest.current.stands
      endDrag.current = end
      if (target.isConnected) target.setPointerCapture(pointerId)
      setHeld({ id, order })
      frame = requestAnimationFrame(scroll)
    }
    const timer = waitsForHold ? setTimeout(start, holdMs) : undefined
    const look = () => {
      const below = document.elementsFromPoint(at.x, at.y).find((one) => one.closest('[data-place]') && list.current?.contains(one))
      const next = below?.closest<HTMLElement>('[data-place]')?.dataset['place']
      if (!order || next === undefined || next === over) return
      over = next
      if (next === id) return
      order = moved(order, order.indexOf(id), order.indexOf(next))
      setHeld({ id, order })
    }
    const scroll = () => {
      const by = at.y < edgePx ? -edgeStepPx : at.y > innerHeight - edgePx ? edgeStepPx : 0
      if (by !== 0) {
        scrollBy(0, by)
        look()
      }
      frame = requestAnimationFrame(scroll)
    }
    const move = (next: globalThis.PointerEvent) => {
      if (next.pointerId !== pointerId) return
      at = { x: next.clientX, y: next.clientY }
      const far = Math.hypot(at.x - clientX, at.y - clientY)
      if (order) look()
      else if (waitsForHold && far > trembleMostPx) end()
      else if (!waitsForHold && far > mouseStartsPx) {
        start()
        look()
      }
    }
    const up = (next: globalThis.PointerEvent) => {
      if (next.pointerId !== pointerId) return
      const result = order
      end()
      if (!result) return
      swallowClick()
      put(id, result.indexOf(id))
    }
    const leave = (next: globalThis.KeyboardEvent) => {
      if (next.key !== 'Escape' || !order) return
      next.preventDefault()
      next.stopPropagation()
      end()
      swallowClick()
    }
    function end() {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', end)
      removeEventListener('keydown', leave, true)
      endDrag.current = undefined
      setHeld(undefined)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', end)
    addEventListener('keydown', leave, true)
  }

  const step = (id: string, by: number) => {
    const last = latest.current.stands.length - 1
    const from = latest.current.stands.indexOf(id)
    put(id, Math.abs(by) === Infinity ? Math.max(0, Math.min(last, by)) : from + by)
  }
  const drag = (id: string, isHandle: boolean): DragProps => ({
    onPointerDown: begin(id, isHandle),
    onDragStart: (event) => event.preventDefault(),
    onContextMenu: (event) => {
      if (endDrag.current) event.preventDefault()
    },
  })
  return {
    list,
    said,
    item: (id) => ({
      'data-place': id,
      ...(id === held?.id && { 'data-held': '' }),
      ...(shown !== ids && { style: { order: shown.indexOf(id) } }),
    }),
    handle: (id) => ({
      ...drag(id, true),
      'data-handle': id,
      onKeyDown: (event) => {
        const by = steps[event.key]
        if (disabled || by === undefined || event.metaKey || event.ctrlKey) return
        event.preventDefault()
        focused.current = id
        step(id, by)
      },
    }),
    surface: (id) => drag(id, false),
    step,
  }
}

/** What follows the end of a drag is no click on what was dragged. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}
