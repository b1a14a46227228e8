import { connect } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import type { OpenShop } from './shop.ts'

/** Takes the demo's own pages out of a shop, as if its merchant had written none yet: whoever buys may have agreed to them, so nobody else can. */
export async function withoutPages({ databaseUrl }: OpenShop): Promise<void> {
  await using database = connect({ url: databaseUrl, connections: 1 })
  await database.transact(async (db) => {
    for (const { site } of await db.query<{ site: string }>(sql`select distinct site from site_page`)) {
      await db.query(sql`delete from site_page_version where site = ${site}`)
      await db.query(sql`delete from site_page where site = ${site}`)
      await writeSettings(db, site, 'pages', { published: [] }, new Date())
    }
  })
}
