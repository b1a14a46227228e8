import { buttonClass, Message } from '@vitrine/ui'
import { Package } from 'lucide-react'
import { Link } from 'react-router'
import { Hosted } from '../hosted/frame.tsx'
import { Moment } from '../orders/moment.tsx'
import type { Handle } from '../root.tsx'
import { to } from '../shop/shop.ts'
import { capital, many } from '../shop/text.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-closed.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const until = new Date(searchParams.get('until') ?? '')
  const orders = /^[1-9]\d{0,3}$/.exec(searchParams.get('orders') ?? '')?.[0] ?? '0'
  return {
    until: Number.isNaN(until.getTime()) ? undefined : until.toISOString(),
    orders: Number(orders),
    shopName: visit(context).shop.name,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Closed · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountClosedPage({ loaderData: { until, orders } }: Route.ComponentProps) {
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
      {orders > 0 && (
        <Message icon={Package}>
          {orders === 1
            ? 'Your order still arrives. The link in our email shows where it is.'
            : `${capital(many(orders, 'order'))} still arrive. The links in our emails show where they are.`}
        </Message>
      )}
      <Link className={buttonClass({ line: true, wide: true })} to={to.home}>
        Back to the shop
      </Link>
    </Hosted>
  )
}
