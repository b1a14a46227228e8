import type { StoreClockEffect } from '@vitrine/contract'
import { Banknote, FastForward, Gift, type LucideIcon, Mail, Repeat, ShoppingCart, TicketPercent } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useShop } from '../shop.ts'
import { dayText, effectText, shortTime, spanText } from './text.ts'

const icons: Readonly<Record<StoreClockEffect['type'], LucideIcon>> = {
  AUTHORIZATION_VOIDED: Banknote,
  AUTHORIZATION_CAPTURED: Banknote,
  SUBSCRIPTION_DUE: Repeat,
  GIFT_CARD_SENT: Gift,
  GIFT_CARD_EXPIRES: Gift,
  ORDER_GIVEN_UP: ShoppingCart,
  RECOVERY_EMAIL_SENT: Mail,
  COUPON_BEGINS: TicketPercent,
  COUPON_ENDS: TicketPercent,
}

const loses: ReadonlySet<StoreClockEffect['type']> = new Set(['AUTHORIZATION_VOIDED', 'ORDER_GIVEN_UP', 'GIFT_CARD_EXPIRES'])

const bars = 30

interface EffectsProps {
  readonly from: Date
  readonly to: Date
  readonly effects: readonly StoreClockEffect[]
  readonly total: number
  readonly busy: boolean
  /** Absent for who may not. */
  readonly onAdvance?: () => void
}

/** What a move of the clock would do, and the button that does it. */
export function Effects({ from, to, effects, total, busy, onAdvance }: EffectsProps) {
  const { timeZone } = useShop()
  const span = to.getTime() - from.getTime()
  const words = spanText(span)
  const counts = Array.from({ length: bars }, () => 0)
  for (const { date } of effects) {
    const at = Math.min(bars - 1, Math.max(0, Math.floor(((Date.parse(date) - from.getTime()) / span) * bars)))
    counts[at] = counts[at]! + 1
  }
  const most = Math.max(1, ...counts)
  return (
    <section className="preview" aria-label={`What ${words} would do`}>
      <div className="row between">
        <h2>What {words} would do</h2>
        <span className="faint small">{total === 1 ? '1 effect is known' : `${total.toLocaleString('en')} effects are known`}</span>
      </div>
      <div className="timebar" aria-hidden="true">
        <svg className="spark" width="390" height="40" viewBox="0 0 390 40" preserveAspectRatio="none" aria-hidden="true">
          {counts.map((count, i) => (
            // A bar is its place: nothing else tells two apart.
            // oxlint-disable-next-line react/no-array-index-key
            <rect key={i} x={i * 13} y={38 - (count / most) * 36} width="10" height={2 + (count / most) * 36} />
          ))}
        </svg>
        <div className="row between faint small">
          {[0, 1 / 3, 2 / 3, 1].map((share) => (
            <span key={share}>{dayText(new Date(from.getTime() + share * span), timeZone)}</span>
          ))}
        </div>
      </div>
      {effects.length === 0 ? (
        <p className="soft">Nothing is known to fall due by then. Slots, promises and terms move with the clock all the same.</p>
      ) : (
        <ol className="effects">
          {effects.map((effect) => {
            const [about, rest] = effectText(effect)
            return (
              <li
                key={`${effect.type} ${effect.date} ${effect.orderId ?? effect.name}`}
                {...(loses.has(effect.type) && { 'data-tone': 'warn' })}
              >
                <time dateTime={effect.date}>{shortTime(new Date(effect.date), timeZone, from)}</time>
                <span className="dot">
                  <Icon of={icons[effect.type]} small />
                </span>
                <p>
                  <b>{effect.orderId ? <Link to={`/orders/${effect.orderId}`}>{about}</Link> : about}</b>
                  {rest}
                </p>
              </li>
            )
          })}
        </ol>
      )}
      {total > effects.length && <p className="faint small">and {(total - effects.length).toLocaleString('en')} more</p>}
      {onAdvance && (
        <div className="row">
          <span className="faint small grow">What falls due is done on the way, at its own time. There is no way back for it.</span>
          <Button kind="primary" icon={FastForward} disabled={busy} onClick={onAdvance}>
            {busy ? 'On the way …' : `Advance ${words}`}
          </Button>
        </div>
      )}
    </section>
  )
}
