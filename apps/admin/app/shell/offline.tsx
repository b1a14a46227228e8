import { RefreshCw, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'

/** Says on every page that the network is gone, since when, and what that means. */
export function OfflineBanner({ timeZone }: { timeZone: string }) {
  const [since, setSince] = useState(() => (navigator.onLine ? undefined : new Date()))
  const [trying, setTrying] = useState(false)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const gone = () => setSince((before) => before ?? new Date())
    const back = () => setSince(undefined)
    addEventListener('offline', gone)
    addEventListener('online', back)
    return () => {
      removeEventListener('offline', gone)
      removeEventListener('online', back)
    }
  }, [])
  if (!since) return null
  // The page is asked for again only once there is an answer: what is shown stays until then.
  const tryNow = async () => {
    setTrying(true)
    const reached = await fetch('/admin', { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    )
    setTrying(false)
    if (!reached) return
    setSince(undefined)
    await revalidate()
  }
  return (
    <div className="banner" role="status">
      <Icon of={WifiOff} />
      <p>
        <b>You are offline since {since.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })}.</b> What you see is
        from then. What you write stays here; save it when you are back.
      </p>
      <Button small icon={RefreshCw} disabled={trying} onClick={() => void tryNow()}>
        Try now
      </Button>
    </div>
  )
}
