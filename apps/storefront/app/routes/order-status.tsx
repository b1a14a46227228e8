import { attempt } from '@vitrine/client'
import { Button, Field, Ledger, Message, Money, Price, SmallLine, Sun } from '@vitrine/ui'
import { ShieldCheck } from 'lucide-react'
import { data, Form, useActionData, useNavigation } from 'react-router'
import { checkEmail } from '../checkout/address.ts'
import { useWrong } from '../checkout/use-wrong.ts'
import { AgainSaid, Cancelling, Downloads, Parcels, Ways } from '../orders/after.tsx'
import { Subscriptions } from '../orders/again-and-again.tsx'
import { HowToPay } from '../orders/how-to-pay.tsx'
import { Moment } from '../orders/moment.tsx'
import { type Details, hasGoods, hasRest, isOwed, type OrderView, pieces, type Stop, sumName } from '../orders/order.ts'
import { type Again, findOrder, orderAgain, type Proof } from '../orders/read.server.ts'
import { orderRows, orderTotal } from '../orders/sums.tsx'
import { UsualRates, Why } from '../reckoning/reckoning.tsx'
import { capital, many } from '../shop/words.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/order-status.ts'
import '@vitrine/ui/after.css'
import '../orders/orders.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  if (!GUID.test(id)) throw data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const order = await findOrder(here, id, { token: searchParams.get('token') ?? undefined })
  return data({ order, download: searchParams.get('download') ?? undefined, shopName: here.shop.name }, { status: order ? 200 : 404 })
}

interface Said {
  order?: OrderView
  wrong?: { email: string }
  email?: string
  again?: Again
  /** What cannot be done any more, though the page still offered it. */
  trouble?: string
  /** Why nothing was asked to be cancelled. */
  wrongOut?: string
}

