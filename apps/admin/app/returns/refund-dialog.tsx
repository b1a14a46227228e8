import { toDecimal } from '@vitrine/pricing'
import { useState } from 'react'
import { client } from '../client.ts'
import { readAmount, signOf, written } from '../orders/sums.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, Radio, TextArea, TextField } from '../parts/field.tsx'
import type { ReturnDialogProps } from './dialog-props.ts'

/** Gives back what was paid for what was accepted: to the payment, or as a gift card. */
export function RefundDialog({ of, busy, onAct, onClose }: ReturnDialogProps) {
  const { id, number, revision, currency } = of
  const [method, setMethod] = useState<'PAYMENT' | 'STORE_CREDIT'>(of.resolution === 'STORE_CREDIT' ? 'STORE_CREDIT' : 'PAYMENT')
  const [text, setText] = useState(of.amount.amount)
  const [includeShipping, setIncludeShipping] = useState(false)
  const [message, setMessage] = useState('')
  const amount = readAmount(text, currency)
  const most = readAmount(of.amount.amount, currency)!
  const isWrong = amount === undefined || amount <= 0 || amount > most
  const isLess = amount !== most
  const sum = isWrong || includeShipping ? '' : ` ${written(amount, currency)}`
  const refund = () =>
    onAct(async () => {
      const { return: done } = await client.orderReturns.refundReturn({
        id,
        revision,
        method,
        ...(includeShipping ? { includeShipping } : isLess && { amount: toDecimal(amount!, currency) }),
        message: message.trim() || null,
      })
      if (done.status !== 'REFUNDED') return 'The bank refused the refund. Try again, or give store credit.'
      return method === 'STORE_CREDIT'
        ? `${done.refund!.amount.formattedAmount} store credit given. The buyer gets the gift card by email.`
        : `${done.refund!.amount.formattedAmount} refunded. The buyer gets an email.`
    })
  return (
    <Dialog
      title={`Refund ${number}`}
      does={method === 'STORE_CREDIT' ? `Give${sum} store credit` : `Refund${sum}`}
      busy={busy}
      disabled={isWrong && !includeShipping}
      onDo={() => void refund()}
      onClose={onClose}
    >
      <div className="stack">
        <div className="stack-s" role="radiogroup" aria-label="How">
          <Radio
            name="method"
            checked={method === 'PAYMENT'}
            hint="What was paid by hand goes back by hand."
            onChange={() => setMethod('PAYMENT')}
          >
            To the payment of the order
          </Radio>
          <Radio
            name="method"
            checked={method === 'STORE_CREDIT'}
            hint="The buyer gets it by email at once."
            onChange={() => setMethod('STORE_CREDIT')}
          >
            Store credit, as a gift card
          </Radio>
        </div>
        <TextField
          label="Amount"
          before={signOf(currency)}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          disabled={includeShipping}
          hint={`${of.amount.formattedAmount} was paid for what was accepted. Refund less where it lost value.`}
          error={isWrong && !includeShipping ? `From 0.01 to ${of.amount.amount}.` : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <Check
          checked={includeShipping}
          hint="All of what was accepted, with what is left of the delivery. EU law asks for it when a whole order is withdrawn from."
          onChange={({ target }) => setIncludeShipping(target.checked)}
        >
          Also refund the delivery
        </Check>
        <TextArea
          label="Message to the buyer"
          optional
          rows={2}
          maxLength={2000}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </div>
    </Dialog>
  )
}
