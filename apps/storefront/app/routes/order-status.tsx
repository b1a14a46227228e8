import { Message } from '@vitrine/ui'
import { ShieldCheck } from 'lucide-react'
import { data, useActionData } from 'react-router'
import { notFound } from '../member/member.server.ts'
import { Downloads, Shipments, Ways } from '../orders/after.tsx'
import { Subscriptions } from '../orders/again-and-again.tsx'
import { askedOf, type SaidOfOrder } from '../orders/asked.server.ts'
import { Cancelling } from '../orders/cancelling.tsx'
import { Asking, Confirm, type SaidEmail } from '../orders/confirm.tsx'
import { notTheirs, readEmail } from '../orders/guest.server.ts'
import { Moment } from '../orders/moment.tsx'
import { AgainSaid } from '../orders/order-again.tsx'
import { OrderReturns } from '../orders/order-returns.tsx'
import { findOrder } from '../orders/read.server.ts'
import { Due, headline, Way } from '../orders/way.tsx'
import { Whole } from '../orders/whole.tsx'
import { returnWays } from '../returns/view.ts'
import { GUID } from '../shop/guid.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/order-status.ts'
import '@vitrine/ui/after.css'
import '../orders/orders.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  if (!GUID.test(id)) throw data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const order = await findOrder(here, id, { token: searchParams.get('token') ?? undefined })
  if (!order?.details && here.hasEnded()) throw notFound(here)
  return data({ order, download: searchParams.get('download') ?? undefined, shopName: here.shop.name }, { status: order ? 200 : 404 })
}

type Said = SaidOfOrder & SaidEmail

/** The email it was ordered with opens the whole of it; whoever has opened it may ask for more. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  const token = new URL(request.url).searchParams.get('token') ?? undefined
  const form = await request.formData()
  const { email, wrong } = readEmail(form)
  if (form.get('intent')) return askedOf(here, id, { token, email: email || undefined }, form)
  if (wrong) return data<Said>({ wrong, email }, { status: 400 })
  const order = await findOrder(here, id, { token, email })
  if (order?.details) return data<Said>({ order })
  return data<Said>({ wrong: notTheirs, email }, { status: 403 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.order ? `Order ${loaderData.order.number}` : 'Your order'} · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function OrderStatusPage({ loaderData }: Route.ComponentProps) {
  const said: Said | undefined = useActionData<typeof action>()
  const order = said?.order ?? loaderData.order
  if (!order) {
    const lead = loaderData.download
      ? 'That link is over. Tell us the e-mail you ordered with, and you get a new one.'
      : 'Tell us the e-mail you ordered with, or open the link in our email.'
    return <Asking above="Your order" title="Is it yours?" lead={lead} said={said} />
  }
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
          <Way of={order} />
          {details && <Shipments of={details} order={order} />}
          {details && details.downloads.length > 0 && <Downloads of={details.downloads} email={details.email} />}
          {details && <Subscriptions of={details} order={order} />}
          {details && <OrderReturns of={details} to={returnWays.oneAsGuest} />}
          {details && <Ways of={details} order={order} again={said?.again} />}
          {details && <Cancelling of={details} order={order} wrong={said?.wrongOut} />}
          {said?.again && <AgainSaid of={said.again} />}
          {said?.error && (
            <Message tone="warn" what="That is no longer possible." className="status__again">
              {said.error}
            </Message>
          )}
        </section>
        <aside className="status__side" aria-label="Order details">
          {details ? (
            <Whole of={details} order={order} />
          ) : (
            <>
              <h2>What is in it</h2>
              <Message icon={ShieldCheck}>You see this page by the link in our email. For pieces and address, confirm your e-mail.</Message>
              <Confirm said={said} />
            </>
          )}
        </aside>
      </div>
    </main>
  )
}
