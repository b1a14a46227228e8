import type { LineItemToCalculate, Received, totalsCalculator } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { newId } from '../../../kernel/db/id.ts'
import { nameOf } from '../../../kernel/http/caller.ts'
import type { Handlers, Scope } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { violation } from '../../../kernel/violation.ts'
import { deliveryChoiceOf } from '../../selling/delivery.ts'
import { choicesOf } from '../../selling/offers.ts'
import { knowSentLines, type SentLine } from '../../selling/sent-lines.ts'
import { priceSummary } from '../../selling/show-quote.ts'
import { showTotals } from '../show-estimate.ts'
import { calculateLines } from './calculation.ts'
import type { CartDeps } from './cart-changes.ts'

type Asked = Received<'POST /ecom/v1/calculate-totals'>
type CalculatorDeps = Pick<CartDeps, 'openPricing' | 'findGiftCard' | 'findCouponCode'>

/** The totals of line items that are in no cart, calculated as those of a cart are. */
export function totalsCalculatorOperations({
  openPricing,
  findGiftCard,
  findCouponCode,
}: CalculatorDeps): Handlers<typeof totalsCalculator> {
  return {
    async 'POST /ecom/v1/calculate-totals'(input, scope) {
      const { db, site, now } = scope
      const refused = notAllowed(input, scope) ?? sameIds(input.lineItems ?? [])
      if (refused) return refused
      const { memberId, buyerEmail, giftCardCode, giftCardRedeemAmount, selectedMemberships, selectedShippingOption } = input
      const owner = memberId ? `member:${memberId}` : nameOf(scope.caller)
      const email = buyerEmail ?? undefined
      const card = giftCardCode ? await findGiftCard({ db, site, now }, giftCardCode, { owner, email }) : undefined
      if (card instanceof Refusal) return card
      const pricing = await openPricing(db, site)
      const withTax = input.calculateTax ?? true
      const document = {
        email,
        couponCode: await couponCodeOf(input, scope),
        giftCard: card && { ...card, ...(giftCardRedeemAmount && { wanted: giftCardRedeemAmount }) },
      }
      const lines = await knowSentLines((input.lineItems ?? []).map(sentLine), pricing)
      const calculation = await calculateLines(lines, { id: newId(), owner, document }, pricing, {
        shippingAddress: input.shippingAddress,
        billingAddress: input.billingAddress,
        ...(selectedShippingOption && { choice: deliveryChoiceOf(selectedShippingOption) }),
        ...(selectedMemberships && { memberships: choicesOf(selectedMemberships) }),
        withDelivery: input.calculateShipping ?? true,
        withTax,
        withFees: true,
        withGiftCards: true,
        withValidations: false,
      })
      const { quote } = calculation
      const { money, settings } = pricing
      return {
        ...showTotals(calculation, pricing, withTax),
        conversionCurrency: settings.commerce.currency,
        taxIncludedInPrice: quote.taxIncludedInPrice,
        ...(quote.payAfterFreeTrial.total > 0 && { payAfterFreeTrial: priceSummary(quote.payAfterFreeTrial, money) }),
        totalAfterGiftCard: money.price(minor(quote.total - (quote.giftCard?.amount ?? 0))),
        payNowTotalAfterGiftCard: money.price(quote.due),
      }
    },
  }

  /** A coupon that there is not is reported as a code that there is not. */
  async function couponCodeOf({ couponCode, couponId }: Asked, { db, site }: Scope<'visitor'>): Promise<string | undefined> {
    if (couponCode) return couponCode
    return couponId ? ((await findCouponCode(db, site, couponId)) ?? couponId) : undefined
  }
}

/** What a member has used, and coupons without their codes, are the shop's to look at. */
function notAllowed({ memberId, couponId }: Asked, { caller, merchant }: Scope<'visitor'>): Refusal<'PERMISSION_DENIED'> | undefined {
  if (merchant) return undefined
  const another = memberId && nameOf(caller) !== `member:${memberId}`
  return another || couponId ? refuse('PERMISSION_DENIED') : undefined
}

function sameIds(lines: readonly LineItemToCalculate[]): Refusal<'INVALID_ARGUMENT'> | undefined {
  const ids = new Set(lines.map(({ id }) => id))
  return ids.size < lines.length ? violation('lineItems.id', 'two lines have the same id') : undefined
}

const sentLine = ({ id, price, productName, taxableAddress, subscriptionSettings, itemType, ...rest }: LineItemToCalculate): SentLine => ({
  id,
  price,
  described: {
    ...rest,
    ...(itemType && { itemType }),
    ...(productName && { productName: { original: productName } }),
    ...(subscriptionSettings && { subscriptionOptionInfo: { subscriptionSettings } }),
  },
  ...(taxableAddress && { taxableAddress: taxableAddress.addressType }),
})
