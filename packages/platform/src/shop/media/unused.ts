import { type Db, sql } from '../../kernel/db/sql.ts'
import { trashedFolders } from './store.ts'

/** Those of some files that are used somewhere. */
export type FindUsed = (db: Db, site: string, ids: readonly string[]) => Promise<readonly string[]>

interface Place {
  readonly bytes: number
  readonly id: string
}

const atOnce = 200
/** So many files are looked at for a page, whatever is found. */
const mostLookedAt = 2000

/** Files that are used nowhere, the largest first, after those of a cursor; `next` where there are more files to look at. */
export async function findUnused(
  db: Db,
  site: string,
  findUsed: readonly FindUsed[],
  { after, limit }: { readonly after: Place | undefined; readonly limit: number },
): Promise<{ readonly ids: readonly string[]; readonly next: Place | undefined }> {
  const ids: string[] = []
  let last = after
  for (let looked = 0; looked < mostLookedAt; looked += atOnce) {
    const rows: readonly Place[] = await db.query<Place>(sql`
      select id, bytes from media
      where site = ${site} and member_id is null and trashed_at is null and folder_id <> 'visitor-uploads-root'
        and folder_id <> all(${trashedFolders(site)}) and operation_status <> 'PENDING'
        and ${last === undefined ? sql`true` : sql`(bytes, id) < (${last.bytes}::bigint, ${last.id}::text)`}
      order by bytes desc, id desc limit ${atOnce}`)
    const all = rows.map(({ id }) => id)
    const used = new Set((await Promise.all(findUsed.map((find) => find(db, site, all)))).flat())
    for (const row of rows) {
      last = row
      if (!used.has(row.id)) ids.push(row.id)
      if (ids.length === limit) return { ids, next: last }
    }
    if (rows.length < atOnce) return { ids, next: undefined }
  }
  return { ids, next: last }
}

export const cursorOfPlace = ({ bytes, id }: Place): string => `${bytes}:${id}`

export function placeOfCursor(cursor: string): Place | undefined {
  const [, bytes, id] = /^(\d{1,15}):(.{1,150})$/.exec(cursor) ?? []
  return bytes === undefined || id === undefined ? undefined : { bytes: Number(bytes), id }
}
