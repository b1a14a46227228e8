import { attempt } from '@vitrine/client'
import { buttonClass, Ledger, Message, Money, Picture, Price, Sun } from '@vitrine/ui'
import { useEffect, useRef } from 'react'
import { Link, useRevalidator } from 'react-router'
import { checkoutPath } from '../checkout/checkout.ts'
import { readCallbacks, withOrder } from '../checkout/session.server.ts'
import { readSignIn } from '../hosted/identity.server.ts'
import { findAccount, notFound } from '../member/member.server.ts'
import { HowToPay } from '../orders/how-to-pay.tsx'
import { KeepOrder } from '../orders/keep-order.tsx'
import { Moment } from '../orders/moment.tsx'
import { arrivalText, type Delivery, type Details, hasGoods, hasRest, sumName } from '../orders/order.ts'
import { OrderLines } from '../orders/order-lines.tsx'
import { findOrder } from '../orders/read.server.ts'
import { orderRows, orderTotal } from '../orders/sums.tsx'
import type { Handle } from '../root.tsx'
import { coversOf } from '../shop/covers.ts'
import { NewsletterForm } from '../shop/newsletter.tsx'
import { to } from '../shop/shop.ts'
import { list, many } from '../shop/text.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/thank-you.ts'
import '@vitrine/ui/after.css'
import '@vitrine/ui/hosted.css'
import '../orders/orders.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

export const handle: Handle = { ownNewsletter: true }

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { searchParams } = new URL(request.url)
  const order = here.known ? await findOrder(here, id) : undefined
  if (!order?.details) throw notFound(here)
  const { details } = order
  const session = searchParams.get('session')
  const last = order.state === 'waiting' || session ? await lastTry(here, id) : undefined
  const unpaid = order.state === 'waiting' ? last : undefined
  const { thankYouPageUrl, postFlowUrl } = last?.checkoutId && session ? await readCallbacks(here, session, last.checkoutId) : {}
  return {
    order: { ...order, details },
    declined: unpaid?.declined ?? false,
    pay: unpaid?.checkoutId && checkoutPath(unpaid.checkoutId, { step: 'payment', session: session ?? undefined }),
    back: unpaid || !thankYouPageUrl ? postFlowUrl : withOrder(thankYouPageUrl, id),
    again: searchParams.has('again'),
    keeps: details.email !== '' && (await mayOpenAccount(here)),
    shopName: here.shop.name,
  }
}

/** Whether this is a guest who could have an account by choosing a password. */
async function mayOpenAccount(here: ReturnType<typeof visit>): Promise<boolean> {
  if (await findAccount(here)) return false
  const { registration, methods } = await readSignIn(here)
  return registration !== 'CLOSED' && methods.password
}

