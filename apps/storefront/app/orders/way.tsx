import { Money } from '@vitrine/ui'
import { capital } from '../shop/text.ts'
import { HowToPay } from './how-to-pay.tsx'
import { hasGoods, hasRest, type OrderView, owedBack, type Stop } from './order.ts'
import { Stops } from './stops.tsx'
import { orderTotal } from './sums.tsx'

/** How an order is, in a few words. */
export function headline(order: OrderView) {
  const { state, stops, details } = order
  const now = stops.find((stop) => stop.state === 'NOW')?.name
  if (state === 'canceled') return 'Called off'
  if (state === 'waiting') return 'Waiting for your bank'
  if (state === 'owed' && now !== 'READY_FOR_PICKUP' && !details?.toPay?.onCollection) return 'Waiting for your payment'
  if (now === 'READY_FOR_PICKUP') return 'Ready for you'
  const goods = hasGoods(order)
  if (now === 'DELIVERED') return details?.delivery?.pickup === undefined ? 'With you' : 'Collected'
  if (state === 'sent') return goods ? 'On its way' : 'All yours'
  if (details?.shipments.some(({ stage }) => stage === 'SENT')) return 'A part is on its way'
  if (details?.delivery || goods) return 'We are wrapping'
  return details && hasRest(order, details) ? 'It is noted' : 'All yours'
}

/** What is owed, or when it comes. */
export function Due({ of: order }: { of: OrderView }) {
  const { state, details } = order
  if (state === 'canceled') return <p className="lead">{details ? owedBack(details) : 'Nothing of it will be sent.'}</p>
  if (state === 'waiting') return <p className="lead">It has not answered yet. We write to you as soon as it does.</p>
  if (state === 'owed' && details?.toPay) return <HowToPay of={details.toPay} />
  if (details && hasRest(order, details))
    return (
      <p className="lead">
        <Money of={details.rest} currency={order.currency} /> come later, as agreed.
      </p>
    )
  const time = details?.delivery?.time
  return time ? <p className="lead">{capital(time)}</p> : null
}

/** The stops on its way, those it has passed and those ahead. */
export const Way = ({ of: order }: { of: OrderView }) => (
  <Stops of={order.stops.map((stop) => ({ ...stop, words: stopWords(stop, order) }))} />
)

function stopWords({ name, state }: Stop, order: OrderView): string {
  const { details } = order
  switch (name) {
    case 'PLACED':
      return 'Ordered'
    case 'PAID':
      return state === 'DONE'
        ? details && hasRest(order, details)
          ? Number(orderTotal(details)) > 0
            ? 'First part paid'
            : 'Nothing to pay yet'
          : 'Paid'
        : details?.toPay
          ? details.toPay.onCollection
            ? 'Paid on collection'
            : 'Waiting for the payment'
          : 'Waiting for the bank'
    case 'PACKED':
      return state === 'NOW' ? 'Being wrapped' : 'Wrapped'
    case 'SENT':
      return state === 'NEXT' ? 'On its way' : 'Handed over'
    case 'READY_FOR_PICKUP':
      return 'Ready to collect'
    case 'DELIVERED':
      return details?.delivery?.pickup === undefined ? 'At your door' : 'Collected'
    case 'CANCELED':
      return 'Called off'
  }
}
