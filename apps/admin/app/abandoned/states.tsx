import type { AbandonedCheckoutView } from '@vitrine/contract'
import { placedAt } from '../orders/text.ts'
import { type GlyphName, Status, type Tone } from '../parts/glyph.tsx'
import { useShop } from '../shop.ts'
import { stops } from './text.ts'

const steps = 4

/** How far they came, of four steps. */
export function Stopped({ at }: { at: AbandonedCheckoutView['stopped'] }) {
  const { says, done } = stops[at]
  return (
    <>
      <span className="stops" aria-hidden="true">
        {Array.from({ length: steps }, (_, i) => (
          // Steps have no names but their places.
          // oxlint-disable-next-line react/no-array-index-key
          <i key={i} className={i <= done ? 'on' : undefined} />
        ))}
      </span>{' '}
      {says}
    </>
  )
}

/** What was done to bring it back, and what came of it. */
export function reminderOf(
  {
    abandonedCheckout: { status, checkoutRecoveredDate, buyerInfo },
    emailsSent,
    lastEmailDate,
    nextEmailDate,
    noReminder,
  }: AbandonedCheckoutView,
  at: (iso: string) => string,
): readonly [GlyphName, Tone, string] {
  if (status === 'RECOVERED') return ['c-full', 'ok', checkoutRecoveredDate ? `Ordered ${at(checkoutRecoveredDate)}` : 'Ordered']
  if (noReminder === 'BOUGHT') return ['c-slash', 'done', 'Bought another way']
  if (!buyerInfo.email) return ['c-slash', 'done', 'No address to write to']
  if (emailsSent > 0 && nextEmailDate)
    return ['c-dot', 'wait', `Sent ${emailsSent === 1 ? '' : `${emailsSent} times, `}again ${at(nextEmailDate)}`]
  if (emailsSent > 0)
    return ['c-dot', 'wait', `Sent ${emailsSent > 1 ? `${emailsSent} times, ` : ''}${lastEmailDate ? at(lastEmailDate) : ''}`]
  return nextEmailDate ? ['c-ring', 'wait', 'Goes soon'] : ['c-ring', 'wait', 'Not reminded']
}

export function Reminder({ of }: { of: AbandonedCheckoutView }) {
  const { timeZone } = useShop()
  const [glyph, tone, says] = reminderOf(of, (iso) => placedAt(iso, timeZone))
  return (
    <Status glyph={glyph} tone={tone}>
      {says}
    </Status>
  )
}
