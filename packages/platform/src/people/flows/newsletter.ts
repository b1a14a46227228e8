import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Seals } from '../../kernel/seals.ts'
import { newsletterSettingsOf, newsletterWords } from '../../kernel/settings/newsletter-settings.ts'
import type { Mailer } from '../../shop/index.ts'
import { addressedTo, emailBrandingOf, newsletterConfirm } from '../../shop/index.ts'
import { noteConsent, type Said } from '../members/consents.ts'
import { findMember } from '../members/store.ts'
import type { NewsletterEmail } from '../newsletter/email.ts'
import { linkKind } from '../newsletter/operations.ts'
import { linkMs } from '../newsletter/rules.ts'
import { findSubscriber, keyOf, lockSubscriber } from '../newsletter/store.ts'
import { end, give, type WantLink } from '../newsletter/subscribe.ts'

/** The link in exported lists has to be good for as long as newsletters lie in mailboxes. */
const stopSeconds = 5 * 365 * 24 * 3600

interface Parts {
  readonly kernel: Pick<Kernel, 'database' | 'origin' | 'clock' | 'readSettings' | 'limits'>
  readonly seals: Seals
  readonly mailer: Pick<Mailer, 'send'>
}

/** The link that ends the subscription of one. */
export const unsubscribeLink =
  ({ kernel: { origin }, seals }: Pick<Parts, 'kernel' | 'seals'>) =>
  async (site: string, id: string): Promise<string> =>
    `${origin}/newsletter/off?token=${encodeURIComponent(await seals.seal(site, linkKind, { id }, stopSeconds))}`

/** Sends the email with the link, unless the address was confirmed or given up meanwhile, or has had enough of emails. */
export const newsletterSender =
  ({ kernel: { database, origin, clock, readSettings, limits }, seals, mailer }: Parts) =>
  async (site: string, key: string, { about: { askedAt } }: NewsletterEmail, subscriberId: string): Promise<void> => {
    const subscriber = await findSubscriber(database, site, subscriberId)
    if (subscriber?.state !== 'PENDING' || subscriber.askedAt.toISOString() !== askedAt) return
    if ((await limits.recipients?.take(site, subscriber.email)) !== undefined) return
    const settings = await readSettings(database, site)
    const token = encodeURIComponent(await seals.seal(site, linkKind, { id: subscriberId, askedAt }, linkMs / 1000))
    const stopUrl = `${origin}/newsletter/off?token=${token}`
    await mailer.send({
      site,
      key,
      ...addressedTo(settings.mail, subscriber.email),
      ...newsletterConfirm({
        shop: emailBrandingOf(settings, origin),
        email: subscriber.email,
        words: subscriber.words,
        url: `${origin}/newsletter/confirm?token=${token}`,
        askedAt: subscriber.askedAt,
      }),
      unsubscribeUrl: stopUrl,
      goodUntil: new Date(clock.now().getTime() + linkMs),
    })
  }

/** A yes to the newsletter among the consents of a member, where they give the address that is proven to be theirs. */
async function noteYes(
  context: Context,
  memberId: string | undefined,
  email: string,
  words: string,
  place: string,
): Promise<string | undefined> {
  const { db, site } = context
  const member = memberId === undefined ? undefined : await findMember(db, site, memberId)
  if (!member?.loginEmailVerified || member.deletedAt || keyOf(member.loginEmail) !== keyOf(email)) return undefined
  return (await noteConsent(context, { memberId: member.id, kind: 'NEWSLETTER', given: true, words, place, address: email })).id
}

export const noteOwnYes = (context: Context & { readonly caller: Caller }, email: string, words: string, place: string) =>
  noteYes(context, context.caller.kind === 'member' ? context.caller.memberId : undefined, email, words, place)

/** Whoever ticked the box for news in the checkout, once the order stands. */
export const subscribeAtCheckout =
  ({ database, clock }: Pick<Kernel, 'database'> & { readonly clock: Clock }, wantLink: WantLink, poke: () => void) =>
  async (
    site: string,
    {
      email,
      words,
      memberId,
      saidAt,
    }: { readonly email: string; readonly words: string; readonly memberId: string | undefined; readonly saidAt: Date },
  ) => {
    await database.transact(async (db) => {
      const context = { db, site, now: clock.now() }
      const known = await lockSubscriber(db, site, { email })
      // An order may stand days later, and a no since then is the last word.
      if (known?.state === 'CONFIRMED' || (known?.unsubscribedAt && known.unsubscribedAt > saidAt)) return
      const memberConsentId = await noteYes(context, memberId, email, words, 'checkout')
      await give(context, wantLink, {
        email,
        proven: memberConsentId !== undefined,
        words,
        place: 'checkout',
        page: '',
        ...(memberConsentId && { memberConsentId }),
      })
    })
    poke()
  }

async function wordsOf(readSettings: Kernel['readSettings'], { db, site }: Context): Promise<string> {
  const { newsletter, shop } = await readSettings(db, site)
  return newsletterWords(newsletterSettingsOf(newsletter, shop.name))
}

/** What a member says to the newsletter in their account is said of the address on the list as well. */
export const followMember =
  (readSettings: Kernel['readSettings'], wantLink: WantLink, poke: () => void) =>
  async (
    context: Context,
    { given, words, place, address }: Pick<Said, 'given' | 'words' | 'place' | 'address'>,
    memberConsentId: string,
    proven: boolean,
  ) => {
    const said = { words, place, page: '', memberConsentId }
    if (!given) return end(context, { email: address }, said)
    await give(context, wantLink, {
      email: address,
      proven,
      ...said,
      ...(!proven && { words: await wordsOf(readSettings, context) }),
    })
    if (!proven) poke()
  }
