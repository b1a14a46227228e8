import type { Context } from '../../kernel/db/context.ts'
import { asked } from './rules.ts'
import { askAgain, insertSubscriber, lockSubscriber, type Said, say } from './store.ts'

/** The email with the link, to be sent after the transaction. */
export type WantLink = (context: Context, subscriberId: string, askedAt: Date) => Promise<void>

export interface Giving extends Said {
  readonly email: string
  /** The shop's own where the address is not proven: they are sent to it, and it may be anybody's. */
  readonly words: string
  /** The address is proven to be the caller's. */
  readonly proven: boolean
  /** Where a member said it, the entry among their consents. */
  readonly memberConsentId?: string
}

/** Somebody gives an address: it is subscribed, or an email with a link is wanted, or nothing happens. */
export async function give(context: Context, wantLink: WantLink, { email, proven, memberConsentId, ...said }: Giving): Promise<void> {
  const { db, site, now } = context
  const before = await lockSubscriber(db, site, { email })
  const inserted = before ? undefined : await insertSubscriber(context, email, said)
  // Whoever was faster has given it this moment, and is treated like everybody who comes after.
  const known = before ?? (inserted ? undefined : await lockSubscriber(db, site, { email }))
  const outcome = asked(known, proven, now)
  const id = (known ?? inserted)!.id
  if (outcome === 'NOTHING') return
  if (known) await askAgain(context, id, said)
  if (outcome === 'SEND_LINK') return wantLink(context, id, now)
  await say(context, id, { given: true, ...said, askedAt: now, ...(memberConsentId && { memberConsentId }) })
}

/** Ends a subscription; one that has ended stays as it is. */
export async function end(
  context: Context,
  by: { readonly email: string } | { readonly id: string },
  { memberConsentId, ...said }: Said & { readonly memberConsentId?: string },
): Promise<void> {
  const known = await lockSubscriber(context.db, context.site, by)
  if (!known || known.state === 'UNSUBSCRIBED') return
  await say(context, known.id, { given: false, ...said, askedAt: context.now, ...(memberConsentId && { memberConsentId }) })
}
