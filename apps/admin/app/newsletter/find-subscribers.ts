import type { NewsletterState, NewsletterSubscriber } from '@vitrine/contract'
import { client } from '../client.ts'

export const stateNames: Readonly<Record<NewsletterState, string>> = {
  CONFIRMED: 'Subscribed',
  PENDING: 'Not confirmed',
  UNSUBSCRIBED: 'Unsubscribed',
}

/** Where an address was given, as merchants call it. */
const places: Readonly<Record<string, string>> = {
  footer: 'Footer',
  newsletter: 'Newsletter page',
  checkout: 'Checkout',
  'thank-you': 'Thank-you page',
  register: 'Registration',
  account: 'Account',
  email: 'Link in an email',
  admin: 'Admin',
}
const placeText = (place: string): string => places[place] ?? place

export const filterOf = (state: NewsletterState | undefined) => (state ? { filter: { state } } : {})

/** A page of subscribers, the newest first. */
export async function findSubscribers(
  state: NewsletterState | undefined,
  cursor: string | undefined,
  expression: string,
  signal?: AbortSignal,
) {
  const { subscribers, pagingMetadata, totals } = await client.newsletterManagement.searchSubscribers(
    {
      search: {
        ...filterOf(state),
        cursorPaging: { limit: 50, ...(cursor && { cursor }) },
        ...(expression && { search: { expression } }),
      },
    },
    { ...(signal && { signal }) },
  )
  return { subscribers, totals, next: pagingMetadata.hasNext ? pagingMetadata.cursors.next : undefined }
}

/** When somebody agreed, to what, and where: what a shop shows when it is asked. */
export function proofOf({ consents }: Pick<NewsletterSubscriber, 'consents'>): string {
  const yes = consents.find(({ given }) => given)
  return yes ? [placeText(yes.place), yes.page, yes.words].filter(Boolean).join(' · ') : ''
}
