import { attempt, Unreachable } from '@vitrine/client'
import { redirect, redirectDocument } from 'react-router'
import { readBankCookie } from '../checkout/bank-cookie.server.ts'
import { checkoutPath, thankYouPath } from '../checkout/checkout.ts'
import { readCallbacks, withOrder } from '../checkout/session.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/checkout-return.ts'

/** Back from the bank's page: what was said there is confirmed, and the buyer is led on. */
export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { searchParams } = new URL(request.url)
  const session = searchParams.get('session') ?? undefined
  const resultToken = searchParams.get('resultToken')
  const asked = readBankCookie(request)
  const checkout = (more: Readonly<Record<string, string>> = {}) => redirect(checkoutPath(id, { step: 'payment', session }, more))
  if (!asked || !resultToken) return checkout({ closed: 'yes' })
  try {
    const [refused, placed] = await attempt(here.client.payments.confirmPayment({ id: asked.orderId, resultToken }))
    if (refused?.code === 'PAYMENT_PROVIDER_UNREACHABLE') return redirect(thankYouPath(asked.orderId, session))
    if (refused) return checkout(refused.code === 'PAYMENT_ERROR' ? { declined: refused.data.reason } : { closed: 'yes' })
    // Back without having paid: the page is still open.
    if (placed.status === 'REQUIRES_ACTION') return checkout({ closed: 'yes' })
    const { thankYouPageUrl } = await readCallbacks(here, session ?? null, id)
    if (thankYouPageUrl) return redirectDocument(withOrder(thankYouPageUrl, placed.orderId), 303)
    return redirect(thankYouPath(placed.orderId, session))
  } catch (error) {
    // What became of it is on the order's page as soon as it is known.
    if (error instanceof Unreachable) return redirect(thankYouPath(asked.orderId, session))
    throw error
  }
}