/** The e-mail it was ordered with opens the whole of it; who has opened it may ask for more. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  const token = new URL(request.url).searchParams.get('token') ?? undefined
  const form = await request.formData()
  const written = String(form.get('email') ?? '')
    .trim()
    .slice(0, 320)
  const intent = form.get('intent')
  if (intent) return asked(here, id, { token, email: written || undefined }, form)
  const wrong = checkEmail(written)
  if (wrong) return data<Said>({ wrong: { email: wrong }, email: written }, { status: 400 })
  const order = await findOrder(here, id, { token, email: written })
  if (order?.details) return data<Said>({ order })
  return data<Said>({ wrong: { email: 'This order was made with another e-mail.' }, email: written }, { status: 403 })
}

async function asked(here: ReturnType<typeof visit>, id: string, proof: Proof, form: FormData) {
  const { email } = proof
  const who = { id, ...(email && { email }) }
  const said: Said = {}
  if (form.get('intent') === 'again') {
    const again = await orderAgain(here, id, email)
    if (!again) throw data(null, { status: 404 })
    said.again = again
  } else if (form.get('intent') === 'cancel') {
    const reason = String(form.get('why') ?? '').slice(0, 500)
    const lineItems = form.get('much') === 'some' ? takenOut(form) : undefined
    if (lineItems?.length === 0) {
      const order = await findOrder(here, id, proof)
      return data<Said>({ wrongOut: 'Tick what you do not want any more.', ...(order && { order }) }, { status: 400 })
    }
    const [refused] = await attempt(
      here.client.orders.requestOrderCancellation({ ...who, ...(reason && { reason }), ...(lineItems && { lineItems }) }),
    )
    if (refused?.code === 'INVALID_ARGUMENT' || refused?.code === 'ORDER_LINE_ITEM_NOT_FOUND')
      said.wrongOut = 'So many are no longer in it.'
    else if (refused?.code === 'CANCELLATION_TOO_LATE') said.trouble = 'It is on its way already. When it is with you, it can come back.'
    else if (refused && refused.code !== 'ORDER_CANCELED') throw refused.code === 'ORDER_NOT_FOUND' ? data(null, { status: 404 }) : refused
  } else if (form.get('intent') === 'end') {
    const subscriptionId = String(form.get('subscription') ?? '')
    const [refused] = await attempt(here.client.orders.endSubscription({ ...who, subscriptionId }))
    if (refused?.code === 'SUBSCRIPTION_CANCELLATION_NOT_ALLOWED') said.trouble = 'Write to us, and we end it for you.'
    else if (refused)
      throw refused.code === 'ORDER_NOT_FOUND' || refused.code === 'INVALID_ARGUMENT' || refused.code === 'SUBSCRIPTION_CONTRACT_NOT_FOUND'
        ? data(null, { status: 404 })
        : refused
  } else {
    const [refused] = await attempt(here.client.orders.renewDownload({ ...who, lineItemId: String(form.get('line') ?? '') }))
    if (refused?.code === 'DOWNLOAD_NOT_PAID') said.trouble = 'The file is not paid for, or its money went back.'
    else if (refused)
      throw refused.code === 'ORDER_NOT_FOUND' || refused.code === 'INVALID_ARGUMENT' ? data(null, { status: 404 }) : refused
  }
  const order = await findOrder(here, id, proof)
  return data<Said>({ ...said, ...(order && { order }) })
}

/** The lines that were ticked, each with how many of it. */
const takenOut = (form: FormData) =>
  form.getAll('out').flatMap((id) => {
    const quantity = Math.trunc(Number(form.get(`out.${String(id)}`) ?? 0))
    return GUID.test(String(id)) ? [{ lineItemId: String(id), ...(quantity > 0 && { quantity }) }] : []
  })

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.order ? `Order ${loaderData.order.number}` : 'Your order'} · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function OrderStatusPage({ loaderData }: Route.ComponentProps) {
  const said = useActionData<typeof action>()
  const order = said?.order ?? loaderData.order
  if (!order) return <Asking said={said} download={loaderData.download} />
  const { details } = order
  return (
    <main id="main" className="wrap status">
      <header className="status__head">
        <p className="soft small">
          Order <span className="figures">{order.number}</span>, placed <Moment at={order.placedDate} />
        </p>
        <h1>{headline(order)}</h1>
        <Due of={order} />
        {loaderData.download && (
          <Message tone="warn" what={loaderData.download === 'closed' ? 'This file cannot be fetched.' : 'That link is over.'}>
            {loaderData.download === 'closed'
              ? 'It is not paid for, or its money went back.'
              : details
                ? 'Below is a new one.'
                : 'Confirm your e-mail, and we give you a new one.'}
          </Message>
        )}
      </header>
      <div className="status__grid">
        <section aria-labelledby="os1">
          <h2 className="sr" id="os1">
            Where it is
          </h2>
          <ol className="tl">
            {order.stops.map((stop, at) => (
              <li key={stop.name} className={`is-${stop.state.toLowerCase()}`} aria-current={stop.state === 'NOW' ? 'step' : undefined}>
                <Sun rise={rise(at, order.stops.length)} />
                <div>
                  <strong>{stopWords(stop, order)}</strong>
                  {stop.date && (
                    <span className="soft small">
                      <Moment at={stop.date} />
                    </span>
                  )}
                </div>
              </li>
            ))}
          </ol>
          {details && <Parcels of={details.parcels} collected={details.delivery?.pickup !== undefined} />}
          {details && details.downloads.length > 0 && <Downloads of={details.downloads} email={details.email} />}
          {details && <Subscriptions of={details} order={order} />}
          {details && <Ways of={details} order={order} />}
          {details && <Cancelling of={details} order={order} wrong={said?.wrongOut} />}
          {said?.again && <AgainSaid of={said.again} />}
          {said?.trouble && (
            <Message tone="warn" what="That is no longer possible." className="status__again">
              {said.trouble}
            </Message>
          )}
        </section>
        <aside className="status__side" aria-label="Order details">
          {details ? (
            <Whole of={details} order={order} />
          ) : (
            <>
              <h2>What is in it</h2>
              <Message icon={ShieldCheck}>
                You see this page by the link in our letter. For pieces and address, confirm your e-mail.
              </Message>
              <Confirm said={said} />
            </>
          )}
        </aside>
      </div>
    </main>
  )
}

