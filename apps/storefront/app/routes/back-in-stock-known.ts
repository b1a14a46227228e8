import { alertsOf } from '../catalogue/alerts.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/back-in-stock-known.ts'

/** Pages of products are the same for everybody: what is somebody's own is asked for where something is sold out. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  alertsOf(visit(context), (new URL(request.url).searchParams.get('product') ?? '').slice(0, 36))
