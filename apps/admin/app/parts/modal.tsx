import { type ComponentProps, useEffect, useRef } from 'react'

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'open'> {
  /** Near the top of the window. */
  high?: boolean
  onClose: () => void
}

/** What stands in front of the page, which waits meanwhile; Esc and a click beside it leave. The focus begins where work does: see `firstOf`. */
export function Modal({ high, onClose, className = 'overlay', children, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current!
    const before = document.activeElement
    if (!dialog.open) dialog.showModal()
    const first = firstOf(dialog)
    first?.focus()
    // As when one comes to a field by Tab: what is typed replaces what stands there.
    if (first instanceof HTMLInputElement) first.select()
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

const fields = ['input:not([type=hidden])', 'select', 'textarea'].map((field) => `.dlg-b ${field}:enabled`).join()

/** What is marked, or the first field, or what does the least harm; of choices that exclude each other the one that is made. */
function firstOf(dialog: HTMLElement): HTMLElement | null {
  const marked = dialog.querySelector<HTMLElement>('[data-first]')
  if (marked) return marked
  const field = dialog.querySelector<HTMLElement>(fields)
  if (field instanceof HTMLInputElement && field.type === 'radio' && !field.checked)
    return dialog.querySelector<HTMLElement>(`input[type=radio][name="${CSS.escape(field.name)}"]:checked`) ?? field
  return field ?? dialog.querySelector<HTMLElement>('[data-safe]')
}
