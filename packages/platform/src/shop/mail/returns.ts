import { formatMoney, type Minor } from '@vitrine/pricing'
import { type Block, type EmailMessage, emailLayout, type Words } from './email.ts'
import { namesOf, type OrderFacts } from './order-confirmation.ts'
import { ownWords } from './order-news.ts'
import { oneLine } from './plain.ts'

/** What emails say of a return. */
export interface ReturnFacts {
  readonly number: string
  /** Its page. */
  readonly url: string
  readonly lines: readonly {
    readonly name: string
    readonly description?: string
    readonly quantity: number
    readonly amount: Minor
    readonly reason: string
    readonly picture?: { readonly url: string; readonly alt: string }
  }[]
  readonly isExchange: boolean
  readonly isApproved: boolean
  /** What the buyer wrote, and what the shop did. */
  readonly note?: string
  readonly message?: string
  readonly shipping?: {
    readonly address: readonly string[]
    readonly instructions?: string
    readonly labelUrl?: string
    /** What a parcel shop scans; its page draws it. */
    readonly code?: string
    readonly inPerson: boolean
    readonly keepsGoods: boolean
    readonly isFree: boolean
  }
  readonly refund?: {
    readonly amount: Minor
    readonly method: 'PAYMENT' | 'MANUAL' | 'STORE_CREDIT' | 'EXCHANGE'
    readonly cardSuffix?: string
  }
  readonly exchangeNumber?: string
}

const why = 'You get this email because you return something that you ordered; it is not a newsletter.'

const valuesOf = (order: OrderFacts, { number }: ReturnFacts) => ({ ...namesOf(order), 'return.number': number })

function itemsOf({ currency, shop }: OrderFacts, { number, lines }: ReturnFacts): Block {
  return emailLayout(shop).lines(
    `Return ${number}`,
    lines.map(({ name, description, quantity, amount, reason, picture }) => ({
      name: oneLine(name),
      details: [
        [description && oneLine(description), quantity > 1 && `\u00d7 ${quantity}`].filter(Boolean).join(' '),
        oneLine(reason),
      ].filter(Boolean),
      amount: formatMoney(amount, currency, shop.locale),
      ...(picture && { picture }),
    })),
  )
}

/** The email that the shop has heard of it, and looks at it. */
export function returnRequested(order: OrderFacts, of: ReturnFacts): EmailMessage {
  const { frame } = emailLayout(order.shop)
  return frame({
    kind: 'return-requested',
    values: valuesOf(order, of),
    subject: `We have your request for return ${of.number}`,
    preheader: 'We look at it and write to you.',
    headline: ['We have', 'your request.'],
    lead: ['We look at it and write to you. Please keep the items until then.'],
    action: { label: 'See the return', url: of.url },
    blocks: [itemsOf(order, of)],
    why,
  })
}

/** The email with how the goods come back. */
export function returnApproved(order: OrderFacts, of: ReturnFacts): EmailMessage {
  const { frame, note, cells } = emailLayout(order.shop)
  const { shipping } = of
  const keeps = shipping?.keepsGoods === true
  const lead: Words = keeps
    ? ['You need not send it back. We make it good, and write to you.']
    : shipping?.inPerson
      ? ['Bring the items, and say the number ', { strong: of.number }, '.']
      : [
          'Pack the items well and put the number ',
          { strong: of.number },
          shipping?.isFree === false ? ' into the package. You pay for the way back.' : ' into the package. We pay for the way back.',
        ]
  return frame({
    kind: 'return-approved',
    values: valuesOf(order, of),
    subject: `Return ${of.number} is approved`,
    preheader: keeps ? 'You need not send it back.' : 'Here is how it comes back.',
    headline: keeps ? ['Keep it,', 'we make it good.'] : ['Send it back,', 'we do the rest.'],
    lead,
    action:
      !keeps && shipping?.labelUrl
        ? { label: 'Get the label', url: shipping.labelUrl }
        : !keeps && shipping?.code
          ? { label: 'Show the code', url: of.url }
          : { label: 'See the return', url: of.url },
    blocks: [
      ...ownWords(note, of.message),
      ...(!keeps && shipping && (shipping.address.length > 0 || shipping.instructions || shipping.code)
        ? [
            cells([
              ...(shipping.address.length > 0
                ? [{ title: shipping.inPerson ? 'Where' : 'It goes to', lines: shipping.address.map(oneLine) }]
                : []),
              ...(shipping.code ? [{ title: 'Code for the parcel shop', lines: [oneLine(shipping.code)] }] : []),
              ...(shipping.instructions ? [{ title: 'How', lines: [oneLine(shipping.instructions)] }] : []),
            ]),
          ]
        : []),
      itemsOf(order, of),
    ],
    why,
  })
}

