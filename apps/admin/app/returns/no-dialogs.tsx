import { useState } from 'react'
import { client } from '../client.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextArea } from '../parts/field.tsx'
import type { ReturnDialogProps } from './dialog-props.ts'

/** Refuses a return, with the reason that its buyer reads. */
export function RefuseDialog({ of: { id, number, revision }, busy, onAct, onClose }: ReturnDialogProps) {
  const [message, setMessage] = useState('')
  const refuse = () =>
    onAct(async () => {
      await client.orderReturns.refuseReturn({ id, revision, message: message.trim() })
      return `${number} is refused. The buyer gets an email.`
    })
  return (
    <Dialog
      title={`Refuse ${number}?`}
      about="Nothing is refunded. Items that came back stay the buyer's: send them back, or keep them for collection."
      does="Refuse"
      kind="danger"
      busy={busy}
      disabled={message.trim() === ''}
      onDo={() => void refuse()}
      onClose={onClose}
    >
      <TextArea
        label="Reason, for the buyer"
        rows={3}
        maxLength={2000}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
        data-first=""
      />
    </Dialog>
  )
}

/** Calls a return off for its buyer. */
export function CancelDialog({ of: { id, number, revision }, busy, onAct, onClose }: ReturnDialogProps) {
  const cancel = () =>
    onAct(async () => {
      await client.returns.cancelReturn({ id, revision })
      return `${number} is cancelled.`
    })
  return (
    <Dialog
      title={`Cancel ${number}?`}
      about="The items can be returned again. The buyer gets no email."
      does="Cancel the return"
      kind="danger"
      cancel="Keep it"
      busy={busy}
      onDo={() => void cancel()}
      onClose={onClose}
    />
  )
}
