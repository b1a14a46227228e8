import type { Order } from '@vitrine/contract'
import { Copy } from 'lucide-react'
import { Link } from 'react-router'
import { IconButton } from '../../parts/button.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { useMay } from '../../shell/layout.tsx'
import { useShop } from '../../shop.ts'
import { FulfillmentState } from '../states.tsx'
import { buyerOf, numberOf, placedAt } from '../text.ts'
import { boughtBy } from './bought-by.ts'

/** The orders of one buyer: the latest, and whether there are more. */
export interface OrdersOfBuyer {
  readonly orders: readonly Order[]
  readonly hasMore: boolean
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** Who bought it, and what else they did. */
export function Customer({ order, all }: { order: Order; all: OrdersOfBuyer }) {
  const { timeZone } = useShop()
  const say = useSay()
  const may = useMay()
  const { buyerInfo, billingInfo, shippingInfo, recipientInfo } = order
  const ship = shippingInfo?.logistics?.shippingDestination ?? recipientInfo
  const phone = (ship ?? billingInfo)?.contactDetails?.phone
  const name = buyerOf(order)
  const others = all.orders.filter(({ id }) => id !== order.id)
  const { count, cancelled, spent } = boughtBy(all.orders)
  const list = `/orders?${new URLSearchParams({ q: buyerInfo?.email ?? '' })}`
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Customer</h2>
      </header>
      <div className="row">
        <span className="av" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <div className="two">
          <span className="lead">{name}</span>
          <span className="faint small">{buyerInfo?.memberId ? 'Member' : 'Guest'}</span>
        </div>
      </div>
      {buyerInfo?.email && (
        <>
          {all.orders.length > 0 && (
            <ul className="facts">
              <li>
                <b>{all.hasMore ? `${count}+` : count}</b> {count === 1 ? 'order' : 'orders'}
                {cancelled > 0 && `, ${cancelled} cancelled`}
              </li>
              {count > 0 && (
                <li>
                  <b>{spent}</b> {all.hasMore ? 'spent on the latest' : 'spent'}
                </li>
              )}
            </ul>
          )}
          <p className="row small">
            <a className="a" href={`mailto:${buyerInfo.email}`}>
              {buyerInfo.email}
            </a>
            <IconButton
              icon={Copy}
              small
              name="Copy the address"
              onClick={() => void navigator.clipboard.writeText(buyerInfo.email!).then(() => say({ text: 'The address is copied.' }))}
            />
          </p>
        </>
      )}
      {phone && <p className="small soft">{phone}</p>}
      {buyerInfo?.email && !buyerInfo.memberId && may('personalData.read') && (
        <p className="small">
          <Link className="a" to={`/personal-data?${new URLSearchParams({ email: buyerInfo.email })}`}>
            Personal data
          </Link>
        </p>
      )}
      {others.length > 0 && (
        <ul className="others" aria-label={`Other orders of ${name}`}>
          {others.slice(0, 3).map((other) => (
            <li key={other.id}>
              <Link className="a" to={`/orders/${other.id}`}>
                {numberOf(other.number)}
              </Link>
              <span className="soft">{placedAt(other.createdDate!, timeZone)}</span>
              <FulfillmentState of={other} />
              <span className="end">{other.priceSummary?.total?.formattedAmount}</span>
            </li>
          ))}
        </ul>
      )}
      {(others.length > 3 || all.hasMore) && (
        <p className="small">
          <Link className="a" to={list}>
            All orders of {name}
          </Link>
        </p>
      )}
    </section>
  )
}
