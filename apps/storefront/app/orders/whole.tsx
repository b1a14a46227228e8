import { Ledger, Money, Price } from '@vitrine/ui'
import { capital, many } from '../shop/text.ts'
import { UsualRates, Why } from '../totals/totals.tsx'
import { type Details, isOwed, type OrderView, sumName, units } from './order.ts'
import { OrderLines } from './order-lines.tsx'
import { orderRows, orderTotal } from './sums.tsx'

interface Of {
  of: Details
  order: OrderView
}

/** What was bought, and what it came to. */
export function Units({ of: details, order }: Of) {
  const { lines } = details
  return (
    <>
      <h2>{capital(many(units(lines), 'piece'))}</h2>
      <OrderLines of={lines} currency={order.currency} />
      <Ledger
        rows={orderRows(details)}
        total={{
          label: [sumName(order, details), !isOwed(order) && details.card].filter(Boolean).join(', '),
          amount: <Price of={orderTotal(details)} currency={order.currency} />,
        }}
      />
      {Number(details.refunded) > 0 && (
        <p className="small soft">
          <Money of={details.refunded} currency={order.currency} /> went back to you
          {details.returns.some(({ status, exchangedForThis }) => status === 'EXCHANGED' && !exchangedForThis) && ' or into the exchange'}.
        </p>
      )}
      <Why of={details.reasons} />
      <UsualRates of={details.reasons} sold />
    </>
  )
}

/** What the shop asked, and its buyer answered. */
export function Answers({ of: { answers } }: { of: Details }) {
  if (answers.length === 0) return null
  return (
    <p className="small soft">
      {answers.map(({ title, answer }) => (
        <span key={title}>
          {title.replace(/[?:]$/, '')}: {answer}
          <br />
        </span>
      ))}
    </p>
  )
}

/** Where it goes, or is collected. */
export function Destination({ of: { delivery, address }, className }: { of: Details; className?: string }) {
  if (delivery?.pickup)
    return (
      <p className={className}>
        To be collected at
        <br />
        {delivery.pickup}
      </p>
    )
  if (address.length === 0) return null
  return (
    <p className={className}>
      {address.map((line) => (
        <span key={line}>
          {line}
          <br />
        </span>
      ))}
    </p>
  )
}

/** An order as its buyer sees it beside its way. */
export function Whole(of: Of) {
  return (
    <>
      <Units {...of} />
      <Destination of={of.of} className="small soft" />
      <Answers of={of.of} />
    </>
  )
}
