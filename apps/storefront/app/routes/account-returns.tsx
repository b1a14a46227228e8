import { buttonClass } from '@vitrine/ui'
import { Link } from 'react-router'
import { Empty } from '../account/empty.tsx'
import { Page } from '../account/page.tsx'
import { ways } from '../account/ways.ts'
import { needAccount } from '../member/member.server.ts'
import { showReturn } from '../returns/read.server.ts'
import { ReturnRows } from '../returns/status.tsx'
import { returnWays } from '../returns/view.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-returns.ts'
import '../returns/returns.css'

const PAGE = 10

export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  await needAccount(here)
  const cursor = new URL(request.url).searchParams.get('cursor')?.slice(0, 200)
  const { returns, nextCursor } = await here.client.returns.listMyReturns({ limit: PAGE, ...(cursor && { cursor }) })
  return { rows: returns.map(showReturn), next: nextCursor, shopName: here.shop.name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Returns · ${loaderData?.shopName}` }]

export default function AccountReturnsPage({ loaderData: { rows, next } }: Route.ComponentProps) {
  return (
    <Page
      title="Returns"
      below={
        <p className="soft measure">
          Something not right?{' '}
          <Link className="link" to={ways.orders}>
            Choose the order
          </Link>{' '}
          it came with.
        </p>
      }
    >
      {rows.length > 0 ? (
        <ReturnRows of={rows} href={returnWays.one} />
      ) : (
        <Empty
          lead="Nothing has come back."
          way={
            <Link className={buttonClass({ small: true })} to={ways.orders}>
              Your orders
            </Link>
          }
        >
          What you ask to return shows here, with how far it is.
        </Empty>
      )}
      {next && (
        <Link
          className={buttonClass({ line: true, small: true })}
          to={`${ways.returns}?${new URLSearchParams({ cursor: next })}`}
          rel="next"
        >
          Earlier ones
        </Link>
      )}
    </Page>
  )
}
