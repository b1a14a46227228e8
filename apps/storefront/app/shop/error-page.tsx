import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import { GonePage, goneIn } from '../catalogue/gone.tsx'
import { Copy } from './copy.tsx'
import { Odd, SearchBox } from './odd.tsx'
import { useRequestId } from './request-id.ts'
import { type Shop, to } from './shop.ts'
import { useFoundShop } from './use-shop.ts'

/** Where a route has failed: nothing there, or something broke. */
export function ErrorPage({ error }: { error: unknown }) {
  const shop = useFoundShop()
  const gone = isRouteErrorResponse(error) ? goneIn(error.data) : undefined
  if (gone) return <GonePage {...gone} />
  return isRouteErrorResponse(error) && [404, 410].includes(error.status) ? <NotFound shop={shop} /> : <Broken shop={shop} />
}

export function NotFound({ shop }: { shop: Shop | undefined }) {
  return (
    <Odd shop={shop} code="404" title="This shelf is empty" picture={0}>
      <p className="lead">The page moved, or never was.</p>
      <SearchBox />
      {shop && (
        <ul className="chips odd__ways">
          {shop.collections.slice(0, 4).map(({ slug, name }) => (
            <li key={slug}>
              <Link className="chip chip--plain" to={to.collection(slug)}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Odd>
  )
}

function Broken({ shop }: { shop: Shop | undefined }) {
  const { pathname, search } = useLocation()
  const [place, requestId] = useRequestId()
  return (
    <Odd shop={shop} code="500" title="Something broke, on our side" picture={-2}>
      <p className="lead">
        {/* What fails in the browser alone is told to nobody. */}
        Your bag is safe. {requestId ? 'We have been told, and usually it' : 'Usually it'} works again in a minute.
      </p>
      <div className="row row--wrap">
        <a className="button" href={pathname + search}>
          Try again
        </a>
        <Link className="link" to={to.home} reloadDocument>
          Go to the start
        </Link>
      </div>
      {requestId && (
        <p className="small soft reqid">
          If you write to us, this number finds it: <code id={place}>{requestId}</code> <Copy text={requestId} />
        </p>
      )}
    </Odd>
  )
}
