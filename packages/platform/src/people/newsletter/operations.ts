import type { newsletter } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { literally } from '../../kernel/query/like.ts'
import { readable } from '../../kernel/query/readable.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Seals } from '../../kernel/seals.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import {
  type NewsletterSection,
  type NewsletterSettings,
  newsletterSettingsOf,
  newsletterWords,
} from '../../kernel/settings/newsletter-settings.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { isGood } from './rules.ts'
import { newestFirst, showSubscriber, subscriberFields, subscriberId } from './show.ts'
import {
  consentsOf,
  countSubscribers,
  findSubscriber,
  keyOf,
  lockSubscriber,
  pageOfSubscribers,
  type StoredSubscriber,
  say,
} from './store.ts'
import { end, give, type WantLink } from './subscribe.ts'

export interface NewsletterDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly seals: Seals
  readonly wantLink: WantLink
  /** Sends emails that are wanted, soon. */
  readonly poke: () => void
  /** Writes a yes among the consents of the member who calls, if the address is proven to be the one they sign in with: its id. */
  readonly noteOwn: (
    context: Context & { readonly caller: Caller },
    email: string,
    words: string,
    place: string,
  ) => Promise<string | undefined>
}

/** What links of emails and of exported lists hold: the id of the subscriber, and for agreeing when the address was given. */
export const linkKind = 'newsletter'

const usual: NewsletterSection = { shown: true }
const unsubscribed = 'Unsubscribe'

export function newsletterOperations({ readSettings, seals, wantLink, poke, noteOwn }: NewsletterDeps): Handlers<typeof newsletter> {
  async function settingsOf(db: Db, site: string): Promise<NewsletterSettings> {
    const { newsletter: section, shop } = await readSettings(db, site)
    return newsletterSettingsOf(section, shop.name)
  }

  async function opened(site: string, token: string) {
    const { id, askedAt } = (await seals.open(site, linkKind, token)) ?? {}
    return typeof id === 'string' ? { id, askedAt: typeof askedAt === 'string' ? askedAt : undefined } : undefined
  }

  const shown = async (db: Db, site: string, rows: readonly StoredSubscriber[]) => {
    const consents = await consentsOf(
      db,
      site,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => showSubscriber(row, consents.get(row.id) ?? []))
  }

  return {
    'POST /vitrine/v1/newsletter/subscriptions': staged(async ({ email, place, page }, scope) => {
      const { site, caller } = scope
      const settings = await settingsOf(scope.db, site)
      if (!settings.shown) return refuse('NEWSLETTER_CLOSED')
      const said = { words: newsletterWords(settings), place: place ?? 'api', page: page ?? '' }
      const confirmed = await scope.transact(async (db) => {
        const context = { db, site, now: scope.now, caller }
        const memberConsentId = await noteOwn(context, email, said.words, said.place)
        await give(context, wantLink, {
          email,
          proven: memberConsentId !== undefined,
          ...said,
          ...(memberConsentId && { memberConsentId }),
        })
        return memberConsentId !== undefined
      })
      poke()
      return { confirmed }
    }),

    async 'POST /vitrine/v1/newsletter/link/read'({ token }, { db, site, now }) {
      const link = await opened(site, token)
      const subscriber = link && (await findSubscriber(db, site, link.id))
      if (!subscriber || (link.askedAt !== undefined && subscriber.state !== 'UNSUBSCRIBED' && !isGood(subscriber, link.askedAt, now)))
        return refuse('NEWSLETTER_LINK_EXPIRED')
      return { email: subscriber.email, state: subscriber.state }
    },

    async 'POST /vitrine/v1/newsletter/link/confirm'({ token }, context) {
      const { db, site, now } = context
      const link = await opened(site, token)
      const subscriber = link && (await lockSubscriber(db, site, { id: link.id }))
      if (!subscriber || link.askedAt === undefined || !isGood(subscriber, link.askedAt, now)) return refuse('NEWSLETTER_LINK_EXPIRED')
      const { email, state, words, place, page, askedAt } = subscriber
      if (state === 'PENDING') await say(context, subscriber.id, { given: true, words, place, page, askedAt })
      return { email, state: 'CONFIRMED' as const }
    },

    async 'POST /vitrine/v1/newsletter/link/unsubscribe'({ token }, context) {
      const { db, site } = context
      const link = await opened(site, token)
      const subscriber = link && (await findSubscriber(db, site, link.id))
      if (!subscriber) return refuse('NEWSLETTER_LINK_EXPIRED')
      await end(context, { id: subscriber.id }, { words: unsubscribed, place: 'email', page: '' })
      return { email: subscriber.email, state: 'UNSUBSCRIBED' as const }
    },

    'POST /vitrine/v1/newsletter/subscribers/search': ({ search }, { db, site }) =>
      readable(async () => {
        const { search: wanted, ...query } = search ?? {}
        const text = wanted?.expression?.trim()
        const keyset = readKeyset(query, { fields: subscriberFields, id: subscriberId, usual: newestFirst, root: 'search' })
        const where = text ? sql`${keyset.where} and subscriber.email_key like ${`%${literally(keyOf(text))}%`}` : keyset.where
        const { rows, metadata } = keyset.page(await pageOfSubscribers(db, site, { ...keyset, where }))
        return { subscribers: await shown(db, site, rows), pagingMetadata: metadata, totals: await countSubscribers(db, site) }
      }),

    async 'POST /vitrine/v1/newsletter/subscribers/{id}/unsubscribe'({ id }, context) {
      const { db, site } = context
      await end(context, { id }, { words: unsubscribed, place: 'admin', page: '' })
      const subscriber = await findSubscriber(db, site, id)
      return subscriber ? { subscriber: (await shown(db, site, [subscriber]))[0]! } : refuse('NEWSLETTER_SUBSCRIBER_NOT_FOUND')
    },

    async 'GET /vitrine/v1/newsletter/settings'(_, { db, site }) {
      return { settings: await settingsOf(db, site) }
    },

    async 'PATCH /vitrine/v1/newsletter/settings'({ settings: sent }, { db, site, now }) {
      const { document } = await lockSection(db, site, 'newsletter', usual, now)
      const [title, text] = [sent.title ?? document.title, sent.text ?? document.text]
      const after: NewsletterSection = { shown: sent.shown ?? document.shown, ...(title && { title }), ...(text && { text }) }
      await writeSettings(db, site, 'newsletter', after, now)
      const { shop } = await readSettings(db, site)
      return { settings: newsletterSettingsOf(after, shop.name) }
    },
  }
}
