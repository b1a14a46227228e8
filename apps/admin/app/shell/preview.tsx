import type { Order, Product } from '@vitrine/contract'
import { FulfillmentState, PaymentState } from '../orders/states.tsx'
import { buyerOf, many, numberOf, placeOf, shortTime } from '../orders/words.ts'
import { Status } from '../parts/glyph.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useShop } from '../shop.ts'

const mostItems = 4

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** An order at a glance, before it is opened. */
export function OrderPreview({ of: order }: { of: Order }) {
  const { timeZone } = useShop()
  const { lineItems } = order
  return (
    <>
      <h2>{numberOf(order.number)}</h2>
      <dl className="dl">
        <Fact name="Customer">{buyerOf(order)}</Fact>
        <Fact name="To">{placeOf(order) || '–'}</Fact>
        <Fact name="Placed">{shortTime(order.createdDate!, timeZone)}</Fact>
        <Fact name="Payment">
          <PaymentState of={order} />
        </Fact>
        <Fact name="Fulfilment">
          <FulfillmentState of={order} />
        </Fact>
        <Fact name="Total">{order.priceSummary?.total?.formattedAmount}</Fact>
      </dl>
      <ul className="p-items">
        {lineItems.slice(0, mostItems).map(({ id, quantity, productName, image }) => (
          <li key={id} className="row">
            <Thumb src={image?.url} size={26} />
            <span>
              {quantity > 1 && <b>{quantity} </b>}
              {productName?.original}
            </span>
          </li>
        ))}
      </ul>
      {lineItems.length > mostItems && <p className="faint small">{`and ${many(lineItems.length - mostItems, 'more item')}`}</p>}
    </>
  )
}

/** How many pieces of a product there are; undefined where nobody counts. */
export function leftOf({ stock }: Product): number | undefined {
  return stock?.trackInventory && stock.quantity !== undefined ? stock.quantity : undefined
}

export function InStock({ of }: { of: Product }) {
  const left = leftOf(of)
  const status = of.stock?.inventoryStatus
  if (status === 'OUT_OF_STOCK')
    return (
      <Status glyph="s-slash" tone="bad">
        Out
      </Status>
    )
  return <>{left === undefined ? (status === 'PARTIALLY_OUT_OF_STOCK' ? 'Partly out' : 'In stock') : `${left} left`}</>
}

export function ProductPreview({ of }: { of: Product }) {
  const picture = of.media?.mainMedia?.image?.url
  return (
    <>
      {picture && (
        <div className="p-pic">
          <img src={`${picture}/fill/w_480,h_384,q_80`} alt="" />
        </div>
      )}
      <h2>{of.name}</h2>
      <dl className="dl">
        <Fact name="Price">{of.priceData?.formatted?.discountedPrice}</Fact>
        <Fact name="In stock">
          <InStock of={of} />
        </Fact>
        {of.variants.length > 1 && <Fact name="Variants">{of.variants.length}</Fact>}
        {of.sku && (
          <Fact name="SKU">
            <code>{of.sku}</code>
          </Fact>
        )}
      </dl>
    </>
  )
}
