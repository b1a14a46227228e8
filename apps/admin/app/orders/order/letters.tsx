import type { OrderLetter } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../../client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Radio, TextField } from '../../parts/field.tsx'
import { useShop } from '../../shop.ts'
import { numberOf, shortTime } from '../words.ts'
import type { OrderDialogProps } from './order.tsx'

interface LettersProps extends OrderDialogProps {
  letters: readonly OrderLetter[]
  /** The one that somebody pointed at. */
  first: string | undefined
}

/** Sends a mail about an order once more; what it says is what is true now. */
export function LettersDialog({ order, letters, first, busy, onAct, onClose }: LettersProps) {
  const { timeZone } = useShop()
  const orderId = order.id!
  // Of those that were sent more than once the latest.
  const known = letters.filter((one, i) => letters.findIndex(({ subject, kind }) => subject === one.subject && kind === one.kind) === i)
  const never = [
    ...(known.some(({ kind }) => kind === 'ORDER_CONFIRMATION') ? [] : [{ kind: 'ORDER_CONFIRMATION' as const, name: 'Confirmation' }]),
    ...(order.lineItems.some(({ digitalFile }) => digitalFile) && !known.some(({ kind }) => kind === 'FILES_READY')
      ? [{ kind: 'FILES_READY' as const, name: 'Links to the downloads' }]
      : []),
  ]
  const [chosen, setChosen] = useState(first ?? known[0]?.id ?? never[0]?.kind ?? '')
  const letter = known.find(({ id }) => id === chosen) ?? letters.find(({ id }) => id === chosen)
  const [to, setTo] = useState<string>()
  const email = to ?? letter?.sentTo ?? order.buyerInfo?.email ?? ''
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(email.trim())
  const send = () =>
    onAct(async () => {
      if (letter?.giftCardId) {
        await client.giftCards.sendGiftCardEmail({ giftCardId: letter.giftCardId, recipientEmail: email.trim() })
        return `The gift card goes to ${email.trim()} within a minute.`
      }
      const which = letter ? { letterId: letter.id } : { kind: chosen as 'ORDER_CONFIRMATION' | 'FILES_READY' }
      const { sentTo } = await client.orderLetters.sendOrderLetter({ orderId, ...which, email: email.trim() })
      return `“${letter?.subject ?? never.find(({ kind }) => kind === chosen)?.name}” goes to ${sentTo}.`
    })
  return (
    <Dialog
      title={`Send a mail about ${numberOf(order.number)}`}
      about="It says what is true now, also where it went out before."
      does={isAddress ? `Send to ${email.trim()}` : 'Send'}
      busy={busy}
      disabled={!isAddress || chosen === ''}
      onDo={() => void send()}
      onClose={onClose}
    >
      <div className="stack">
        <div className="stack-s" role="radiogroup" aria-label="Which mail">
          {known.map(({ id, subject, sentTo, sentDate }) => (
            <Radio
              key={id}
              name="letter"
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
            <Radio key={kind} name="letter" checked={kind === chosen} hint="not sent yet" onChange={() => setChosen(kind)}>
              {name}
            </Radio>
          ))}
        </div>
        <TextField label="To" type="email" value={email} maxLength={250} onChange={(event) => setTo(event.target.value)} />
      </div>
    </Dialog>
  )
}
