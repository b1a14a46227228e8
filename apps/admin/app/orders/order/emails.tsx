import type { OrderEmail } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../../client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Radio, TextField } from '../../parts/field.tsx'
import { useShop } from '../../shop.ts'
import { numberOf, shortTime } from '../text.ts'
import type { OrderDialogProps } from './act.ts'

interface EmailsProps extends OrderDialogProps {
  emails: readonly OrderEmail[]
  /** The one that somebody pointed at. */
  first: string | undefined
}

/** Sends an email about an order once more; it shows the order as it is now. */
export function EmailsDialog({ order, emails, first, busy, onAct, onClose }: EmailsProps) {
  const { timeZone } = useShop()
  const orderId = order.id!
  // Of those that were sent more than once the latest.
  const known = emails.filter((one, i) => emails.findIndex(({ subject, kind }) => subject === one.subject && kind === one.kind) === i)
  const never = [
    ...(known.some(({ kind }) => kind === 'ORDER_CONFIRMATION') ? [] : [{ kind: 'ORDER_CONFIRMATION' as const, name: 'Confirmation' }]),
    ...(order.lineItems.some(({ digitalFile }) => digitalFile) && !known.some(({ kind }) => kind === 'FILES_READY')
      ? [{ kind: 'FILES_READY' as const, name: 'Links to the downloads' }]
      : []),
  ]
  const [chosen, setChosen] = useState(first ?? known[0]?.id ?? never[0]?.kind ?? '')
  const message = known.find(({ id }) => id === chosen) ?? emails.find(({ id }) => id === chosen)
  const [to, setTo] = useState<string>()
  const email = to ?? message?.sentTo ?? order.buyerInfo?.email ?? ''
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(email.trim())
  const send = () =>
    onAct(async () => {
      if (message?.giftCardId) {
        await client.giftCards.sendGiftCardEmail({ giftCardId: message.giftCardId, recipientEmail: email.trim() })
        return `The gift card goes to ${email.trim()} within a minute.`
      }
      const which = message ? { emailId: message.id } : { kind: chosen as 'ORDER_CONFIRMATION' | 'FILES_READY' }
      const { sentTo } = await client.orderEmails.sendOrderEmail({ orderId, ...which, email: email.trim() })
      return `“${message?.subject ?? never.find(({ kind }) => kind === chosen)?.name}” goes to ${sentTo}.`
    })
  return (
    <Dialog
      title={`Send an email about ${numberOf(order.number)}`}
      about="It shows the order as it is now, even if it was sent before."
      does={isAddress ? `Send to ${email.trim()}` : 'Send'}
      busy={busy}
      disabled={!isAddress || chosen === ''}
      onDo={() => void send()}
      onClose={onClose}
    >
      <div className="stack">
        <div className="stack-s" role="radiogroup" aria-label="Which email">
          {known.map(({ id, subject, sentTo, sentDate }) => (
            <Radio
              key={id}
              name="email"
              checked={id === chosen}
              hint={`${shortTime(sentDate, timeZone)} to ${sentTo}`}
              onChange={() => {
                setChosen(id)
                setTo(undefined)
              }}
            >
              {subject}
            </Radio>
          ))}
          {never.map(({ kind, name }) => (
            <Radio key={kind} name="email" checked={kind === chosen} hint="not sent yet" onChange={() => setChosen(kind)}>
              {name}
            </Radio>
          ))}
        </div>
        <TextField label="To" type="email" value={email} maxLength={250} onChange={(event) => setTo(event.target.value)} />
      </div>
    </Dialog>
  )
}
