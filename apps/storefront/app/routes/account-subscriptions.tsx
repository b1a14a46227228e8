import { attempt } from '@vitrine/client'
import { Button, buttonClass, Message, Picture, Select } from '@vitrine/ui'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { Page } from '../account/page.tsx'
import { listCards } from '../account/saved-cards.server.ts'
import type { SavedCard } from '../account/saved-cards.ts'
import { listSubscriptions } from '../account/subscriptions.server.ts'
import type { SubscriptionView } from '../account/subscriptions.ts'
import { ways } from '../account/ways.ts'
import { Card } from '../catalogue/card.tsx'
import { someWithPlans } from '../catalogue/read.server.ts'
import { needAccount } from '../member/member.server.ts'
import { SubscriptionText } from '../orders/again-and-again.tsx'
import { Moment } from '../orders/moment.tsx'
import { GUID } from '../shop/guid.ts'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-subscriptions.ts'
import '../orders/orders.css'

const PAGE = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  await needAccount(here)
  const cursor = new URL(request.url).searchParams.get('cursor')?.slice(0, 16_000) || undefined
  const page = await listSubscriptions(here, { cursor, limit: PAGE })
  if (!page) throw data(null, { status: 404 })
  const none = page.rows.length === 0 && !cursor
  return {
    page,
    cards: none ? [] : await listCards(here, new Date()),
    could: none ? await someWithPlans(here, 3) : [],
    shopName: here.shop.name,
  }
}

