import type { PageTemplate } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { FieldValues } from '../../kernel/settings/page-fields.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { agreedTo, newPage } from './new-page.ts'
import { byKind } from './order.ts'
import { findPublished, insertVersion, savePage } from './store.ts'

/** Writes down which pages shoppers read. */
export const writePublished = async (db: Db, site: string, now: Date): Promise<void> =>
  writeSettings(db, site, 'pages', { published: (await findPublished(db, site)).toSorted(byKind) }, now)

/** Publishes the pages that a shop opens with, in their first version. */
export async function publishPages(
  db: Db,
  site: string,
  pages: readonly PageTemplate[],
  { now, values }: { readonly now: Date; readonly values: FieldValues },
): Promise<void> {
  for (const written of pages) {
    const page = agreedTo({ ...newPage(written, now), ...written, publishedVersion: 1, latestVersion: 1 })
    await savePage(db, site, page)
    await insertVersion(db, site, page.id, 1, page, { at: now, by: null, values })
  }
  await writePublished(db, site, now)
}
