import { Button, buttonClass, Money } from '@vitrine/ui'
import { Ask, useBusy } from './ask.tsx'
import { Moment } from './moment.tsx'
import type { Details, OrderView, Subscription } from './order.ts'

/** What comes again with an order: when and for how much, and the way to end it. */
export function Subscriptions({ of: { subscriptions, email, payLink }, order }: { of: Details; order: OrderView }) {
  return subscriptions.map((one) => (
    <section className="parcel" key={one.id} aria-label={one.title}>
      <p>
        <strong>{one.title}</strong>
        <br />
        <span className="soft small">
          <SubscriptionText of={one} currency={order.currency} />
        </span>
      </p>
      {(one.state === 'failed' || one.state === 'resting') && payLink && (
        <a className={buttonClass({ small: true })} href={payLink}>
          Pay now
        </a>
      )}
      {one.mayEnd && <Ending of={one} email={email} />}
    </section>
  ))
}

/** How one stands, in words. */
export function SubscriptionText({ of: { state, amount, date, often, isLast, card }, currency }: { of: Subscription; currency: string }) {
  const sum = amount !== undefined && <Money of={amount} currency={currency} />
  const day = date !== undefined && <Moment at={date} as="day" />
  const from = card && `, from your ${card}`
  switch (state) {
    case 'free':
      return (
        <>
          Free until {day}, then {sum} {often}
          {from}
        </>
      )
    case 'active':
      return (
        <>
          {sum} on {day}, {isLast ? 'for the last time' : `then ${often}`}
          {from}
        </>
      )
    case 'failed':
      return (
        <>
          The last payment did not go through. We try again on {day}
          {from}
        </>
      )
    case 'resting':
      return 'The last payment did not go through. It rests until it is paid'
    case 'ending':
      return <>Ends on {day}; nothing more is charged</>
    case 'over':
      return <>Ended on {day}</>
  }
}

function Ending({ of: { id, title, state, date }, email }: { of: Subscription; email: string }) {
  const busy = useBusy('end')
  const later = (state === 'active' || state === 'free') && date !== undefined
  return (
    <details className="cancel">
      <summary>
        <span className="link small">End it</span>
      </summary>
      <Ask intent="end" email={email} className="cancel__form">
        <input type="hidden" name="subscription" value={id} />
        <h2>End “{title}”?</h2>
        <p className="soft">
          {later ? (
            <>
              It is yours until <Moment at={date} as="day" />. Nothing more is charged.
            </>
          ) : (
            'It ends at once. Nothing more is charged.'
          )}
        </p>
        <Button busy={busy} className="button--danger">
          End it
        </Button>
      </Ask>
    </details>
  )
}
