import type { Address, AddressWithContact, OrderLineItem } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { CartDocument } from '../cart/store.ts'
import type { CheckoutDocument } from '../checkout/store.ts'
import type { OrderDocument } from '../orders/stored-order.ts'
import type { RecentCart } from '../promotions/recent-carts.ts'
import { deliveryChoiceOf } from '../selling/delivery.ts'
import type { StoredLine } from '../selling/line.ts'

type Sold = Pick<OrderDocument, 'lineItems' | 'appliedDiscounts' | 'billingInfo' | 'recipientInfo' | 'shippingInfo' | 'buyerInfo'>

type Row = { readonly id: string; readonly number: number | null; readonly owner: string; readonly at: Date } & (
  | { readonly kind: 'ORDER'; readonly document: Sold }
  | { readonly kind: 'CHECKOUT'; readonly document: CheckoutDocument }
  | { readonly kind: 'CART'; readonly document: CartDocument }
)

/** What was bought or put into carts of late, the newest first: orders that stand, open checkouts, and carts of which there is none. */
export async function recentCarts(db: Db, site: string, limit: number): Promise<readonly RecentCart[]> {
  const rows = await db.query<Row>(sql`
    select kind, id, number, owner, at, document from (
      (select 'ORDER' as kind, id, number, owner, created_at as at, jsonb_build_object(
          'lineItems', document -> 'lineItems', 'appliedDiscounts', document -> 'appliedDiscounts', 'billingInfo', document -> 'billingInfo',
          'recipientInfo', document -> 'recipientInfo', 'shippingInfo', document -> 'shippingInfo', 'buyerInfo', document -> 'buyerInfo') as document
        from orders where site = ${site} and status <> 'INITIALIZED' and status in ('APPROVED', 'PENDING')
        order by created_at desc, id desc limit ${limit})
      union all
      (select 'CHECKOUT', id, null, owner, updated_at, document from checkout
        where site = ${site} and not completed order by updated_at desc, id desc limit ${limit})
      union all
      -- By their ids, which tell when they began: what is written with each change of a cart has no index.
      (select 'CART', id, null, owner, updated_at, document from cart
        where site = ${site} and document -> 'lines' <> '[]'
          and not exists (select from checkout where checkout.site = ${site} and checkout.cart_id = cart.id and not checkout.completed)
        order by id desc limit ${limit})
    ) as recent order by at desc, id desc limit ${limit}`)
  return rows.map((row) => (row.kind === 'ORDER' ? ofOrder(row, row.document) : ofOpen(row, row.document)))
}

const nameIn = (...infos: readonly (AddressWithContact | undefined)[]): string | undefined =>
  infos
    .map((info) => [info?.contactDetails?.firstName, info?.contactDetails?.lastName].filter(Boolean).join(' '))
    .find((name) => name !== '')

const shared = ({ kind, id, owner, at }: Row, buyer: string | undefined, to: Address | undefined, billing: Address | undefined) => ({
  kind,
  id,
  owner,
  at,
  ...(buyer && { buyer }),
  ...(to && { to }),
  ...(billing && { billing }),
})

function ofOpen(row: Row, document: CheckoutDocument | CartDocument): RecentCart {
  const { couponCode, memberships, discounts, lines } = document
  const isCart = row.kind === 'CART'
  const [destination, bill] = isCart
    ? [(document as CartDocument).contactInfo, undefined]
    : [(document as CheckoutDocument).shippingDestination, (document as CheckoutDocument).billingInfo]
  const choice = isCart ? (document as CartDocument).selectedShippingOption : (document as CheckoutDocument).selectedOption
  const to = destination?.address?.country ? destination.address : bill?.address
  return {
    ...shared(row, nameIn(destination, bill) ?? document.email, to, bill?.address),
    lines,
    ...(choice && { choice: deliveryChoiceOf(choice) }),
    ...(couponCode && { couponCode }),
    ...(memberships && { memberships }),
    ...(discounts && { merchant: discounts }),
  }
}

/** An order with the prices it was sold at, in goods of today. */
function ofOrder(row: Row, document: Sold): RecentCart {
  const { lineItems, appliedDiscounts, billingInfo, recipientInfo, shippingInfo, buyerInfo } = document
  const to = shippingInfo?.logistics?.shippingDestination?.address ?? recipientInfo?.address ?? billingInfo?.address
  const couponCode = appliedDiscounts?.find(({ coupon }) => coupon)?.coupon?.code
  const delivered = shippingInfo?.cost?.price?.amount
  return {
    ...shared(row, nameIn(billingInfo, recipientInfo) ?? buyerInfo?.email, to, billingInfo?.address),
    number: String(row.number),
    ...(buyerInfo?.memberId && { owner: `member:${buyerInfo.memberId}` }),
    lines: lineItems.flatMap(lineOf),
    ...(couponCode && { couponCode }),
    merchant: (appliedDiscounts ?? []).flatMap(({ id, merchantDiscount, lineItemDiscounts }) =>
      id && merchantDiscount?.amount
        ? [{ id, amount: merchantDiscount.amount.amount, lineIds: lineItemDiscounts?.flatMap((line) => line.id ?? []) ?? null }]
        : [],
    ),
    ...(shippingInfo?.code && { choice: deliveryChoiceOf({ code: shippingInfo.code, carrierId: shippingInfo.carrierId }) }),
    ...(delivered && { delivery: { title: shippingInfo?.title ?? '', price: delivered } }),
  }
}

function lineOf({ id, quantity, catalogReference, price, productName, image, physicalProperties }: OrderLineItem): readonly StoredLine[] {
  if (!id || !quantity || !price) return []
  const { catalogItemId, appId, options } = catalogReference ?? {}
  const original = productName?.original || 'Something'
  return [
    catalogItemId && appId
      ? {
          id,
          quantity,
          reference: { catalogItemId, appId, ...(options && { options }) },
          override: { price: price.amount, productName: { original } },
        }
      : {
          id,
          quantity,
          custom: {
            quantity,
            price: price.amount,
            productName: { original },
            itemType: { preset: 'PHYSICAL' },
            physicalProperties: { shippable: physicalProperties?.shippable ?? true },
            ...(image?.url && { media: { url: image.url } }),
          },
        },
  ]
}
