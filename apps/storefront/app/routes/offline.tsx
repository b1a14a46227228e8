import { Button, Icon, Picture, Price } from '@vitrine/ui'
import { WifiOff } from 'lucide-react'
import { productsNamed, showCard, showProduct } from '../catalogue/read.server.ts'
import { host } from '../context.ts'
import type { Handle } from '../root.tsx'
import { Odd } from '../shop/odd.tsx'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/offline.ts'
import '@vitrine/ui/offline.css'

/** Its own few lines of script come with it: nothing can be fetched where it is shown. */
export const handle: Handle = { still: true }

/** So many products are in it: it stays small, and is fetched anew with each product that somebody looks at. */
const most = 4

/** With the products that a browser names, as everybody sees them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const slugs = (new URL(request.url).searchParams.get('of') ?? '').split(',').filter((slug) => slug !== '' && slug.length <= 100)
  const products = await productsNamed(here, [...new Set(slugs)].slice(0, most))
  return {
    nonce: context.get(host)?.nonce,
    at: new Date().toISOString(),
    cached: products.map((product) => {
      const { slug, name, picture, price, from, out } = showCard(product, here.shop)
      return { slug, name, picture, price, from, out, description: showProduct(product, here.shop).description }
    }),
  }
}

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

/** Stands at the address that was asked for: as soon as the shop answers, that is loaded again. */
const script = `
const back = () => fetch('/robots.txt', { cache: 'no-store' }).then(() => location.pathname === '/offline' ? location.replace('/') : location.reload(), () => {})
document.getElementById('since').textContent = ' since ' + new Date().toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' })
document.getElementById('again').addEventListener('click', () => location.reload())
addEventListener('online', back)
setInterval(back, 5000)
addEventListener('DOMContentLoaded', () => {
  const asked = [...document.querySelectorAll('.offline li')].find((one) => one.querySelector('a').pathname === location.pathname)
  if (!asked) return
  const [name, text, picture] = ['.name', '.offline__text', 'img'].map((part) => asked.querySelector(part))
  const at = text.querySelector('time')
  at.textContent = new Date(at.dateTime).toLocaleString([], { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', hourCycle: 'h23' })
  document.title = document.querySelector('h1').textContent = name.textContent
  document.querySelector('h1').classList.add('name')
  text.hidden = false
  document.querySelector('.lead').replaceWith(text)
  if (picture) document.querySelector('.odd__p img')?.setAttribute('src', picture.src)
  const section = asked.closest('section')
  asked.remove()
  section.hidden = !section.querySelector('li')
})`

/** What the service worker caches for when a page is requested without a connection. */
export default function Offline({ loaderData: { nonce, at, cached } }: Route.ComponentProps) {
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
      <p className="lead">
        {cached.length > 0 ? 'What you looked at last is kept on this device, and so is your bag.' : 'Your bag is kept.'} Checking out waits
        for the connection, and nothing is charged without it.
      </p>
      <p className="soft">The page you asked for comes by itself when the connection is back.</p>
      <div className="row row--wrap">
        <Button type="button" id="again">
          Try again
        </Button>
        <a className="link" href={to.cart}>
          Your bag
        </a>
      </div>
      {cached.length > 0 && (
        <section aria-labelledby="products">
          <h2 className="label" id="products">
            Kept on this device
          </h2>
          <ul className="offline">
            {cached.map(({ slug, name, picture, price, from, out, description }) => (
              <li key={slug}>
                <a href={to.product(slug)}>
                  {picture && <Picture of={picture} sizes="(min-width: 48rem) 14vw, 22vw" widths={[420]} ratio={4 / 5} eager silent />}
                  <span className="name">{name}</span>
                </a>
                <div className="offline__text" hidden>
                  <p className="offline__price">
                    {from && <span className="small soft">from </span>}
                    <Price of={price} />
                    {out && <span className="soft">, sold out</span>}
                  </p>
                  {description && <p>{description}</p>}
                  <p className="small soft">
                    As it was on <time dateTime={at}>{at.slice(0, 10)}</time>.
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {/* biome-ignore lint: it is the constant above */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </Odd>
  )
}
