import type { Reason } from '@vitrine/contract'

/** A code that was typed, as shoppers type it. */
export const writtenCode = (text: FormDataEntryValue | null) =>
  String(text ?? '')
    .trim()
    .replace(/\s+/g, ' ')
    .slice(0, 100)

/** Gift cards have four groups of four; coupons are a word. */
export const looksLikeGiftCard = (code: string) => /^[A-Z\d]{4}([ -]?[A-Z\d]{4}){2,3}$/i.test(code) && /[ -]|\d/.test(code)

/** Why a code is not taken, as a sentence that says what to do; undefined for what is no matter of codes. */
export function codeError(refusal: string, code: string): string | undefined {
  switch (refusal) {
    case 'ERROR_COUPON_DOES_NOT_EXIST':
    case 'GIFT_CARD_NOT_FOUND':
    case 'GIFT_CARD_CODE_INVALID':
      return 'We do not know this code. Look for 0 and O.'
    case 'ERROR_COUPON_IS_DISABLED':
      return `${code} is not on just now.`
    case 'ERROR_COUPON_HAS_EXPIRED':
      return `${code} is over.`
    case 'ERROR_COUPON_IS_NOT_ACTIVE_YET':
      return `${code} has not begun yet. Keep it for later.`
    case 'ERROR_COUPON_USAGE_EXCEEDED':
      return `${code} has been used as often as it could be.`
    case 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED':
      return `You have used ${code} before; it is once for each of you.`
    case 'REDEEM_GIFT_CARD_ERROR':
      return 'The gift card does not pay that much any more.'
    case 'MEMBERS_ONLY_ITEM':
      return 'One of these is for members, and needs a membership that pays for it.'
    case 'CHARGE_MEMBERSHIP_ERROR':
      return 'Your membership could not be charged, and nothing was paid. Try again, or choose another payment method.'
    case 'COUPON_LOCKED':
      return 'There are no codes for this order.'
    case 'GIFT_CARD_LOCKED':
      return 'This order cannot be paid with a gift card.'
    case 'GIFT_CARD_IS_EMPTY':
      return 'This card is used up.'
    case 'GIFT_CARD_DISABLED':
      return 'This card has been blocked. Write to us, we look at it.'
    case 'GIFT_CARD_EXPIRED':
      return 'This card has run out.'
    case 'GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD':
      return 'A gift card cannot pay for a gift card.'
    case 'SUBSCRIPTION_WITH_GIFT_CARD':
      return 'A gift card cannot pay for what comes again and again.'
    case 'COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD':
      return `${code} is not for gift cards.`
    default:
      return undefined
  }
}

/** Why a code that is on takes nothing off this bag. */
export interface IdleCode {
  code: string
  why: string
  /** The value of goods or the number of units from which it counts. */
  from?: string | undefined
}

export function idleText({ code, why, from }: IdleCode, text: (amount: string) => string): string {
  switch (why) {
    case 'MIN_SUBTOTAL_NOT_REACHED':
      return `${code} is for goods of ${text(from ?? '0')} and more.`
    case 'MIN_LINE_ITEM_QUANTITY_NOT_REACHED':
      return `${code} is for ${from} pieces and more.`
    case 'NOT_APPLICABLE_TO_SUBSCRIPTIONS':
      return `${code} is not for what comes again and again.`
    case 'NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS':
      return `${code} is for other things than these.`
    default:
      return codeError(why, code) ?? `${code} takes nothing off these.`
  }
}

/** `TEA10 saves you €4.50.`, or nothing where no code is on: a discount that applies by itself has no code. */
export function savingText(reasons: readonly Reason[], code: string | undefined, text: (amount: string) => string): string | undefined {
  if (!code) return undefined
  const saved = reasons.find((reason) => reason.step === 'DISCOUNT' && reason.code === code)
  return saved && `${code} saves you ${text(saved.amount)}.`
}
