import type { CursorQuery, OrderExportColumn } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { preorderText } from '../selling/preorder-text.ts'
import { searchOrders } from './search.ts'
import { findOrders, type ToldOrder } from './store.ts'

interface Column {
  readonly title: string
  readonly text: (order: ToldOrder) => string
}

type Document = ToldOrder['document']

const amount = (price: { readonly amount: string } | undefined): string => price?.amount ?? ''
const joined = (parts: readonly (string | undefined)[], by = ', '): string => parts.filter(Boolean).join(by)

/** Whither it goes; where it is not sent, whom it is for or who pays. */
const goesTo = ({ shippingInfo, recipientInfo, billingInfo }: Document) =>
  shippingInfo?.logistics?.shippingDestination ?? recipientInfo ?? billingInfo ?? {}

const addressOf = (document: Document) => goesTo(document).address ?? {}
const billedTo = ({ billingInfo }: Document) => billingInfo?.contactDetails ?? {}

function streetOf(document: Document): string {
  const { addressLine, addressLine2, streetAddress } = addressOf(document)
  return joined([addressLine ?? joined([streetAddress?.name, streetAddress?.number], ' '), addressLine2])
}

/** What a file of orders says of each; a file has them in this order where nobody chose. */
export const orderColumns: Readonly<Record<OrderExportColumn, Column>> = {
  number: { title: 'Order', text: ({ number }) => String(number) },
  id: { title: 'ID', text: ({ id }) => id },
  createdDate: { title: 'Placed', text: ({ createdAt }) => createdAt.toISOString() },
  status: { title: 'Status', text: ({ status }) => status },
  paymentStatus: { title: 'Payment', text: ({ paymentStatus }) => paymentStatus },
  fulfillmentStatus: { title: 'Fulfilment', text: ({ fulfillmentStatus }) => fulfillmentStatus },
  email: { title: 'Email', text: ({ email }) => email },
  firstName: { title: 'First name', text: ({ document }) => billedTo(document).firstName ?? '' },
  lastName: { title: 'Last name', text: ({ document }) => billedTo(document).lastName ?? '' },
  company: { title: 'Company', text: ({ document }) => billedTo(document).company ?? '' },
  phone: { title: 'Phone', text: ({ document }) => billedTo(document).phone ?? goesTo(document).contactDetails?.phone ?? '' },
  items: {
    title: 'Items',
    text: ({ document }) =>
      document.lineItems
        .map((line) => {
          const { quantity, productName, descriptionLines = [] } = line
          const choices = descriptionLines.map(({ plainText, colorInfo }) => plainText?.original ?? colorInfo?.original)
          return `${quantity} × ${joined([productName?.original, ...choices, preorderText(line, { locale: 'en-GB' })])}`
        })
        .join('; '),
  },
  quantity: { title: 'Quantity', text: ({ document }) => String(document.lineItems.reduce((all, { quantity }) => all + quantity, 0)) },
  skus: { title: 'SKUs', text: ({ document }) => joined(document.lineItems.map(({ physicalProperties }) => physicalProperties?.sku)) },
  currency: { title: 'Currency', text: ({ currency }) => currency },
  subtotal: { title: 'Subtotal', text: ({ document }) => amount(document.priceSummary?.subtotal) },
  discount: { title: 'Discount', text: ({ document }) => amount(document.priceSummary?.discount) },
  shipping: { title: 'Shipping', text: ({ document }) => amount(document.priceSummary?.shipping) },
  tax: { title: 'Tax', text: ({ document }) => amount(document.taxInfo?.totalTax ?? document.priceSummary?.tax) },
  total: { title: 'Total', text: ({ document }) => amount(document.priceSummary?.total) },
  paid: { title: 'Paid', text: ({ document }) => amount(document.balanceSummary?.paid) },
  refunded: { title: 'Refunded', text: ({ document }) => amount(document.balanceSummary?.refunded) },
  coupons: { title: 'Coupons', text: ({ document }) => joined(document.appliedDiscounts.map(({ coupon }) => coupon?.code)) },
  shippingMethod: { title: 'Shipping method', text: ({ document }) => document.shippingInfo?.title ?? '' },
  recipient: {
    title: 'Recipient',
    text: ({ document }) => {
      const { firstName, lastName } = goesTo(document).contactDetails ?? {}
      return joined([firstName, lastName], ' ')
    },
  },
  address: { title: 'Address', text: ({ document }) => streetOf(document) },
  city: { title: 'City', text: ({ document }) => addressOf(document).city ?? '' },
  subdivision: { title: 'Region', text: ({ document }) => addressOf(document).subdivision ?? '' },
  postalCode: { title: 'Postal code', text: ({ document }) => addressOf(document).postalCode ?? '' },
  country: { title: 'Country', text: ({ document }) => addressOf(document).country ?? '' },
  trackingNumbers: { title: 'Tracking', text: ({ trackingNumbers }) => joined(trackingNumbers) },
  channel: { title: 'Channel', text: ({ document }) => document.channelInfo?.type ?? '' },
  tags: { title: 'Tags', text: ({ document }) => joined(document.tags?.tags?.tagIds ?? []) },
  note: { title: 'Note', text: ({ document }) => document.buyerNote ?? '' },
}

/** A page of whole orders, as the list finds them. */
export async function orderPage(db: Db, site: string, query: CursorQuery, places: number) {
  const found = await searchOrders(db, site, undefined, query, places)
  if (found instanceof Refusal) return found
  const ids = found.rows.map(({ id }) => id)
  const orders = new Map((ids.length > 0 ? await findOrders(db, site, ids) : []).map((order) => [order.id, order]))
  return { rows: ids.flatMap((id) => orders.get(id) ?? []), next: found.metadata.cursors.next }
}