/** The email that the goods have arrived. */
export function returnReceived(order: OrderFacts, of: ReturnFacts): EmailMessage {
  const { frame } = emailLayout(order.shop)
  return frame({
    kind: 'return-received',
    values: valuesOf(order, of),
    subject: `Return ${of.number} is with us`,
    preheader: 'We look at it now.',
    headline: ['It is with us,', 'thank you.'],
    lead: [of.isExchange ? 'We look at it now. Then yours leaves.' : 'We look at it now. Then your money goes back.'],
    action: { label: 'See the return', url: of.url },
    blocks: [itemsOf(order, of)],
    why,
  })
}

/** The email that money is on its way back, or that credit was given. */
export function returnRefunded(order: OrderFacts, of: ReturnFacts): EmailMessage {
  const { shop, currency, payment } = order
  const { frame, sums, note } = emailLayout(shop)
  const { amount, method, cardSuffix } = of.refund!
  const sum = formatMoney(amount, currency, shop.locale)
  const paidBy = payment.state === 'free' ? undefined : payment.method
  const way =
    method === 'STORE_CREDIT'
      ? `It is on a gift card ending ${cardSuffix}, which comes in an email of its own.`
      : method === 'MANUAL'
        ? 'It goes back by hand, as it was paid.'
        : `It goes to ${paidBy ?? 'where it came from'}; banks take up to ten days to show it.`
  return frame({
    kind: 'return-refunded',
    values: { ...valuesOf(order, of), amount: sum },
    subject:
      method === 'STORE_CREDIT' ? `${sum} store credit for return ${of.number}` : `${sum} are on their way back. Return ${of.number}`,
    preheader: way,
    headline: method === 'STORE_CREDIT' ? [`${sum}`, 'store credit.'] : [`${sum} are on`, 'their way back.'],
    lead: [way],
    action: { label: 'See the return', url: of.url },
    blocks: [
      ...ownWords(note, of.message),
      itemsOf(order, of),
      sums([], { label: method === 'STORE_CREDIT' ? 'On the gift card' : 'Refunded', amount: sum }, []),
    ],
    why,
  })
}

/** The email that the other variants leave. */
export function returnExchanged(order: OrderFacts, of: ReturnFacts): EmailMessage {
  const { frame, note } = emailLayout(order.shop)
  return frame({
    kind: 'return-exchanged',
    values: valuesOf(order, of),
    subject: `Yours leave with order ${of.exchangeNumber}. Return ${of.number}`,
    preheader: 'Nothing is to be paid.',
    headline: ['Yours are', 'about to leave.'],
    lead: ['They come with order ', { strong: of.exchangeNumber ?? '' }, '. Nothing is to be paid; we write when they leave.'],
    action: { label: 'See the return', url: of.url },
    blocks: [...ownWords(note, of.message), itemsOf(order, of)],
    why,
  })
}

/** The email that nothing goes back. */
export function returnRefused(order: OrderFacts, of: ReturnFacts): EmailMessage {
  const { frame, note } = emailLayout(order.shop)
  return frame({
    kind: 'return-refused',
    values: valuesOf(order, of),
    subject: `We cannot take return ${of.number} back`,
    preheader: of.message ? oneLine(of.message) : 'The items stay yours.',
    headline: ['It stays', 'yours.'],
    lead: ['We cannot take these items back. If you see it differently, answer this email.'],
    action: { label: 'See the return', url: of.url },
    blocks: [...ownWords(note, of.message), itemsOf(order, of)],
    why,
  })
}

/** The email to the shop that a buyer returns something. Answered, it goes to the buyer. */
export function returnAsked(order: OrderFacts, of: ReturnFacts): EmailMessage {
  const { shop, number, firstName } = order
  const { frame, note } = emailLayout(shop)
  const who = firstName ? oneLine(firstName) : 'A buyer'
  return frame({
    kind: 'return-asked',
    values: valuesOf(order, of),
    subject: `${who} returns items of order ${number}`,
    preheader: of.isApproved ? 'Approved by your return rules.' : 'It waits for your decision.',
    headline: [`${who} returns`, 'some items.'],
    lead: [
      of.isApproved ? 'Your return rules have approved it. ' : 'It waits for your decision. ',
      of.isExchange ? 'They want an exchange. ' : '',
      'Answer this email: it goes to the buyer.',
    ],
    action: { label: 'See the return', url: of.url },
    blocks: [...(of.note ? [note([`\u201c${oneLine(of.note)}\u201d`])] : []), itemsOf(order, of)],
    why: 'The shop gets this email because a buyer returns something.',
  })
}
