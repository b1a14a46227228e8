import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { isAskedToSignIn } from '../session/again.ts'
import { IconButton } from './button.tsx'

interface ModalProps {
  /** The box itself: `dialog`, `dialog wide`, `palette`. */
  className: string
  /** Near the top of the window. */
  high?: boolean
  role?: 'alertdialog'
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
  /** How it is called where it has no `ModalHead`. */
  'aria-label'?: string
}

/** What stands in front of the page, which waits meanwhile; Esc and a click beside it leave. The focus begins where work does: see `firstOf`. */
export function Modal({ high, onClose, className, children, ...rest }: ModalProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && !isAskedToSignIn() && onClose()}>
      <Dialog.Portal>
        <Dialog.Viewport className={high ? 'overlay top' : 'overlay'}>
          <Dialog.Popup
            {...rest}
            ref={popup}
            className={className}
            initialFocus={() => {
              const first = firstOf(popup.current!)
              // At once, so that no key which follows is lost to the page.
              first?.focus()
              // As when one comes to a field by Tab: what is typed replaces what stands there.
              if (first instanceof HTMLInputElement) first.select()
              return first
            }}
          >
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface ModalHeadProps {
  title: ReactNode
  /** What it is about, in a sentence. */
  about?: ReactNode
  /** The focus begins here: there is nothing to do but to read. */
  first?: boolean
  onClose: () => void
}

/** What a dialog is called and about, and the cross that leaves it. */
export function ModalHead({ title, about, first = false, onClose }: ModalHeadProps) {
  return (
    <div className="dlg-h">
      <div>
        <Dialog.Title {...(first && { tabIndex: -1, 'data-first': '' })}>{title}</Dialog.Title>
        {about && <Dialog.Description>{about}</Dialog.Description>}
      </div>
      <IconButton icon={X} name="Close" onClick={onClose} />
    </div>
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
  if (field) return field
  // A phone has the cross alone.
  const safe = dialog.querySelector<HTMLElement>('[data-safe]')
  return safe?.checkVisibility() ? safe : null
}
