import { elsewhere } from '../shop/elsewhere.server.ts'
import NothingHere from '../shop/nothing-here.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/not-found.ts'

export const loader = ({ context }: Route.LoaderArgs) => elsewhere(visit(context))

/** The page itself brings its title. */
export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

export default function NotFoundPage() {
  return <NothingHere status={404} />
}
