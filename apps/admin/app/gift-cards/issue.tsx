import { Refused } from '@vitrine/client'
import { toDecimal } from '@vitrine/pricing'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { money, readAmount, signOf } from '../orders/sums.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextArea, TextField } from '../parts/field.tsx'
import { useSay } from '../parts/toasts.tsx'
import { fieldErrors } from '../promotions/refused.ts'
import { fromTheWall } from '../promotions/times.ts'
import { useShop } from '../shop.ts'
import { refusals } from './text.tsx'

interface Form {
  readonly amount: string
  readonly count: string
  readonly name: string
  readonly email: string
  readonly sender: string
  readonly message: string
  readonly day: string
  readonly ends: string
}

const empty: Form = { amount: '50', count: '20', name: '', email: '', sender: '', message: '', day: '', ends: '' }
const mostAtOnce = 100

const fieldOf = (path: string): keyof Form | undefined =>
  (
    ({
      'giftCard.initialValue.amount': 'amount',
      'giftCard.expirationDate': 'ends',
      'giftCard.notificationInfo.recipient.email': 'email',
      'giftCard.notificationInfo.recipient.name': 'name',
      'giftCard.notificationInfo.personalizedMessage': 'message',
      'giftCard.notificationInfo.notificationDate': 'day',
    }) as const
  )[path]

/** Issues one card, for somebody or to be handed over, or many at once whose codes come in a file. */
export function Issue({ batch, onClose }: { batch: boolean; onClose: (made?: string) => void }) {
  const { currency, timeZone } = useShop()
  const { revalidate } = useRevalidator()
  const say = useSay()
  const [form, setForm] = useState(empty)
  const [errors, setErrors] = useState<Partial<Record<keyof Form, string>>>({})
  const [busy, setBusy] = useState(false)
  /** A code that is told this once. */
  const [told, setTold] = useState<{ readonly id: string; readonly code: string }>()
  const [key] = useState(() => crypto.randomUUID())
  const amount = readAmount(form.amount, currency)
  const count = batch ? Number(form.count) : 1
  const text = (field: keyof Form) => ({
    value: form[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setForm((before) => ({ ...before, [field]: target.value }))
      setErrors((before) => ({ ...before, [field]: undefined }))
    },
  })

  async function issue(n: number) {
    const ends = fromTheWall(form.ends && `${form.ends}T23:59`, timeZone)
    const day = fromTheWall(form.day, timeZone)
    const recipient = { ...(form.email.trim() && { email: form.email.trim() }), ...(form.name.trim() && { name: form.name.trim() }) }
    const notificationInfo = {
      ...(Object.keys(recipient).length > 0 && { recipient }),
      ...(form.sender.trim() && { sender: { name: form.sender.trim() } }),
      ...(form.message.trim() && { personalizedMessage: form.message.trim() }),
      ...(day !== undefined && { notificationDate: new Date(day).toISOString() }),
    }
    const { giftCard } = await client.giftCards.createGiftCard({
      giftCard: {
        initialValue: { amount: toDecimal(amount!, currency) },
        currency,
        source: 'MANUAL',
        ...(ends !== undefined && { expirationDate: new Date(ends).toISOString() }),
        ...(!batch && Object.keys(notificationInfo).length > 0 && { notificationInfo }),
      },
      idempotencyKey: `${key} ${n}`,
    })
    return giftCard
  }

  async function run() {
    const wrong: Partial<Record<keyof Form, string>> = {
      ...((amount === undefined || amount <= 0) && { amount: 'An amount above nothing.' }),
      ...(batch && !(count >= 1 && count <= mostAtOnce && Number.isInteger(count)) && { count: `From 1 to ${mostAtOnce}.` }),
      ...(!batch && form.day !== '' && form.email.trim() === '' && { email: 'To whom does it go on that day?' }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      const codes: string[] = []
      let last: Awaited<ReturnType<typeof issue>> | undefined
      for (let n = 0; n < count; n++) codes.push((last = await issue(n)).code)
      void revalidate()
      if (batch) {
        handOver(codes, amount === undefined ? '' : toDecimal(amount, currency), currency)
        say({ text: `${count} cards of ${money(toDecimal(amount!, currency), currency)} are issued, and their codes in a file.` })
        onClose()
      } else if (last && !last.code.includes('*')) setTold({ id: last.id, code: last.code })
      else {
        say({
          text: form.day === '' ? `The card is on its way to ${form.email.trim()}.` : `The card goes to ${form.email.trim()} on its day.`,
        })
        onClose(last?.id)
      }
    } catch (error) {
      const said = fieldErrors(error, fieldOf)
      if (said) setErrors(said)
      else
        say({
          text:
            error instanceof Refused
              ? (refusals[error.code] ?? error.message)
              : 'The shop did not answer. Try again: no card is issued twice.',
          bad: true,
        })
    } finally {
      setBusy(false)
    }
  }

  if (told)
    return (
      <Dialog
        key="told"
        title="The code, this once"
        about="It is stored nowhere that anybody can read. Write it on the card, or copy it."
        does="It is written down"
        cancel="Close"
        busy={false}
        onDo={() => onClose(told.id)}
        onClose={() => onClose(told.id)}
      >
        <p className="row between">
          <output className="mono code" aria-label="Code">
            {told.code}
          </output>
          <Button
            small
            icon={Copy}
            data-first=""
            onClick={() => void navigator.clipboard.writeText(told.code).then(() => say({ text: 'Copied.' }))}
          >
            Copy
          </Button>
        </p>
      </Dialog>
    )
  const written = amount === undefined ? '' : ` of ${money(toDecimal(amount, currency), currency)}`
  return (
    <Dialog
      title={batch ? 'Issue a batch' : 'Issue a card'}
      about={
        batch ? 'To be printed and handed over: nobody is written to.' : 'By email to somebody, or without one, to hand over yourself.'
      }
      says={
        amount !== undefined && count > 0 ? `${money(toDecimal((amount * count) as typeof amount, currency), currency)} more is owed` : ''
      }
      does={batch ? `Issue ${form.count || 0} cards${written}` : `Issue a card${written}`}
      busy={busy}
      onDo={() => void run()}
      onClose={() => onClose()}
    >
      <div className="stack">
        <div className="grid2">
          <TextField label="Amount" end before={signOf(currency)} inputMode="decimal" data-first="" {...text('amount')} />
          {batch ? (
            <TextField label="How many" end after="cards" inputMode="numeric" {...text('count')} />
          ) : (
            <TextField label="Runs out" optional type="date" {...text('ends')} />
          )}
        </div>
        {batch ? (
          <TextField label="Run out" optional type="date" {...text('ends')} />
        ) : (
          <>
            <div className="grid2">
              <TextField label="For" optional maxLength={200} placeholder="Name" {...text('name')} />
              <TextField label="Email" optional type="email" {...text('email')} />
              <TextField label="From" optional maxLength={200} placeholder="Name" {...text('sender')} />
              <TextField label="Sent on" optional type="datetime-local" hint="At once, where nothing is said" {...text('day')} />
            </div>
            <TextArea label="Message" optional rows={3} maxLength={500} {...text('message')} />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Codes as a file to print from. */
function handOver(codes: readonly string[], amount: string, currency: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([`code,amount,currency\n${codes.map((code) => `${code},${amount},${currency}`).join('\n')}\n`], { type: 'text/csv' }),
  )
  link.download = 'gift-cards.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
