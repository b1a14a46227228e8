import { type ComponentProps, useEffect, useRef } from 'react'

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'open'> {
  /** Near the top of the window. */
  high?: boolean
  onClose: () => void
}

/** What stands in front of the page, which waits meanwhile; Esc and a click beside it leave. What is marked `data-first` has the focus. */
export function Modal({ high, onClose, className = 'overlay', children, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current!
    const before = document.activeElement
    if (!dialog.open) dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    // The keyboard leaves by Esc, which the element hears itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      {...rest}
      ref={ref}
      className={high ? `${className} top` : className}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => event.target === ref.current && onClose()}
    >
      {children}
    </dialog>
  )
}
