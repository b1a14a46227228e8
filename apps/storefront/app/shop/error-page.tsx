import { Suspense } from 'react'
import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import { apart } from './apart.tsx'
import { Copy } from './copy.tsx'
import { Odd } from './odd.tsx'
import { useRequestId } from './request-id.ts'
import { type Shop, to } from './shop.ts'
import { useFoundShop } from './use-shop.ts'

const NothingHere = apart(() => import('./nothing-here.tsx'))

/** Where a route has failed: nothing there, or something broke. That something broke is told without asking the network for more. */
export function ErrorPage({ error }: { error: unknown }) {
  const shop = useFoundShop()
  return isRouteErrorResponse(error) && [404, 410].includes(error.status) ? (
    <Suspense>
      <NothingHere status={error.status} data={error.data} />
    </Suspense>
  ) : (
    <Broken shop={shop} error={error} />
  )
}

function Broken({ shop, error }: { shop: Shop | undefined; error: unknown }) {
  const { pathname, search } = useLocation()
  const [place, requestId] = useRequestId()
  // Browsers say so of a request that came to nothing.
  const lost = error instanceof TypeError && /fetch|network|load/i.test(error.message)
  return (
    <Odd shop={shop} code={lost ? '' : '500'} title={lost ? 'The connection was lost' : 'Something broke, on our side'} picture={-2}>
      <p className="lead">
        {/* What fails in the browser alone is told to nobody. */}
        Your bag is safe.{' '}
        {lost
          ? 'Look whether it was done before you do it again.'
          : `${requestId ? 'We have been told, and usually it' : 'Usually it'} works again in a minute.`}
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
