import type { Order } from '@vitrine/contract'
import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { choose, useSetting } from '../choices.ts'
import { useFresh } from '../list/use-fresh.ts'
import { ring } from '../live/sound.ts'
import { buyerOf, many, numberOf, timeOf } from '../orders/text.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useShop } from '../shop.ts'

/** The latest orders as they come in, so many `lines` where it stands beside something. It stands still while somebody points into it, or paused it. */
export function LiveFeed({ latest, lines }: { latest: readonly Order[]; lines: number }) {
  const { timeZone } = useShop()
  const sound = useSetting('sound')
  const [paused, setPaused] = useState(false)
  const [pointed, setPointed] = useState(false)
  const [shown, setShown] = useState(latest)
  const stands = paused || pointed
  if (!stands && shown !== latest) setShown(latest)
  const fresh = useFresh(
    shown.map(({ id }) => id!),
    'latest',
  )
  const known = new Set(shown.map(({ id }) => id))
  const waiting = latest.filter(({ id }) => !known.has(id)).length
  const turnSound = () => {
    choose('sound', !sound)
    if (!sound) ring()
  }
  return (
    <section className="sec live-s">
      <header className="sec-h">
        <h2>Live</h2>
        <p>{waiting > 0 ? `${many(waiting, 'new order')} ${waiting === 1 ? 'waits' : 'wait'}` : 'the latest orders'}</p>
        <div className="acts">
          <IconButton
            small
            icon={sound ? Volume2 : VolumeX}
            name={`Sound for new orders is ${sound ? 'on' : 'off'}`}
            aria-pressed={sound}
            onClick={turnSound}
          />
          <IconButton
            small
            icon={paused ? Play : Pause}
            name={paused ? 'Resume the feed' : 'Pause the feed'}
            aria-pressed={paused}
            onClick={() => setPaused(!paused)}
          />
        </div>
      </header>
      {paused && waiting > 0 && (
        <Button kind="link" small onClick={() => setShown(latest)}>
          {`Show ${many(waiting, 'new order')}`}
        </Button>
      )}
      {shown.length === 0 ? (
        <p className="soft">No order yet. The first one appears here as soon as somebody buys.</p>
      ) : (
        // Pointing or tabbing into it holds the rows where they are; there is nothing to press but the links.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <ol
          className="feed"
          aria-live="off"
          onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
          onPointerLeave={() => setPointed(false)}
          onFocus={() => setPointed(true)}
          onBlur={() => setPointed(false)}
        >
          {shown.map((order, nth) => (
            <li key={order.id} {...(nth >= lines && { 'data-over': '' })} {...(fresh.has(order.id!) && { 'data-fresh': '' })}>
              <time>{timeOf(order.createdDate!, timeZone)}</time>
              <Thumb src={order.lineItems[0]?.image?.url} size={20} />
              <p>
                <Link to={`/orders/${order.id}`}>
                  <span className="clip">
                    <b>{buyerOf(order)}</b> ordered for
                  </span>{' '}
                  <b>{order.priceSummary?.total?.formattedAmount}</b>
                  <span className="vh">, order {numberOf(order.number)}</span>
                </Link>
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
