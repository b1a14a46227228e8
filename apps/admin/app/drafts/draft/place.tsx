import type { DraftOverview, DraftPlacing } from '@vitrine/contract'
import { useState } from 'react'
import { many } from '../../orders/text.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, TextField } from '../../parts/field.tsx'
import { YourMessage } from '../../parts/your-message.tsx'
import { useShop } from '../../shop.ts'
import { type DeliveryGap, gapText } from './delivery-gap.ts'
import { dayOf, endOfDay } from './until.ts'
import { Warning } from './warning.tsx'

export type PaymentChoice = DraftPlacing

/** How it is paid, in words. */
export const choiceText: Readonly<
  Record<PaymentChoice, { readonly name: string; readonly hint: string; readonly does: (sum: string) => string }>
> = {
  LINK: { name: 'By a link', hint: 'Emailed or copied. The order waits until it is paid there.', does: (sum) => `Send link, ${sum}` },
  PAID: { name: 'Paid already', hint: 'Cash, by transfer, on another terminal.', does: (sum) => `Mark as paid, ${sum}` },
  LATER: { name: 'Later', hint: 'The order is placed unpaid and shows what is due.', does: (sum) => `Place order, ${sum}` },
}

interface PlaceDialogProps {
  draft: DraftOverview
  choice: PaymentChoice
  /** Why it could not be delivered. */
  gap: DeliveryGap | undefined
  busy: boolean
  onPlace: (sent: { email?: string; sendEmail?: boolean; customMessage?: string; heldUntil?: string }) => Promise<unknown>
  onClose: () => void
}

const waitsDays = 7
const mostDays = 30

/** Before a draft becomes an order: what happens then, and to whom is written. */
export function PlaceDialog({ draft, choice, gap, busy, onPlace, onClose }: PlaceDialogProps) {
  const { timeZone } = useShop()
  const [email, setEmail] = useState(draft.email ?? '')
  const [emails, setEmails] = useState(Boolean(draft.email))
  const [message, setMessage] = useState('')
  const [until, setUntil] = useState(() =>
    draft.heldUntil ? dayOf(new Date(draft.heldUntil), timeZone) : dayOf(new Date(), timeZone, waitsDays),
  )
  const [[first, latest]] = useState(() => [dayOf(new Date(), timeZone), dayOf(new Date(), timeZone, mostDays)] as const)
  const sum = draft.total.formattedAmount
  const isMail = /^\S+@\S+\.\S+$/.test(email.trim())
  const last = until ? endOfDay(until, timeZone) : undefined
  const isLink = choice === 'LINK'
  // Whoever chose no delivery knows; a missing address is easily overlooked.
  const isBlocked = gap !== undefined && gap.is !== 'NOT_WANTED'
  const [accepted, setAccepted] = useState(false)
  return (
    <Dialog
      title={
        isLink
          ? `${emails ? 'Send the' : 'Make a'} link to pay ${sum}`
          : choice === 'PAID'
            ? `Mark ${sum} as paid`
            : `Place the order for ${sum}`
      }
      about={`${draft.name || 'No customer'}, ${many(draft.units, 'item')}.`}
      says={
        isLink
          ? 'The items are reserved until that day; unpaid, the order is cancelled and they are sold again.'
          : draft.email
            ? `${draft.email} gets the confirmation.`
            : 'No email is sent: no address is known.'
      }
      does={isLink && !emails ? `Make link, ${sum}` : choiceText[choice].does(sum)}
      busy={busy}
      disabled={(isBlocked && !accepted) || (isLink && ((emails && !isMail) || !last))}
      onDo={() =>
        void onPlace(
          isLink
            ? {
                ...(emails ? { email: email.trim(), ...(message.trim() && { customMessage: message.trim() }) } : { sendEmail: false }),
                ...(last && { heldUntil: last.toISOString() }),
              }
            : {},
        )
      }
      onClose={onClose}
    >
      <div className="stack">
        {gap && <Warning>{gapText(gap)}</Warning>}
        {isBlocked && (
          <Check
            checked={accepted}
            data-first=""
            onChange={(event) => setAccepted(event.target.checked)}
            hint="It can be fulfilled once the address of the order is put right."
          >
            Place the order without delivery
          </Check>
        )}
        {isLink ? (
          <>
            <Check
              checked={emails}
              onChange={(event) => setEmails(event.target.checked)}
              hint="Without it the link is copied, for a text message or a chat."
            >
              Email the link
            </Check>
            <div className="grid2">
              {emails && (
                <TextField
                  label="To"
                  type="email"
                  value={email}
                  maxLength={320}
                  data-first=""
                  error={email !== '' && !isMail ? 'That is not an email address.' : undefined}
                  onChange={(event) => setEmail(event.target.value)}
                />
              )}
              <TextField
                label="Good until"
                type="date"
                value={until}
                min={first}
                max={latest}
                onChange={(event) => setUntil(event.target.value)}
              />
            </div>
            {emails && <YourMessage value={message} onWrite={setMessage} />}
          </>
        ) : (
          <p className="soft">
            {choice === 'PAID'
              ? 'The order is marked as paid in full. No card is charged.'
              : 'The order is unpaid; collect the payment when you like.'}
          </p>
        )}
      </div>
    </Dialog>
  )
}
