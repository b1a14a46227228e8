import type { Order } from '@vitrine/contract'
import type { Column } from '../../list/listing.ts'
import { Thumb } from '../../parts/thumb.tsx'
import { FulfillmentState, fulfillmentWord, PaymentState, paymentWord } from '../states.tsx'
import { buyerOf, numberOf, placeOf } from '../text.ts'
import { shipByOf } from './due.ts'
import { Due, Placed, Promised } from './times.tsx'

const tagsOf = (order: Order): readonly string[] => order.tags?.tags?.tagIds ?? []
const countryOf = ({ shippingInfo, recipientInfo, billingInfo }: Order): string =>
  (shippingInfo?.logistics?.shippingDestination?.address ?? recipientInfo?.address ?? billingInfo?.address)?.country ?? ''
const couponOf = ({ appliedDiscounts }: Order): string => appliedDiscounts.flatMap(({ coupon }) => coupon?.code ?? []).join(', ')
const channels: Readonly<Record<string, string>> = { WEB: 'Shop', BACKOFFICE_MERCHANT: 'Back office' }
const channelOf = ({ channelInfo }: Order): string => channels[channelInfo?.type ?? ''] ?? channelInfo?.type ?? ''
const unitsOf = ({ lineItems }: Order): number => lineItems.reduce((all, { quantity }) => all + quantity, 0)
const dash = <span className="faint">–</span>

export const columns: readonly Column<Order>[] = [
  {
    id: 'number',
    name: 'Order',
    head: true,
    sort: 'number',
    className: 'fit',
    bar: 46,
    cell: ({ number }) => numberOf(number),
    text: ({ number }) => number,
  },
  {
    id: 'placed',
    name: 'Placed',
    sort: 'createdDate',
    className: 'soft fit',
    bar: 32,
    cell: ({ createdDate }) => <Placed at={createdDate!} />,
    text: ({ createdDate }) => createdDate ?? '',
  },
  {
    id: 'customer',
    name: 'Customer',
    className: 'clip who',
    bar: 120,
    cell: (order) => {
      const place = placeOf(order)
      return (
        <>
          {buyerOf(order)} {place && <span className="faint">{place}</span>}
        </>
      )
    },
    text: (order) => [buyerOf(order), placeOf(order)].filter(Boolean).join(', '),
  },
  {
    id: 'items',
    name: 'Items',
    className: 'clip it',
    bar: 100,
    pictures: 2,
    cell: ({ lineItems }) => (
      <div className="its">
        <span className="thumbs">
          {lineItems.slice(0, 2).map(({ id, image }) => (
            <Thumb key={id} src={image?.url} size={26} />
          ))}
        </span>
        <span className="names">
          {lineItems.map(({ id, quantity, productName }, i) => (
            <span key={id}>
              {i > 0 && ', '}
              {quantity > 1 && <b>{quantity} </b>}
              {productName?.original}
            </span>
          ))}
        </span>
      </div>
    ),
    text: ({ lineItems }) => lineItems.map(({ quantity, productName }) => `${quantity} × ${productName?.original ?? ''}`).join(', '),
  },
  {
    id: 'total',
    name: 'Total',
    sort: 'priceSummary.total.amount',
    className: 'num',
    bar: 48,
    cell: ({ priceSummary }) => priceSummary?.total?.formattedAmount,
    text: ({ priceSummary }) => priceSummary?.total?.amount ?? '',
  },
  { id: 'payment', name: 'Payment', className: 'fit pay', bar: 60, cell: (order) => <PaymentState of={order} />, text: paymentWord },
  {
    id: 'fulfilment',
    name: 'Fulfilment',
    className: 'fit ful',
    bar: 74,
    cell: (order) => <FulfillmentState of={order} />,
    text: fulfillmentWord,
  },
  {
    id: 'promised',
    name: 'Promised',
    sort: 'shippingInfo.logistics.deliveryTimeSlot.to',
    className: 'fit pr',
    bar: 70,
    none: ({ shippingInfo }) => shippingInfo?.logistics?.deliveryTimeSlot === undefined,
    cell: (order) => <Promised of={order} />,
    text: ({ shippingInfo }) => shippingInfo?.logistics?.deliveryTimeSlot?.to ?? '',
  },
  {
    id: 'due',
    name: 'Leaves',
    extra: true,
    sort: 'shippingInfo.logistics.shipByDate',
    className: 'fit pr',
    bar: 70,
    none: (order) => shipByOf(order) === undefined,
    cell: (order) => <Due of={order} />,
    text: (order) => shipByOf(order) ?? '',
  },
  {
    id: 'tags',
    name: 'Tags',
    className: 'tg',
    bar: 40,
    none: (order) => tagsOf(order).length === 0,
    cell: (order) =>
      tagsOf(order).map((tag) => (
        <span key={tag} className="tag">
          {tag}
        </span>
      )),
    text: (order) => tagsOf(order).join(', '),
  },
  {
    id: 'country',
    name: 'Country',
    extra: true,
    className: 'fit',
    none: (order) => !countryOf(order),
    cell: (order) => countryOf(order) || dash,
    text: countryOf,
  },
  { id: 'pieces', name: 'Quantity', extra: true, className: 'num', cell: unitsOf, text: (order) => String(unitsOf(order)) },
  {
    id: 'mail',
    name: 'Email',
    extra: true,
    className: 'clip',
    none: ({ buyerInfo }) => !buyerInfo?.email,
    cell: ({ buyerInfo }) => buyerInfo?.email ?? dash,
    text: ({ buyerInfo }) => buyerInfo?.email ?? '',
  },
  {
    id: 'coupon',
    name: 'Coupon',
    extra: true,
    className: 'fit',
    none: (order) => !couponOf(order),
    cell: (order) => couponOf(order) || dash,
    text: couponOf,
  },
  { id: 'channel', name: 'Channel', extra: true, className: 'fit', cell: channelOf, text: channelOf },
  {
    id: 'note',
    name: 'Buyer’s note',
    extra: true,
    className: 'clip',
    none: ({ buyerNote }) => !buyerNote,
    cell: ({ buyerNote }) => buyerNote ?? dash,
    text: ({ buyerNote }) => buyerNote ?? '',
  },
]
