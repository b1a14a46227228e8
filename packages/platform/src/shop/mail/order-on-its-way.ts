import { type Block, type Cell, type EmailMessage, emailLayout, type Words } from './email.ts'
import { inWords, namesOf, type OrderFacts, type OrderLine } from './order-confirmation.ts'
import { oneLine } from './plain.ts'
import { becauseOrdered } from './why.ts'

/** What is shipped together, or waits to be collected. */
export interface ShipmentFacts {
  /** Units by the lines of the order; a line that is in no shipment of its own is not here. */
  readonly units: readonly { readonly lineId: string; readonly quantity: number }[]
  /** As people call it: `DHL`. */
  readonly carrier?: string
  readonly trackingNumber?: string
  readonly trackingLink?: string
  readonly sentAt: Date
  /** Another shipment of the order went before it. */
  readonly earlier: boolean
  /** How many units of the order have still to go after it. */
  readonly waiting: number
}

const hello = ({ firstName }: OrderFacts): string => (firstName ? `${oneLine(firstName)}, ` : '')
const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const counted = (lines: readonly { readonly quantity: number }[]): number => lines.reduce((all, { quantity }) => all + quantity, 0)

/** The lines of the order that are in a shipment, with as many units as are in it. */
const linesIn = ({ lines }: OrderFacts, { units }: ShipmentFacts): OrderLine[] =>
  units.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line ? [{ ...line, quantity }] : []
  })

/** Which share of its order a shipment is: all of it, its last, or one before others. */
function shareOf({ earlier, waiting }: ShipmentFacts) {
  const last = waiting === 0
  const whole = last && !earlier
  const which = (number: string) => (whole ? `Order ${number}` : `${last ? 'The rest' : 'A part'} of order ${number}`)
  const what = whole ? 'your order' : last ? 'the rest of your order' : 'a part of your order'
  return { last, whole, which, what }
}

/** The email that units have left, `again` where their number was not known then. */
export function orderShipped(facts: OrderFacts, shipment: ShipmentFacts, { again }: { readonly again: boolean }): EmailMessage {
  const { shop, number, delivery, statusUrl } = facts
  const { frame, cells, stops } = emailLayout(shop)
  const lines = linesIn(facts, shipment)
  const { last, whole, which, what } = shareOf(shipment)
  const { carrier, trackingNumber, trackingLink } = shipment
  const arrives = delivery.kind === 'shipping' ? delivery.arrives : undefined
  const since = `${carrier ?? 'The post'} has ${whole ? 'it' : 'these pieces'} since ${dayAndTime(shipment.sentAt, shop.timeZone)}.`
  const lead: Words = [
    ...(again ? ['Here is the number to follow it by. '] : []),
    since,
    ...(arrives ? [' Expected: ', { strong: arrives }, '.'] : []),
    ...(whole ? [] : [last ? ' With it everything has left.' : ' The rest follows, and we write again when it goes.']),
  ]
  const tracked = [carrier, trackingNumber].filter(Boolean).join(' ')
  return frame({
    kind: again ? 'tracking-number' : last ? 'order-shipped' : 'order-part-shipped',
    values: {
      ...namesOf(facts),
      'parcel.carrier': carrier ?? '',
      'parcel.number': trackingNumber ?? '',
      'parcel.sentAt': dayAndTime(shipment.sentAt, shop.timeZone),
      'delivery.arrives': arrives ?? '',
    },
    subject: again ? `The tracking number of order ${number}` : `${which(number)} is on its way`,
    preheader: [since, tracked].filter(Boolean).join(' '),
    headline: [sentence(`${hello(facts)}${what}`), 'is on its way.'],
    lead,
    action: trackingLink
      ? { label: 'Track the parcel', url: trackingLink, under: [`${tracked}. `, { link: 'See the order', url: statusUrl }] }
      : { label: 'Follow the order', url: statusUrl, ...(tracked && { under: [`${tracked}.`] }) },
    blocks: [
      stops([
        { name: 'Ordered', when: dayAndTime(facts.placedAt, shop.timeZone, 'short'), done: true },
        { name: `Handed to ${carrier ?? 'the post'}`, when: dayAndTime(shipment.sentAt, shop.timeZone, 'short'), done: true },
        { name: 'At your door', when: arrives ?? '', done: false },
      ]),
      linesOf(
        facts,
        `In this parcel, ${whole ? `all ${counted(lines) === 1 ? 'of it' : many(counted(lines))}` : many(counted(lines))}`,
        lines,
      ),
      ...(delivery.kind === 'shipping' && delivery.to.length > 0 ? [cells([{ title: 'Goes to', lines: delivery.to }])] : []),
    ],
    why: becauseOrdered,
  })
}

