import { buttonClass, Picture, Sun } from '@vitrine/ui'
import { Link } from 'react-router'
import { placeLines } from '../account/addresses.ts'
import { Empty } from '../account/empty.tsx'
import { GiftCardTile } from '../account/gift-card-tile.tsx'
import { Greeting } from '../account/greeting.tsx'
import { OrderRow } from '../account/order-row.tsx'
import { listOrders } from '../account/orders.server.ts'
import { isUnderWay, nowText, type OrderRow as Row } from '../account/orders.ts'
import { Page, Section } from '../account/page.tsx'
import { listSubscriptions } from '../account/subscriptions.server.ts'
import { findToReview } from '../account/to-review.server.ts'
import { ways } from '../account/ways.ts'
import { readGiftCard } from '../catalogue/gift.server.ts'
import { needAccount } from '../member/member.server.ts'
import { nameGiven } from '../member/name.ts'
import { SubscriptionText } from '../orders/again-and-again.tsx'
import { Moment } from '../orders/moment.tsx'
import { findOrder } from '../orders/read.server.ts'
import { headline } from '../orders/way.tsx'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-overview.ts'

const LATEST = 4

export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  const { member, defaultAddressId } = await needAccount(here)
  const [orders, subscriptions, toReview, { alerts }, { giftCards }] = await Promise.all([
    listOrders(here, { limit: LATEST }),
    listSubscriptions(here, { limit: 10 }),
    findToReview(here),
    here.client.backInStock.listMyAlerts({}),
    here.client.myGiftCards.listMyGiftCards({}),
  ])
  const [giftCard] = giftCards
  const rows = orders?.rows ?? []
  const first = rows.find(isUnderWay)
  const order = first && (await findOrder(here, first.id))
  const address = member.contact?.addresses.find(({ id }) => id === defaultAddressId) ?? member.contact?.addresses[0]
  return {
    name: nameGiven(member),
    at: new Date().toISOString(),
    now: first && order?.details ? { row: first, order: { ...order, details: order.details } } : undefined,
    rows: rows.filter(({ id }) => id !== first?.id).slice(0, LATEST - 1),
    more: orders?.next !== undefined,
    none: rows.length === 0,
    place: address && placeLines(address, here.shop.locale),
    next: subscriptions?.rows.find(({ state }) => state !== 'over'),
    toReview,
    giftCard: giftCard && { of: giftCard, sold: (await readGiftCard(here)) !== undefined },
    waiting: alerts.find(({ kind, name: of }) => kind === 'STOCK' && of !== ''),
    shopName: here.shop.name,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Your account · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountOverviewPage({ loaderData }: Route.ComponentProps) {
  const { name, at, now, rows, none, place, next, toReview, giftCard, waiting } = loaderData
  return (
    <Page title={<Greeting name={name} at={at} />}>
      {now && <Now row={now.row} order={now.order} />}
      {none && (
        <Empty
          lead="Nothing ordered yet."
          way={
            <Link className={buttonClass({ small: true })} to={to.all}>
              Look around
            </Link>
          }
        >
          What you order while you are signed in is here, with its papers and its way.
        </Empty>
      )}
      {rows.length > 0 && (
        <Section
          id="orders"
          title={now ? 'Earlier orders' : 'Orders'}
          way={
            <Link className="link small" to={ways.orders}>
              All orders
            </Link>
          }
        >
          <ul className="orows">
            {rows.map((row) => (
              <OrderRow key={row.id} of={row} />
            ))}
          </ul>
        </Section>
      )}
      <div className="tiles">
        {giftCard && <GiftCardTile {...giftCard} />}
        <section aria-labelledby="goes-to">
          <h2 id="goes-to">Goes to</h2>
          {place ? (
            <p>
              {place.map((line) => (
                <span key={line}>
                  {line}
                  <br />
                </span>
              ))}
            </p>
          ) : (
            <p className="soft small">An address you keep is there when you check out.</p>
          )}
          <p className="small">
            <Link className="link" to={place ? ways.profile : ways.newAddress}>
              {place ? 'Change' : 'Add an address'}
              <span className="sr"> where it goes</span>
            </Link>
          </p>
        </section>
        {next && (
          <section aria-labelledby="comes-again">
            <h2 id="comes-again">Comes again</h2>
            <p>{next.name}</p>
            <p className="soft small">
              <SubscriptionText of={next} currency={next.currency} />.{' '}
              <Link className="link" to={ways.subscriptions}>
                Change
                <span className="sr"> what comes again</span>
              </Link>
            </p>
          </section>
        )}
        {waiting ? <Owed of={waiting} /> : <EmailChoices />}
      </div>
      {toReview && <HowWasIt of={toReview} />}
    </Page>
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>

/** What was asked for last of what is sold out. */
function Owed({ of: { name, choices } }: { of: NonNullable<Loaded['waiting']> }) {
  return (
    <section aria-labelledby="owed">
      <h2 id="owed">We owe you a letter</h2>
      <p>{choices ? `${name}, ${choices}` : name}</p>
      <p className="soft small">
        As soon as it is back.{' '}
        <Link className="link" to={ways.alerts}>
          Your alerts
        </Link>
      </p>
    </section>
  )
}

function EmailChoices() {
  return (
    <section aria-labelledby="letters">
      <h2 id="letters">Letters</h2>
      <p className="soft small">
        What we may write to you about, and all we know about you.{' '}
        <Link className="link" to={ways.emails}>
          Letters and data
        </Link>
      </p>
    </section>
  )
}

function HowWasIt({ of: { slug, name, picture, since } }: { of: NonNullable<Loaded['toReview']> }) {
  return (
    <Section id="how-was-it" title="How was it?">
      <div className="askrev">
        {picture ? <Picture of={picture} sizes="88px" ratio={4 / 5} silent /> : <span />}
        <div>
          <p className="name">{name}</p>
          <p className="soft small">
            {since && (
              <>
                Since <Moment at={since} as="long" />.{' '}
              </>
            )}
            A line or two helps whoever stands before it next.
          </p>
          <Link className="link small" to={`${to.product(slug)}/review`}>
            Write a review<span className="sr"> of {name}</span>
          </Link>
        </div>
      </div>
    </Section>
  )
}

type Order = NonNullable<Awaited<ReturnType<typeof loader>>['now']>['order']

/** What is waited for: where it is, and what is in it. */
function Now({ row, order }: { row: Row; order: Order }) {
  const { details, stops } = order
  const stop = stops.findLast(({ state }) => state === 'NOW') ?? stops.findLast(({ state }) => state === 'DONE')
  return (
    <section className="now" aria-labelledby="now">
      <div className="now__text">
        <p className="hour">
          <Sun rise={riseOf(order)} />
          <span>{details.delivery?.time ?? headline(order)}</span>
        </p>
        <h2 id="now">{nowText(row)}</h2>
        <p className="soft">
          Order <span className="figures">{row.number}</span>
          {stop?.date && (
            <>
              , {headline(order).toLowerCase()} since <Moment at={stop.date} />
            </>
          )}
        </p>
        <Link className={buttonClass({ small: true })} to={ways.order(row.id)}>
          Follow the order
        </Link>
      </div>
      <div className="now__pics">
        {row.pictures.slice(0, 3).map((picture) => (
          <Picture key={picture.url} of={picture} sizes="(min-width: 48rem) 9rem, 29vw" ratio={4 / 5} silent eager />
        ))}
      </div>
    </section>
  )
}

/** The sun stands as high as the order is far. */
const riseOf = ({ stops }: Order): number => {
  const done = stops.filter(({ state }) => state === 'DONE').length
  return Number((0.2 + (1.23 * done) / Math.max(1, stops.length)).toFixed(2))
}
