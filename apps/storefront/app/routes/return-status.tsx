import { useMoneyText } from '@vitrine/ui'
import { data, Link, useActionData } from 'react-router'
import { Asking, type SaidEmail } from '../orders/confirm.tsx'
import { notTheirs, readEmail } from '../orders/guest.server.ts'
import { callOff } from '../returns/asked.server.ts'
import { findRefund, findReturn } from '../returns/read.server.ts'
import { Refunded, ReturnStatus } from '../returns/status.tsx'
import { type RefundView, type ReturnView, returnWays } from '../returns/view.ts'
import { headlineOf } from '../returns/words.ts'
import { GUID } from '../shop/guid.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/return-status.ts'
import '@vitrine/ui/account.css'
import '@vitrine/ui/after.css'
import '../orders/orders.css'
import '../returns/returns.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  if (!GUID.test(id)) throw data(null, { status: 404 })
  const found = await findReturn(here, id)
  return { found, refund: found && (await findRefund(here, found)), shopName: here.shop.name }
}

interface Said extends SaidEmail {
  found?: ReturnView
  refund?: RefundView | undefined
  isCalledOff?: boolean
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  if (!GUID.test(id)) throw data(null, { status: 404 })
  const sent = await request.formData()
  const { email, wrong } = readEmail(sent)
  if (wrong) return data<Said>({ wrong, email }, { status: 400 })
  const known = email || undefined
  const isCalledOff = sent.get('intent') === 'cancel'
  const found = isCalledOff ? await callOff(here, id, known) : await findReturn(here, id, known)
  return found
    ? data<Said>({ found, refund: await findRefund(here, found, known), isCalledOff, email })
    : data<Said>({ wrong: notTheirs, email }, { status: 403 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.found ? `Return ${loaderData.found.number}` : 'Your return'} · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function ReturnStatusPage({ loaderData }: Route.ComponentProps) {
  const moneyText = useMoneyText()
  const said = useActionData<typeof action>()
  const found = said?.found ?? loaderData.found
  if (!found) return <Asking title="Is it yours?" lead="Tell us the e-mail you ordered with." said={said} />
  return (
    <main id="main" className="wrap status">
      <header className="status__head">
        <p className="soft small">
          Return <span className="figures">{found.number}</span> of order{' '}
          <Link className="link figures" to={returnWays.orderAsGuest(found.orderId)}>
            {found.orderNumber}
          </Link>
        </p>
        <h1>{headlineOf(found, moneyText)}</h1>
        <Refunded of={found} />
      </header>
      <ReturnStatus
        of={found}
        refund={said?.refund ?? loaderData.refund}
        isCalledOff={said?.isCalledOff === true}
        email={said?.email || undefined}
        page={returnWays.oneAsGuest(found.id)}
        toOrder={returnWays.orderAsGuest}
      />
    </main>
  )
}
