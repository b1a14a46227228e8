import { type ReactNode, useEffect, useRef } from 'react'

interface PopProps {
  /** How it is called where it is not seen. */
  label: string
  open: boolean
  onClose: () => void
  /** Where it hangs from its button: at the end, where nothing is said. */
  from?: 'start' | 'end'
  className?: string
  /** What its surroundings are beside being that, such as a `chip`. */
  wrap?: string
  /** The button that opens it, first. */
  button: ReactNode
  children: ReactNode
}

/** Something small that opens beside its button. Esc and a click elsewhere close it; the focus goes in, and back to the button. */
export function Pop({ label, open, onClose, from = 'end', className = '', wrap: around = '', button, children }: PopProps) {
  const wrap = useRef<HTMLSpanElement>(null)
  const close = useRef(onClose)
  useEffect(() => void (close.current = onClose))
  useEffect(() => {
    if (!open) return undefined
    const within = wrap.current!
    const opener = within.querySelector<HTMLElement>(':scope > button')
    const pop = within.querySelector<HTMLElement>('.menu')!
    const first = pop.querySelector<HTMLElement>('[data-first], input:not(:disabled), button, a')
    first?.focus()
    const leave = (event: PointerEvent) => {
      if (!within.contains(event.target as Node)) close.current()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close.current()
    }
    addEventListener('pointerdown', leave)
    addEventListener('keydown', escape, true)
    return () => {
      removeEventListener('pointerdown', leave)
      removeEventListener('keydown', escape, true)
      if (pop.contains(document.activeElement) || document.activeElement === document.body) opener?.focus()
    }
  }, [open])
  return (
    <span className={`menuwrap ${around}`} data-from={from} ref={wrap}>
      {button}
      {open && (
        <div className={`menu ${className}`} role="dialog" aria-label={label}>
          {children}
        </div>
      )}
    </span>
  )
}
