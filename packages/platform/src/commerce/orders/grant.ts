import type { CouponRefusal, Quote } from '@vitrine/pricing'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { Delivery } from '../selling/delivery.ts'
import type { KnownLine } from '../selling/line.ts'
import { membershipItemOf } from '../selling/membership-services.ts'
import type { Offered } from '../selling/offers.ts'
import { discountsOf, givenByServices } from '../selling/show-offers.ts'
import { unpaid } from '../selling/violations.ts'
import type { PerksOfOrder, WantedCharge } from './perks.ts'

type CouponCode = 'ERROR_COUPON_DOES_NOT_EXIST' | CouponRefusal

/** What the buyer counts on and does not get: then no order is made, because it would be dearer than was said. */
export function ungranted(
  lines: readonly KnownLine[],
  quote: Quote,
  offered: Offered,
):
  | Refusal<
      | CouponCode
      | 'COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD'
      | 'GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD'
      | 'SUBSCRIPTION_WITH_GIFT_CARD'
      | 'REDEEM_GIFT_CARD_ERROR'
      | 'MEMBERS_ONLY_ITEM'
      | 'CHARGE_MEMBERSHIP_ERROR'
      | 'CHECKOUT_CHANGED'
    >
  | undefined {
  const [unmet] = offered.memberships.services.unmet
  if (unmet) return refuse('CHARGE_MEMBERSHIP_ERROR', { reason: unmet.reason, lineItemIds: [...unmet.lineIds] })
  const forMembers = unpaid(lines, offered).flatMap(({ target }) => target?.lineItem?.id ?? [])
  if (forMembers.length > 0) return refuse('MEMBERS_ONLY_ITEM', { lineItemIds: forMembers })
  const { silent, seen } = offered.services
  if (silent && givenByServices(quote, offered) < seen) return refuse('CHECKOUT_CHANGED')
  return couponless(lines, offered) ?? cardless(lines, quote, offered)
}

const onlyCards = (lines: readonly KnownLine[]): boolean => lines.every(({ item }) => item?.itemType === 'GIFT_CARD')

/** A coupon that can be used and takes nothing off these goods is left unused; one that cannot be used any more is refused. */
function couponless(
  lines: readonly KnownLine[],
  { coupon }: Offered,
): Refusal<CouponCode | 'COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD'> | undefined {
  if (!coupon?.error) return undefined
  if (onlyCards(lines)) return refuse('COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD')
  const { code } = coupon.error
  if (!code?.startsWith('ERROR_')) return undefined
  return refuse(code as CouponCode, { couponCode: coupon.code })
}

function cardless(
  lines: readonly KnownLine[],
  { giftCard, payNow }: Quote,
  offered: Offered,
): Refusal<'GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD' | 'SUBSCRIPTION_WITH_GIFT_CARD' | 'REDEEM_GIFT_CARD_ERROR'> | undefined {
  if (!offered.giftCard || !giftCard || payNow.total === 0) return undefined
  const { seen, offer } = offered.giftCard
  if (giftCard.amount === 0 && onlyCards(lines)) return refuse('GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD')
  if (giftCard.amount === 0 && lines.some(({ item }) => item?.plan) && offer.balance > 0) return refuse('SUBSCRIPTION_WITH_GIFT_CARD')
  // It holds less than when the buyer looked, and that is why it pays less.
  if (offer.balance < seen && giftCard.left === 0) return refuse('REDEEM_GIFT_CARD_ERROR', { reason: 'INSUFFICIENT_FUNDS' })
  return undefined
}

/** Which lines memberships of services are to be charged for. */
export const chargesOf = (lines: readonly KnownLine[], { memberships }: Pick<Offered, 'memberships'>): readonly WantedCharge[] =>
  memberships.selected.flatMap(({ id: membershipId, appId, lineIds }) => {
    if (!memberships.services.appIds.has(appId)) return []
    const name = memberships.eligible.find(({ membership }) => membership.id === membershipId && membership.appId === appId)?.membership
      .name
    return lines.flatMap((line) => {
      const item = lineIds.includes(line.id) ? membershipItemOf(line) : undefined
      return item ? [{ appId, membershipId, name: name ?? '', lineItemId: line.id, item }] : []
    })
  })

/** What the order uses up. */
export function perksOf(
  { owner, email }: { readonly owner: string; readonly email?: string | undefined },
  quote: Quote,
  { coupon, giftCard, memberships, services }: Offered,
  { chosen }: Delivery,
): PerksOfOrder {
  const taken = discountsOf(quote)
  const amount = quote.giftCard?.amount ?? 0
  const givenBy = (id: string) => taken.reduce((all, one) => all + (one.id === id ? one.amount : 0), 0)
  // Services count the uses of their own.
  const used =
    coupon?.coupon && !coupon.error && !coupon.providerId
      ? { id: coupon.coupon.id, code: coupon.code, given: givenBy(coupon.coupon.id) }
      : null
  return {
    buyer: { owner, email },
    coupon: used,
    slot:
      chosen?.arrives && chosen.code !== chosen.ruleCode
        ? { ruleCode: chosen.ruleCode, startsAt: new Date(chosen.arrives.from), capacity: chosen.capacity }
        : null,
    // Services count the credits of their own.
    memberships: memberships.selected
      .filter(({ appId }) => !memberships.services.appIds.has(appId))
      .map(({ id, lineIds }) => ({
        id,
        credits: quote.lines.reduce((all, line) => all + (lineIds.includes(line.id) ? line.quantity : 0), 0),
      })),
    rules: taken.flatMap(({ source, id }) => (source === 'RULE' && !services.scopes.has(id) ? [{ id, given: givenBy(id) }] : [])),
    giftCard:
      giftCard && amount > 0
        ? {
            id: giftCard.id,
            ...(giftCard.appId && { appId: giftCard.appId }),
            suffix: giftCard.suffix,
            amount,
            currency: quote.currency,
          }
        : null,
  }
}
