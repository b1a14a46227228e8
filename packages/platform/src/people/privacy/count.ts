import type { PersonalDataCount } from '@vitrine/contract'
import type { Person } from './person.ts'

/** How many rows of each kind are about somebody, and what erasing does with them; only kinds of which there is any. */
export const countsOf = (person: Person): PersonalDataCount[] =>
  (
    [
      { kind: 'ORDERS', count: person.orderIds.length, erasure: 'BLANKED' },
      { kind: 'SUBSCRIPTIONS', count: person.subscriptionIds.length, erasure: 'BLANKED' },
      { kind: 'GIFT_CARDS', count: person.giftCardIds.length, erasure: 'BLANKED' },
      { kind: 'CONSENTS', count: person.consentIds.length, erasure: 'BLANKED' },
      { kind: 'AUDIT_ENTRIES', count: person.auditIds.length, erasure: 'BLANKED' },
      { kind: 'CHECKOUTS', count: person.checkoutIds.length, erasure: 'DELETED' },
      { kind: 'CARTS', count: person.cartIds.length, erasure: 'DELETED' },
      { kind: 'ABANDONED_CHECKOUTS', count: person.abandonedIds.length, erasure: 'DELETED' },
      { kind: 'DRAFT_ORDERS', count: person.draftIds.length, erasure: 'DELETED' },
      { kind: 'SAVED_CARDS', count: person.savedMethodIds.length, erasure: 'DELETED' },
      { kind: 'REVIEWS', count: person.reviewIds.length, erasure: 'DELETED' },
      { kind: 'QUESTIONS', count: person.questionIds.length + person.answerIds.length, erasure: 'DELETED' },
      { kind: 'BACK_IN_STOCK_REQUESTS', count: person.backInStockIds.length, erasure: 'DELETED' },
      { kind: 'WISHLISTS', count: person.wishlistIds.length, erasure: 'DELETED' },
      { kind: 'WISHLIST_GIFTS', count: person.giftIds.length, erasure: 'DELETED' },
      { kind: 'NEWSLETTER', count: person.subscriberIds.length, erasure: 'DELETED' },
      { kind: 'EMAILS', count: person.emailKeys.length, erasure: 'DELETED' },
    ] satisfies PersonalDataCount[]
  ).filter(({ count }) => count > 0)
