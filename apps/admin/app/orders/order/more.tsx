import type { Order } from '@vitrine/contract'
import { ChevronDown, FileText, History, Mail, Printer, Undo2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Icon } from '../../parts/icon.tsx'
import { Menu, MenuGroup, MenuItem } from '../../parts/menu.tsx'

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
  /** Undefined where nothing of it was sent. */
  onReturn: (() => void) | undefined
}

/** What is done with an order now and then. */
export function More({
  order,
  mayWrite,
  mayCancel,
  invoice,
  history,
  onPrint,
  onWrite,
  onArchive,
  onUnseen,
  onCancel,
  onReturn,
}: MoreProps) {
  const navigate = useNavigate()
  return (
    <Menu
      label="More for this order"
      button={
        <button type="button" className="btn">
          <span>More</span>
          <Icon of={ChevronDown} small />
        </button>
      }
    >
      <MenuGroup>
        <MenuItem icon={Printer} keys={['P']} onChoose={onPrint}>
          Print packing slip
        </MenuItem>
        {invoice && (
          <MenuItem icon={FileText} onChoose={() => void window.open(invoice, '_blank', 'noreferrer')}>
            Invoice
          </MenuItem>
        )}
        {mayWrite && (
          <MenuItem icon={Mail} onChoose={onWrite}>
            Send an email
          </MenuItem>
        )}
        {onReturn && (
          <MenuItem icon={Undo2} onChoose={onReturn}>
            Return items
          </MenuItem>
        )}
        {history && (
          <MenuItem icon={History} onChoose={() => void navigate(history)}>
            History
          </MenuItem>
        )}
      </MenuGroup>
      {mayWrite && (
        <MenuGroup>
          <MenuItem onChoose={onArchive}>{order.archived ? 'Take out of the archive' : 'Archive'}</MenuItem>
          <MenuItem onChoose={onUnseen}>Mark as not seen</MenuItem>
        </MenuGroup>
      )}
      {mayCancel && (
        <MenuGroup>
          <MenuItem warns onChoose={onCancel}>
            Cancel order
          </MenuItem>
        </MenuGroup>
      )}
    </Menu>
  )
}
