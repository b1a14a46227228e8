import type { CartV2, ConvertedMoney } from '@vitrine/contract'
import { afterRules, type Minor, minor, parseDecimal, type Quote, times } from '@vitrine/pricing'
import type { Amounts } from '../selling/amounts.ts'
import { giftCardsApp } from '../selling/apps.ts'
import type { Delivery, OfferedOption } from '../selling/delivery.ts'
import type { KnownLine } from '../selling/line.ts'
import type { Offered } from '../selling/offers.ts'
import { ownerOf } from '../selling/owner.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import { showLine } from '../selling/show-line.ts'
import { discountsOf } from '../selling/show-offers.ts'
import type { CartDocument, StoredCart } from './store.ts'

export const converted =
  (money: Amounts) =>
  (amount: Minor): ConvertedMoney => {
    const { amount: decimal, convertedAmount } = money.price(amount)
    return { amount: decimal, convertedAmount }
  }

/** The price of one of several that cost so much together, to the smallest unit. */
export const unitPriceOf = (total: Minor, quantity: number): Minor => minor(Math.round(total / quantity))

const statuses = {
  AVAILABLE: 'IN_STOCK',
  PARTIALLY_AVAILABLE: 'PARTIALLY_IN_STOCK',
  NOT_AVAILABLE: 'OUT_OF_STOCK',
  NOT_FOUND: 'REMOVED_FROM_CATALOG',
} as const

/** A cart as the second version of the wire wants it, with the prices of now. */
export function showCartV2(
  cart: StoredCart,
  lines: readonly KnownLine[],
  { quote, offered, delivery }: { readonly quote: Quote; readonly offered: Offered; readonly delivery?: Delivery | undefined },
  { settings, money }: PricingContext,
  origin: string,
): CartV2 {
  const { id, owner, current, revision, document, createdAt, updatedAt } = cart
  const { commerce } = settings
  const amount = converted(money)
  const languageCode = commerce.locale.slice(0, 2)
  const coupon = offered.coupon?.coupon
  const saved = document.selectedShippingOption
  const contact = document.contactInfo
  return {
    id,
    createdDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
    revision: String(revision),
    lineItems: showLines(lines, quote, offered, money, origin),
    subtotal: amount(afterRules(quote)),
    ...(document.buyerNote !== undefined && { note: document.buyerNote }),
    coupons: coupon ? [{ id: coupon.id, code: coupon.code }] : [],
    businessInfo: {
      ...(document.businessLocationId && { locationId: document.businessLocationId }),
      languageCode,
      currencyCode: commerce.currency,
    },
    customerInfo: {
      ...buyerOf(owner),
      openAccess: document.openAccess ?? false,
      ...(document.contactId && { contactId: document.contactId }),
      ...(document.email && { email: document.email }),
      ...contact?.contactDetails,
      languageCode,
      currencyCode: commerce.currency,
    },
    deliveryInfo: {
      ...(contact?.address && { address: contact.address }),
      ...(delivery?.chosen
        ? { method: methodOf(delivery.chosen) }
        : saved && { method: { code: saved.code, ...(saved.carrierId && { appId: saved.carrierId }), pickup: saved.code.includes('@') } }),
      weightUnit: commerce.weightUnit,
    },
    taxInfo: { pricesIncludeTax: quote.taxIncludedInPrice },
    paymentInfo: {
      giftCards: showCards(document, money),
      currencyCode: commerce.currency,
      ...(document.billingInfo?.address && { billingAddress: document.billingInfo.address }),
      ...(document.billingInfo?.contactDetails && { billingContact: document.billingInfo.contactDetails }),
    },
    source: { ...(document.channelType && { channelType: document.channelType }) },
    settings: {
      lockGiftCard: document.customSettings?.lockGiftCard ?? false,
      lockCouponCode: document.customSettings?.lockCouponCode ?? false,
      policyAgreementCheckboxDisabled: document.customSettings?.disabledPolicyAgreementCheckbox ?? false,
      manualPaymentDisabled: document.customSettings?.disabledManualPayment ?? false,
    },
    forms: [...(document.forms ?? [])],
    orderPlaced: document.ordered !== undefined,
    ...(document.ordered?.orderId && { orderId: document.ordered.orderId }),
    purchaseFlowId: id,
    ...(document.checkoutPage && { customCheckoutUrl: document.checkoutPage }),
    currentCart: current,
    demo: false,
  }
}

