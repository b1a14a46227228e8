import type { BalanceSummary, CalculatedDraftOrder, DraftItem, DraftOrder, Price } from '@vitrine/contract'
import { minor, parseDecimal } from '@vitrine/pricing'
import { isSame } from '../../kernel/canonical.ts'
import type { Amounts } from '../selling/amounts.ts'
import { deliveryErrors, logisticsOf } from '../selling/delivery.ts'
import { orderSums } from '../selling/order-parts.ts'
import { ownerOf } from '../selling/owner.ts'
import { taxError } from '../selling/show-quote.ts'
import { showReasons } from '../selling/show-reasons.ts'
import type { Totals } from './calculate.ts'
import { type DraftDocument, type DraftLine } from './draft.ts'
import type { StoredDraft } from './store.ts'
import { depositIn, discountsIn, feesIn, lineOf, shippingOf, sumsOfDeposit, taxInfoOf } from './written.ts'

type Saved = Omit<StoredDraft, 'shown'>

/** A draft as the wire wants it. `books` of its order, where it has one. */
export function showDraft(
  { id, orderId, owner, status, createdAt, updatedAt, document }: Saved,
  totals: Totals,
  books: BalanceSummary | undefined,
  { money, weightUnit, now }: { readonly money: Amounts; readonly weightUnit: DraftOrder['weightUnit']; readonly now: Date },
): CalculatedDraftOrder {
  const { quote } = totals
  const { agreed, contacts, deposit, extendedFields, purchaseFlowId } = document
  const { userId, appId } = ownerOf(owner)
  const shippingInfo = shippingOf(document, quote, money)
  const asked = depositIn(document, quote)
  return {
    draftOrder: {
      id,
      ...(orderId && { orderId }),
      lineItems: document.lines
        .filter(({ quantity, agreed: before }) => quantity > 0 || before)
        .map((line) => ({ ...changeOf(line, money, agreed !== undefined), lineItem: lineOf(line, totals, money, now) })),
      ...changed('shippingInfo', shippingInfo, agreed?.shippingInfo, agreed !== undefined, document.delivery?.agreed),
      additionalFees: feesIn(document, totals, money).map(({ fee, source, taxable, taxGroupId, applied }) => ({
        additionalFee: fee,
        taxDetails: { taxable, ...(taxGroupId && { taxGroupId }) },
        source,
        applied,
      })),
      discounts: showDiscounts(document, totals, money),
      createdDate: createdAt.toISOString(),
      updatedDate: updatedAt.toISOString(),
      createdBy: { ...(userId && { userId }), ...(appId && { appId }) },
      status,
      weightUnit,
      currency: quote.currency,
      priceSummary: orderSums(quote, money),
      balanceSummary: balanceOf(quote.total, books, money),
      ...(contacts.buyer?.memberId && { memberId: contacts.buyer.memberId }),
      ...(purchaseFlowId && { purchaseFlowId }),
      ...changed('recipientInfo', contacts.recipient, agreed?.contacts.recipient, agreed !== undefined),
      taxInfo: taxInfoOf(quote, document.taxExempt, money),
      ...(extendedFields && { extendedFields }),
      ...changed('buyerInfo', contacts.buyer, agreed?.contacts.buyer, agreed !== undefined),
      ...changed('billingInfo', contacts.billing, agreed?.contacts.billing, agreed !== undefined),
      ...changed('businessLocation', contacts.location, agreed?.contacts.location, agreed !== undefined),
      ...(deposit &&
        asked !== undefined && {
          depositDetails: {
            ...('amount' in deposit ? { amount: money.plain(deposit.amount) } : { percentage: deposit.percent }),
            priceSummary: sumsOfDeposit(asked, money),
          },
        }),
    },
    shippingOptions: totals.delivery.options.map((option) => {
      const { pickupDetails, ...logistics } = logisticsOf(option)
      const { deliveryTime, instructions, deliveryTimeSlot } = logistics
      return {
        carrierId: option.carrierId,
        code: option.code,
        title: option.title,
        logistics: {
          ...(deliveryTime && { deliveryTime }),
          ...(instructions && { instructions }),
          ...(deliveryTimeSlot && { deliveryTimeSlot }),
          ...(pickupDetails && {
            pickupDetails: { pickupMethod: pickupDetails.pickupMethod, ...(pickupDetails.address && { address: pickupDetails.address }) },
          }),
        },
        cost: { price: money.plain(option.price), currency: quote.currency },
      }
    }),
    ...errorsOf(document, totals),
    reasons: showReasons(quote),
  }
}

