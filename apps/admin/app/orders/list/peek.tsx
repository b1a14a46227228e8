import type { Order } from '@vitrine/contract'
import type { Peek } from '../../list/listing.ts'
import { Thumb } from '../../parts/thumb.tsx'
import { actsOf } from '../order/timeline-entries.ts'
import { told } from '../order/timeline-text.ts'
import { FulfillmentState, PaymentState } from '../states.tsx'
import { buyerOf, choicesOf, numberOf } from '../text.ts'
import { Placed, Promised } from './times.tsx'

const addressOf = ({ shippingInfo, recipientInfo, billingInfo }: Order) =>
  shippingInfo?.logistics?.shippingDestination?.address ?? recipientInfo?.address ?? billingInfo?.address

/** Of what happened to it; the order's own page has the rest. */
const mostActs = 4

/** An order beside the list. */
export const peek: Peek<Order> = {
  title: ({ number, createdDate }) => (
    <>
      <b>{numberOf(number)}</b>{' '}
      <span className="faint">
        <Placed at={createdDate!} />
      </span>
    </>
  ),
  body: (order) => <Body order={order} />,
  acts: ['Fulfil', 'Capture', 'Print', 'Tag'],
}

function Body({ order }: { order: Order }) {
  const { priceSummary: sums, lineItems, shippingInfo, buyerInfo, buyerNote } = order
  const address = addressOf(order)
  const street = [address?.addressLine, address?.addressLine2].filter(Boolean).join(', ')
  const town = [address?.postalCode, address?.city, address?.country].filter(Boolean).join(' ')
  const latest = actsOf(order.activities)
    .filter(({ main }) => main.createdDate)
    .slice(-mostActs)
    .reverse()
  const discount = Number(sums?.discount?.amount ?? 0) > 0 && sums?.discount
  return (
    <>
      <p className="row">
        <PaymentState of={order} />
        &nbsp;&nbsp;
        <FulfillmentState of={order} />
        {shippingInfo?.logistics?.deliveryTimeSlot && <Promised of={order} />}
      </p>
      <ul className="lines">
        {lineItems.map((line) => (
          <li key={line.id}>
            <Thumb src={line.image?.url} size={40} />
            <div className="two grow">
              <b>{line.productName?.original}</b>
              <span className="faint small">
                {choicesOf(line)}
                {choicesOf(line) && line.physicalProperties?.sku && ' · '}
                {line.physicalProperties?.sku && <span className="mono">{line.physicalProperties.sku}</span>}
              </span>
            </div>
            <span className="soft">{line.quantity} ×</span>
            <b>{line.totalPriceAfterTax?.formattedAmount ?? line.price?.formattedAmount}</b>
          </li>
        ))}
      </ul>
      <dl className="dl">
        <Fact name="Subtotal">{sums?.subtotal?.formattedAmount}</Fact>
        {discount && <Fact name="Discount">−{discount.formattedAmount}</Fact>}
        <Fact name="Delivery">{sums?.shipping?.formattedAmount}</Fact>
        <Fact name="Total">
          <b>{sums?.total?.formattedAmount}</b>
          {order.taxIncludedInPrices && <span className="faint"> VAT incl.</span>}
        </Fact>
      </dl>
      <hr />
      <dl className="dl">
        <Fact name="Customer">
          <b>{buyerOf(order)}</b>
          <br />
          <span className="faint">{buyerInfo?.email}</span>
        </Fact>
        {(street || town) && (
          <Fact name="Ship to">
            {street}
            <br />
            {town}
          </Fact>
        )}
        {shippingInfo?.title && <Fact name="Service">{shippingInfo.title}</Fact>}
        {buyerNote && <Fact name="Note">“{buyerNote}”</Fact>}
      </dl>
      {latest.length > 0 && (
        <>
          <hr />
          <ol className="tl mini">
            {latest.map(({ main }) => (
              <li key={main.id}>
                <span className="dot" />
                <p>
                  {main.merchantComment ? `“${main.merchantComment.message}”` : told(main)[1]}{' '}
                  <time>
                    <Placed at={main.createdDate!} />
                  </time>
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