interface Said {
  /** Which of them could not be done any more. */
  error: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  await needAccount(here)
  const form = await request.formData()
  const id = String(form.get('subscription') ?? '')
  if (!GUID.test(id)) throw data(null, { status: 404 })
  const calls = here.client.mySubscriptions
  const ask = () => {
    switch (form.get('intent')) {
      case 'end':
        return attempt(calls.endMySubscription({ id }))
      case 'resume':
        return attempt(calls.resumeMySubscription({ id }))
      case 'skip':
        return attempt(calls.skipMySubscription({ id, chargeDate: String(form.get('date') ?? '') }))
      case 'card':
        return attempt(calls.chooseCardOfMySubscription({ id, savedPaymentMethodId: String(form.get('card') ?? '') }))
      default:
        throw data(null, { status: 400 })
    }
  }
  const [refused] = await ask()
  switch (refused?.code) {
    case undefined:
      throw redirect(ways.subscriptions, 303)
    case 'SUBSCRIPTION_CANCELLATION_NOT_ALLOWED':
      return data<Said>({ error: 'Write to us, and we end it for you.' }, { status: 403 })
    case 'SUBSCRIPTION_IS_OVER':
      return data<Said>({ error: 'It has ended already.' }, { status: 409 })
    case 'SUBSCRIPTION_SKIP_NOT_ALLOWED':
      return data<Said>({ error: 'That one was left out already, or is on its way.' }, { status: 409 })
    case 'SAVED_PAYMENT_METHOD_NOT_FOUND':
      return data<Said>({ error: 'We do not keep that card any more.' }, { status: 409 })
    case 'SUBSCRIPTION_CONTRACT_NOT_FOUND':
    case 'INVALID_ARGUMENT':
      throw data(null, { status: 404 })
    default:
      throw refused
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Subscriptions · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountSubscriptionsPage({ loaderData: { page, cards, could }, actionData }: Route.ComponentProps) {
  return (
    <Page title="Subscriptions">
      {actionData?.error && (
        <Message tone="warn" what="That is no longer possible.">
          {actionData.error}
        </Message>
      )}
      {page.rows.length > 0 ? (
        <ul className="subs">
          {page.rows.map((one) => (
            <Row key={one.id} of={one} cards={cards} />
          ))}
        </ul>
      ) : (
        <div className="empty">
          <div className="empty__t">
            <p className="lead">Nothing comes by itself yet.</p>
            <p className="soft">What is used up can come again by itself. You leave one out or end it here, up to the day it is charged.</p>
            <div className="row row--wrap">
              <Link className={buttonClass({ small: true })} to={could[0] ? to.product(could[0].slug) : to.all}>
                {could[0] ? `Begin with the ${could[0].name}` : 'Look around'}
              </Link>
            </div>
          </div>
          {could.length > 0 && (
            <div className="empty__cards">
              {could.map((card) => (
                <Card key={card.id} of={card} heading="h2" />
              ))}
            </div>
          )}
        </div>
      )}
      {page.next && (
        <nav className="row row--wrap acct__pages" aria-label="Pages of subscriptions">
          <Link
            className={buttonClass({ line: true, small: true })}
            to={`${ways.subscriptions}?${new URLSearchParams({ cursor: page.next })}`}
          >
            Earlier ones
          </Link>
        </nav>
      )}
    </Page>
  )
}

const useBusyWith = (id: string, intent: string) => {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData?.get('subscription') === id && formData.get('intent') === intent
}

function Row({ of: one, cards }: { of: SubscriptionView; cards: readonly SavedCard[] }) {
  const { id, name, title, picture, chosen, orderId, startedDate, payLink } = one
  const owes = one.state === 'failed' || one.state === 'resting'
  return (
    <li className="sub">
      <span className="sub__pic">{picture && <Picture of={picture} sizes="6rem" ratio={4 / 5} silent />}</span>
      <div className="sub__t">
        <h2 className="name">{name}</h2>
        <p className="soft small">{[...chosen, title !== name ? title : ''].filter(Boolean).join(', ')}</p>
        <p>
          <SubscriptionText of={one} currency={one.currency} />.
        </p>
        <p className="small soft">
          Since <Moment at={startedDate} as="date" />,{' '}
          <Link className="link" to={ways.order(orderId)}>
            the first order
          </Link>
        </p>
        {owes && payLink && (
          <p>
            <a className={buttonClass({ small: true })} href={payLink}>
              Pay now
            </a>
          </p>
        )}
        <div className="row row--wrap small sub__ways">
          {one.maySkip && one.chargeDate && (
            <Press id={id} intent="skip" extra={{ date: one.chargeDate }}>
              Leave out the next one<span className="sr"> of {name}</span>
            </Press>
          )}
          {one.mayResume && (
            <Press id={id} intent="resume">
              {one.state === 'resting' ? 'Try it again' : 'Let it go on'}
              <span className="sr">: {name}</span>
            </Press>
          )}
          {one.state !== 'over' && one.state !== 'ending' && <ChooseCard of={one} cards={cards} />}
          {one.mayEnd && <Ending of={one} />}
        </div>
      </div>
    </li>
  )
}

function Press({
  id,
  intent,
  extra = {},
  children,
}: {
  id: string
  intent: string
  extra?: Record<string, string>
  children: React.ReactNode
}) {
  const busy = useBusyWith(id, intent)
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="subscription" value={id} />
      {Object.entries(extra).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <button className="link" aria-busy={busy || undefined}>
        {children}
      </button>
    </Form>
  )
}

/** Which of the member's cards pays for it. */
function ChooseCard({ of: { id, name, cardId }, cards }: { of: SubscriptionView; cards: readonly SavedCard[] }) {
  const busy = useBusyWith(id, 'card')
  if (cards.filter((card) => card.id !== cardId).length === 0) return null
  return (
    <details className="cancel" key={cardId}>
      <summary>
        <span className="link">
          Another card<span className="sr"> for {name}</span>
        </span>
      </summary>
      <Form method="post" className="cancel__form" preventScrollReset>
        <input type="hidden" name="intent" value="card" />
        <input type="hidden" name="subscription" value={id} />
        <Select id={`card-${id}`} name="card" label="Which card pays" defaultValue={cardId ?? cards[0]?.id}>
          {cards.map((card) => (
            <option key={card.id} value={card.id}>
              {card.name}
            </option>
          ))}
        </Select>
        <Button small busy={busy}>
          Use this one
        </Button>
      </Form>
    </details>
  )
}

function Ending({ of: { id, name, state, date } }: { of: SubscriptionView }) {
  const busy = useBusyWith(id, 'end')
  const later = (state === 'active' || state === 'free') && date !== undefined
  return (
    <details className="cancel">
      <summary>
        <span className="link">
          End it<span className="sr">: {name}</span>
        </span>
      </summary>
      <Form method="post" className="cancel__form" preventScrollReset>
        <input type="hidden" name="intent" value="end" />
        <input type="hidden" name="subscription" value={id} />
        <p className="soft">
          {later ? (
            <>
              It is yours until <Moment at={date} as="day" />. Nothing more is charged, and until then you can let it go on.
            </>
          ) : (
            'It ends at once. Nothing more is charged.'
          )}
        </p>
        <Button busy={busy} small className="button--danger">
          End it
        </Button>
      </Form>
    </details>
  )
}
