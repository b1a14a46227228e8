import type { ReviewInQueue, ReviewReason, ReviewReportReason } from '@vitrine/contract'
import type { Mark } from '../moderation/marks.tsx'

export const tabs = [
  { of: 'waiting', name: 'To read', statuses: ['SUBMITTED', 'IN_MODERATION'] },
  { of: 'published', name: 'Published', statuses: ['APPROVED'] },
  { of: 'rejected', name: 'Turned down', statuses: ['REJECTED'] },
  { of: 'reported', name: 'Reported', statuses: [] },
] as const
export type Tab = (typeof tabs)[number]

export const reasonText: Readonly<Record<ReviewReason, string>> = {
  ALL_ARE_READ: 'The shop reads every review',
  MUTED: 'From a muted member',
  NOT_VERIFIED: 'No order of this product',
  LOW_RATING: 'Few stars: the rules say a person decides',
  WORD: 'A word of the list',
  LINK: 'A link or an address in it',
  SAME_TEXT: 'The same text as another review',
  MEDIA: 'Pictures: the rules say a person looks',
}

export const reportText: Readonly<Record<ReviewReportReason, string>> = {
  ADVERTISING: 'Advertising',
  INSULTING: 'Insulting',
  UNTRUE: 'Untrue',
  PERSONAL: 'Names a person',
  OTHER: 'Something else',
}

const suspicious: ReadonlySet<ReviewReason> = new Set(['LINK', 'WORD', 'SAME_TEXT'])

export const isSuspicious = ({ reasons }: Pick<ReviewInQueue, 'reasons'>): boolean => reasons.some((reason) => suspicious.has(reason))

/** What speaks for a review, and what is to be looked at. */
export function marksOf({ review, reasons, sameText, order }: ReviewInQueue): readonly Mark[] {
  const has = (reason: ReviewReason) => reasons.includes(reason)
  return [
    review.verified
      ? { says: order ? `Bought this in order ${order.number}` : 'Bought this', good: true }
      : { says: reasonText.NOT_VERIFIED, good: false },
    sameText > 0
      ? { says: `Same text as ${sameText} other${sameText === 1 ? '' : 's'}`, good: false }
      : { says: 'Text is new, nobody wrote it before', good: true },
    has('LINK') ? { says: reasonText.LINK, good: false } : { says: 'No links', good: true },
    ...(['MUTED', 'LOW_RATING', 'WORD', 'MEDIA'] as const).filter(has).map((reason) => ({ says: reasonText[reason], good: false })),
  ]
}

/** Title and text of a review as they are compared with those of others. */
export const saidIn = ({ review: { content } }: Pick<ReviewInQueue, 'review'>): string =>
  `${content?.title ?? ''} ${content?.body ?? ''}`.toLowerCase().replace(/\s+/g, ' ').trim()

/** Of these, those that say the same as the one at this place, itself among them; by their ids. */
export function alikeOf(reviews: readonly Pick<ReviewInQueue, 'review'>[], at: number): readonly string[] {
  const said = reviews[at] && saidIn(reviews[at])
  return reviews.filter((each, nth) => nth === at || (said && saidIn(each) === said)).map(({ review }) => review.id)
}

export const titleOf = ({ review: { content } }: Pick<ReviewInQueue, 'review'>): string =>
  content?.title || content?.body?.slice(0, 60) || `${content?.rating ?? 0} stars, without text`

export const authorOf = ({ review: { author } }: Pick<ReviewInQueue, 'review'>): string => author?.authorName || 'Somebody'

/** What is said in the place of an empty list. */
export function emptyText(of: Tab['of'], counts: Readonly<Record<Tab['of'], number>>): { readonly title: string; readonly words: string } {
  if (Object.values(counts).every((count) => count === 0))
    return { title: 'No reviews yet', words: 'Shoppers write them on the pages of products, or by the link of an email that asks for one.' }
  switch (of) {
    case 'waiting':
      return {
        title: 'All reviews are read',
        words: 'Reviews that have to be moderated are listed here. The others are published at once.',
      }
    case 'published':
      return { title: 'No published reviews', words: 'Shoppers see none yet.' }
    case 'rejected':
      return { title: 'Nothing turned down', words: 'Reviews that you turn down are listed here, and can be published later.' }
    case 'reported':
      return { title: 'Nothing reported', words: 'Reviews that shoppers report are listed here, with their reasons.' }
  }
}
