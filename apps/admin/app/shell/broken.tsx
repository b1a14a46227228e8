import { Refused, Unreachable } from '@vitrine/client'
import { Copy, FileX2, Lock, RefreshCw, TriangleAlert, WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useRevalidator, useRouteError, useRouteLoaderData } from 'react-router'
import { Button, ButtonLink, IconButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useSay } from '../parts/toasts.tsx'
import type { SignedIn } from '../session/session.ts'
import { isAway } from './keep-page.ts'
import { useKeys } from './keys.ts'
import { neededAt } from './needs.ts'
import { usePlace } from './page.tsx'
import { placeAt, wayTo } from './places.ts'
import { roleNames } from './role-names.ts'

/** Between one try and the next of a page that did not come. */
const pauseMs = 4000

/** A page that did not come: what is safe, and what to do. */
export function Broken() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  return <BrokenText error={error} what="This page did not load" Title="h1" onAgain={() => void revalidate()} />
}

interface BrokenTextProps {
  error: unknown
  /** `These orders did not load` */
  what: string
  Title: 'h1' | 'h2'
  onAgain: () => void
}

/** What did not come, and why as far as it is known. Once the network is back it is tried again by itself. */
export function BrokenText({ error, what, Title, onAgain }: BrokenTextProps) {
  const { pathname } = useLocation()
  const [at] = useState(() => new Date().toLocaleTimeString('en-GB'))
  const [offline, setOffline] = useState(() => !navigator.onLine)
  const again = useEffectEvent(onAgain)
  useEffect(() => {
    const back = () => {
      setOffline(false)
      again()
    }
    const gone = () => setOffline(true)
    addEventListener('online', back)
    addEventListener('offline', gone)
    return () => {
      removeEventListener('online', back)
      removeEventListener('offline', gone)
    }
  }, [])
  // The shop is perhaps starting again: it is tried until it answers.
  const away = isAway(error)
  useEffect(() => {
    if (!away) return undefined
    const timer = setInterval(again, pauseMs)
    return () => clearInterval(timer)
  }, [away])
  // An address with half an id in it is none either.
  const isMissing = error instanceof Refused && (error.status === 404 || (error.status === 400 && Title === 'h1'))
  const isDenied = error instanceof Refused && error.status === 403
  const mayTryAgain = !isMissing && !isDenied
  useKeys(mayTryAgain ? { r: { says: 'Load again', run: onAgain } } : {})
  const place = placeAt(pathname)
  const here = place && place.to !== pathname ? place : undefined
  if (isDenied) return <Denied Title={Title} />
  const [icon, title, words] = isMissing
    ? ([FileX2, 'There is no such page', 'It was never here, or it has been taken away.'] as const)
    : offline
      ? ([WifiOff, 'You are offline', 'What it shows is safe. It loads by itself as soon as you are back.'] as const)
      : ([
          TriangleAlert,
          what,
          'What it shows is safe, and selling goes on. It may be the network, or the shop is starting again.',
        ] as const)
  const trace = error instanceof Refused || error instanceof Unreachable ? error : undefined
  return (
    <div className="empty">
      {Title === 'h1' && <Placed name={isMissing ? 'Not found' : 'Not loaded'} />}
      <span className="big-i">
        <Icon of={icon} />
      </span>
      <Title>{title}</Title>
      <p>{words}</p>
      <div className="acts">
        {mayTryAgain && (
          <Button kind="primary" icon={RefreshCw} keys={['R']} onClick={onAgain}>
            Load again
          </Button>
        )}
        <ButtonLink to={here?.to ?? '/'}>{here ? `Back to ${here.name}` : 'Home'}</ButtonLink>
      </div>
      {trace?.requestId && <Trace id={trace.requestId} status={trace.status} at={at} />}
    </div>
  )
}

/** Says in the bar where the page would be. */
function Placed({ name }: { name: string }) {
  const { pathname } = useLocation()
  const way = wayTo(pathname).filter(({ to }) => to !== pathname)
  usePlace([...way.map((place) => ({ name: place.name, to: place.to })), { name }], false)
  return null
}

/** A page that somebody's role does not have: which right is missing, and who can help. */
export function Denied({ Title }: { Title: 'h1' | 'h2' }) {
  const { pathname } = useLocation()
  const signedIn = useRouteLoaderData<SignedIn>('admin')
  const place = neededAt(pathname)
  const missing = place && signedIn && !signedIn.rights.has(place.needs) ? place.needs : undefined
  usePlace([{ name: place?.name ?? 'Not for your role' }])
  return (
    <div className="empty">
      <span className="big-i">
        <Icon of={Lock} />
      </span>
      <Title>{place && missing ? `${place.name}: not for your role` : 'This is not for your role'}</Title>
      <p>
        {signedIn && `Your role is ${roleNames[signedIn.person.role]}. `}
        Nothing was read and nothing was changed. An owner can do it, or give you another role.
      </p>
      <div className="acts">
        <ButtonLink kind="primary" to="/">
          Home
        </ButtonLink>
      </div>
      {missing && (
        <p className="faint small">
          Missing right: <span className="mono">{missing}</span>
        </p>
      )}
    </div>
  )
}

/** By what the log of the shop finds it. */
function Trace({ id, status, at }: { id: string; status: number | undefined; at: string }) {
  const say = useSay()
  const mayReadLog = useRouteLoaderData<SignedIn>('admin')?.rights.has('developers.read')
  return (
    <div className="reqid">
      <span className="faint small">Request</span>
      <code>{id}</code>
      <IconButton
        small
        icon={Copy}
        name="Copy the request id"
        onClick={() => void navigator.clipboard.writeText(id).then(() => say({ text: 'The request id is copied.' }))}
      />
      <span className="row">
        <span className="faint small">{[status, at].filter(Boolean).join(', ')}</span>
        {mayReadLog && (
          <Link className="a small" to={`/developers/requests?request=${encodeURIComponent(id)}`}>
            in the log
          </Link>
        )}
      </span>
    </div>
  )
}
