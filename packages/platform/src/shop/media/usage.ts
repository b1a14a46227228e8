import { type Db, sql } from '../../kernel/db/sql.ts'
import { usualMediaSettings } from '../../kernel/settings/media-settings.ts'
import type { Sections } from '../../kernel/settings/sections.ts'

export interface QuotaDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

export interface Usage {
  readonly files: number
  readonly bytes: number
  readonly trashedFiles: number
  readonly trashedBytes: number
}

/** What all files of the shop come to, those in the trash and of members, captions, and what was made from files among them. */
export async function readUsage(db: Db, site: string): Promise<Usage> {
  const [row] = await db.query<Usage>(sql`
    select coalesce(sum(files), 0)::bigint as files, coalesce(sum(bytes), 0)::bigint as bytes,
      coalesce(sum(files) filter (where in_trash), 0)::bigint as "trashedFiles", coalesce(sum(bytes) filter (where in_trash), 0)::bigint as "trashedBytes"
    from (
      select files, bytes, trashed or exists (
        select from media_folder where media_folder.site = media_usage.site and id = folder_id and trashed_at is not null) as in_trash
      from media_usage where site = ${site}) counted`)
  return row!
}

export const mediaSettingsOf = async (db: Db, site: string, { readSettings }: QuotaDeps) => ({
  ...usualMediaSettings,
  ...(await readSettings(db, site)).media,
})

/** Files come in one after the other from here to the end of each transaction: of two at once none overlooks the other. */
export async function lockQuota(db: Db, site: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${site}, 5))`)
}

/** How many bytes more the files of the shop may come to; less than none where there are too many already. */
export async function leftOfQuota(db: Db, site: string, deps: QuotaDeps): Promise<number> {
  const [{ quotaBytes }, [usage]] = await Promise.all([
    mediaSettingsOf(db, site, deps),
    db.query<{ bytes: number }>(sql`select coalesce(sum(bytes), 0)::bigint as bytes from media_usage where site = ${site}`),
  ])
  return quotaBytes - usage!.bytes
}
