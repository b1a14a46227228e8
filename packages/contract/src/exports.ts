import * as z from 'zod'
import { SortOrder } from './enums.ts'
import { operation, operations } from './operation.ts'
import { AnyObject, Guid, text } from './primitives.ts'

/** `CSV` opens in every spreadsheet; `JSON_LINES` has one JSON object in each line. */
export const ExportFormat = z.enum(['CSV', 'JSON_LINES'])
export type ExportFormat = z.infer<typeof ExportFormat>

export const OrderExportColumn = z.enum([
  'number',
  'id',
  'createdDate',
  'status',
  'paymentStatus',
  'fulfillmentStatus',
  'email',
  'firstName',
  'lastName',
  'company',
  'phone',
  'items',
  'quantity',
  'skus',
  'currency',
  'subtotal',
  'discount',
  'shipping',
  'tax',
  'total',
  'paid',
  'refunded',
  'coupons',
  'shippingMethod',
  'recipient',
  'address',
  'city',
  'subdivision',
  'postalCode',
  'country',
  'trackingNumbers',
  'channel',
  'tags',
  'note',
])
export type OrderExportColumn = z.infer<typeof OrderExportColumn>

export const MemberExportColumn = z.enum([
  'id',
  'email',
  'firstName',
  'lastName',
  'nickname',
  'company',
  'phone',
  'address',
  'city',
  'subdivision',
  'postalCode',
  'country',
  'status',
  'createdDate',
  'lastLoginDate',
  'orders',
  'spent',
])
export type MemberExportColumn = z.infer<typeof MemberExportColumn>

export const SubscriberExportColumn = z.enum([
  'email',
  'state',
  'askedDate',
  'confirmedDate',
  'unsubscribedDate',
  'place',
  'page',
  'words',
  'memberId',
  'unsubscribeUrl',
])
export type SubscriberExportColumn = z.infer<typeof SubscriberExportColumn>

/** As in the products file, which the import accepts. A product has a line for each variant. */
export const ProductExportColumn = z.enum([
  'id',
  'slug',
  'name',
  'visible',
  'productType',
  'downloadFile',
  'description',
  'brand',
  'ribbon',
  'collections',
  'images',
  'imageAlts',
  'imageFocalPoints',
  'films',
  'imageOption',
  'sku',
  'barcode',
  'mpn',
  'price',
  'discountType',
  'discount',
  'cost',
  'weight',
  'contents',
  'unitPricePer',
  'stock',
  'stockByLocation',
  'preorder',
  'preorderLimit',
  'preorderDate',
  'preorderMessage',
  'subscriptionOptions',
  'oneTimePurchase',
  'productDimensions',
  'packageDimensions',
  'taxGroupId',
  'seoTitle',
  'seoDescription',
  'seoData',
  'infoSections',
  'customTexts',
  'manageVariants',
  'option1Name',
  'option1Value',
  'option1Color',
  'option2Name',
  'option2Value',
  'option2Color',
  'option3Name',
  'option3Value',
  'option3Color',
  'option4Name',
  'option4Value',
  'option4Color',
  'option5Name',
  'option5Value',
  'option5Color',
  'option6Name',
  'option6Value',
  'option6Color',
  'variantId',
  'variantSku',
  'variantBarcode',
  'variantMpn',
  'variantPrice',
  'variantCost',
  'variantWeight',
  'variantContents',
  'variantVisible',
  'variantImages',
])
export type ProductExportColumn = z.infer<typeof ProductExportColumn>

/** Which rows: those of these ids, or all that match the filter; in the order of the list. */
const Rows = z.object({
  format: ExportFormat,
  ids: z.array(Guid).min(1).max(100).nullish(),
  filter: AnyObject.nullish(),
  sort: z
    .array(z.object({ fieldName: text(512, 1), order: SortOrder.nullish() }))
    .max(4)
    .nullish(),
})

/** The download link, valid for ten minutes. The file is streamed, however long it is. */
const Link = z.object({ link: z.string() })

/**
 * Lists as files. Filters and sorts are those of the list itself. CSV is in UTF-8 with a byte order mark and follows RFC 4180; a cell that
 * a spreadsheet would evaluate begins with an apostrophe. Lines of JSON hold the chosen columns or, where none are chosen, each entity as
 * its list returns it. Amounts are decimal text in the shop's currency, dates ISO 8601 in UTC. The audit log records who exported orders or
 * members.
 */
export const exports = operations({
  'POST /vitrine/v1/orders/export': operation({
    as: 'user',
    personal: '*',
    summary: 'Export orders',
    input: Rows.extend({ columns: z.array(OrderExportColumn).min(1).max(OrderExportColumn.options.length).nullish() }),
    ok: Link,
    errors: [],
    reads: true,
    cost: 'price',
  }),

  'POST /vitrine/v1/members/export': operation({
    as: 'user',
    personal: '*',
    summary: 'Export members',
    input: Rows.extend({ columns: z.array(MemberExportColumn).min(1).max(MemberExportColumn.options.length).nullish() }),
    ok: Link,
    errors: [],
    reads: true,
    cost: 'price',
  }),

  /**
   * Filter by `state` for those who may be emailed. `unsubscribeUrl` ends the subscription of its row without signing in, and is meant for
   * the newsletter's footer and its List-Unsubscribe header.
   */
  'POST /vitrine/v1/newsletter/subscribers/export': operation({
    as: 'user',
    personal: '*',
    summary: 'Export the subscribers of the newsletter',
    input: Rows.extend({ columns: z.array(SubscriberExportColumn).min(1).max(SubscriberExportColumn.options.length).nullish() }),
    ok: Link,
    errors: [],
    reads: true,
    cost: 'price',
  }),

  'POST /vitrine/v1/products/export': operation({
    as: 'user',
    summary: 'Export products',
    input: Rows.extend({ columns: z.array(ProductExportColumn).min(1).max(ProductExportColumn.options.length).nullish() }),
    ok: Link,
    errors: [],
    reads: true,
    cost: 'price',
  }),
})
