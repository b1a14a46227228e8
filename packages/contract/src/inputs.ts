/**
 * The inputs, separate from the entities on purpose: only what a caller may write is named here, anything else is dropped. An absent field
 * stays unchanged, null clears it; the two stay distinct after parsing.
 */
import * as z from 'zod'
import { PaymentOptionType, SortOrder, TaxableAddressType, VatType } from './enums.ts'
import {
  describedBy,
  ImageInput,
  ItemTypeInput,
  PageUrlInput,
  PhysicalPropertiesInput,
  ServicePropertiesInput,
  TranslatableInput,
} from './line-parts.ts'
import { AnyObject, amount, CountryCode, Email, float, Guid, Instant, record, storable, text, whole } from './primitives.ts'
import { isTaxId } from './tax-ids.ts'

export const AddressInput = z.object({
  country: CountryCode.nullish(),
  /** ISO 3166-2, such as `DE-SN`. */
  subdivision: text(50).nullish(),
  city: text(50).nullish(),
  postalCode: text(50).nullish(),
  streetAddress: z
    .object({ number: text(100).nullish(), name: text(250).nullish(), apt: text(100).nullish(), formattedAddressLine: text(500).nullish() })
    .nullish(),
  addressLine: text(150).nullish(),
  addressLine2: text(100).nullish(),
  formattedAddress: text(1000).nullish(),
  geocode: z.object({ latitude: float(-90, 90).optional(), longitude: float(-180, 180).optional() }).nullish(),
})
export interface AddressInput extends z.output<typeof AddressInput> {}

export const ContactDetailsInput = z.object({
  firstName: text(100).nullish(),
  lastName: text(100).nullish(),
  phone: text(50).nullish(),
  company: text(1000).nullish(),
  /** A number that is invalid for its kind is refused. */
  vatId: z
    .object({ id: text(50, 1), type: VatType })
    .refine(isTaxId, { path: ['id'], message: 'is no number of its kind', params: { rule: 'FORMAT' } })
    .nullish(),
})
export interface ContactDetailsInput extends z.output<typeof ContactDetailsInput> {}

export const AddressWithContactInput = z.object({ address: AddressInput.nullish(), contactDetails: ContactDetailsInput.nullish() })
export interface AddressWithContactInput extends z.output<typeof AddressWithContactInput> {}

/** How many units of one item: 1 to 100,000. */
export const Quantity = z.int().min(1).max(100_000)

/** The recipient, sender and message of a gift card, and when it is emailed: at once by default. */
export const GiftingInput = z.object({
  recipientInfo: z.object({ firstName: text(100).nullish(), lastName: text(100).nullish(), email: Email }),
  /** The buyer's first name by default. */
  senderInfo: z.object({ name: text(100).nullish() }).nullish(),
  greetingMessage: text(500).nullish(),
  deliverAt: Instant.max(40).nullish(),
})
export interface GiftingInput extends z.output<typeof GiftingInput> {}

/**
 * An item of a catalogue. For ours: the product's id, and the variant by its id or by its choices. Other apps are asked by a service
 * plug-in (`CATALOG`), with the options as they are.
 */
export const CatalogReferenceInput = z.object({
  /** A product id. */
  catalogItemId: text(36, 1),
  /** Whose catalogue: the stores app, `215238eb-22a5-4c36-9e7b-e7c08025e04e`; for a gift card that of gift cards, `d80111c5-a0f4-47a8-b63a-65b54d774a27`. */
  appId: text(100, 1),
  options: storable(
    z
      .object({
        variantId: Guid.nullish(),
        /** `{ Glaze: 'Sage' }` */
        options: record(text(50), text(250), 50).nullish(),
        /** The buyer's texts for the product's custom fields: `{ Engraving: 'For Ada' }`. */
        customTextFields: record(text(150), text(500), 50).nullish(),
        /** A subscription option of the product. */
        subscriptionOptionId: Guid.nullish(),
        /** Of a gift card: the amount, where it is none of the presets. */
        customAmount: z.union([amount(4), z.number().min(0).max(1_000_000_000)]).nullish(),
        giftingInfo: GiftingInput.nullish(),
      })
      // Another app has options of its own.
      .catchall(z.unknown()),
  ).nullish(),
})
export interface CatalogReferenceInput extends z.output<typeof CatalogReferenceInput> {}

const DescriptionLinesInput = describedBy(10)
export type DescriptionLinesInput = z.output<typeof DescriptionLinesInput>

export interface ImageInput extends z.output<typeof ImageInput> {}

/** Values that override the catalogue. Only the shop may send them: they need `orders.write`, see `shopFields`. */
export const CatalogOverrideInput = z.object({
  productName: TranslatableInput(200, 400).nullish(),
  price: amount(3).nullish(),
  fullPrice: amount(3).nullish(),
  paymentOption: z.object({ value: PaymentOptionType }).nullish(),
  /** The deposit per unit due with the order, where its payment option is `DEPOSIT_ONLINE`. */
  depositAmount: amount(3).nullish(),
  descriptionLines: DescriptionLinesInput.nullish(),
  image: ImageInput.nullish(),
  physicalProperties: PhysicalPropertiesInput.nullish(),
})
export interface CatalogOverrideInput extends z.output<typeof CatalogOverrideInput> {}

