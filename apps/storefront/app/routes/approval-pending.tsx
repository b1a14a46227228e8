import { buttonClass, Icon } from '@vitrine/ui'
import { Check, Clock } from 'lucide-react'
import { Link } from 'react-router'
import { Hosted } from '../hosted/frame.tsx'
import { readSignIn, shown } from '../hosted/identity.server.ts'
import { SignOut } from '../hosted/sign-out.tsx'
import type { Handle } from '../root.tsx'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/approval-pending.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** The account is made, and somebody of the shop looks at it first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { emailVerification } = await readSignIn(here)
  return { email: shown(request).email, verified: emailVerification, shopName: here.shop.name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Nearly there · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export default function ApprovalPendingPage({ loaderData: { email, verified } }: Route.ComponentProps) {
  const shop = useShop()
  return (
    <Hosted picture={7}>
      <span className="sun hosted__sun" aria-hidden="true" />
      <h1>Nearly there</h1>
      <p className="soft">
        New accounts are looked at by a person. The answer goes to {email ? <strong>{email}</strong> : 'your address'}, usually within a
        working day.
      </p>
      <ul className="ticks">
        {verified && (
          <li>
            <Icon of={Check} small /> E-mail confirmed
          </li>
        )}
        <li>
          <Icon of={Clock} small /> Your account, from the moment we say yes
        </li>
      </ul>
      <Link className={buttonClass({ wide: true })} to={to.all}>
        Look around meanwhile
      </Link>
      <div className="small soft hosted__ways">
        {shop.email && (
          <a className="link" href={`mailto:${shop.email}?subject=${encodeURIComponent('My account')}`}>
            Add something
          </a>
        )}
        <SignOut />
      </div>
    </Hosted>
  )
}
