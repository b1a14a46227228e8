import type { GiftCardTransaction, IssuedGiftCard } from '@vitrine/contract'
import { useState } from 'react'
import { Status } from '../parts/glyph.tsx'
import { dayOf } from '../promotions/times.ts'

/** What becomes of a card now. */
export function CardState({ of, timeZone }: { of: IssuedGiftCard; timeZone: string }) {
  const [now] = useState(() => Date.now())
  if (of.disabledDate)
    return (
      <Status glyph="c-x" tone="bad">
        Blocked
      </Status>
    )
  if (of.expirationDate && Date.parse(of.expirationDate) <= now)
    return (
      <Status glyph="c-slash" tone="done">
        Ran out
      </Status>
    )
  const day = of.notificationInfo?.notificationDate
  if (day && Date.parse(day) > now)
    return (
      <Status glyph="c-dot" tone="wait">
        Goes {dayOf(Date.parse(day), timeZone)}
      </Status>
    )
  const [left, whole] = [Number(of.balance.amount), Number(of.initialValue.amount)]
  if (left === 0)
    return (
      <Status glyph="c-back" tone="done">
        Empty
      </Status>
    )
  if (left < whole)
    return (
      <Status glyph="c-half" tone="done">
        Used in part
      </Status>
    )
  return (
    <Status glyph="c-full" tone="done">
      Not used
    </Status>
  )
}

export const isGood = ({ disabledDate, expirationDate }: IssuedGiftCard): boolean =>
  !disabledDate && !(expirationDate && Date.parse(expirationDate) <= Date.now())

/** `•••• 4KQ2` */
export const masked = ({ codeSuffix }: IssuedGiftCard): string => `•••• ${codeSuffix}`

/** Whom it is for, by name where there is one. */
export const recipientOf = ({ notificationInfo }: IssuedGiftCard): string =>
  notificationInfo?.recipient?.name || notificationInfo?.recipient?.email || 'unknown yet'

/** How it was issued: `bought 4 Nov`, `from Paul Klein`. */
export function cameFrom({ source, notificationInfo, createdDate }: IssuedGiftCard, timeZone: string): string {
  const sender = notificationInfo?.sender?.name || notificationInfo?.sender?.email
  const day = dayOf(Date.parse(createdDate), timeZone)
  if (source === 'ORDER') return sender ? `from ${sender}` : `bought ${day}`
  return sender ? `from ${sender}, by the shop` : `by the shop, ${day}`
}

/** What went onto a card or off it, in words. */
export function movement({ type, operationType }: GiftCardTransaction): string {
  switch (type) {
    case 'INITIAL':
      return 'Issued'
    case 'REDEEM':
      return 'Paid with it'
    case 'VOID':
      return 'Put back'
    case 'PAYMENT_METHOD_REFUND':
      return 'Refunded'
    case 'MANUAL':
      return operationType === 'ADD' ? 'Put on by hand' : 'Taken off by hand'
  }
}

/** What refusals of gift cards say. */
export const refusals: Readonly<Record<string, string>> = {
  GIFT_CARD_NOT_FOUND: 'There is no such card.',
  GIFT_CARD_DISABLED: 'The card is blocked, and stays so.',
  GIFT_CARD_EXPIRED: 'The card has run out.',
  GIFT_CARD_CODE_ALREADY_EXISTS: 'Another card has this code.',
  GIFT_CARD_CODE_NOT_KEPT: 'Its code was not stored, so it cannot be mailed again.',
  GIFT_CARD_RECIPIENT_NOT_FOUND: 'There is nobody to send it to. Write an email address.',
  INSUFFICIENT_FUNDS: 'There is not that much on it.',
  INVALID_GIFT_CARD_BALANCE: 'That is more than a card can have.',
  CURRENCY_NOT_SUPPORTED: 'Cards are in the shop’s own currency.',
}
