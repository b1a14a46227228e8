import { attempt, Unreachable } from '@vitrine/client'
import { redirect } from 'react-router'
import { payPath } from '../pay/asked.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/pay-return.ts'

/** Back from the bank's page: what was said there is confirmed, and the payer is led to what it came to. */
export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('token')?.slice(0, 2000) ?? ''
  const resultToken = searchParams.get('resultToken')?.slice(0, 4000)
  const page = (more: Readonly<Record<string, string>> = {}) => redirect(payPath(id, token, more))
  if (!resultToken) return page({ closed: 'yes' })
  try {
    const [refused, placed] = await attempt(here.client.payments.confirmCollection({ id, resultToken }))
    if (refused?.code === 'PAYMENT_PROVIDER_UNREACHABLE') return page()
    if (refused) return page(refused.code === 'PAYMENT_ERROR' ? { declined: refused.data.reason } : { closed: 'yes' })
    return placed.status === 'REQUIRES_ACTION' ? page({ closed: 'yes' }) : page({ paid: 'yes' })
  } catch (error) {
    if (error instanceof Unreachable) return page()
    throw error
  }
}
