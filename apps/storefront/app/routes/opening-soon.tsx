import { data, redirect, redirectDocument } from 'react-router'
import { ownPath } from '../hosted/carried.ts'
import type { Handle } from '../root.tsx'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/opening-soon.ts'
import '../shop/opening-soon.css'

export const handle: Handle = { alone: true, still: true }

const headersOfClosed = { 'Cache-Control': 'no-store', 'Retry-After': '3600', 'X-Robots-Tag': 'noindex' }

/** `back`: a page that was open when the shop closed asks for another one, and is to be read anew as a whole. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = visit(context)
  const back = url.searchParams.get('back')
  if (back !== null) throw redirectDocument(ownPath(back) ?? to.home)
  if (!shop.closed) throw redirect(to.home)
  return data(null, { status: 503, headers: headersOfClosed })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: matches[0].loaderData?.shop.name },
  { name: 'robots', content: 'noindex' },
]

/** All that visitors see of a shop that is closed: its name, and whom to write to. It needs no script. */
export default function OpeningSoon() {
  const { wordmark, tagline, email } = useShop()
  return (
    <main id="main" className="wrap soon">
      <p className="wordmark">{wordmark}</p>
      <div className="soon__t">
        <h1>Opening soon</h1>
        {tagline && <p className="lead">{tagline}</p>}
        {email && (
          <p className="soft">
            Until then, write to{' '}
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
            .
          </p>
        )}
      </div>
    </main>
  )
}
