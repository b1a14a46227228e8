import { buttonClass, Message } from '@vitrine/ui'
import { data, Link, useActionData } from 'react-router'
import { Page } from '../account/page.tsx'
import { ways } from '../account/ways.ts'
import { needAccount } from '../member/member.server.ts'
import { Downloads, Shipments } from '../orders/after.tsx'
import type { Again } from '../orders/again.ts'
import { Subscriptions } from '../orders/again-and-again.tsx'
import { askedOf } from '../orders/asked.server.ts'
import { Cancelling } from '../orders/cancelling.tsx'
import { Moment } from '../orders/moment.tsx'
import type { Details, OrderView } from '../orders/order.ts'
import { AgainSaid, OrderAgain } from '../orders/order-again.tsx'
import { OrderReturns } from '../orders/order-returns.tsx'
import { findOrder } from '../orders/read.server.ts'
import { Due, headline, Way } from '../orders/way.tsx'
import { Answers, Destination, Units } from '../orders/whole.tsx'
import { returnWays } from '../returns/view.ts'
import { GUID } from '../shop/guid.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-order.ts'
import '@vitrine/ui/after.css'
import '../orders/orders.css'

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  await needAccount(here)
  const order = GUID.test(id) ? await findOrder(here, id) : undefined
  if (!order?.details) throw data(null, { status: 404 })
  return { order: { ...order, details: order.details }, shopName: here.shop.name }
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  await needAccount(here)
  if (!GUID.test(id)) throw data(null, { status: 404 })
  return askedOf(here, id, {}, await request.formData())
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order ${loaderData?.order.number} · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountOrderPage({ loaderData }: Route.ComponentProps) {
  const said = useActionData<typeof action>()
  const order = said?.order ?? loaderData.order
  const details = { ...(order.details ?? loaderData.order.details), email: '' }
  return (
    <Page
      title={headline(order)}
      above={
        <>
          <Link className="link" to={ways.orders}>
            Orders
          </Link>{' '}
          / <span className="figures">{order.number}</span>, placed <Moment at={order.placedDate} />
        </>
      }
      below={<Due of={order} />}
    >
      {said?.again && <AgainSaid of={said.again} />}
      {said?.error && (
        <Message tone="warn" what="That is no longer possible.">
          {said.error}
        </Message>
      )}
      <div className="odetail">
        <section aria-labelledby="od1">
          <h2 className="sr" id="od1">
            Where it is
          </h2>
          <Way of={order} />
          <Shipments of={details} order={order} />
          {details.downloads.length > 0 && <Downloads of={details.downloads} email="" />}
          <Subscriptions of={details} order={order} />
          <OrderReturns of={details} to={returnWays.one} />
          <Cancelling of={details} order={order} wrong={said?.wrongOut} />
        </section>
        <section className="odetail__r" aria-label="Order details">
          <Units of={details} order={order} />
        </section>
      </div>
      <Tiles of={details} order={order} again={said?.again} />
    </Page>
  )
}

function Tiles({ of: details, order, again }: { of: Details; order: OrderView; again: Again | undefined }) {
  const shop = useShop()
  const hasPlace = details.delivery?.pickup !== undefined || details.address.length > 0
  return (
    <div className="tiles">
      {hasPlace && (
        <section>
          <h2>{details.delivery ? 'Goes to' : 'Made out to'}</h2>
          <Destination of={details} />
          <Answers of={details} />
        </section>
      )}
      {details.invoice && (
        <section>
          <h2>Papers</h2>
          <p>
            <a className="link" href={details.invoice}>
              Invoice, PDF
            </a>
          </p>
          {details.creditNotes.map(({ number, link }) => (
            <p key={number}>
              <a className="link" href={link}>
                Credit note {number}, PDF
              </a>
            </p>
          ))}
        </section>
      )}
      <section>
        <h2>{order.state === 'sent' ? 'Not right?' : 'Once more'}</h2>
        {order.state === 'sent' && (
          <p>
            <Link className="link" to={returnWays.ask(order.id)}>
              Send something back
            </Link>
          </p>
        )}
        <OrderAgain of={order} email="" said={again} />
        {shop.email && (
          <p>
            <a className="link" href={`mailto:${shop.email}?subject=${encodeURIComponent(`Order ${order.number}`)}`}>
              Write to us about it
            </a>
          </p>
        )}
        {details.payLink && order.state === 'owed' && (
          <p>
            <a className={buttonClass({ small: true })} href={details.payLink}>
              Pay now
            </a>
          </p>
        )}
      </section>
    </div>
  )
}
