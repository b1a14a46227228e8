import type { OrderExportColumn } from '@vitrine/contract'
import { client } from '../../client.ts'
import type { FileExport } from '../../list/file-export.ts'

/** Orders as a file. */
export const orderFile: FileExport<OrderExportColumn> = {
  columns: [
    { id: 'number', name: 'Order' },
    { id: 'id', name: 'ID', extra: true },
    { id: 'createdDate', name: 'Placed' },
    { id: 'status', name: 'Status' },
    { id: 'paymentStatus', name: 'Payment' },
    { id: 'fulfillmentStatus', name: 'Fulfilment' },
    { id: 'email', name: 'Email' },
    { id: 'firstName', name: 'First name' },
    { id: 'lastName', name: 'Last name' },
    { id: 'company', name: 'Company' },
    { id: 'phone', name: 'Phone' },
    { id: 'items', name: 'Items' },
    { id: 'quantity', name: 'Quantity' },
    { id: 'skus', name: 'SKUs' },
    { id: 'currency', name: 'Currency' },
    { id: 'subtotal', name: 'Subtotal' },
    { id: 'discount', name: 'Discount' },
    { id: 'shipping', name: 'Shipping' },
    { id: 'tax', name: 'Tax' },
    { id: 'total', name: 'Total' },
    { id: 'paid', name: 'Paid' },
    { id: 'refunded', name: 'Refunded' },
    { id: 'coupons', name: 'Coupons' },
    { id: 'shippingMethod', name: 'Shipping method' },
    { id: 'recipient', name: 'Recipient' },
    { id: 'address', name: 'Address' },
    { id: 'city', name: 'City' },
    { id: 'subdivision', name: 'Region' },
    { id: 'postalCode', name: 'Postal code' },
    { id: 'country', name: 'Country' },
    { id: 'trackingNumbers', name: 'Tracking' },
    { id: 'channel', name: 'Channel', extra: true },
    { id: 'tags', name: 'Tags' },
    { id: 'note', name: 'Note' },
  ],
  link: async (wanted) => (await client.exports.exportOrders(wanted)).link,
}
