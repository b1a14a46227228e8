import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSetting } from '../choices.ts'
import { shownNow, useHeardClock } from '../clock/shop-time.ts'
import { listChanged } from '../list/news.ts'
import { hearNews, startFeed } from '../live/feed.ts'
import { isNewOrder, isOfOrders } from '../live/rules.ts'
import { ring } from '../live/sound.ts'
import { useConnectionState } from '../live/use-news.ts'
import { many } from '../orders/text.ts'
import { Icon } from '../parts/icon.tsx'

const minuteMs = 60_000

/** The time in the shop, and whether what happens there is heard. */
export function Live({ timeZone }: { timeZone: string }) {
  const connection = useConnectionState()
  const [real, setReal] = useState(() => new Date())
  const heard = useHeardClock()
  const now = heard ? shownNow(heard) : real
  const [online, setOnline] = useState(() => navigator.onLine)
  useEffect(startFeed, [])
  useEffect(
    () =>
      hearNews(({ events, lost }) => {
        if (!lost && !events.some(isOfOrders)) return
        listChanged('orders', lost ? 'unknown' : events.filter(isNewOrder).map(({ entityId }) => entityId))
      }),
    [],
  )
  useEffect(() => {
    const timer = setInterval(() => setReal(new Date()), 1000)
    const look = () => setOnline(navigator.onLine)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  const silent = !online || connection === 'off'
  return (
    <>
      {silent ? (
        <span
          className="live"
          data-off=""
          {...(online && { role: 'status' })}
          title={online ? 'The shop does not answer. It is tried again by itself.' : 'What you see may be old. What you save is not sent.'}
        >
          <Icon of={WifiOff} />
          <span>{online ? 'Not live' : 'Offline'}</span>
        </span>
      ) : (
        <span className="live" title={`The time in the shop: ${timeZone}`}>
          <i aria-hidden="true" {...(connection === 'coming' && { 'data-coming': '' })} />
          <span>
            Live <time>{now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })}</time>
          </span>
        </span>
      )}
      <NewOrders />
    </>
  )
}

/** Tells of new orders by ear: with a sound for who wants it, and in words for who hears the page, at most once a minute. */
function NewOrders() {
  const sound = useSetting('sound')
  const [words, setWords] = useState('')
  useEffect(
    () =>
      hearNews(({ events, isFirst }) => {
        if (sound && isFirst && events.some(isNewOrder)) ring()
      }),
    [sound],
  )
  useEffect(() => {
    const come = new Set<string>()
    const stopHearing = hearNews(({ events }) => {
      for (const event of events) if (isNewOrder(event)) come.add(event.entityId)
    })
    const timer = setInterval(() => {
      if (come.size > 0) setWords(`${many(come.size, 'new order')} in the last minute`)
      come.clear()
    }, minuteMs)
    return () => {
      stopHearing()
      clearInterval(timer)
    }
  }, [])
  return (
    <span className="vh" aria-live="polite">
      {words}
    </span>
  )
}
