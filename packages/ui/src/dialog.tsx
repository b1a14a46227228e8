import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'

export interface DialogProps extends Omit<ComponentProps<'dialog'>, 'open' | 'onClose'> {
  open: boolean
  onClose: () => void
}

/**
 * A modal dialog: the rest of the page is out of reach, esc and a press beside it close it, focus goes to whatever carries `data-first-focus`
 * (the heading, with `tabIndex={-1}`, or the first field) and back to where it came from.
 */
export function Dialog({ open, onClose, children, ...rest }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useModal(ref, open)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard closes it by esc
    <dialog
      {...rest}
      ref={ref}
      onClose={onClose}
      onClick={(event) => {
        // The second press of a double click meets what the first one opened.
        if (event.target === event.currentTarget && event.detail < 2) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

/** The browser keeps the focus inside and gives it back to the opener; the page behind must not scroll. */
function useModal(ref: RefObject<HTMLDialogElement | null>, open: boolean) {
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    if (!dialog.open) dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    const root = document.documentElement
    const gap = window.innerWidth - root.clientWidth
    root.style.overflow = 'hidden'
    if (gap > 0) root.style.paddingInlineEnd = `${gap}px`
    return () => {
      root.style.overflow = ''
      root.style.paddingInlineEnd = ''
      dialog.close()
    }
  }, [ref, open])
}
