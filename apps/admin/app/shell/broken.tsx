import { Refused, Unreachable } from '@vitrine/client'
import { useRevalidator, useRouteError } from 'react-router'
import { Button, ButtonLink } from '../parts/button.tsx'

/** A page that did not come: what is safe, and what to do. */
export function Broken() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  return <BrokenWords error={error} what="This page did not load" Title="h1" onAgain={() => void revalidate()} />
}

/** What did not come, and why as far as it is known. */
export function BrokenWords({ error, what, Title, onAgain }: { error: unknown; what: string; Title: 'h1' | 'h2'; onAgain: () => void }) {
  const requestId = error instanceof Refused || error instanceof Unreachable ? error.requestId : undefined
  const missing = error instanceof Refused && error.status === 404
  const denied = error instanceof Refused && error.status === 403
  const [title, words] = missing
    ? ['There is no such page', 'It was never here, or it has been taken away.']
    : denied
      ? ['This is not for your role', 'Somebody with more rights can do it, or give them to you.']
      : [what, 'What it shows is safe. It may be the network, or the shop is starting again.']
  return (
    <div className="empty">
      <Title>{title}</Title>
      <p>{words}</p>
      {requestId && (
        <p className="small faint">
          Request <code>{requestId}</code>
        </p>
      )}
      <div className="acts">
        {!missing && !denied && (
          <Button kind="primary" onClick={onAgain}>
            Try again
          </Button>
        )}
        <ButtonLink to="/">Home</ButtonLink>
      </div>
    </div>
  )
}
