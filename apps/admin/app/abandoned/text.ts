import type { AbandonedCheckoutView, CheckoutObstacle, CheckoutStop, NoReminder } from '@vitrine/contract'

/** Where they stopped, and how many of the four steps were done by then. */
export const stops: Readonly<Record<CheckoutStop, { readonly says: string; readonly done: number }>> = {
  ADDRESS: { says: 'address', done: 1 },
  DELIVERY: { says: 'delivery', done: 2 },
  PAYMENT: { says: 'payment', done: 3 },
}

export const obstacles: Readonly<Record<CheckoutObstacle, string>> = {
  NONE: '',
  PAYMENT_DECLINED: 'Card declined',
  NO_DELIVERY: 'Nothing is delivered there',
  OUT_OF_STOCK: 'Something was sold out',
  COUPON_REFUSED: 'The coupon was not valid',
}

/** Why nobody is written to now. */
export const reasons: Readonly<Record<NoReminder, string>> = {
  BOUGHT: 'It was bought after all.',
  UNSUBSCRIBED: 'They want no emails about what they left.',
  TOO_MANY: 'As many emails as you want have been sent.',
  TOO_SOON: 'The last email is less than a day old.',
}

/** What refusals say to people, by their codes. */
export const words: Readonly<Record<string, string>> = {
  REMINDER_NOT_ALLOWED: 'Nobody is written to about this now: it was bought, or an email has just been sent.',
  ABANDONED_CHECKOUT_NOT_FOUND: 'This was deleted meanwhile.',
}

type Left = AbandonedCheckoutView['abandonedCheckout']

/** Whom it was for, by name where one was written down. */
export const whoOf = ({ contactDetails, buyerInfo }: Left): string =>
  [contactDetails?.firstName, contactDetails?.lastName].filter(Boolean).join(' ') || buyerInfo.email || 'Guest'

/** How one speaks of them. */
export const firstNameOf = (left: Left): string => left.contactDetails?.firstName ?? left.buyerInfo.email ?? 'the guest'

export const choicesOf = ({ descriptionLines }: Left['lineItems'][number]): string =>
  descriptionLines.flatMap(({ colorInfo, plainText }) => colorInfo?.original ?? plainText?.original ?? []).join(' · ')
