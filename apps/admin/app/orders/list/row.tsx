import type { Order } from '@vitrine/contract'
import { Link } from 'react-router'
import { Check } from '../../parts/field.tsx'
import { RowHead, Td, Tr } from '../../parts/table.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { useShop } from '../../shop.ts'
import { FulfillmentState, PaymentState } from '../states.tsx'
import { buyerOf, numberOf, placedAt, placeOf, promiseOf } from '../words.ts'

interface RowProps {
  order: Order
  focused: boolean
  picked: boolean
  onPick: (id: string, through?: boolean) => void
}

export function Row({ order, focused, picked, onPick }: RowProps) {
  const { timeZone } = useShop()
  const promise = promiseOf(order, timeZone)
  const place = placeOf(order)
  return (
    <Tr {...(focused && { 'data-focus': '' })} {...(picked && { 'data-on': '' })}>
      <Td className="pick">
        <Check
          hidden
          checked={picked}
          onChange={(event) => onPick(order.id!, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        >
          Select order {order.number}
        </Check>
      </Td>
      <RowHead className="lead fit">
        <Link to={`/orders/${order.id}`}>{numberOf(order.number)}</Link>
      </RowHead>
      <Td of="Placed" className="soft fit">
        {placedAt(order.createdDate!, timeZone)}
      </Td>
      <Td of="Customer" className="clip who">
        {buyerOf(order)} {place && <span className="faint">{place}</span>}
      </Td>
      <Td of="Items" className="clip it">
        <div className="its">
          <span className="thumbs">
            {order.lineItems.slice(0, 2).map(({ id, image }) => (
              <Thumb key={id} src={image?.url} size={26} />
            ))}
          </span>
          <span className="names">
            {order.lineItems.map(({ id, quantity, productName }, i) => (
              <span key={id}>
                {i > 0 && ', '}
                {quantity > 1 && <b>{quantity} </b>}
                {productName?.original}
              </span>
            ))}
          </span>
        </div>
      </Td>
      <Td of="Total" className="num">
        {order.priceSummary?.total?.formattedAmount}
      </Td>
      <Td of="Payment" className="fit">
        <PaymentState of={order} />
      </Td>
      <Td of="Fulfilment" className="fit">
        <FulfillmentState of={order} />
      </Td>
      <Td of="Promised" className="fit pr" {...(!promise && { 'data-none': '' })}>
        {promise ? (
          <span className="promise" data-k={promise.hot && order.fulfillmentStatus !== 'FULFILLED' ? 'hot' : ''}>
            {promise.day} {promise.hours && <span>{promise.hours}</span>}
          </span>
        ) : (
          <span className="faint">–</span>
        )}
      </Td>
      <Td of="Tags" className="tg">
        {order.tags?.tags?.tagIds.map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
      </Td>
    </Tr>
  )
}
