import { Button, Icon } from '@vitrine/ui'
import { WifiOff } from 'lucide-react'
import { host } from '../context.ts'
import type { Handle } from '../root.tsx'
import { Odd } from '../shop/odd.tsx'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import type { Route } from './+types/offline.ts'

/** Its own few lines of script come with it: nothing can be fetched where it is shown. */
export const handle: Handle = { still: true }

export const loader = ({ context }: Route.LoaderArgs) => ({ nonce: context.get(host)?.nonce })

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

/** Stands at the address that was asked for: as soon as the shop answers, that is loaded again. */
const script = `
const back = () => fetch('/robots.txt', { cache: 'no-store' }).then(() => location.pathname === '/offline' ? location.replace('/') : location.reload(), () => {})
document.getElementById('since').textContent = ' since ' + new Date().toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' })
document.getElementById('again').addEventListener('click', () => location.reload())
addEventListener('online', back)
setInterval(back, 5000)`

/** What the service worker caches for when a page is requested without a connection. */
export default function Offline({ loaderData: { nonce } }: Route.ComponentProps) {
  const shop = useShop()
  return (
    <Odd
      shop={shop}
      above={
        <p className="tag small" role="status">
          <Icon of={WifiOff} small />{' '}
          <span>
            No connection
            <span id="since" />
          </span>
        </p>
      }
      title="Still here, without the net"
      picture={-2}
    >
      <p className="lead">Your bag is kept. Checking out waits for the connection, and nothing is charged without it.</p>
      <p className="soft">The page you asked for comes by itself when the connection is back.</p>
      <div className="row row--wrap">
        <Button type="button" id="again">
          Try again
        </Button>
        <a className="link" href={to.cart}>
          Your bag
        </a>
      </div>
      {/* biome-ignore lint: it is the constant above */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </Odd>
  )
}
