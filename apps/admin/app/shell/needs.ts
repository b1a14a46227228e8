import { matchPath } from 'react-router'
import { type Place, placeAt } from './places.ts'

/** Pages that are there only to change something. */
const writing: readonly Place[] = [
  { name: 'New product', to: '/products/new', needs: 'products.write' },
  { name: 'Edit an order', to: '/orders/:id/edit', needs: 'orders.write' },
  { name: 'New coupon', to: '/promotions/coupons/new', needs: 'promotions.write' },
  { name: 'New automatic discount', to: '/promotions/rules/new', needs: 'promotions.write' },
]

/** What an address is, and which right it takes to come there; whoever asks. */
export const neededAt = (pathname: string): Place | undefined => writing.find(({ to }) => matchPath(to, pathname)) ?? placeAt(pathname)
