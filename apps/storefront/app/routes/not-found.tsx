import { data } from 'react-router'
import { NotFound } from '../shop/error-page.tsx'
import { useFoundShop } from '../shop/use-shop.ts'
import type { Route } from './+types/not-found.ts'

export const loader = () => data(null, { status: 404 })

export const meta: Route.MetaFunction = () => [{ title: 'Not here' }, { name: 'robots', content: 'noindex' }]

export default function NotFoundPage() {
  const shop = useFoundShop()
  return <NotFound shop={shop} />
}
