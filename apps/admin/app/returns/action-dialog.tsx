import type { ReturnAction } from '@vitrine/contract'
import { ApproveDialog } from './approve-dialog.tsx'
import type { ReturnDialogProps } from './dialog-props.ts'
import { ExchangeDialog } from './exchange-dialog.tsx'
import { CancelDialog, RefuseDialog } from './no-dialogs.tsx'
import { RefundDialog } from './refund-dialog.tsx'

/** What is asked before something is done with a return; nothing, where it is done at once or on the page itself. */
export function ActionDialog({ action, ...dialog }: ReturnDialogProps & { action: ReturnAction }) {
  switch (action) {
    case 'APPROVE':
      return <ApproveDialog {...dialog} />
    case 'REFUSE':
      return <RefuseDialog {...dialog} />
    case 'REFUND':
      return <RefundDialog {...dialog} />
    case 'EXCHANGE':
      return <ExchangeDialog {...dialog} />
    case 'CANCEL':
      return <CancelDialog {...dialog} />
    default:
      return null
  }
}
