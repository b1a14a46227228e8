import type { DeliveryTimeSlot } from '@vitrine/contract'
import { dayIn } from '../../kernel/clock/day.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { findFulfillments } from '../fulfillment/store.ts'
import type { Slip, SlipShop } from '../invoices/slip.ts'
import { goesByItself } from '../orders/automatic-fulfillment.ts'
import { findOrder } from '../orders/store.ts'
import { type StoredOrder } from '../orders/stored-order.ts'
import { choiceNames } from '../selling/choice-names.ts'
import { preorderText } from '../selling/preorder-text.ts'
import { addressLines } from './order-emails.ts'

/** The packing slips of orders, in the order asked for: what has not left or, where all has, everything. */
export async function slipsOf(
  db: Db,
  site: string,
  orderIds: readonly string[],
  commerce: Sections['commerce'],
  now: Date,
): Promise<Slip[]> {
  const shipments = Map.groupBy(await findFulfillments(db, site, [...orderIds]), ({ orderId }) => orderId)
  const slips: Slip[] = []
  for (const id of orderIds) {
    const order = await findOrder(db, site, id)
    if (!order) continue
    const gone = new Map<string, number>()
    for (const { lines } of shipments.get(id) ?? []) for (const line of lines) gone.set(line.id, (gone.get(line.id) ?? 0) + line.quantity)
    slips.push(slipOf(order, gone, commerce, dayIn(now, commerce.timeZone)))
  }
  return slips
}

function slipOf(
  { number, createdAt, document }: StoredOrder,
  gone: ReadonlyMap<string, number>,
  commerce: Sections['commerce'],
  today: string,
): Slip {
  const things = document.lineItems.filter((line) => !goesByItself(line))
  const left = things.flatMap((line) => {
    const quantity = line.quantity - (gone.get(line.id) ?? 0)
    return quantity > 0 ? [{ line, quantity }] : []
  })
  const packed = left.length > 0 ? left : things.map((line) => ({ line, quantity: line.quantity }))
  const logistics = document.shippingInfo?.logistics
  const to = logistics?.shippingDestination ?? document.recipientInfo ?? document.billingInfo
  const promised = promiseOf(logistics?.deliveryTimeSlot, commerce) ?? logistics?.deliveryTime
  const phone = to?.contactDetails?.phone
  return {
    orderNumber: String(number),
    placedAt: createdAt.toISOString(),
    ...(document.shippingInfo && { service: document.shippingInfo.title }),
    ...(promised && { promised }),
    collected: logistics?.pickupDetails !== undefined,
    to: to ? addressLines(to) : [],
    ...(phone && { phone }),
    ...(document.buyerNote && { note: document.buyerNote }),
    answers: (document.customFields ?? []).flatMap(({ title, translatedTitle, value }) =>
      value === null || value === undefined || value === '' || value === false
        ? []
        : [{ title: translatedTitle ?? title ?? '', answer: value === true ? 'Yes' : String(value) }],
    ),
    lines: packed.map(({ line, quantity }) => {
      const description = [...choiceNames(line.descriptionLines), preorderText(line, { locale: commerce.locale, today })]
        .filter(Boolean)
        .join(', ')
      return {
        name: line.productName?.original ?? '',
        ...(description && { description }),
        ...(line.physicalProperties?.sku && { sku: line.physicalProperties.sku }),
        quantity,
      }
    }),
    isPart: left.length > 0 && left.reduce((all, { quantity }) => all + quantity, 0) < things.reduce((all, line) => all + line.quantity, 0),
  }
}

const longestSlotMs = 6 * 3_600_000

function promiseOf(slot: DeliveryTimeSlot | undefined, { locale, timeZone }: Sections['commerce']): string | undefined {
  if (!slot?.from || !slot.to) return undefined
  const [from, to] = [new Date(slot.from), new Date(slot.to)]
  const written = (at: Date, form: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(at)
  const hour = (at: Date) => written(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = written(to, { weekday: 'long', day: 'numeric', month: 'long' })
  return to.getTime() - from.getTime() <= longestSlotMs ? `${day}, ${hour(from)} to ${hour(to)}` : day
}

/** The shop as its slips have it. */
export const slipShopOf = ({ shop, commerce, mail }: Sections, web: string, accent: string): SlipShop => ({
  name: shop.name,
  wordmark: shop.wordmark.text,
  ...(shop.wordmark.picture && { logo: shop.wordmark.picture.id }),
  address: shop.contact.address,
  email: shop.contact.email ?? mail.replyTo,
  web,
  accent,
  mark: shop.theme.mark,
  locale: commerce.locale,
  timeZone: commerce.timeZone,
})
