import { attempt } from '@vitrine/client'
import type { Visit } from '../shop.server.ts'

/** Where an app that sent its buyer here wants them back. */
export interface Callbacks {
  thankYouPageUrl?: string | undefined
  postFlowUrl?: string | undefined
  cartPageUrl?: string | undefined
}

/** Nothing for a session that is over, unknown, or another checkout's. */
export async function readCallbacks({ client }: Visit, session: string | null, checkoutId: string): Promise<Callbacks> {
  if (!session) return {}
  const [refused, found] = await attempt(client.redirects.getRedirectSession({ id: session }))
  return refused || found.checkoutId !== checkoutId ? {} : found.callbacks
}

export const withOrder = (url: string, orderId: string) => {
  const address = new URL(url)
  address.searchParams.set('orderId', orderId)
  return address.href
}
