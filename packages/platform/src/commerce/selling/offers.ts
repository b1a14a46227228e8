import type { ApplicationError, RefusalCode, SelectedMembershipsInput } from '@vitrine/contract'
import { refusals } from '@vitrine/contract'
import {
  type Coupon,
  type CouponProblem,
  type Discount,
  type GiftCardOffer,
  type Membership,
  type MembershipChoice,
  type Minor,
  promotions,
  roundDecimal,
  toDecimal,
} from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { DiscountSettings } from '../../kernel/settings/discount-settings.ts'
import { noServiceDiscounts, type ServiceDiscounts } from './discount-services.ts'
import type { KnownLine } from './line.ts'
import { linesToPrice } from './lines-to-price.ts'
import { membershipsOffered, noServiceMemberships, type OfferedMemberships, type ServiceMemberships } from './membership-services.ts'
import { ownerOf } from './owner.ts'
import { rulesOf } from './rules.ts'
import type { HoldingTrigger } from './triggers.ts'

/** What a buyer wants beside the goods, as cart and checkout store it. A gift card's code is not part of it. */
export interface BuyerChoices {
  readonly couponCode?: string | undefined
  readonly giftCard?: WantedCard | undefined
  readonly memberships?: readonly MembershipChoice[] | undefined
  readonly merchant?: readonly MerchantDiscount[] | undefined
  /** What services took off when the buyer was told last, in minor units. */
  readonly serviceDiscountSeen?: number | undefined
  /** Services for discounts and memberships are not asked. */
  readonly withoutServices?: boolean
}

/** A gift card that is to pay, by its id. */
export interface WantedCard {
  readonly id: string
  readonly suffix: string
  /** The most to take off it, as decimal text; absent for all that it can pay. */
  readonly wanted?: string
  /** Whose card it is, where it is not the shop's own. */
  readonly appId?: string
  /** What was on it when the buyer chose it, in minor units. */
  readonly seen: number
}

/** An amount that the shop decides to take off. */
export interface MerchantDiscount {
  readonly id: string
  readonly amount: string
  readonly lineIds: readonly string[] | null
}

/** Who buys, by the names under which they are known again. */
export interface Buyer {
  readonly owner: string
  readonly email?: string | undefined
  /** Their order that waits for its payment and may be made anew: what it holds is theirs to use. */
  readonly orderId?: string | null | undefined
  /** One for a cart, its checkout and its order. */
  readonly purchaseFlowId?: string | undefined
}

/** What the wishes come to, before any line is looked at. */
export interface Benefits {
  /** The coupon under the code, and why it cannot be used where it cannot. */
  readonly coupon?: { readonly coupon: Coupon | null; readonly refusal: RefusalCode | null }
  /** What is on the card; 0 where it is no good any more. */
  readonly balance?: Minor
  readonly memberships?: readonly Membership[]
}

export type FindBenefits = (
  db: Db,
  site: string,
  wanted: Pick<BuyerChoices, 'couponCode' | 'giftCard'> & { readonly buyer: Buyer; readonly memberId: string | null },
) => Promise<Benefits>

/** What is taken off some lines, and what of the buyer's wishes came to nothing. */
export interface Offered {
  /** In the order in which they are to be taken. */
  readonly discounts: readonly Discount[]
  readonly coupon: {
    readonly code: string
    readonly coupon: Coupon | null
    readonly error: ApplicationError | undefined
    /** Whose coupon it is, where it is not the shop's own. */
    readonly providerId?: string
  } | null
  readonly giftCard: (WantedCard & { readonly offer: GiftCardOffer }) | null
  readonly memberships: OfferedMemberships
  /** Which of the discounts are of services, and what services took off when the buyer was told last. */
  readonly services: Pick<ServiceDiscounts, 'scopes' | 'asked' | 'silent'> & { readonly seen: number }
}

export const nothingOffered: Offered = {
  discounts: [],
  coupon: null,
  giftCard: null,
  memberships: { eligible: [], invalid: [], selected: [], discounts: [], services: { appIds: new Set(), unmet: [] } },
  services: { ...noServiceDiscounts, seen: 0 },
}

