import type {
  DraftCatalogLine,
  DraftCustomLine,
  DraftDiscountOption,
  DraftFeeOption,
  DraftLineChange,
  NewOrderShipping,
  OrderShippingInformation,
} from '@vitrine/contract'
import { minor, roundDecimal } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { keepAddress, mergeContact } from '../selling/addresses.ts'
import { descriptionOf, identified, itemOf, type WantedLine } from '../selling/line.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import type { Totals } from './calculate.ts'
import { type DraftDelivery, type DraftDiscount, type DraftDocument, type DraftFee, type DraftLine, saved } from './draft.ts'

const linesAtMost = 300

export interface NewLines {
  readonly catalogLineItems?: readonly DraftCatalogLine[] | null | undefined
  readonly customLineItems?: readonly DraftCustomLine[] | null | undefined
}

type NotAddable = Refusal<
  | 'CATALOG_ITEM_NOT_FOUND'
  | 'CATALOG_ITEM_NOT_AVAILABLE'
  | 'CATALOG_ITEM_ALREADY_EXIST'
  | 'GIFT_CARD_ITEM_UNSUPPORTED'
  | 'SUBSCRIPTION_ITEM_UNSUPPORTED'
  | 'DUPLICATED_LINE_ITEM_IDS'
  | 'MULTIPLE_ADDS_FOR_SAME_LINE_ITEM'
  | 'MAX_ITEMS_REACHED'
>

/** A draft with more lines, at the prices of now unless others are named. */
export async function withLines(
  draft: DraftDocument,
  { catalogLineItems, customLineItems }: NewLines,
  pricing: PricingContext,
): Promise<DraftDocument | NotAddable> {
  const fromCatalogue = await catalogueLines(draft, catalogLineItems ?? [], pricing)
  if (fromCatalogue instanceof Refusal) return fromCatalogue
  const { currency } = pricing.money
  const custom: DraftLine[] = []
  for (const line of customLineItems ?? []) {
    if (line.itemType?.preset === 'GIFT_CARD') return refuse('GIFT_CARD_ITEM_UNSUPPORTED')
    custom.push(customLine(line, currency))
  }
  const lines = [...draft.lines, ...fromCatalogue, ...custom]
  const ids = lines.map(({ id }) => id.toLowerCase())
  if (new Set(ids).size < ids.length) return refuse('DUPLICATED_LINE_ITEM_IDS')
  if (lines.filter(({ quantity }) => quantity > 0).length > linesAtMost) return refuse('MAX_ITEMS_REACHED')
  return { ...draft, lines }
}

async function catalogueLines(
  draft: DraftDocument,
  sent: readonly DraftCatalogLine[],
  pricing: PricingContext,
): Promise<DraftLine[] | NotAddable> {
  const wanted = sent.map(({ id, catalogReference, quantity, price }) => {
    const { catalogItemId, appId, options } = catalogReference
    const given = Object.entries(options ?? {}).filter(([, value]) => value !== null && value !== undefined)
    const reference = { catalogItemId, appId, ...(given.length > 0 && { options: Object.fromEntries(given) }) }
    return { id: id ?? newId(), quantity: quantity ?? 1, reference, price: price?.amount }
  })
  const known = await pricing.know(wanted)
  const lines: DraftLine[] = []
  for (const { price, item, ...want } of known) {
    const { catalogItemId } = want.reference
    if (!item) return refuse('CATALOG_ITEM_NOT_FOUND', { catalogItemId })
    if (item.itemType === 'GIFT_CARD') return refuse('GIFT_CARD_ITEM_UNSUPPORTED')
    if (item.plan) return refuse('SUBSCRIPTION_ITEM_UNSUPPORTED')
    if (item.available !== null && item.available < want.quantity)
      return refuse('CATALOG_ITEM_NOT_AVAILABLE', { catalogItemId, available: item.available })
    const said = identified([{ quantity: 1, reference: want.reference, item }])
    const same = said instanceof Refusal ? undefined : said[0]?.same
    if (lines.some((line) => line.same === same)) return refuse('MULTIPLE_ADDS_FOR_SAME_LINE_ITEM')
    const there = saved(draft).find((line) => line.same === same)
    if (there) return refuse('CATALOG_ITEM_ALREADY_EXIST', { catalogItemId, lineItemId: there.id })
    const sold = price === undefined ? item : itemOf({ quantity: 1, override: { price } }, item, pricing.money.currency)!
    lines.push({ ...want, item: sold, ...(same !== undefined && { same }) })
  }
  return lines
}

