import { buttonClass, Icon } from '@vitrine/ui'
import { Info } from 'lucide-react'
import { Link } from 'react-router'
import { Hosted } from '../hosted/frame.tsx'
import { SignOut } from '../hosted/sign-out.tsx'
import type { Handle } from '../root.tsx'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/blocked.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ context }: Route.LoaderArgs) => ({ shopName: visit(context).shop.name })

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `This account is closed · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

/** The shop lets this member in no more. */
export default function BlockedPage() {
  const { email } = useShop()
  return (
    <Hosted picture={8}>
      <h1>We have closed this account</h1>
      <p className="soft">Nothing you have paid is lost.</p>
      <div className="say">
        <Icon of={Info} />
        <p>
          <strong>What still works:</strong> your invoices, open returns and the right to your data. You can buy as a guest.
        </p>
      </div>
      {email && (
        <a className={buttonClass({ wide: true })} href={`mailto:${email}?subject=${encodeURIComponent('My account')}`}>
          Write to us about it
        </a>
      )}
      <Link className={buttonClass({ line: true, wide: true })} to={to.home}>
        Back to the shop
      </Link>
      <div className="small soft hosted__ways">
        <span>A person decides, and answers.</span>
        <SignOut />
      </div>
    </Hosted>
  )
}
