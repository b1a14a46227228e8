import { data, Link, redirect, useActionData } from 'react-router'
import { Page } from '../account/page.tsx'
import { ways } from '../account/ways.ts'
import { needAccount } from '../member/member.server.ts'
import { askForReturn } from '../returns/asked.server.ts'
import { Closed } from '../returns/closed.tsx'
import { ReturnForm, Window } from '../returns/form.tsx'
import { findForm } from '../returns/read.server.ts'
import { returnWays } from '../returns/view.ts'
import { GUID } from '../shop/guid.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-order-return.ts'
import '@vitrine/ui/after.css'
import '@vitrine/ui/checkout.css'
import '../returns/returns.css'

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  await needAccount(here)
  const form = GUID.test(id) ? await findForm(here, id) : undefined
  if (!form) throw data(null, { status: 404 })
  return { form, shopName: here.shop.name }
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  await needAccount(here)
  const asked = GUID.test(id) ? await askForReturn(here, id, undefined, await request.formData()) : undefined
  if (!asked) throw data(null, { status: 404 })
  if (asked.made) throw redirect(returnWays.one(asked.made.id), 303)
  return data(asked, { status: 400 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Send pieces back · ${loaderData?.shopName}` }]

export default function AccountOrderReturnPage({ loaderData: { form } }: Route.ComponentProps) {
  const said = useActionData<typeof action>()
  return (
    <Page
      title="What comes back?"
      above={
        <>
          <Link className="link" to={ways.orders}>
            Orders
          </Link>{' '}
          /{' '}
          <Link className="link figures" to={ways.order(form.orderId)}>
            {form.orderNumber}
          </Link>{' '}
          / Send back
        </>
      }
      below={<Window of={form} />}
    >
      {form.state === 'OPEN' ? <ReturnForm of={form} email={undefined} wrong={said?.wrong} /> : <Closed of={form} href={returnWays.one} />}
    </Page>
  )
}