function customLine(sent: DraftCustomLine, currency: string): DraftLine {
  const { id, price, fullPrice, itemType, descriptionLines, ...rest } = sent
  const want: WantedLine = {
    quantity: 1,
    custom: {
      ...rest,
      quantity: 1,
      price: price.amount,
      itemType: itemType ?? { preset: 'PHYSICAL' },
      ...(fullPrice && { fullPrice: fullPrice.amount }),
      ...(descriptionLines && { descriptionLines }),
    },
  }
  return { id: id ?? newId(), quantity: sent.quantity ?? 1, item: itemOf(want, undefined, currency)! }
}

type NotChangeable = Refusal<
  | 'LINE_ITEM_DOES_NOT_EXIST'
  | 'MULTIPLE_CHANGES_FOR_SAME_LINE_ITEM'
  | 'EMPTY_CHANGE_REQUEST'
  | 'UPDATING_PRICE_OF_REMOVED_ITEM_IS_FORBIDDEN'
  | 'INVALID_ARGUMENT'
>

/** A draft whose lines are otherwise. `handedOver`: units that are with their buyer, or packed for them. */
export function withChanges(
  draft: DraftDocument,
  changes: readonly DraftLineChange[],
  handedOver: ReadonlyMap<string, number>,
  currency: string,
): DraftDocument | NotChangeable {
  const lines = new Map(draft.lines.map((line) => [line.id, line]))
  const seen = new Set<string>()
  for (const [i, { lineItemId, newQuantity, newPrice, newPriceDescription, newProductName, newDescriptionLines }] of changes.entries()) {
    const line = lines.get(lineItemId)
    if (!line) return refuse('LINE_ITEM_DOES_NOT_EXIST', { lineItemId })
    if (seen.has(lineItemId)) return refuse('MULTIPLE_CHANGES_FOR_SAME_LINE_ITEM', { lineItemId })
    seen.add(lineItemId)
    if ([newQuantity, newPrice, newPriceDescription, newProductName, newDescriptionLines].every((one) => one === null || one === undefined))
      return refuse('EMPTY_CHANGE_REQUEST', { lineItemId })
    const quantity = newQuantity ?? line.quantity
    const left = handedOver.get(lineItemId) ?? 0
    if (quantity < left) return violation(`lineItemChanges[${i}].newQuantity`, `${left} of it have been handed over`)
    if (newPrice !== null && newPrice !== undefined) {
      if (quantity === 0) return refuse('UPDATING_PRICE_OF_REMOVED_ITEM_IS_FORBIDDEN', { lineItemId })
      if (line.agreed?.paymentOption.startsWith('MEMBERSHIP'))
        return violation(`lineItemChanges[${i}].newPrice`, 'A membership pays for it: its price stays')
    }
    const price = newPrice === null || newPrice === undefined ? undefined : roundDecimal(newPrice, currency)
    lines.set(lineItemId, {
      ...line,
      quantity,
      item: {
        ...line.item,
        ...(price !== undefined && { price, fullPrice: price }),
        ...(newPriceDescription && { priceDescription: newPriceDescription.original }),
        ...(newProductName && { name: newProductName.original }),
        ...(newDescriptionLines && { descriptionLines: descriptionOf(newDescriptionLines.descriptionLines) }),
      },
    })
  }
  return { ...draft, lines: [...lines.values()] }
}

/** A draft with discounts that somebody wrote for it, applied or not yet. */
export function withDiscounts(
  draft: DraftDocument,
  sent: readonly DraftDiscountOption[],
  currency: string,
): DraftDocument | Refusal<'LINE_ITEM_NOT_FOUND' | 'INVALID_ARGUMENT'> {
  const discounts: DraftDiscount[] = []
  for (const [
    i,
    { priceAmount, percentage, discountType, lineItemDiscounts, lineItemId, description, applyToDraftOrder },
  ] of sent.entries()) {
    const field = `discounts[${i}]`
    if (Boolean(priceAmount) === Boolean(percentage)) return violation(field, 'has a priceAmount or a percentage, one of the two')
    if (percentage && Number(percentage) === 0) return violation(`${field}.percentage`, 'is from 0.01')
    const of = lineItemDiscounts?.[0]?.id ?? lineItemId ?? undefined
    if (discountType === 'SPECIFIC_ITEMS' && of === undefined) return violation(`${field}.lineItemDiscounts`, 'Off which line?')
    if (of !== undefined && !saved(draft).some(({ id }) => id === of)) return refuse('LINE_ITEM_NOT_FOUND', { lineItemId: of })
    discounts.push({
      id: newId(),
      source: 'CUSTOM',
      applied: applyToDraftOrder ?? false,
      by: 'MERCHANT',
      name: description ?? '',
      type: discountType,
      off: priceAmount ? { amount: roundDecimal(priceAmount.amount, currency) } : { percent: percentage! },
      lineIds: discountType === 'SPECIFIC_ITEMS' ? [of!] : null,
    })
  }
  return { ...draft, discounts: [...draft.discounts, ...discounts] }
}

