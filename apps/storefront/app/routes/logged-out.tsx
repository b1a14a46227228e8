import { buttonClass } from '@vitrine/ui'
import { Link } from 'react-router'
import { Hosted } from '../hosted/frame.tsx'
import type { Handle } from '../root.tsx'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/logged-out.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ context }: Route.LoaderArgs) => ({ shopName: visit(context).shop.name })

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Signed out · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export default function LoggedOutPage() {
  return (
    <Hosted picture={3}>
      <h1>See you soon</h1>
      <p className="soft" role="status">
        You are signed out on this device. Your bag and your orders wait for you.
      </p>
      <Link className={buttonClass({ wide: true })} to="/login">
        Sign in again
      </Link>
      <Link className={buttonClass({ line: true, wide: true })} to={to.home}>
        Back to the shop
      </Link>
    </Hosted>
  )
}
