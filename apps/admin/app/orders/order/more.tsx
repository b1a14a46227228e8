import type { Order } from '@vitrine/contract'
import { ChevronDown, FileText, History, type LucideIcon, Mail, Printer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Keys } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Pop } from '../../parts/pop.tsx'

interface Item {
  readonly name: string
  readonly icon?: LucideIcon
  readonly keys?: readonly string[]
  readonly warns?: boolean
  readonly onChoose: () => void
}

interface MoreProps {
  order: Order
  mayWrite: boolean
  mayCancel: boolean
  invoice: string | undefined
  /** Where what was changed about it is written down. */
  history: string | undefined
  onPrint: () => void
  onWrite: () => void
  onArchive: () => void
  onUnseen: () => void
  onCancel: () => void
}

/** What is done with an order now and then. */
export function More({ order, mayWrite, mayCancel, invoice, history, onPrint, onWrite, onArchive, onUnseen, onCancel }: MoreProps) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const groups: readonly (readonly Item[])[] = [
    [
      { name: 'Print packing slip', icon: Printer, keys: ['P'], onChoose: onPrint },
      ...(invoice ? [{ name: 'Invoice', icon: FileText, onChoose: () => void window.open(invoice, '_blank', 'noreferrer') }] : []),
      ...(mayWrite ? [{ name: 'Send a mail', icon: Mail, onChoose: onWrite }] : []),
      ...(history ? [{ name: 'History', icon: History, onChoose: () => void navigate(history) }] : []),
    ],
    mayWrite
      ? [
          { name: order.archived ? 'Take out of the archive' : 'Archive', onChoose: onArchive },
          { name: 'Mark as not seen', onChoose: onUnseen },
        ]
      : [],
    mayCancel ? [{ name: 'Cancel order', warns: true, onChoose: onCancel }] : [],
  ]
  return (
    <Pop
      label="More for this order"
      open={open}
      onClose={() => setOpen(false)}
      button={
        <button type="button" className="btn" aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(!open)}>
          <span>More</span>
          <Icon of={ChevronDown} small />
        </button>
      }
    >
      {groups
        .filter((group) => group.length > 0)
        .map((group, i) => (
          <ul key={group[0]!.name} {...(i > 0 && { className: 'parted' })}>
            {group.map(({ name, icon, keys, warns, onChoose }) => (
              <li key={name}>
                <button
                  type="button"
                  className={warns ? 'warn' : undefined}
                  onClick={() => {
                    setOpen(false)
                    onChoose()
                  }}
                >
                  {icon && <Icon of={icon} small />}
                  {name}
                  {keys && <Keys of={keys} />}
                </button>
              </li>
            ))}
          </ul>
        ))}
    </Pop>
  )
}
