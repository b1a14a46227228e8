import type { PersonalDataCount, PersonalDataInUse, PersonalDataKind } from '@vitrine/contract'

/** What the shop has about somebody, as people call it. */
export const kindNames: Readonly<Record<PersonalDataKind, string>> = {
  ORDERS: 'Orders',
  CHECKOUTS: 'Checkouts',
  CARTS: 'Carts',
  ABANDONED_CHECKOUTS: 'Abandoned checkouts',
  DRAFT_ORDERS: 'Draft orders',
  GIFT_CARDS: 'Gift cards',
  SUBSCRIPTIONS: 'Subscriptions',
  SAVED_CARDS: 'Saved cards',
  REVIEWS: 'Reviews',
  QUESTIONS: 'Questions and answers',
  CONSENTS: 'Consents',
  BACK_IN_STOCK_REQUESTS: 'Requests for emails when something is back in stock',
  WISHLISTS: 'Wish lists',
  WISHLIST_GIFTS: 'What they give from the wish lists of others',
  NEWSLETTER: 'Newsletter subscription',
  EMAILS: 'Emails that were sent',
  AUDIT_ENTRIES: 'Entries of the audit log',
}

export const erasureText: Readonly<Record<PersonalDataCount['erasure'], string>> = {
  DELETED: 'deleted',
  BLANKED: 'stay without name, address and words',
}

/** What has to end first, and where it is ended. */
export function inUseText({ kind, name }: PersonalDataInUse): string {
  switch (kind) {
    case 'ORDER':
      return `Order ${name} is not fulfilled yet.`
    case 'SUBSCRIPTION':
      return `The subscription “${name}” charges again.`
    case 'GIFT_CARD':
      return `The gift card ${name} is still to be emailed.`
  }
}

export const inUseLink = ({ kind, id }: PersonalDataInUse): string =>
  kind === 'GIFT_CARD' ? `/gift-cards/${id}` : kind === 'ORDER' ? `/orders/${id}` : '/orders'

const days = { checkoutDays: 'Checkouts and carts', emailDays: 'Emails', addressDays: 'Network addresses' }
export type RetentionField = keyof typeof days
export const retentionNames: Readonly<Record<RetentionField, string>> = days

export const fewestDays = 1
export const mostDays = 3650

/** A number of days that can be set; undefined where it is none. */
export function readDays(text: string): number | undefined {
  const value = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : undefined
  return value !== undefined && value >= fewestDays && value <= mostDays ? value : undefined
}
