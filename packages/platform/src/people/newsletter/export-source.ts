import type { CursorQuery, NewsletterSubscriber, SubscriberExportColumn } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { oneLineEach, type Source, sourceOf } from '../../shop/index.ts'
import { newestFirst, showSubscriber, subscriberFields, subscriberId } from './show.ts'
import { consentsOf, pageOfSubscribers } from './store.ts'

interface ExportedSubscriber extends NewsletterSubscriber {
  /** Ends the subscription without signing in. */
  readonly unsubscribeUrl: string
}

interface Column {
  readonly title: string
  readonly text: (subscriber: ExportedSubscriber) => string
}

/** The last yes, which is the proof of whoever is subscribed. */
const yesOf = ({ consents }: NewsletterSubscriber) => consents.find(({ given }) => given)

/** What a file of subscribers says of each; a file has them in this order where nobody chose. */
const columns: Readonly<Record<SubscriberExportColumn, Column>> = {
  email: { title: 'Email', text: ({ email }) => email },
  state: { title: 'State', text: ({ state }) => state },
  askedDate: { title: 'Asked', text: (of) => yesOf(of)?.askedDate ?? of.askedDate },
  confirmedDate: { title: 'Confirmed', text: ({ confirmedDate }) => confirmedDate ?? '' },
  unsubscribedDate: { title: 'Unsubscribed', text: ({ unsubscribedDate }) => unsubscribedDate ?? '' },
  place: { title: 'Where', text: (of) => yesOf(of)?.place ?? '' },
  page: { title: 'Page', text: (of) => yesOf(of)?.page ?? '' },
  words: { title: 'Words', text: (of) => yesOf(of)?.words ?? '' },
  memberId: { title: 'Member', text: ({ memberId }) => memberId ?? '' },
  unsubscribeUrl: { title: 'Unsubscribe', text: ({ unsubscribeUrl }) => unsubscribeUrl },
}

/** Subscribers as they are exported: what the admin's list finds. */
export const subscribersToExport = (unsubscribeUrl: (site: string, id: string) => Promise<string>): Source =>
  sourceOf<ExportedSubscriber>({
    ...oneLineEach(columns),
    whole: (subscriber) => subscriber,
    async read(db: Db, site: string, query: CursorQuery) {
      const keyset = readKeyset(query, { fields: subscriberFields, id: subscriberId, usual: newestFirst, root: 'query' })
      const { rows, metadata } = keyset.page(await pageOfSubscribers(db, site, keyset))
      const consents = await consentsOf(
        db,
        site,
        rows.map(({ id }) => id),
      )
      return {
        rows: await Promise.all(
          rows.map(async (row) => ({
            ...showSubscriber(row, consents.get(row.id) ?? []),
            unsubscribeUrl: await unsubscribeUrl(site, row.id),
          })),
        ),
        next: metadata.cursors.next,
      }
    },
  })
