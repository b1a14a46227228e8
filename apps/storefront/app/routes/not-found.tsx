import { data } from 'react-router'
import NothingHere from '../shop/nothing-here.tsx'
import type { Route } from './+types/not-found.ts'

export const loader = () => data(null, { status: 404 })

export const meta: Route.MetaFunction = () => [{ title: 'Not here' }, { name: 'robots', content: 'noindex' }]

export default function NotFoundPage() {
  return <NothingHere status={404} />
}
