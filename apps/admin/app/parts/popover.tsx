import { Popover as Base } from '@base-ui/react/popover'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'

interface PopoverProps {
  /** How it is called where it is not seen. */
  label: string
  /** Where it hangs from its button: at the end, where nothing is said. */
  from?: 'start' | 'end'
  className?: string
  /** The button that opens it. */
  button: ReactElement
  onClose?: () => void
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** Fields or choices that open beside their button. Esc and a click elsewhere close it; the focus goes in, and back to the button. */
export function Popover({ label, from = 'end', className = '', button, onClose, children }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const popup = useRef<HTMLDivElement>(null)
  const turn = (next: boolean) => {
    setOpen(next)
    if (!next) onClose?.()
  }
  return (
    <Base.Root open={open} onOpenChange={turn}>
      <Base.Trigger render={button} />
      <Base.Portal>
        <Base.Positioner className="positioner" align={from} sideOffset={4}>
          <Base.Popup
            ref={popup}
            className={`menu ${className}`}
            aria-label={label}
            initialFocus={() => {
              const first = popup.current!.querySelector<HTMLElement>('[data-first], input:not(:disabled), button, a')
              // At once, so that no key which follows is lost to the page.
              first?.focus()
              return first
            }}
          >
            {typeof children === 'function' ? children(() => turn(false)) : children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
