import type { Context } from '../../../kernel/db/context.ts'
import { newId } from '../../../kernel/db/id.ts'
import { type Db, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Keyset } from '../../../kernel/query/keyset.ts'
import { searchWords } from '../words.ts'

export interface FolderRow {
  readonly id: string
  readonly name: string
  readonly parentId: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly trashedAt: Date | null
}

const columns = sql`media_folder.id, media_folder.name, media_folder.parent_id as "parentId", media_folder.created_at as "createdAt",
  media_folder.updated_at as "updatedAt", media_folder.trashed_at as "trashedAt"`

/** A folder that there is, in the trash or not. */
export async function findFolder(db: Db, site: string, id: string): Promise<FolderRow | undefined> {
  const [row] = await db.query<FolderRow>(
    sql`select ${columns} from media_folder where site = ${site} and id = ${id} and purged_at is null`,
  )
  return row
}

export async function listFolders(db: Db, site: string, condition: Sql, keyset: Pick<Keyset, 'keys' | 'where' | 'tail'>) {
  return db.query<FolderRow & { keys: readonly string[] }>(
    plannedEachTime(sql`
      select ${columns}, ${keyset.keys} from media_folder
      where site = ${site} and purged_at is null and ${condition} and ${keyset.where} ${keyset.tail}`),
  )
}

/** Nobody else makes, moves, trashes or restores folders of the shop until the transaction ends: what lies in what stays as it was read. */
export async function lockFolders({ db, site }: Pick<Context, 'db' | 'site'>): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`media folders ${site}`}, 3))`)
}

export async function countFolders(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::integer as count from media_folder where site = ${site}`)
  return row!.count
}

/** The ids from a folder up to the root, itself first. */
export async function pathUp(db: Db, site: string, id: string): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with recursive up (id, parent_id, level) as (
      select id, parent_id, 1 from media_folder where site = ${site} and id = ${id}
      union all
      select above.id, above.parent_id, up.level + 1 from media_folder above join up on above.id = up.parent_id
      where above.site = ${site} and up.level < 100
    )
    select id from up order by level`)
  return rows.map((row) => row.id)
}

/** How many levels of folders there are from each of them down, itself among them. */
export async function depthOf(db: Db, site: string, id: string): Promise<number> {
  const [row] = await db.query<{ depth: number }>(sql`
    with recursive down (id, level) as (
      select ${id}::text, 1
      union all
      select inner_folder.id, down.level + 1 from media_folder inner_folder join down on inner_folder.parent_id = down.id
      where inner_folder.site = ${site} and down.level < 100
    )
    select max(level)::integer as depth from down`)
  return row!.depth
}

export async function insertFolder(
  { db, site, now }: Context,
  { name, parentId }: Pick<FolderRow, 'name' | 'parentId'>,
): Promise<FolderRow> {
  const [row] = await db.query<FolderRow>(sql`
    insert into media_folder (site, id, name, parent_id, created_at, updated_at, words)
    values (${site}, ${newId()}, ${name}, ${parentId}, ${now}, ${now}, ${searchWords([name])}::tsvector) returning ${columns}`)
  return row!
}

export async function updateFolder(
  { db, site, now }: Context,
  { id, name, parentId }: Pick<FolderRow, 'id' | 'name' | 'parentId'>,
): Promise<FolderRow> {
  const [row] = await db.query<FolderRow>(sql`
    update media_folder set name = ${name}, parent_id = ${parentId}, updated_at = ${now}, words = ${searchWords([name])}::tsvector
    where site = ${site} and id = ${id} returning ${columns}`)
  return row!
}

/** Those with that name in a folder, and not in the trash; the oldest where there are several. */
export async function findByName(db: Db, site: string, parentId: string, name: string): Promise<FolderRow | undefined> {
  const [row] = await db.query<FolderRow>(sql`
    select ${columns} from media_folder where site = ${site} and parent_id = ${parentId} and name = ${name} and trashed_at is null
    order by created_at, id limit 1`)
  return row
}