/** The checkout of an order, and how its last payment stands: a bank that said no has the last word until somebody tries again. */
async function lastTry({ client }: ReturnType<typeof visit>, id: string) {
  const [refused, answer] = await attempt(client.orders.getOrder({ id }))
  if (refused) return undefined
  const { checkoutId, activities, updatedDate } = answer.order
  const last = activities.findLast(({ activityType: type }) => type === 'PAYMENT_DECLINED' || type === 'PAYMENT_CANCELED')
  return { checkoutId, declined: last?.createdDate !== undefined && last.createdDate === updatedDate }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Thank you · ${loaderData.shopName}` : 'Thank you' },
  { name: 'robots', content: 'noindex' },
]

export default function ThankYouPage({ loaderData: { order, declined, pay, back, again, keeps } }: Route.ComponentProps) {
  const { details } = order
  const shop = useShop()
  const waits = order.state === 'waiting' && !declined
  useAsking(waits)
  const name = details.firstName ? `, ${details.firstName}` : ''
  const offers = details.email !== '' && !declined && order.state !== 'canceled' && (keeps || shop.newsletter !== undefined)
  const sum = (
    <section aria-labelledby="ty2">
      <h2 id="ty2">What it came to</h2>
      <Ledger
        rows={orderRows(details)}
        total={{
          label: sumName(order, details),
          amount: <Price of={orderTotal(details)} currency={order.currency} />,
        }}
      />
    </section>
  )
  const picture = details.lines.find((line) => line.picture)?.picture ?? coversOf(shop.covers)[0]
  return (
    <main id="main" className="thanks">
      <div className="wrap thanks__grid">
        <div className="thanks__text">
          <p className="hour">
            <Sun rise={0.5} />
            <Moment at={order.placedDate} as="time" />
          </p>
          <h1>
            {order.state === 'canceled'
              ? 'This order was called off.'
              : declined
                ? `Your bank said no${name}.`
                : waits
                  ? `Thank you${name}. Your bank is still thinking.`
                  : order.state === 'owed' && !details.toPay?.onCollection
                    ? `Thank you${name}. It is noted.`
                    : hasGoods(order)
                      ? `Thank you${name}. We are wrapping.`
                      : hasRest(order, details)
                        ? `Thank you${name}. It is noted.`
                        : `Thank you${name}. All yours.`}
          </h1>
          {again && order.state !== 'waiting' && <Message what="This order is already paid.">Here it is.</Message>}
          {order.state === 'canceled' ? (
            <p className="lead">Nothing is owed any more.</p>
          ) : declined ? (
            <p className="lead">Nothing was charged. Your pieces are back on the shelf until you try again.</p>
          ) : waits ? (
            <p className="lead">
              It has not answered yet. We keep your pieces and write to you as soon as it does. You need not pay again.
            </p>
          ) : (
            <>
              {details.toPay && <HowToPay of={details.toPay} />}
              {(!details.toPay || details.toPay.onCollection) && <Lead of={details} rest={hasRest(order, details)} />}
            </>
          )}
          <dl className="facts">
            <div>
              <dt>Order</dt>
              <dd className="figures">{order.number}</dd>
            </div>
            <div>
              <dt>{sumName(order, details)}</dt>
              <dd>
                <Money of={orderTotal(details)} currency={order.currency} />
                {details.card && ` by ${details.card}`}
              </dd>
            </div>
            {hasRest(order, details) && (
              <div>
                <dt>Later</dt>
                <dd>
                  <Money of={details.rest} currency={order.currency} />
                </dd>
              </div>
            )}
            {details.email && (
              <div>
                <dt>Letter to</dt>
                <dd>{details.email}</dd>
              </div>
            )}
          </dl>
          <div className="row row--wrap">
            {declined && pay ? (
              <Link className={buttonClass()} to={pay}>
                Try another card
              </Link>
            ) : (
              <Link className={buttonClass()} to={`/orders/${order.id}`}>
                Follow the order
              </Link>
            )}
            {back ? (
              <a className="link" href={back}>
                Back to the shop
              </a>
            ) : (
              <Link className="link" to={to.all}>
                Back to the shop
              </Link>
            )}
          </div>
        </div>
        {picture && (
          <figure className="thanks__pic">
            <Picture of={picture} sizes="(min-width: 48rem) 40vw, 100vw" ratio={4 / 5} eager silent />
          </figure>
        )}
      </div>
      <div className="wrap thanks__more">
        <div className="thanks__col">
          <section aria-labelledby="ty1">
            <h2 id="ty1">What is in it</h2>
            <OrderLines of={details.lines} currency={order.currency} />
          </section>
          {offers && sum}
        </div>
        {offers ? (
          <div className="thanks__col">
            {keeps && <KeepOrder orderId={order.id} email={details.email} firstName={details.firstName} />}
            {shop.newsletter && (
              <section className="thanks__news" aria-labelledby="ty-news">
                <h2 id="ty-news">{shop.newsletter.title}</h2>
                <p className="soft small">{shop.newsletter.text}</p>
                <NewsletterForm place="thank-you" email={details.email} />
              </section>
            )}
          </div>
        ) : (
          sum
        )}
      </div>
    </main>
  )
}

const NAMED = 3

/** What is on its way, where to and when. */
function Lead({ of: { lines, delivery, town }, rest }: { of: Details; rest: boolean }) {
  const others = lines.slice(NAMED).length
  const one = lines.length === 1 && lines[0]?.quantity === 1
  const names = list([...lines.slice(0, NAMED).map(({ name }) => name), ...(others > 0 ? [many(others, 'more thing')] : [])])
  if (!delivery)
    return (
      <p className="lead">
        {names}: {rest ? 'the rest comes later, as agreed.' : 'all of it is yours.'}
      </p>
    )
  if (delivery.pickup !== undefined)
    return (
      <p className="lead">
        {names} will wait for you at {delivery.pickup}
        <Arrival of={delivery} />
      </p>
    )
  return (
    <p className="lead">
      {names} {one ? 'goes' : 'go'} {town ? `to ${town}` : 'on the way'}
      <Arrival of={delivery} />
    </p>
  )
}

function Arrival({ of: delivery }: { of: Delivery }) {
  const [before, when] = arrivalText(delivery)
  return (
    <>
      {before}
      {delivery.dated ? <strong>{when}</strong> : when}.
    </>
  )
}

const ASK_MS = 3000

/** Asks again while the bank has not answered; once it has, the whole page is made anew, bag included. */
function useAsking(waits: boolean) {
  const { revalidate, state } = useRevalidator()
  const waited = useRef(waits)
  useEffect(() => {
    if (waited.current && !waits) location.reload()
    waited.current = waits
  }, [waits])
  useEffect(() => {
    if (!waits || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), ASK_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [waits, state, revalidate])
}
