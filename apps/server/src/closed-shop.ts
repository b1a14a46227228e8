import type { Platform } from '@vitrine/platform'
import { shopViewCookie } from '@vitrine/platform'
import type { Host, Storefront } from '@vitrine/storefront/context'
import type { FastifyRequest } from 'fastify'

/** What a browser sees of a shop that is closed. */
export type Sight = 'OPEN' | 'CLOSED' | 'STAFF'

interface ClosedShopDeps {
  readonly platform: Pick<Platform, 'shopView' | 'siteAt'>
  readonly storefront: Pick<Storefront, 'isClosed'>
  readonly everybodys: Host
}

/**
 * Whether a page is shown: to everybody, to nobody because the shop is closed, or to staff alone (a page of a shop that is closed, or a product
 * as it is not saved yet).
 */
export function sightOf({ platform, storefront, everybodys }: ClosedShopDeps) {
  return async ({ headers }: FastifyRequest, { pathname }: URL): Promise<Sight> => {
    // What cannot be told is told by the page itself.
    const closed = await storefront.isClosed(everybodys, pathname).catch(() => false)
    if (!closed && !pathname.startsWith('/previews/')) return 'OPEN'
    const isStaff =
      headers.cookie?.includes(shopViewCookie) === true &&
      (await platform.shopView.sessionIn(await platform.siteAt(headers.host), headers.cookie)) !== undefined
    return isStaff ? 'STAFF' : closed ? 'CLOSED' : 'OPEN'
  }
}

/** Where the page is that says so, in place of a page or of its data. */
export function soonInstead(address: URL): URL {
  if (!address.pathname.endsWith('.data')) return new URL('/opening-soon', address)
  const back = address.pathname.slice(0, -'.data'.length).replace(/^\/_root$/, '/')
  return new URL(`/opening-soon.data?${new URLSearchParams({ back })}`, address)
}
