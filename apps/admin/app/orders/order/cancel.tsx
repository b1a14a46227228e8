import { useState } from 'react'
import { client } from '../../client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, TextArea } from '../../parts/field.tsx'
import { firstNameOf, numberOf } from '../text.ts'
import type { OrderDialogProps } from './act.ts'

/** Calls an order off. Money that was taken stays until it is refunded. */
export function CancelDialog({ order, busy, onAct, onClose, held }: OrderDialogProps & { held: boolean }) {
  const [mail, setMail] = useState(true)
  const [restock, setRestock] = useState(true)
  const [words, setWords] = useState('')
  const cancel = () =>
    onAct(async () => {
      await client.orders.cancelOrder({
        id: order.id!,
        sendOrderCanceledEmail: mail,
        restockAllItems: restock,
        ...(mail && words.trim() && { customMessage: words.trim() }),
      })
      return `Order ${numberOf(order.number)} is cancelled.`
    })
  return (
    <Dialog
      title={`Cancel ${numberOf(order.number)}`}
      about={held ? 'Money is held for it: capture it or let it go first.' : 'The order stays in the books, marked as cancelled.'}
      does="Cancel the order"
      kind="danger"
      says="What was paid stays until you refund it."
      busy={busy}
      disabled={held}
      onDo={() => void cancel()}
      onClose={onClose}
    >
      <div className="stack">
        <Check checked={restock} onChange={(event) => setRestock(event.target.checked)}>
          Put all pieces back into stock
        </Check>
        <Check checked={mail} onChange={(event) => setMail(event.target.checked)}>
          Write to {firstNameOf(order)}
        </Check>
        {mail && (
          <TextArea
            label="Words of your own"
            optional
            rows={3}
            maxLength={1000}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}
