/** Whose personal data are looked for. */
export interface Wanted {
  /** Absent for a guest: only rows that are no member's are theirs then. */
  readonly memberId?: string
  /** Email addresses that are proven to be theirs, in lower case: whatever carries one is theirs, unless it is another member's. */
  readonly emails: readonly string[]
  /** Other addresses that emails for them went to, in lower case: the emails are theirs, and nothing else that carries the address. */
  readonly recipients: readonly string[]
  /** The visitors that they were before they signed in. */
  readonly visitorIds: readonly string[]
}

/** Somebody, with the ids of all rows that are about them. */
export interface Person extends Wanted {
  /** As callers, such as `member:<id>`. */
  readonly owners: readonly string[]
  readonly orderIds: readonly string[]
  readonly checkoutIds: readonly string[]
  readonly cartIds: readonly string[]
  readonly abandonedIds: readonly string[]
  readonly draftIds: readonly string[]
  readonly giftCardIds: readonly string[]
  readonly subscriptionIds: readonly string[]
  readonly consentIds: readonly string[]
  readonly savedMethodIds: readonly string[]
  readonly reviewIds: readonly string[]
  readonly questionIds: readonly string[]
  readonly answerIds: readonly string[]
  /** Of emails about what is back in stock. */
  readonly backInStockIds: readonly string[]
  readonly wishlistIds: readonly string[]
  /** What they give from the wish lists of others. */
  readonly giftIds: readonly string[]
  readonly subscriberIds: readonly string[]
  /** Visitors who made any of these: what was answered to them may say who they are. */
  readonly visitors: readonly string[]
  /** Events about any of these. */
  readonly eventIds: readonly string[]
  /** What webhooks were told of them. */
  readonly toldIds: readonly string[]
  /** Keys of the emails that went to them or tell of them. */
  readonly emailKeys: readonly string[]
  readonly auditIds: readonly string[]
}

export type Traces = 'eventIds' | 'toldIds' | 'emailKeys' | 'auditIds'

/** The ids under which other tables speak of somebody: of the member, the orders, the checkouts and so on. */
export const entityIdsOf = (person: Omit<Person, Traces>): readonly string[] => [
  ...(person.memberId === undefined ? [] : [person.memberId]),
  ...person.orderIds,
  ...person.checkoutIds,
  ...person.cartIds,
  ...person.abandonedIds,
  ...person.draftIds,
  ...person.giftCardIds,
  ...person.subscriptionIds,
  ...person.savedMethodIds,
  ...person.reviewIds,
  ...person.questionIds,
  ...person.answerIds,
  ...person.backInStockIds,
  ...person.wishlistIds,
  ...person.subscriberIds,
]

/**
 * A regular expression of PostgreSQL that finds any of these addresses in a text and no longer address that only contains one; it is read
 * without regard to case.
 */
export const addressPattern = (addresses: readonly string[]): string =>
  addresses.length === 0
    ? '(?!)'
    : `(?<![a-z0-9._%+-])(?:${addresses.map((address) => address.replace(/[^a-z0-9@]/g, '\\$&')).join('|')})(?![a-z0-9-]|\\.[a-z0-9])`
