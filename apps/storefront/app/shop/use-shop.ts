import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import { type PackedShop, unpackShop } from './packed-links.ts'
import type { Shop } from './shop.ts'

/** What the shop says about itself, on any page. */
export function useShop() {
  const shop = useFoundShop()
  if (!shop) throw new Error('The shop did not answer')
  return shop
}

/** What the root of all pages throws where the platform answers nothing more: what the shop said of itself before. */
export interface Unanswered {
  readonly shop: PackedShop
}

/** The same on pages that must stand even when the shop did not answer. */
export function useFoundShop(): Shop | undefined {
  const error = useRouteError()
  const found = useRouteLoaderData<Unanswered>('root')?.shop
  const shop = found ?? (isRouteErrorResponse(error) ? (error.data as Partial<Unanswered> | undefined)?.shop : undefined)
  return shop && unpackShop(shop)
}