/** The email that a shipment is there. */
export function orderDelivered(facts: OrderFacts, shipment: ShipmentFacts): EmailMessage {
  const { shop, number, statusUrl, afterwards } = facts
  const { frame, cells } = emailLayout(shop)
  const lines = linesIn(facts, shipment)
  return frame({
    kind: 'order-delivered',
    values: namesOf(facts),
    subject: `Order ${number} has arrived`,
    preheader: 'If something is not right, answer this email.',
    headline: [sentence(`${hello(facts)}is all of it`), 'as it should be?'],
    lead: [
      'Your parcel is with you, we hear. If something broke or is missing, answer this email: we replace it, or you get your money back.',
    ],
    action: { label: 'See the order', url: statusUrl },
    blocks: [
      linesOf(facts, `Order ${number}, ${many(counted(lines))}`, lines),
      ...(afterwards ? [cells([{ title: afterwards.title, lines: [afterwards.words] }])] : []),
    ],
    why: becauseOrdered,
  })
}

/** The email that an order can be collected. */
export function pickupReady(facts: OrderFacts, shipment: ShipmentFacts): EmailMessage {
  const { shop, number, delivery, statusUrl } = facts
  const { frame, cells } = emailLayout(shop)
  const lines = linesIn(facts, shipment)
  const { which, what } = shareOf(shipment)
  const at = delivery.kind === 'pickup' ? delivery : undefined
  const places: Cell[] = [
    ...(at ? [{ title: 'Waits at', lines: at.at }] : []),
    ...(at?.ready ? [{ title: 'When', lines: [at.ready] }] : []),
  ]
  return frame({
    kind: 'pickup-ready',
    values: { ...namesOf(facts), 'pickup.place': at?.at.join(', ') ?? '' },
    subject: `${which(number)} is ready for you`,
    preheader: at ? `It waits at ${at.at.join(', ')}.` : 'It waits for you.',
    headline: [sentence(`${hello(facts)}${what}`), 'is ready.'],
    lead: ['Come by when it suits you, and tell us the number ', { strong: number }, '.'],
    action: { label: 'See the order', url: statusUrl },
    blocks: [...(places.length > 0 ? [cells(places)] : []), linesOf(facts, sentence(many(counted(lines))), lines)],
    why: becauseOrdered,
  })
}

const many = (count: number): string => `${inWords(count).toLowerCase()} ${count === 1 ? 'piece' : 'pieces'}`

const linesOf = ({ shop }: OrderFacts, title: string, lines: readonly OrderLine[]): Block =>
  emailLayout(shop).lines(
    title,
    lines.map(({ name, description, quantity, picture }) => ({
      name,
      details: [[description, quantity > 1 && `\u00d7 ${quantity}`].filter(Boolean).join(' ')].filter(Boolean),
      amount: '',
      ...(picture && { picture }),
    })),
  )

/** `Monday 23 November, 15:40`, or `Mon 23 Nov, 15:40`, in the shop's own time. */
function dayAndTime(at: Date, timeZone: string, length: 'long' | 'short' = 'long'): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: length,
    day: 'numeric',
    month: length,
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${part['weekday']} ${part['day']} ${part['month']}, ${part['hour']}:${part['minute']}`
}
