import { Icon, Money, Picture } from '@vitrine/ui'
import { ChevronRight } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { Moment } from '../orders/moment.tsx'
import { capital, many } from '../shop/text.ts'
import type { OrderState, OrderRow as Row } from './orders.ts'
import { ways } from './ways.ts'

const words: Readonly<Record<OrderState, string>> = {
  owed: 'Waiting for your payment',
  wrapping: 'We are wrapping',
  part: 'A part is on its way',
  sent: 'On its way',
  ready: 'Ready for you',
  arrived: 'Arrived',
  collected: 'Collected',
  yours: 'All yours',
  back: 'Sent back',
  exchanged: 'Exchanged',
  cancelled: 'Cancelled',
}

const tones: Readonly<Record<OrderState, string>> = {
  owed: 'var(--color-warning)',
  wrapping: 'var(--color-accent)',
  part: 'var(--color-accent)',
  sent: 'var(--color-accent)',
  ready: 'var(--color-accent)',
  arrived: 'var(--color-success)',
  collected: 'var(--color-success)',
  yours: 'var(--color-success)',
  back: 'var(--color-ink-faint)',
  exchanged: 'var(--color-success)',
  cancelled: 'var(--color-ink-faint)',
}

/** An order of the list: what is in it, how it is, its number and what it came to. The whole row leads to it. */
export function OrderRow({ of: row }: { of: Row }) {
  const { id, number, placedDate, currency, total, state, pictures } = row
  return (
    <li className="orow">
      <Link className="orow__a" to={ways.order(id)} prefetch="intent">
        <span className="orow__pics">
          {pictures.slice(0, 4).map((picture) => (
            <Picture key={picture.url} of={picture} sizes="3.25rem" ratio={4 / 5} silent />
          ))}
        </span>
        <span className="orow__t">
          <span className="orow__s">
            <span className="dot" style={{ '--tone': tones[state] } as CSSProperties} />
            {words[state]}
          </span>
          <span className="soft small">
            <Since of={row} />
          </span>
        </span>
        <span className="soft small figures orow__n">
          {number}
          <br />
          <Moment at={placedDate} as="date" />
        </span>
        <Money of={total} currency={currency} />
        <Icon of={ChevronRight} small turns />
      </Link>
    </li>
  )
}

/** Money that went back, the days on which it arrives, the day it left or came, or how much it is. */
function Since({ of: { state, refunded, currency, date, arrives, units } }: { of: Row }) {
  if (refunded && state !== 'exchanged')
    return (
      <>
        <Money of={refunded} currency={currency} /> went back
        {state === 'back' && date && (
          <>
            {' '}
            on <Moment at={date} as="day" />
          </>
        )}
      </>
    )
  if (arrives) return `Arrives ${arrives}`
  if (date && state === 'sent')
    return (
      <>
        Sent <Moment at={date} as="day" />
      </>
    )
  if (date && state !== 'cancelled') return <Moment at={date} as="day" />
  return capital(many(units, 'piece'))
}
