import type { EmailBranding } from './branding.ts'
import { type EmailMessage, emailLayout } from './email.ts'
import { oneLine } from './plain.ts'

/** What the email that asks for reviews says. */
export interface ReviewRequestFacts {
  readonly shop: EmailBranding
  readonly firstName?: string
  readonly orderNumber: string
  /** At least one. */
  readonly products: readonly { readonly name: string; readonly url: string }[]
  /** Of the first product, 1200 × 840. */
  readonly picture?: { readonly url: string; readonly alt: string }
  /** Takes the reader off the list, without signing in. */
  readonly stopUrl: string
}

/** The email to somebody who has had their order for some days. */
export function reviewRequest({ shop, firstName, orderNumber, products, picture, stopUrl }: ReviewRequestFacts): EmailMessage {
  const [first, ...others] = products.map(({ name, url }) => ({ name: oneLine(name), url }))
  const { name, url } = first!
  const { frame, cells, stars } = emailLayout(shop)
  const called = oneLine(firstName ?? '')
  return frame({
    kind: 'review-request',
    values: { 'customer.firstName': called, 'order.number': orderNumber, 'product.name': name },
    subject: `How is ${name}?`,
    preheader: 'A few words help whoever looks at it next.',
    headline: [called ? `${called}, how is` : 'How is', `${name}?`],
    lead: ['You have had ', { strong: name }, ' for some days. What do you think of it? A few words help whoever looks at it next.'],
    action: { label: 'Write a review', url, under: ['You do not need to sign in.'] },
    showsPicture: picture !== undefined,
    ...(picture && { picture: { ...picture, height: 420 } }),
    blocks: [
      stars(
        'How many stars?',
        [1, 2, 3, 4, 5].map((count) => withStars(url, count)),
      ),
      ...(others.length > 0
        ? [cells([{ title: 'Also in your order', lines: others.map((other) => [{ link: `Review ${other.name}`, url: other.url }]) }])]
        : []),
      cells([
        {
          title: 'No more of these?',
          lines: [['One click and ', { link: 'we do not ask for reviews any more', url: stopUrl }, '.']],
        },
      ]),
    ],
    why: `We ask once about an order. This is about order ${orderNumber}.`,
  })
}

/** The page that writes of a product, with so many stars chosen. */
const withStars = (url: string, count: number): string => `${url}${url.includes('?') ? '&' : '?'}stars=${count}`
