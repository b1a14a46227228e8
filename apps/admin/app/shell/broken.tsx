import { Refused, Unreachable } from '@vitrine/client'
import { useRevalidator, useRouteError } from 'react-router'
import { Button, ButtonLink } from '../parts/button.tsx'

/** A page that did not come: what is safe, and what to do. */
export function Broken() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const requestId = error instanceof Refused || error instanceof Unreachable ? error.requestId : undefined
  const missing = error instanceof Refused && error.status === 404
  const denied = error instanceof Refused && error.status === 403
  const [title, words] = missing
    ? ['There is no such page', 'It was never here, or it has been taken away.']
    : denied
      ? ['This is not for your role', 'Somebody with more rights can do it, or give them to you.']
      : ['This page did not load', 'What it shows is safe. It may be the network, or the shop is starting again.']
  return (
    <div className="empty">
      <h1>{title}</h1>
      <p>{words}</p>
      {requestId && (
        <p className="small faint">
          Request <code>{requestId}</code>
        </p>
      )}
      <div className="acts">
        {!missing && !denied && (
          <Button kind="primary" onClick={() => void revalidate()}>
            Try again
          </Button>
        )}
        <ButtonLink to="/">Home</ButtonLink>
      </div>
    </div>
  )
}
