import type { NewsletterState } from '@vitrine/contract'

/** What is known of an address when somebody gives it. */
export interface KnownAddress {
  readonly state: NewsletterState
  readonly askedAt: Date
}

/** So long after an email with a link no other one goes to the address. */
export const quietMs = 5 * 60_000
/** So long the link is good; after it nobody can agree by it any more. */
export const linkMs = 7 * 24 * 3_600_000
/** So long an address is stored that nobody has confirmed. */
export const pendingMs = 30 * 24 * 3_600_000

/** What giving an address comes to: one that is proven to be the caller's needs no email, and one that is subscribed stays as it is. */
export function asked(known: KnownAddress | undefined, proven: boolean, now: Date): 'CONFIRM' | 'SEND_LINK' | 'NOTHING' {
  if (known?.state === 'CONFIRMED') return 'NOTHING'
  if (proven) return 'CONFIRM'
  return known?.state === 'PENDING' && now.getTime() - known.askedAt.getTime() < quietMs ? 'NOTHING' : 'SEND_LINK'
}

/** Whether a link of an email can still be used to agree; the one that was used stays good for its week. */
export const isGood = ({ state, askedAt }: KnownAddress, linkAskedAt: string, now: Date): boolean =>
  state !== 'UNSUBSCRIBED' && askedAt.toISOString() === linkAskedAt && now.getTime() - askedAt.getTime() < linkMs