const Frequency = z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR'])

/** How an item recurs: at which interval, until cancelled or for a number of cycles, perhaps with a free trial. */
export const SubscriptionInput = z.object({
  title: TranslatableInput(100, 100).nullish(),
  description: TranslatableInput(1000, 1000).nullish(),
  subscriptionSettings: z.object({
    frequency: Frequency,
    interval: whole(1, 3650).nullish(),
    autoRenewal: z.boolean().nullish(),
    billingCycles: whole(1, 999).nullish(),
    enableCustomerCancellation: z.boolean().nullish(),
    freeTrialPeriod: z.object({ frequency: Frequency, interval: whole(1, 999).nullish() }).nullish(),
    startDate: Instant.max(40).nullish(),
  }),
})
export interface SubscriptionInput extends z.output<typeof SubscriptionInput> {}

export const NewLineItem = z.object({
  quantity: Quantity,
  catalogReference: CatalogReferenceInput,
  catalogOverrideFields: CatalogOverrideInput.nullish(),
  taxableAddress: z.object({ addressType: TaxableAddressType }).nullish(),
})
export interface NewLineItem extends z.output<typeof NewLineItem> {}

/** A line that is in no catalogue. It sets its own price, which needs `orders.write`: see `shopFields`. */
export const NewCustomLineItem = z.object({
  quantity: Quantity.default(1),
  price: amount(3),
  fullPrice: amount(3).nullish(),
  productName: TranslatableInput(200, 400).nullish(),
  priceDescription: TranslatableInput(100, 100).nullish(),
  descriptionLines: DescriptionLinesInput.optional(),
  media: ImageInput.nullish(),
  url: PageUrlInput.nullish(),
  itemType: ItemTypeInput,
  quantityAvailable: z.int().min(0).max(100_000).nullish(),
  physicalProperties: PhysicalPropertiesInput.nullish(),
  paymentOption: PaymentOptionType.nullish(),
  depositAmount: amount(3).nullish(),
  subscriptionOptionInfo: SubscriptionInput.nullish(),
  serviceProperties: ServicePropertiesInput.nullish(),
  taxGroupId: Guid.nullish(),
  deliveryProfileId: Guid.nullish(),
  rootCatalogItemId: text(36, 1).nullish(),
  catalogReference: CatalogReferenceInput.nullish(),
})
export interface NewCustomLineItem extends z.output<typeof NewCustomLineItem> {}

export const LineItemQuantityUpdate = z.object({ id: Guid, quantity: Quantity })
export interface LineItemQuantityUpdate extends z.output<typeof LineItemQuantityUpdate> {}
export const QuantitiesToSet = z.object({ lineItems: z.array(LineItemQuantityUpdate).min(1).max(100) })
export const LinesToRemove = z.object({ lineItemIds: z.array(Guid).min(1).max(100) })

/** A delivery option by the carrier that offers it and its code, as `carrierServiceOptions` names them. */
export const SelectedShippingOptionInput = z.object({ carrierId: Guid.nullish(), code: text(100, 1) })
export interface SelectedShippingOptionInput extends z.output<typeof SelectedShippingOptionInput> {}

export const SelectedMembershipsInput = z.object({
  memberships: z.array(z.object({ id: text(200, 1), appId: Guid, lineItemIds: z.array(text(100, 1)).min(1).max(300) })).max(300),
})
export interface SelectedMembershipsInput extends z.output<typeof SelectedMembershipsInput> {}

export const CouponCode = text(100, 1)
export const GiftCardCode = text(100, 1)

/** The names of the fields to write, joined by commas: `buyerNote,contactInfo.address`. By default the fields that are present. */
export const FieldMask = text(2000)

/** A filter, sorts and a page, by offset. `{ filter: { slug: 'morning-mug' }, sort: [{ fieldName: 'name', order: 'ASC' }], paging: { limit: 20 } }` */
export const OffsetQuery = z.object({
  filter: AnyObject.nullish(),
  sort: z
    .array(z.object({ fieldName: text(512, 1), order: SortOrder.nullish() }))
    .max(10)
    .nullish(),
  paging: z.object({ limit: whole(0, 100).nullish(), offset: whole(0, 1_000_000_000).nullish() }).nullish(),
})
export interface OffsetQuery extends z.output<typeof OffsetQuery> {}

/**
 * A filter, sorts and a page, by cursor. With a cursor nothing else counts: it includes the filter and the sort it was made with.
 * `{ filter: { paymentStatus: 'PAID' }, sort: [{ fieldName: 'createdDate', order: 'DESC' }], cursorPaging: { limit: 20 } }`
 */
export const CursorQuery = z.object({
  filter: AnyObject.nullish(),
  sort: z
    .array(z.object({ fieldName: text(512, 1), order: SortOrder.nullish() }))
    .max(4)
    .nullish(),
  cursorPaging: z.object({ limit: whole(1, 100).nullish(), cursor: text(16_000).nullish() }).nullish(),
})
export interface CursorQuery extends z.output<typeof CursorQuery> {}
