import { RefreshCw, TriangleAlert, WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Broken } from './broken.tsx'
import { isAway } from './keep-page.ts'

/** So long a shop may take to answer before something is said of it. */
const patienceMs = 2500

/** Between one try and the next, once the client has given up. */
const pauseMs = 3000

/** Stands where the admin will be until the shop has answered for the first time, and says it when that takes long. */
export function Waking() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return <Ground silent={late} />
}

/** Instead of everything, where neither the shop nor who is signed in could be read: it is tried until they can. */
export function NotReached() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const again = useEffectEvent(() => void revalidate())
  const away = isAway(error)
  useEffect(() => {
    if (!away) return undefined
    const timer = setTimeout(again, pauseMs)
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [away, error])
  return away ? <Ground silent onAgain={() => void revalidate()} /> : <Broken />
}

/** The ground of the admin without anything on it. */
function Ground({ silent, onAgain = () => location.reload() }: { silent: boolean; onAgain?: () => void }) {
  const [offline, setOffline] = useState(() => !navigator.onLine)
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  const speaks = silent || offline
  return (
    <div className="shell waking">
      <div className="side" />
      <div className="body">
        <div className="bar" />
        <main className="main" aria-busy="true">
          <div role="status">
            {speaks ? (
              <div className="empty">
                <span className="big-i">
                  <Icon of={offline ? WifiOff : TriangleAlert} />
                </span>
                <h1>{offline ? 'You are offline' : 'The shop does not answer'}</h1>
                <p>It is tried again by itself, and opens as soon as it can. What is in it is safe.</p>
                <div className="acts">
                  <Button icon={RefreshCw} onClick={onAgain}>
                    Load again
                  </Button>
                </div>
              </div>
            ) : (
              <h1 className="vh">Loading</h1>
            )}
          </div>
          {!speaks && (
            <div className="waking-b" aria-hidden="true">
              {[180, 320, 460, 380, 420, 300].map((width) => (
                <span key={width} className="sk" style={{ '--w': `${width}px` } as React.CSSProperties} />
              ))}
            </div>
          )}
        </main>
      </div>
    </div>
  )
}