function headline(order: OrderView) {
  const { state, stops, details } = order
  const now = stops.find((stop) => stop.state === 'NOW')?.name
  if (state === 'canceled') return 'Called off'
  if (state === 'waiting') return 'Waiting for your bank'
  if (state === 'owed' && now !== 'READY_FOR_PICKUP' && !details?.toPay?.onCollection) return 'Waiting for your payment'
  if (now === 'READY_FOR_PICKUP') return 'Ready for you'
  const goods = hasGoods(order)
  if (now === 'DELIVERED') return details?.delivery?.pickup === undefined ? 'With you' : 'Collected'
  if (state === 'sent') return goods ? 'On its way' : 'All yours'
  if (details?.parcels.some(({ stage }) => stage === 'SENT')) return 'A part is on its way'
  if (details?.delivery || goods) return 'We are wrapping'
  return details && hasRest(order, details) ? 'It is noted' : 'All yours'
}

function Due({ of: order }: { of: OrderView }) {
  const { state, details } = order
  if (state === 'canceled')
    return (
      <p className="lead">
        {details && Number(details.refunded) < Number(details.paid)
          ? 'What you paid goes back the way it came.'
          : 'Nothing is owed any more.'}
      </p>
    )
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

/** Suns rise along the way, from early to noon. */
const rise = (at: number, of: number) => Number((0.2 + (1.23 * at) / Math.max(1, of - 1)).toFixed(2))

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

function Whole({ of: details, order }: { of: Details; order: OrderView }) {
  const { lines, delivery, address } = details
  return (
    <>
      <h2>{capital(many(pieces(lines), 'piece'))}</h2>
      <ul className="minis minis--big">
        {lines.map((line) => (
          <SmallLine
            key={line.id}
            name={line.name}
            picture={line.picture}
            quantity={line.quantity}
            chosen={[...line.chosen, ...(line.plan ? [line.plan] : [])].join(', ')}
            amount={<Money of={line.amount} currency={order.currency} />}
          />
        ))}
      </ul>
      <Ledger
        rows={orderRows(details)}
        total={{
          label: [sumName(order, details), !isOwed(order) && details.card].filter(Boolean).join(', '),
          amount: <Price of={orderTotal(details)} currency={order.currency} />,
        }}
      />
      {Number(details.refunded) > 0 && (
        <p className="small soft">
          <Money of={details.refunded} currency={order.currency} /> went back to you.
        </p>
      )}
      <Why of={details.reasons} />
      <UsualRates of={details.reasons} sold />
      {delivery?.pickup ? (
        <p className="small soft">
          To be collected at
          <br />
          {delivery.pickup}
        </p>
      ) : (
        address.length > 0 && (
          <p className="small soft">
            {address.map((line) => (
              <span key={line}>
                {line}
                <br />
              </span>
            ))}
          </p>
        )
      )}
      {details.answers.length > 0 && (
        <p className="small soft">
          {details.answers.map(({ title, answer }) => (
            <span key={title}>
              {title.replace(/[?:]$/, '')}: {answer}
              <br />
            </span>
          ))}
        </p>
      )}
    </>
  )
}

function Confirm({ said }: { said: Said | undefined }) {
  const { form, wrong, may } = useWrong<'email'>(said?.wrong)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="status__confirm"
      onSubmit={(event) => {
        const found = checkEmail(String(new FormData(event.currentTarget).get('email') ?? ''))
        if (busy || !may(found ? { email: found } : {})) event.preventDefault()
      }}
    >
      <Field
        id="email"
        name="email"
        type="email"
        label="The e-mail you ordered with"
        autoComplete="email"
        maxLength={320}
        required
        defaultValue={said?.email}
        wrong={wrong.email}
      />
      <Button line wide busy={busy}>
        Confirm
      </Button>
    </Form>
  )
}

/** No order for this reader under this address: perhaps they are its buyer, on another device. */
function Asking({ said, download }: { said: Said | undefined; download: string | undefined }) {
  return (
    <main id="main" className="wrap status">
      <header className="status__head">
        <p className="soft small">Your order</p>
        <h1>Is it yours?</h1>
        <p className="lead">
          {download
            ? 'That link is over. Tell us the e-mail you ordered with, and you get a new one.'
            : 'Tell us the e-mail you ordered with, or open the link in our letter.'}
        </p>
      </header>
      <div className="status__ask">
        <Confirm said={said} />
      </div>
    </main>
  )
}
