import { useMoneyText } from '@vitrine/ui'
import { data, Link, redirect, useActionData } from 'react-router'
import { Asking, type SaidEmail } from '../orders/confirm.tsx'
import { notTheirs, readEmail } from '../orders/guest.server.ts'
import { askForReturn } from '../returns/asked.server.ts'
import { Closed } from '../returns/closed.tsx'
import { ReturnForm, Window } from '../returns/form.tsx'
import { findForm, findReturn } from '../returns/read.server.ts'
import { ReturnStatus } from '../returns/status.tsx'
import { type FormView, type ReturnView, returnWays } from '../returns/view.ts'
import { headlineOf } from '../returns/words.ts'
import { GUID } from '../shop/guid.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/order-return.ts'
import '@vitrine/ui/account.css'
import '@vitrine/ui/after.css'
import '@vitrine/ui/checkout.css'
import '../orders/orders.css'
import '../returns/returns.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  if (!GUID.test(id)) throw data(null, { status: 404 })
  return { form: await findForm(here, id), shopName: here.shop.name }
}

interface Said extends SaidEmail {
  form?: FormView
  made?: ReturnView
  /** Why nothing was asked for. */
  refused?: string
}

/** A guest gives the email of the order, sees the form, and asks: the answer shows the return, since no session remembers them. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  if (!GUID.test(id)) throw data(null, { status: 404 })
  const sent = await request.formData()
  const { email, wrong } = readEmail(sent)
  if (wrong) return data<Said>({ wrong, email }, { status: 400 })
  const known = email || undefined
  const asked = sent.get('intent') === 'ask' ? await askForReturn(here, id, known, sent) : {}
  if (asked?.made) {
    if (await findReturn(here, asked.made.id)) throw redirect(returnWays.oneAsGuest(asked.made.id), 303)
    return data<Said>({ made: asked.made, email })
  }
  const form = asked && (await findForm(here, id, known))
  if (!form) return data<Said>({ wrong: notTheirs, email }, { status: 403 })
  return data<Said>({ form, email, ...(asked.wrong && { refused: asked.wrong }) }, { status: asked.wrong ? 400 : 200 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Send pieces back · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function OrderReturnPage({ loaderData }: Route.ComponentProps) {
  const moneyText = useMoneyText()
  const said = useActionData<typeof action>()
  const form = said?.form ?? loaderData.form
  if (!said?.made && !form) return <Asking title="What comes back?" lead="Tell us the e-mail you ordered with." said={said} />
  const email = said?.email || undefined
  return (
    <main id="main" className="wrap status">
      {said?.made ? (
        <>
          <header className="status__head">
            <p className="soft small">
              Return <span className="figures">{said.made.number}</span>
            </p>
            <h1>{headlineOf(said.made, moneyText)}</h1>
            <p className="lead">We have written to you; the e-mail leads here again.</p>
          </header>
          <ReturnStatus of={said.made} email={email} page={returnWays.oneAsGuest(said.made.id)} toOrder={returnWays.orderAsGuest} />
        </>
      ) : (
        form && (
          <>
            <header className="status__head">
              <p className="soft small">
                Order{' '}
                <Link className="link figures" to={returnWays.orderAsGuest(form.orderId)}>
                  {form.orderNumber}
                </Link>
              </p>
              <h1>What comes back?</h1>
              <Window of={form} />
            </header>
            {form.state === 'OPEN' ? (
              <ReturnForm of={form} email={email} wrong={said?.refused} />
            ) : (
              <Closed of={form} href={returnWays.oneAsGuest} />
            )}
          </>
        )
      )}
    </main>
  )
}
