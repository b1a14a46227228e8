import { useMoneyText } from '@vitrine/ui'
import { data, Link, useActionData } from 'react-router'
import { Page } from '../account/page.tsx'
import { ways } from '../account/ways.ts'
import { needAccount } from '../member/member.server.ts'
import { callOff } from '../returns/asked.server.ts'
import { findRefund, findReturn } from '../returns/read.server.ts'
import { Refunded, ReturnStatus } from '../returns/status.tsx'
import { returnWays } from '../returns/view.ts'
import { headlineOf } from '../returns/words.ts'
import { GUID } from '../shop/guid.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-return.ts'
import '@vitrine/ui/after.css'
import '../returns/returns.css'

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  await needAccount(here)
  const found = GUID.test(id) ? await findReturn(here, id) : undefined
  if (!found) throw data(null, { status: 404 })
  return { found, refund: await findRefund(here, found), shopName: here.shop.name }
}

export async function action({ params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  await needAccount(here)
  const found = GUID.test(id) ? await callOff(here, id, undefined) : undefined
  if (!found) throw data(null, { status: 404 })
  return { found }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Return ${loaderData?.found.number} · ${loaderData?.shopName}` }]

export default function AccountReturnPage({ loaderData }: Route.ComponentProps) {
  const moneyText = useMoneyText()
  const said = useActionData<typeof action>()
  const found = said?.found ?? loaderData.found
  return (
    <Page
      title={headlineOf(found, moneyText)}
      above={
        <>
          <Link className="link" to={ways.returns}>
            Returns
          </Link>{' '}
          / <span className="figures">{found.number}</span>, of order{' '}
          <Link className="link figures" to={returnWays.order(found.orderId)}>
            {found.orderNumber}
          </Link>
        </>
      }
      below={<Refunded of={found} />}
    >
      <ReturnStatus
        of={found}
        refund={loaderData.refund}
        isCalledOff={said !== undefined}
        email={undefined}
        page={returnWays.one(found.id)}
        toOrder={returnWays.order}
      />
    </Page>
  )
}
