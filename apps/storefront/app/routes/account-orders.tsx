import { buttonClass } from '@vitrine/ui'
import { data, Link } from 'react-router'
import { OrderRow } from '../account/order-row.tsx'
import { listOrders } from '../account/orders.server.ts'
import type { Wanted } from '../account/orders.ts'
import { Page } from '../account/page.tsx'
import { ways } from '../account/ways.ts'
import { needAccount } from '../member/member.server.ts'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-orders.ts'

const PAGE = 10

const kinds: readonly { wanted: Wanted; label: string; none: string }[] = [
  { wanted: 'all', label: 'All', none: 'Nothing ordered yet.' },
  { wanted: 'open', label: 'Not sent yet', none: 'Nothing waits to be sent.' },
  { wanted: 'sent', label: 'Sent', none: 'Nothing is on its way, and nothing has come yet.' },
  { wanted: 'cancelled', label: 'Cancelled', none: 'Nothing was cancelled.' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  await needAccount(here)
  const { searchParams } = new URL(request.url)
  const { wanted } = kinds.find((kind) => kind.wanted === searchParams.get('show')) ?? kinds[0]!
  const page = await listOrders(here, { wanted, cursor: searchParams.get('cursor')?.slice(0, 16_000) || undefined, limit: PAGE })
  if (!page) throw data(null, { status: 404 })
  return { wanted, page, shopName: here.shop.name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Orders · ${loaderData?.shopName}` }]

export default function AccountOrdersPage({ loaderData: { wanted, page } }: Route.ComponentProps) {
  const { none } = kinds.find((kind) => kind.wanted === wanted)!
  const at = (cursor: string) => `${ways.orders}?${new URLSearchParams({ ...(wanted !== 'all' && { show: wanted }), cursor })}`
  return (
    <Page
      title="Orders"
      below={
        <nav className="chips" aria-label="Which orders">
          {kinds.map((kind) => (
            <Link
              key={kind.wanted}
              className="chip chip--plain"
              to={kind.wanted === 'all' ? ways.orders : `${ways.orders}?show=${kind.wanted}`}
              aria-current={kind.wanted === wanted ? 'true' : undefined}
            >
              {kind.label}
            </Link>
          ))}
        </nav>
      }
    >
      {page.rows.length > 0 ? (
        <ul className="orows orows--big">
          {page.rows.map((row) => (
            <OrderRow key={row.id} of={row} />
          ))}
        </ul>
      ) : (
        <div className="empty">
          <div className="empty__t">
            <p className="lead">{none}</p>
            <div className="row row--wrap">
              <Link className={buttonClass({ small: true })} to={to.all}>
                Look around
              </Link>
            </div>
          </div>
        </div>
      )}
      {(page.previous || page.next) && (
        <nav className="row row--wrap acct__pages" aria-label="Pages of orders">
          {page.previous && (
            <Link className={buttonClass({ line: true, small: true })} to={at(page.previous)} rel="prev">
              Later ones
            </Link>
          )}
          {page.next && (
            <Link className={buttonClass({ line: true, small: true })} to={at(page.next)} rel="next">
              Earlier ones
            </Link>
          )}
        </nav>
      )}
      <p className="small soft">
        Bought as a guest?{' '}
        <Link className="link" to={to.findOrder}>
          Find that order by its number
        </Link>
      </p>
    </Page>
  )
}