function errorsOf({ delivery }: DraftDocument, totals: Totals): Pick<CalculatedDraftOrder, 'calculationErrors'> {
  const { generalShippingCalculationError, carrierErrors } = deliveryErrors(totals.delivery)
  const errors = {
    // Somebody who names a price has found a way that the shop does not know.
    ...(generalShippingCalculationError && !delivery && { generalShippingCalculationError }),
    ...(carrierErrors && { carrierErrors }),
    ...taxError(totals.quote),
  }
  return Object.keys(errors).length > 0 ? { calculationErrors: { ...errors, orderValidationErrors: [] } } : {}
}

/** What it takes off; of one that is switched off, what it would take with the others. */
function showDiscounts(document: DraftDocument, totals: Totals, money: Amounts): DraftOrder['discounts'] {
  const isOff = (id: string | undefined) =>
    document.off.includes(id ?? '') || document.discounts.some((one) => one.id === id && !one.applied)
  const now = discountsIn(document, totals, totals.quote, money)
  const all = discountsIn(document, totals, totals.all, money)
  return now.map(({ discount, source }, i) => {
    const applied = !isOff(discount.id)
    return { discount: applied ? discount : all[i]!.discount, source, applied }
  })
}

const before = { buyerInfo: 'buyerDetails', billingInfo: 'billingDetails', businessLocation: 'businessLocationDetails' } as const

/** Something that is new, gone, changed or as it was. */
function changed<Name extends 'shippingInfo' | 'recipientInfo' | 'buyerInfo' | 'billingInfo' | 'businessLocation', T extends object>(
  name: Name,
  is: T | undefined,
  was: T | undefined,
  ofOrder: boolean,
  saved = isSame(is, was),
): Partial<DraftOrder> {
  const said = name in before ? before[name as keyof typeof before] : name
  if (!is && !was) return {}
  if (!is) return { [said]: { removed: true, [name]: was } }
  if (saved && ofOrder) return { [said]: { [name]: is } }
  return { [said]: was ? { changedDetails: { [`${name}BeforeChange`]: was }, [name]: is } : { added: true, [name]: is } }
}

function changeOf({ quantity, item, agreed }: DraftLine, money: Amounts, ofOrder: boolean): Omit<DraftItem, 'lineItem'> {
  if (!agreed) return ofOrder || quantity > 0 ? { added: true } : {}
  if (quantity === 0) return { removed: true }
  const price = money.plain(item.price)
  const details = {
    ...(quantity !== agreed.quantity && { quantityBeforeChange: agreed.quantity }),
    ...(agreed.price && price.amount !== agreed.price.amount && { priceBeforeChange: agreed.price }),
    ...(agreed.priceDescription &&
      agreed.priceDescription.original !== item.priceDescription && { priceDescriptionBeforeChange: agreed.priceDescription }),
  }
  const renamed = item.name !== (agreed.productName?.original ?? '') || !isSame(item.descriptionLines, agreed.descriptionLines ?? [])
  return Object.keys(details).length > 0 || renamed ? { changedDetails: details } : {}
}

/** What would be due, or too much, were the order what its draft says. */
function balanceOf(total: number, books: BalanceSummary | undefined, money: Amounts): BalanceSummary {
  const units = (price: Price | undefined) => (price ? parseDecimal(price.amount, money.currency) : 0)
  const none = money.plain(minor(0))
  return {
    balance: money.plain(minor(total - units(books?.paid))),
    paid: books?.paid ?? none,
    refunded: books?.refunded ?? none,
    authorized: books?.authorized ?? none,
  }
}
