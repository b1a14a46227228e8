import type { Input } from '@vitrine/contract'
import { instantOf, wallAt } from '@vitrine/pricing'

type Asked = Input<'POST /vitrine/v1/cart-tester/test'>

/** The products of the shop, as lines of carts name them. */
export const catalogueAppId = '215238eb-22a5-4c36-9e7b-e7c08025e04e'

export interface Item {
  readonly productId: string
  readonly choices: Readonly<Record<string, string>>
  readonly quantity: number
}

/** What is asked about: a cart that nobody has. The address of the page holds all of it. */
export interface Case {
  readonly items: readonly Item[]
  readonly country: string
  readonly region: string
  readonly postcode: string
  /** `carrierId code`, `none`, or nothing for the first that is offered. */
  readonly delivery: string
  readonly coupon: string
  /** The id of a gift card: its code stands in no address. */
  readonly card: string
  readonly member: string
  readonly email: string
  readonly exempt: string
  /** An instant; nothing for now. */
  readonly at: string
}

/** The fields that are one text each, and what they are called. */
export const names: Readonly<Record<Exclude<keyof Case, 'items'>, string>> = {
  country: 'Country',
  region: 'Region',
  postcode: 'Postcode',
  delivery: 'Delivery',
  coupon: 'Coupon',
  card: 'Gift card',
  member: 'Member',
  email: 'Email',
  exempt: 'Taxes',
  at: 'Moment',
}

const fields = Object.keys(names) as (keyof typeof names)[]

const writeItem = ({ quantity, productId, choices }: Item): string => `${quantity}.${productId}.${new URLSearchParams(choices)}`

function readItem(text: string): Item[] {
  const [, quantity, productId, choices] = /^(\d{1,6})\.([0-9a-f-]{36})\.(.*)$/i.exec(text) ?? []
  if (!quantity || !productId || Number(quantity) < 1) return []
  return [{ quantity: Math.min(100_000, Number(quantity)), productId, choices: Object.fromEntries(new URLSearchParams(choices)) }]
}

/** @param country of the shop: where a cart goes of which nobody says anything */
export function caseIn(params: URLSearchParams, country: string): Case {
  const texts = Object.fromEntries(fields.map((field) => [field, params.get(field) ?? ''])) as unknown as Omit<Case, 'items'>
  return { ...texts, country: params.get('country') ?? country, items: params.getAll('item').flatMap(readItem) }
}

export function paramsOf(asked: Case): URLSearchParams {
  const params = new URLSearchParams(asked.items.map((item) => ['item', writeItem(item)]))
  for (const field of fields) if (asked[field] !== '') params.set(field, asked[field])
  return params
}

/** The case as the platform is asked about it; undefined for an empty cart. */
export function askedOf({ items, country, region, postcode, delivery, coupon, card, member, email, exempt, at }: Case): Asked | undefined {
  if (items.length === 0) return undefined
  const [carrierId, code] = delivery.split(' ')
  return {
    lineItems: items.map(({ productId, choices, quantity }) => ({
      quantity,
      catalogReference: {
        appId: catalogueAppId,
        catalogItemId: productId,
        ...(Object.keys(choices).length > 0 && { options: { options: choices } }),
      },
    })),
    ...(country && { shippingAddress: { country, ...(region && { subdivision: region }), ...(postcode && { postalCode: postcode }) } }),
    ...(delivery === 'none' && { selectedCarrierServiceOption: null }),
    ...(code && { selectedCarrierServiceOption: { code, ...(carrierId && { carrierId }) } }),
    ...(coupon && { couponCode: coupon }),
    ...(card && { giftCardId: card }),
    ...(member && { memberId: member }),
    ...(email && { email }),
    ...(exempt && { taxExemptGroupId: exempt }),
    ...(at && { at }),
  }
}

const sameItem = (one: Item, other: Item): boolean =>
  one.productId === other.productId && `${new URLSearchParams(one.choices)}` === `${new URLSearchParams(other.choices)}`

/** Puts units of something into the cart; the same thing again raises its quantity. */
export function withItem(items: readonly Item[], wanted: Item): readonly Item[] {
  const has = items.some((item) => sameItem(item, wanted))
  return has
    ? items.map((item) => (sameItem(item, wanted) ? { ...item, quantity: item.quantity + wanted.quantity } : item))
    : [...items, wanted]
}

/** What was turned between two cases, in the words of the page; empty where nothing was. */
export function turned(before: Case, now: Case): readonly string[] {
  const cart = JSON.stringify(before.items) === JSON.stringify(now.items) ? [] : ['Cart']
  return [...cart, ...fields.filter((field) => before[field] !== now[field]).map((field) => names[field])]
}

/** An instant on the shop's wall, as a field for date and time has it. */
export function wallText(at: string, timeZone: string): string {
  const { day, minutes } = wallAt(Date.parse(at), timeZone)
  return new Date(day + minutes * 60_000).toISOString().slice(0, 16)
}

/** The instant of a time on the shop's wall; nothing where it is none. */
export function instantIn(text: string, timeZone: string): string {
  const wall = Date.parse(`${text}Z`)
  if (Number.isNaN(wall)) return ''
  const day = wall - (wall % 86_400_000)
  const minutes = Math.floor((wall - day) / 60_000)
  return new Date(instantOf(day, { hours: Math.floor(minutes / 60), minutes: minutes % 60 }, timeZone)).toISOString()
}
