import * as z from 'zod'
import { ChannelType, DiscountType, ItemTypePreset } from './enums.ts'
import { AddressWithContactInput, CatalogReferenceInput, Quantity } from './inputs.ts'
import { describedBy, ImageInput, PhysicalPropertiesInput } from './line-parts.ts'
import { NewOrderShipping } from './new-orders.ts'
import { PriceInput } from './payments-collector.ts'
import { AnyObject, amount, Email, Guid, record, text } from './primitives.ts'

const Name = (original: number) => z.object({ original: text(original, 1), translated: text(original * 2).nullish() })

const DescriptionLinesInput = describedBy(20)

/** A catalogue item at its current price, or at another. */
export const DraftCatalogLine = z.object({
  id: Guid.nullish(),
  catalogReference: CatalogReferenceInput,
  quantity: Quantity.nullish(),
  price: PriceInput.nullish(),
})
export interface DraftCatalogLine extends z.output<typeof DraftCatalogLine> {}

/** An item that is in no catalogue. */
export const DraftCustomLine = z.object({
  id: Guid.nullish(),
  quantity: Quantity.nullish(),
  productName: Name(200),
  price: PriceInput,
  fullPrice: PriceInput.nullish(),
  descriptionLines: DescriptionLinesInput.nullish(),
  media: ImageInput.nullish(),
  physicalProperties: PhysicalPropertiesInput.nullish(),
  itemType: z.object({ preset: ItemTypePreset.nullish(), custom: text(100, 1).nullish() }).nullish(),
  priceDescription: Name(100).nullish(),
  taxGroupId: Guid.nullish(),
})
export interface DraftCustomLine extends z.output<typeof DraftCustomLine> {}

/** A change of a line: absent fields stay unchanged. Quantity 0 removes it, another one restores it. */
export const DraftLineChange = z.object({
  lineItemId: Guid,
  newQuantity: z.int().min(0).max(100_000).nullish(),
  /** Of one unit, as decimal text. */
  newPrice: amount(3).nullish(),
  newPriceDescription: Name(100).nullish(),
  newProductName: Name(200).nullish(),
  newDescriptionLines: z.object({ descriptionLines: DescriptionLinesInput }).nullish(),
})
export interface DraftLineChange extends z.output<typeof DraftLineChange> {}

export const Percentage = z
  .string()
  .regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'is no percentage from 0 to 100 with at most two places')

/** An amount or a percentage, off everything, off one line, or off the delivery. It counts once it is applied. */
export const DraftDiscountOption = z.object({
  priceAmount: PriceInput.nullish(),
  percentage: Percentage.nullish(),
  discountType: DiscountType,
  /** The older way of naming the line of `SPECIFIC_ITEMS`. */
  lineItemId: Guid.nullish(),
  lineItemDiscounts: z
    .array(z.object({ id: Guid }))
    .max(1)
    .nullish(),
  description: text(200).nullish(),
  applyToDraftOrder: z.boolean().nullish(),
})
export interface DraftDiscountOption extends z.output<typeof DraftDiscountOption> {}

/** A fee on top of goods and delivery. It counts once it is applied. */
export const DraftFeeOption = z.object({
  name: text(50, 1),
  price: PriceInput,
  taxDetails: z.object({ taxable: z.boolean().nullish(), taxGroupId: Guid.nullish() }).nullish(),
  applyToDraftOrder: z.boolean().nullish(),
  code: text(100, 1).nullish(),
  lineItemIds: z.array(Guid).max(300).nullish(),
})
export interface DraftFeeOption extends z.output<typeof DraftFeeOption> {}

export const BuyerInput = z.object({
  visitorId: Guid.nullish(),
  memberId: Guid.nullish(),
  contactId: Guid.nullish(),
  email: Email.nullish(),
})

export const LocationInput = z.object({ id: Guid, name: text(500, 1).nullish() })

const ExtendedFieldsInput = z.object({ namespaces: record(text(100, 1), AnyObject, 100).nullish() })

/** An order from scratch, complete or as far as it is known. */
export const NewDraftOrder = z.object({
  catalogLineItems: z.array(DraftCatalogLine).max(300).nullish(),
  customLineItems: z.array(DraftCustomLine).max(300).nullish(),
  discounts: z.array(DraftDiscountOption).max(100).nullish(),
  additionalFees: z.array(DraftFeeOption).max(100).nullish(),
  buyerInfo: BuyerInput.nullish(),
  recipientInfo: AddressWithContactInput.nullish(),
  billingInfo: AddressWithContactInput.nullish(),
  shippingInfo: NewOrderShipping.nullish(),
  taxExempt: z.boolean().nullish(),
  businessLocation: LocationInput.nullish(),
  extendedFields: ExtendedFieldsInput.nullish(),
})
export interface NewDraftOrder extends z.output<typeof NewDraftOrder> {}

export const NewOrderChannel = z.object({
  type: ChannelType,
  externalOrderId: text(100, 1).nullish(),
  externalOrderUrl: text(300).nullish(),
})

export const Switches = z
  .array(z.object({ id: Guid, applied: z.boolean() }))
  .min(1)
  .max(320)
