import type { NewOrder } from '@vitrine/contract'
import { minor, toDecimal } from '@vitrine/pricing'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { create } from '../orders/create.ts'
import { addActivitiesNow, findOrder } from '../orders/store.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import type { ReturnDeps } from '../returns/deps.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { paidByHand } from './order-payments.ts'
import { stock } from './place-order.ts'

/** Where the new order goes, and by what: as the one before it, for nothing. */
function shippingOf({ document: { shippingInfo } }: StoredOrder): Pick<NewOrder, 'shippingInfo'> {
  if (!shippingInfo) return {}
  const { shippingDestination, pickupDetails } = shippingInfo.logistics ?? {}
  return {
    shippingInfo: {
      title: shippingInfo.title,
      ...(shippingInfo.carrierId && { carrierId: shippingInfo.carrierId }),
      ...(shippingInfo.code && { code: shippingInfo.code }),
      logistics: {
        ...(shippingDestination && { shippingDestination }),
        ...(pickupDetails && {
          pickupDetails: { pickupMethod: pickupDetails.pickupMethod, ...(pickupDetails.address && { address: pickupDetails.address }) },
        }),
      },
      cost: { price: { amount: '0' } },
    },
  }
}

/** Writes down an order with the variants that somebody gets in the place of others, at what was paid for those. */
export const placeExchange =
  (openPricing: OpenPricing): ReturnDeps['placeExchange'] =>
  async (context, caller, orderId, returnNumber, lines) => {
    const { db, site } = context
    const pricing = await openPricing(db, site)
    const order = (await findOrder(db, site, orderId))!
    if (order.currency !== pricing.settings.commerce.currency) return refuse('CURRENCY_NOT_SUPPORTED')
    const decimal = (amount: number) => ({ amount: toDecimal(minor(amount), order.currency) })
    const known = await pricing.know(
      lines.map(({ lineItemId, variantId, quantity }) => {
        const { appId = '', catalogItemId = '' } = order.document.lineItems.find(({ id }) => id === lineItemId)?.catalogReference ?? {}
        return { quantity, reference: { appId, catalogItemId, options: { variantId } } }
      }),
    )
    const wanted: NewOrder['lineItems'] = []
    let discount = 0
    for (const [i, { quantity, reference, item }] of known.entries()) {
      const { lineItemId, amount, tax } = lines[i]!
      if (!item) return refuse('EXCHANGE_NOT_POSSIBLE', { lineItemId })
      const price = Math.ceil(amount / quantity)
      const off = price * quantity - amount
      discount += off
      wanted.push({
        productName: { original: item.name.slice(0, 200) },
        catalogReference: reference,
        quantity,
        price: decimal(price),
        ...(off > 0 && { totalDiscount: decimal(off) }),
        descriptionLines: [...item.descriptionLines],
        ...(item.image && { image: item.image }),
        itemType: { preset: item.itemType },
        physicalProperties: { sku: item.sku, shippable: item.shippable, ...(item.weight !== undefined && { weight: item.weight }) },
        taxInfo: { taxAmount: decimal(tax), taxIncludedInPrice: true },
      })
    }
    const { buyerInfo, billingInfo, recipientInfo, buyerLanguage, weightUnit } = order.document
    const placed = await create(
      context,
      caller,
      {
        order: {
          lineItems: wanted,
          buyerInfo: { ...buyerInfo, ...(order.email && { email: order.email }) },
          priceSummary: {},
          taxIncludedInPrices: true,
          weightUnit,
          paymentStatus: 'PAID',
          ...(billingInfo && { billingInfo }),
          ...(recipientInfo && { recipientInfo }),
          ...shippingOf(order),
          ...(buyerLanguage && { buyerLanguage }),
          taxInfo: { totalTax: decimal(lines.reduce((all, { tax }) => all + tax, 0)) },
          ...(discount > 0 && { appliedDiscounts: [{ merchantDiscount: { description: 'Rounding', amount: decimal(discount) } }] }),
          channelInfo: { type: 'BACKOFFICE_MERCHANT' },
        },
        strategy: 'DEFAULT',
        tellsBuyer: false,
      },
      { openPricing, stock, paidByHand },
    )
    if (placed instanceof Refusal) {
      if (placed.code === 'PARTIAL_OUT_OF_STOCK' || placed.code === 'FULL_OUT_OF_STOCK') return placed
      throw new Error(`the exchange of return ${returnNumber} cannot be written down: ${placed.code}`)
    }
    await addActivitiesNow(context, placed.id, [
      {
        type: 'MERCHANT_COMMENT',
        activityType: 'MERCHANT_COMMENT',
        merchantComment: { message: `Exchange for return ${returnNumber}, paid with what was paid for those items.` },
      },
    ])
    return placed
  }
