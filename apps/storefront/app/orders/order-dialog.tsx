import { classes, Dialog, Icon } from '@vitrine/ui'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { createPortal } from 'react-dom'
import { useHydrated } from '../shop/use-hydrated.ts'

interface OrderDialogProps {
  title: string
  /** What the sign in its corner is called. */
  closes: string
  open: boolean
  onClose: () => void
  wide?: boolean
  children: ReactNode
}

/** A question about an order, over its page. */
export function OrderDialog({ title, closes, open, onClose, wide, children }: OrderDialogProps) {
  const id = useId()
  if (!useHydrated()) return null
  return createPortal(
    <Dialog className={classes('modal', wide && 'modal--wide')} aria-labelledby={id} open={open} onClose={onClose}>
      {open && (
        <div className="over-order">
          <div className="between">
            <h2 id={id} tabIndex={-1} data-first-focus>
              {title}
            </h2>
            <button type="button" className="icon-button" aria-label={closes} onClick={onClose}>
              <Icon of={X} />
            </button>
          </div>
          {children}
        </div>
      )}
    </Dialog>,
    document.body,
  )
}
