import type { SubscriptionState } from '@vitrine/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../../client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Radio } from '../../parts/field.tsx'
import { type GlyphName, Status, type Tone } from '../../parts/glyph.tsx'
import { useMay } from '../../shell/layout.tsx'
import { useShop } from '../../shop.ts'
import { cardText, dateOf, many } from '../text.ts'
import type { Act } from './act.ts'

const states: Readonly<Record<SubscriptionState['status'], readonly [GlyphName, Tone, string]>> = {
  ACTIVE: ['c-full', 'done', 'Active'],
  PAST_DUE: ['c-x', 'bad', 'Payment failed'],
  SUSPENDED: ['c-half', 'warn', 'Rests'],
  CANCELED: ['c-slash', 'done', 'Cancelled'],
  ENDED: ['c-slash', 'done', 'Ended'],
}

interface SubscriptionProps {
  of: SubscriptionState
  /** The order that is looked at. */
  orderId: string
  busy: boolean
  onAct: Act
}

/** What of the order comes again: how it stands, what comes next, and the other orders of it. */
export function Subscription({ of, orderId, busy, onAct }: SubscriptionProps) {
  const { timeZone } = useShop()
  const may = useMay()
  const [ending, setEnding] = useState(false)
  const { title, status, nextChargeDate, nextAmount, retryDate, endDate, cyclesPaid, cyclesTotal, trialEndDate, card, orders } = of
  const [glyph, tone, word] = states[status]
  const isOn = status === 'ACTIVE' || status === 'PAST_DUE'
  const goesOn = isOn && !endDate
  const rests = status === 'SUSPENDED' || (isOn && endDate !== undefined)
  const date = (iso: string) => dateOf(iso, timeZone)
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    ['Paid', cyclesTotal ? `${cyclesPaid} of ${cyclesTotal} times` : many(cyclesPaid, 'time')],
    ...(trialEndDate && cyclesPaid === 0 ? [['Free until', date(trialEndDate)] as const] : []),
    ...(nextChargeDate ? [['Next', `${date(nextChargeDate)}${nextAmount ? `, ${nextAmount.formattedAmount}` : ''}`] as const] : []),
    ...(retryDate ? [['Tried again', date(retryDate)] as const] : []),
    ...(endDate ? [[isOn ? 'Ends' : 'Ended', date(endDate)] as const] : []),
    ...(card ? [['Card', cardText(card.brand, card.last4)] as const] : []),
  ]
  const others = orders.filter((one) => one.orderId !== orderId)
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>{title}</h2>
        <Status glyph={glyph} tone={tone}>
          {word}
        </Status>
        {may('payments.write') && (goesOn || rests) && (
          <div className="acts">
            {goesOn ? (
              <Button kind="link" disabled={busy} onClick={() => setEnding(true)}>
                End
              </Button>
            ) : (
              <Button
                kind="link"
                disabled={busy}
                onClick={() =>
                  void onAct(async () => {
                    await client.subscriptionContracts.resumeSubscription({ id: of.id })
                    return `“${title}” goes on.`
                  })
                }
              >
                Resume it
              </Button>
            )}
          </div>
        )}
      </header>
      <dl className="dl">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && (
        <p className="row small">
          <span className="soft">Its other orders</span>
          {others.slice(-5).map((one) => (
            <Link key={one.orderId} className="a" to={`/orders/${one.orderId}`}>
              no. {one.cycleNumber}
            </Link>
          ))}
        </p>
      )}
      {ending && (
        <EndDialog
          title={title}
          next={nextChargeDate && date(nextChargeDate)}
          busy={busy}
          onClose={() => setEnding(false)}
          onEnd={(effectiveAt) =>
            void onAct(
              async () => {
                await client.subscriptionContracts.cancelSubscription({ id: of.id, effectiveAt })
                return effectiveAt === 'IMMEDIATELY' ? `“${title}” is ended.` : `“${title}” ends before its next payment.`
              },
              effectiveAt === 'NEXT_PAYMENT_DATE' ? () => client.subscriptionContracts.resumeSubscription({ id: of.id }) : undefined,
            ).then((ok) => ok && setEnding(false))
          }
        />
      )}
    </section>
  )
}

interface EndProps {
  title: string
  next: string | undefined
  busy: boolean
  onEnd: (at: 'IMMEDIATELY' | 'NEXT_PAYMENT_DATE') => void
  onClose: () => void
}

function EndDialog({ title, next, busy, onEnd, onClose }: EndProps) {
  const [at, setAt] = useState<'IMMEDIATELY' | 'NEXT_PAYMENT_DATE'>('NEXT_PAYMENT_DATE')
  return (
    <Dialog
      title={`End “${title}”`}
      about="What is paid for stays paid for. The buyer gets an email."
      does={at === 'IMMEDIATELY' ? 'End it now' : 'End it before the next payment'}
      kind="danger"
      busy={busy}
      onDo={() => onEnd(at)}
      onClose={onClose}
    >
      <div className="stack-s" role="radiogroup" aria-label="When">
        <Radio name="end" checked={at === 'NEXT_PAYMENT_DATE'} onChange={() => setAt('NEXT_PAYMENT_DATE')} hint={next && `on ${next}`}>
          Before the next payment
        </Radio>
        <Radio name="end" checked={at === 'IMMEDIATELY'} onChange={() => setAt('IMMEDIATELY')} hint="cannot be undone">
          Now
        </Radio>
      </div>
    </Dialog>
  )
}