export interface OfferFacts {
  /** CUSTOM triggers of the rules that hold now. */
  readonly triggers: readonly HoldingTrigger[]
  readonly services: ServiceDiscounts
  readonly serviceMemberships?: ServiceMemberships
  readonly rules: DiscountSettings | undefined
  readonly benefits: Benefits
  readonly currency: string
  readonly now: Date
}

export function offeredFor(
  lines: readonly KnownLine[],
  choices: BuyerChoices,
  buyer: Buyer,
  { rules, triggers, services, serviceMemberships = noServiceMemberships, benefits, currency, now }: OfferFacts,
): Offered {
  const priced = linesToPrice(lines)
  const at = now.getTime()
  const memberships = membershipsOffered(priced, benefits.memberships ?? [], serviceMemberships, choices.memberships ?? [], at)
  const usable = benefits.coupon && !benefits.coupon.refusal ? benefits.coupon.coupon : null
  const { discounts, problem } = promotions(
    priced,
    {
      memberships: memberships.discounts,
      rules: rulesOf(rules),
      services: services.discounts,
      coupon: usable,
      merchant: (choices.merchant ?? []).map(({ id, amount, lineIds }) => ({
        id,
        name: '',
        source: 'MERCHANT',
        lineIds,
        off: { amount: roundDecimal(amount, currency) },
      })),
    },
    { at, memberId: memberOf(buyer), triggers },
  )
  const { couponCode, giftCard } = choices
  const { coupon } = benefits
  const { scopes, asked, silent } = services
  return {
    discounts,
    memberships,
    services: { scopes, asked, silent, seen: choices.serviceDiscountSeen ?? 0 },
    coupon:
      couponCode === undefined
        ? null
        : services.coupon
          ? { code: couponCode, coupon: services.coupon.coupon, error: undefined, providerId: services.coupon.providerId }
          : {
              code: couponCode,
              coupon: coupon?.coupon ?? null,
              error: coupon?.refusal
                ? refused(services.refusal ?? coupon.refusal, couponCode)
                : problem
                  ? explained(problem, couponCode, currency)
                  : undefined,
            },
    giftCard: giftCard
      ? {
          ...giftCard,
          offer: {
            balance: benefits.balance ?? (0 as Minor),
            wanted: giftCard.wanted === undefined ? null : roundDecimal(giftCard.wanted, currency),
          },
        }
      : null,
  }
}

/** Chosen memberships, as the wire sends them. */
export const choicesOf = ({ memberships }: SelectedMembershipsInput): readonly MembershipChoice[] =>
  memberships.map(({ id, appId, lineItemIds }) => ({ id, appId, lineIds: lineItemIds }))

export const memberOf = ({ owner }: Buyer): string | null => ownerOf(owner).memberId ?? null

const refused = (code: RefusalCode, couponCode: string): ApplicationError => ({
  code,
  description: refusals[code].description,
  data: { couponCode },
})

/** Why a coupon that is good takes nothing off this cart, in the wire's words and in people's. */
function explained(problem: CouponProblem, couponCode: string, currency: string): ApplicationError {
  const { reason: code } = problem
  switch (problem.reason) {
    case 'MIN_SUBTOTAL_NOT_REACHED': {
      const requiredMinimumSubtotal = toDecimal(problem.requiredMinimumSubtotal, currency)
      return {
        code,
        description: `This coupon is for goods of ${requiredMinimumSubtotal} and more.`,
        data: { couponCode, requiredMinimumSubtotal },
      }
    }
    case 'MIN_LINE_ITEM_QUANTITY_NOT_REACHED': {
      const { requiredMinimumQuantity } = problem
      return {
        code,
        description: `This coupon is for ${requiredMinimumQuantity} pieces and more.`,
        data: { couponCode, requiredMinimumQuantity },
      }
    }
    case 'NOT_APPLICABLE_TO_SUBSCRIPTIONS':
      return { code, description: 'This coupon is not for subscriptions.', data: { couponCode } }
    case 'NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS':
      return { code, description: 'This coupon is for other goods than these.', data: { couponCode } }
  }
}
