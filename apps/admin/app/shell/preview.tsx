import type { IssuedGiftCard, MemberOverview, MerchantProductRow, Order, Promotion } from '@vitrine/contract'
import { CardState, cameFrom, masked, recipientOf } from '../gift-cards/text.tsx'
import { cityOf, MemberStatus, nameOf } from '../members/text.tsx'
import { FulfillmentState, PaymentState } from '../orders/states.tsx'
import { money } from '../orders/sums.ts'
import { buyerOf, many, numberOf, placeOf, shortTime } from '../orders/text.ts'
import { Status } from '../parts/glyph.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { PromotionState } from '../promotions/state.tsx'
import { promotionName, whenOf } from '../promotions/text.ts'
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

/** How much there is of a product, as merchants see it. */
export function InStock({ of }: { of: MerchantProductRow }) {
  if (!of.visible)
    return (
      <Status glyph="d-open" tone="wait">
        Hidden
      </Status>
    )
  if (of.soldOut === of.variants)
    return (
      <Status glyph="s-slash" tone="bad">
        Out
      </Status>
    )
  return <>{of.quantity === undefined ? 'In stock' : `${of.quantity.toLocaleString('en-GB')} in stock`}</>
}

export function ProductPreview({ of }: { of: MerchantProductRow }) {
  const { currency } = useShop()
  return (
    <>
      {of.image && (
        <div className="p-pic">
          <img src={`${of.image}/fill/w_480,h_384,q_80`} alt="" />
        </div>
      )}
      <h2>{of.name}</h2>
      <dl className="dl">
        <Fact name="Price">{money(String(of.price), currency)}</Fact>
        <Fact name="In stock">
          <InStock of={of} />
        </Fact>
        {of.variants > 1 && <Fact name="Variants">{of.variants}</Fact>}
        {of.sku && (
          <Fact name="SKU">
            <code>{of.sku}</code>
          </Fact>
        )}
      </dl>
    </>
  )
}

/** A member at a glance. */
export function MemberPreview({ of }: { of: MemberOverview }) {
  const { timeZone } = useShop()
  const { member, purchases } = of
  return (
    <>
      <h2>{nameOf(of)}</h2>
      <dl className="dl">
        <Fact name="Status">
          <MemberStatus of={of} />
        </Fact>
        <Fact name="Email">{member.loginEmail}</Fact>
        {cityOf(of) && <Fact name="Place">{cityOf(of)}</Fact>}
        <Fact name="Orders">{purchases.orders.toLocaleString('en-GB')}</Fact>
        <Fact name="Spent">{purchases.spent.formattedAmount}</Fact>
        <Fact name="Last seen">{member.lastLoginDate ? shortTime(member.lastLoginDate, timeZone) : 'never'}</Fact>
      </dl>
    </>
  )
}

export function PromotionPreview({ of }: { of: Promotion }) {
  const { timeZone } = useShop()
  return (
    <>
      <h2>{promotionName(of)}</h2>
      <dl className="dl">
        <Fact name="Status">
          <PromotionState of={of.state} />
        </Fact>
        <Fact name="When">{whenOf(of, timeZone)}</Fact>
        <Fact name="Used">{many(of.uses, 'time')}</Fact>
      </dl>
    </>
  )
}

export function GiftCardPreview({ of }: { of: IssuedGiftCard }) {
  const { timeZone } = useShop()
  return (
    <>
      <h2 className="mono">{masked(of)}</h2>
      <dl className="dl">
        <Fact name="Status">
          <CardState of={of} timeZone={timeZone} />
        </Fact>
        <Fact name="Left">{`${of.balance.formattedAmount} of ${of.initialValue.formattedAmount}`}</Fact>
        <Fact name="For">{recipientOf(of)}</Fact>
        <Fact name="Came">{cameFrom(of, timeZone)}</Fact>
      </dl>
    </>
  )
}
