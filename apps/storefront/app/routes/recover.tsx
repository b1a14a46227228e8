import { attempt } from '@vitrine/client'
import { data, redirect } from 'react-router'
import { checkoutPath } from '../checkout/checkout.ts'
import { LinkIsOver } from '../shop/link-is-over.tsx'
import { useFoundShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/recover.ts'

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Back to a checkout that was left, by the link of an email; its address does not stay where it is seen and passed on. */
export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  here.know()
  const token = new URL(request.url).searchParams.get('token')?.slice(0, 2000)
  const [refused, found] = token ? await attempt(here.client.checkout.recoverCheckout({ id, token })) : []
  if (found) throw redirect(checkoutPath(found.checkoutId))
  if (!refused || refused.code === 'RECOVERY_LINK_EXPIRED' || refused.code === 'INVALID_ARGUMENT')
    return data({ order: undefined }, { status: 410 })
  if (refused.code === 'RECOVERY_LINK_USED') return data({ order: refused.data.orderId ?? '' }, { status: 200 })
  throw refused
}

export const meta: Route.MetaFunction = () => [
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function RecoverPage({ loaderData: { order } }: Route.ComponentProps) {
  const shop = useFoundShop()
  return <LinkIsOver shop={shop} order={order} />
}
