import type { AppliedDiscount, CartMembershipOptions, GiftCard, Membership as WireMembership } from '@vitrine/contract'
import { type DiscountReason, type Quote, zero } from '@vitrine/pricing'
import type { Amounts } from './amounts.ts'
import { giftCardsApp } from './apps.ts'
import type { Offered } from './offers.ts'

/** What was taken off, step by step. */
export const discountsOf = (quote: Quote): readonly DiscountReason[] =>
  quote.reasons.filter((reason): reason is DiscountReason => reason.step === 'DISCOUNT')

/** Whether a discount is of everything, of some lines, or of the delivery. */
export function scopeOf(
  reason: DiscountReason,
  { coupon, services }: Pick<Offered, 'coupon'> & { readonly services?: Pick<Offered['services'], 'scopes'> },
): AppliedDiscount['discountType'] {
  if (reason.shipping) return 'SHIPPING'
  const ofService = services?.scopes.get(reason.id)
  if (ofService) return ofService
  if (reason.source === 'RULE') return 'SPECIFIC_ITEMS'
  return reason.source === 'COUPON' && coupon?.coupon?.scopes ? 'SPECIFIC_ITEMS' : 'GLOBAL'
}

/** What services took off. */
export const givenByServices = (quote: Quote, { services }: Pick<Offered, 'services'>): number =>
  discountsOf(quote).reduce((all, { id, amount }) => (services.scopes.has(id) ? all + amount : all), 0)

/** The discounts of a cart or checkout. A coupon that was asked for is among them also where it takes nothing, so that it can be seen and left. */
export function appliedDiscounts(quote: Quote, offered: Offered, money: Amounts): AppliedDiscount[] {
  const given = discountsOf(quote).flatMap((reason): AppliedDiscount[] => {
    const { id, name, code, source, amount, lineIds } = reason
    const shared = { discountType: scopeOf(reason, offered), lineItemIds: [...lineIds] }
    switch (source) {
      case 'COUPON':
        return [{ coupon: { id, code: code ?? '', name, amount: money.price(amount) }, ...shared }]
      case 'RULE':
        return [{ discountRule: { id, name: { original: name }, amount: money.price(amount) }, ...shared }]
      case 'MERCHANT':
        return [{ merchantDiscount: { amount: money.price(amount) }, ...shared }]
      case 'MEMBERSHIP':
        return []
    }
  })
  const coupon = offered.coupon?.coupon
  if (!coupon || given.some((one) => one.coupon)) return given
  const { id, code, name, off } = coupon
  return [
    ...given,
    { coupon: { id, code, name, amount: money.price(zero) }, discountType: 'shipping' in off ? 'SHIPPING' : 'GLOBAL', lineItemIds: [] },
  ]
}

/** A gift card on a checkout; what it pays is what the quote says. */
export function showGiftCard(quote: Quote, { giftCard }: Offered, money: Amounts): GiftCard | undefined {
  if (!giftCard) return undefined
  const { id, suffix, appId = giftCardsApp, offer } = giftCard
  return {
    id,
    obfuscatedCode: `****-****-****-${suffix}`,
    amount: money.price(quote.giftCard?.amount ?? zero),
    appId,
    externalId: id,
    ...(offer.wanted !== null && offer.wanted !== undefined && { requestedAmount: money.price(offer.wanted) }),
  }
}

export function showMemberships({ memberships: { eligible, invalid, selected } }: Offered): CartMembershipOptions {
  const shown = ({ id, appId, name, credits, endsAt }: Offered['memberships']['eligible'][number]['membership']): WireMembership => ({
    id,
    appId,
    name: { original: name },
    ...(credits && { credits }),
    ...(endsAt && { expirationDate: new Date(endsAt).toISOString() }),
  })
  return {
    eligibleMemberships: eligible.map(({ membership, lineIds }) => ({ ...shown(membership), lineItemIds: [...lineIds] })),
    invalidMemberships: invalid.map(({ membership, id, appId, reason }) => ({
      membership: membership ? shown(membership) : { id, appId },
      reason,
    })),
    selectedMemberships: selected.map(({ id, appId, lineIds }) => ({ id, appId, lineItemIds: [...lineIds] })),
  }
}