/** A draft with fees that somebody wrote for it, applied or not yet. */
export function withFees(
  draft: DraftDocument,
  sent: readonly DraftFeeOption[],
  currency: string,
): DraftDocument | Refusal<'LINE_ITEM_NOT_FOUND'> {
  const fees: DraftFee[] = []
  for (const { name, price, taxDetails, applyToDraftOrder, code, lineItemIds } of sent) {
    const missing = lineItemIds?.find((lineId) => !saved(draft).some(({ id }) => id === lineId))
    if (missing !== undefined) return refuse('LINE_ITEM_NOT_FOUND', { lineItemId: missing })
    fees.push({
      id: newId(),
      source: 'CUSTOM',
      applied: applyToDraftOrder ?? false,
      name,
      ...(code && { code }),
      price: roundDecimal(price.amount, currency),
      taxable: taxDetails?.taxable ?? true,
      ...(taxDetails?.taxGroupId && { taxGroupId: taxDetails.taxGroupId }),
      ...(lineItemIds && lineItemIds.length > 0 && { lineIds: lineItemIds }),
    })
  }
  return { ...draft, fees: [...draft.fees, ...fees] }
}

interface Switch {
  readonly id: string
  readonly applied: boolean
}

const switched = <T extends { readonly id: string; readonly applied: boolean }>(all: readonly T[], switches: readonly Switch[]): T[] =>
  all.map((one) => ({ ...one, applied: switches.findLast(({ id }) => id === one.id)?.applied ?? one.applied }))

const offWith = (off: readonly string[], switches: readonly Switch[], automatic: readonly string[]): readonly string[] => {
  const said = switches.filter(({ id }) => automatic.includes(id))
  return [...off.filter((id) => !said.some((one) => one.id === id)), ...said.filter(({ applied }) => !applied).map(({ id }) => id)]
}

/** Switches discounts: the order's, the rules', and those that were written for the draft. */
export function switchDiscounts(
  draft: DraftDocument,
  switches: readonly Switch[],
  automatic: readonly string[],
): DraftDocument | Refusal<'DISCOUNT_NOT_FOUND'> {
  const own = draft.discounts.filter(({ by }) => by !== 'MEMBERSHIP')
  const missing = switches.find(({ id }) => !automatic.includes(id) && !own.some((one) => one.id === id))
  if (missing) return refuse('DISCOUNT_NOT_FOUND', { discountId: missing.id })
  return { ...draft, discounts: switched(draft.discounts, switches), off: offWith(draft.off, switches, automatic) }
}

export function switchFees(
  draft: DraftDocument,
  switches: readonly Switch[],
  automatic: readonly string[],
): DraftDocument | Refusal<'ADDITIONAL_FEE_NOT_FOUND'> {
  const missing = switches.find(({ id }) => !automatic.includes(id) && !draft.fees.some((one) => one.id === id))
  if (missing) return refuse('ADDITIONAL_FEE_NOT_FOUND', { additionalFeeId: missing.id })
  return { ...draft, fees: switched(draft.fees, switches), off: offWith(draft.off, switches, automatic) }
}

export function withoutDiscounts(
  draft: DraftDocument,
  ids: readonly string[],
  automatic: readonly string[],
): DraftDocument | Refusal<'DISCOUNT_NOT_FOUND' | 'DISCOUNT_REMOVE_NOT_SUPPORTED'> {
  for (const discountId of ids) {
    const found = draft.discounts.find(({ id }) => id === discountId)
    if (!found && !automatic.includes(discountId)) return refuse('DISCOUNT_NOT_FOUND', { discountId })
    if (found?.source !== 'CUSTOM') return refuse('DISCOUNT_REMOVE_NOT_SUPPORTED', { discountId })
  }
  return { ...draft, discounts: draft.discounts.filter(({ id }) => !ids.includes(id)) }
}