export const methodOf = ({ code, carrierId, title, pickup }: OfferedOption) => ({
  code,
  ...(carrierId && { appId: carrierId }),
  title: { original: title },
  pickup: pickup !== null && pickup !== undefined,
})

function showCards({ giftCard }: CartDocument, money: Amounts): CartV2['paymentInfo']['giftCards'] {
  if (!giftCard) return []
  const { id, suffix, appId = giftCardsApp, wanted } = giftCard
  const requested = wanted === undefined ? undefined : parseDecimal(wanted, money.currency)
  return [
    {
      id,
      obfuscatedCode: `****-****-****-${suffix}`,
      appId,
      externalId: id,
      ...(requested !== undefined && requested !== null && { requestedRedeemAmount: converted(money)(requested) }),
    },
  ]
}

function buyerOf(owner: string): Pick<CartV2['customerInfo'], 'visitorId' | 'memberId' | 'userId'> {
  const { visitorId, memberId, userId } = ownerOf(owner)
  return { ...(visitorId && { visitorId }), ...(memberId && { memberId }), ...(userId && { userId }) }
}

function showLines(lines: readonly KnownLine[], quote: Quote, offered: Offered, money: Amounts, origin: string): CartV2['lineItems'] {
  const amount = converted(money)
  const priced = new Map(quote.lines.map((line) => [line.id, line]))
  const rules = discountsOf(quote).filter(({ source }) => source === 'RULE')
  const { selected } = offered.memberships
  return lines.map((line) => {
    const { item, quantity, id } = line
    const quoted = priced.get(id)
    const shown = showLine(line, money, quoted, offered, origin)
    const { status, quantityAvailable } = shown.availability
    const total = quoted?.lineItemPrice ?? (item ? times(item.price, quantity) : minor(0))
    const membership = selected.find(({ lineIds }) => lineIds.includes(id))
    return {
      id,
      name: { original: item?.name ?? '' },
      quantityInfo: {
        confirmedQuantity: quantityAvailable === undefined ? quantity : Math.min(quantity, quantityAvailable),
        requestedQuantity: quantity,
        ...(quantityAvailable !== undefined && { availableQuantity: quantityAvailable }),
        fixedQuantity: false,
      },
      pricing: {
        unitPrice: amount(unitPriceOf(total, quantity)),
        totalPrice: amount(total),
        ...(item?.priceDescription && { priceDescription: { original: item.priceDescription } }),
        priceUndetermined: false,
        ...(item && { breakdown: { fullPrice: amount(item.fullPrice), salePrice: amount(item.price) } }),
      },
      source: {
        ...(line.reference && { catalogReference: line.reference }),
        ...(item?.productId && { rootCatalogItemId: item.productId }),
      },
      attributes: {
        descriptionLines: [...(item?.descriptionLines ?? [])],
        ...(item?.image && { image: item.image }),
        ...('url' in shown && shown.url && { url: shown.url }),
        itemType: shown.itemType,
        ...('physicalProperties' in shown && { physicalProperties: shown.physicalProperties }),
        ...('subscriptionOptionInfo' in shown && { subscriptionInfo: shown.subscriptionOptionInfo }),
        ...(item?.service && { serviceProperties: item.service }),
        membersOnly: false,
      },
      taxConfig: {
        ...(line.taxableAddress && { taxableAddress: { addressType: line.taxableAddress } }),
        ...(item?.taxGroupId && { taxGroupId: item.taxGroupId }),
      },
      paymentConfig: {
        savePaymentMethod: shown.savePaymentMethod,
        ...(quoted?.deposit !== null && quoted?.deposit !== undefined && { depositAmount: amount(quoted.deposit) }),
        ...(membership && { selectedMembership: { id: membership.id, appId: membership.appId } }),
        paymentOption: shown.paymentOption,
      },
      status: statuses[status],
      discounts: rules.flatMap(({ name, lineIds, parts }) => {
        const part = parts[lineIds.indexOf(id)]
        return part ? [{ name: { original: name }, amountOff: amount(part), source: { sourceType: 'AUTOMATIC_RULE' as const } }] : []
      }),
      customLineItem: line.custom !== undefined,
    }
  })
}
