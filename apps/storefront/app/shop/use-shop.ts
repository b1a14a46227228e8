import { useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'

/** What the shop says about itself, on any page. */
export function useShop() {
  const shop = useFoundShop()
  if (!shop) throw new Error('The shop did not answer')
  return shop
}

/** The same on pages that must stand even when the shop did not answer. */
export const useFoundShop = () => useRouteLoaderData<typeof loader>('root')?.shop
