import { buttonClass } from '@vitrine/ui'
import { Link } from 'react-router'
import { Hosted } from '../hosted/frame.tsx'
import { Moment } from '../orders/moment.tsx'
import type { Handle } from '../root.tsx'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-closed.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export function loader({ request, context }: Route.LoaderArgs) {
  const until = new Date(new URL(request.url).searchParams.get('until') ?? '')
  return { until: Number.isNaN(until.getTime()) ? undefined : until.toISOString(), shopName: visit(context).shop.name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Closed · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountClosedPage({ loaderData: { until } }: Route.ComponentProps) {
  return (
    <Hosted picture={4}>
      <h1>Closed, and thank you</h1>
      <p className="soft" role="status">
        You are signed out everywhere.{' '}
        {until ? (
          <>
            Until{' '}
            <strong>
              <Moment at={until} as="long" />
            </strong>{' '}
            signing in brings everything back; after that what had to go is gone.
          </>
        ) : (
          'For thirty days signing in brings everything back; after that what had to go is gone.'
        )}
      </p>
      <Link className={buttonClass({ line: true, wide: true })} to={to.home}>
        Back to the shop
      </Link>
    </Hosted>
  )
}
