import { minor } from '@vitrine/pricing'
import { readAmount, written } from '../../orders/sums.ts'
import { lossOf } from './sheet.ts'

/** What is left of a price after what the carrier takes, where that is known; what is lost in crimson. */
export function Margin({ price, cost, currency, perItem }: { price: string; cost: string; currency: string; perItem: boolean }) {
  const [takes, costs] = [readAmount(price, currency), readAmount(cost, currency)]
  if (takes === undefined || costs === undefined) return null
  const loss = lossOf(price, cost, currency)
  const each = perItem ? 'an item' : 'a shipment'
  return (
    <>
      {`. You take ${written(takes, currency)}, the carrier takes ${written(costs, currency)}. `}
      {loss === undefined ? (
        `${written(minor(takes - costs), currency)} ${each} are left.`
      ) : (
        <b className="down">{`You lose ${written(loss, currency)} ${each}.`}</b>
      )}
    </>
  )
}