export function withoutFees(
  draft: DraftDocument,
  ids: readonly string[],
  automatic: readonly string[],
): DraftDocument | Refusal<'ADDITIONAL_FEE_NOT_FOUND' | 'ADDITIONAL_FEE_REMOVE_NOT_SUPPORTED'> {
  for (const additionalFeeId of ids) {
    const found = draft.fees.find(({ id }) => id === additionalFeeId)
    if (!found && !automatic.includes(additionalFeeId)) return refuse('ADDITIONAL_FEE_NOT_FOUND', { additionalFeeId })
    if (found?.source !== 'CUSTOM') return refuse('ADDITIONAL_FEE_REMOVE_NOT_SUPPORTED', { additionalFeeId })
  }
  return { ...draft, fees: draft.fees.filter(({ id }) => !ids.includes(id)) }
}

/** The discounts that somebody wrote and that take less than they say, because more than there is would be taken off. */
export const overdrawn = (draft: DraftDocument, { quote }: Pick<Totals, 'quote'>): readonly DraftDiscount[] =>
  draft.discounts.filter(({ id, source, applied, off }) => {
    if (source !== 'CUSTOM' || !applied || !('amount' in off)) return false
    const took = quote.reasons.reduce((all, step) => (step.step === 'DISCOUNT' && step.id === id ? all + step.amount : all), 0)
    return took < off.amount
  })

/** Whether more would be taken off than there is, by a discount that was not among those of `before`. */
export function tooMuch(
  draft: DraftDocument,
  totals: Pick<Totals, 'quote'>,
  before: readonly Pick<DraftDiscount, 'id'>[] = [],
):
  | Refusal<'DISCOUNTS_AMOUNT_EXCEED_ORDER_TOTALS' | 'DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS' | 'DISCOUNTS_AMOUNT_EXCEED_SHIPPING_TOTAL'>
  | undefined {
  const over = overdrawn(draft, totals).find(({ id }) => !before.some((one) => one.id === id))
  switch (over?.type) {
    case undefined:
      return undefined
    case 'SPECIFIC_ITEMS':
      return refuse('DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS')
    case 'SHIPPING':
      return refuse('DISCOUNTS_AMOUNT_EXCEED_SHIPPING_TOTAL')
    default:
      return refuse('DISCOUNTS_AMOUNT_EXCEED_ORDER_TOTALS')
  }
}

/** A delivery as it was sent; without a price where nobody named one. */
export function deliveryOf(
  sent: NewOrderShipping,
  locale: string,
  currency: string,
): Omit<DraftDelivery, 'price'> & { readonly price?: DraftDelivery['price'] } {
  const { carrierId, code, title, logistics, cost, region } = sent
  const pickup = logistics?.pickupDetails
  const destination = mergeContact(undefined, logistics?.shippingDestination ?? undefined, locale)
  const info: Omit<OrderShippingInformation, 'cost'> = {
    ...(carrierId && { carrierId }),
    ...(code && { code }),
    title,
    logistics: {
      ...(logistics?.deliveryTime && { deliveryTime: logistics.deliveryTime }),
      ...(logistics?.instructions && { instructions: logistics.instructions }),
      ...(logistics?.deliverByDate && { deliverByDate: logistics.deliverByDate }),
      ...(logistics?.shipByDate && { shipByDate: logistics.shipByDate }),
      ...(logistics?.deliveryTimeSlot && { deliveryTimeSlot: logistics.deliveryTimeSlot }),
      ...(pickup
        ? { pickupDetails: { pickupMethod: pickup.pickupMethod, ...(pickup.address && { address: keepAddress(pickup.address, locale) }) } }
        : destination && { shippingDestination: destination }),
    },
    ...(region?.name && { region: { name: region.name } }),
  }
  if (!cost) return { info }
  const off = cost.discount ? roundDecimal(cost.discount.amount, currency) : 0
  return { info, price: minor(Math.max(0, roundDecimal(cost.price.amount, currency) - off)) }
}

/** What is asked for with a new order. */
export function depositOf(
  sent:
    | { readonly amount?: { readonly amount: string } | null | undefined; readonly percentage?: string | null | undefined }
    | null
    | undefined,
  currency: string,
): DraftDocument['deposit'] | Refusal<'INVALID_AMOUNT'> {
  if (!sent || (!sent.amount && !sent.percentage)) return undefined
  if (sent.amount && sent.percentage) return refuse('INVALID_AMOUNT', {})
  const deposit = sent.amount ? { amount: roundDecimal(sent.amount.amount, currency) } : { percent: sent.percentage! }
  const nothing = 'amount' in deposit ? deposit.amount === 0 : Number(deposit.percent) === 0
  return nothing ? refuse('INVALID_AMOUNT', {}) : deposit
}
