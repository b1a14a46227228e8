import { Outlet } from 'react-router'
import { Column } from '../account/column.tsx'
import { needAccount } from '../member/member.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account.ts'
import '@vitrine/ui/account.css'
import '../account/account.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Whoever is not signed in does so first, and comes back. */
export async function loader({ context }: Route.LoaderArgs) {
  await needAccount(visit(context))
  return null
}

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

export default function AccountPage() {
  return (
    <div className="wrap acct">
      <Column />
      <Outlet />
    </div>
  )
}
