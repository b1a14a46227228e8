import type { Readable } from 'node:stream'
import { type EndOptions, ZipFile } from 'yazl'
import { type Db, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { OriginalStore } from '../originals.ts'
import { outOfTrash } from '../store.ts'

/** So many files an archive may hold: their names are in memory while it is sent. */
export const mostArchived = 10_000

export interface Archived {
  /** With the folders in it: `summer/mug.jpg`. */
  readonly path: string
  readonly digest: string
  readonly bytes: number
  readonly changedAt: Date
}

interface Row {
  readonly name: string
  readonly folder: string
  readonly digest: string
  readonly bytes: number
  readonly changedAt: Date
}

const name = sql`coalesce(display_name, file_name)`
const stored = sql`member_id is null and digest <> ''`

/** A folder and those in it that are not in the trash, each with its path. */
const treeOf = (site: string, folderId: string): Sql => sql`
  with recursive tree (id, path) as (
    select ${folderId}::text, ''::text
    union all
    select folder.id, tree.path || replace(folder.name, '/', '_') || '/' from media_folder folder join tree on folder.parent_id = tree.id
    where folder.site = ${site} and folder.trashed_at is null
  )`

/** How many files lie in a folder and the folders in it, counted up to one more than an archive may hold. */
export async function countFolder(db: Db, site: string, folderId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    ${treeOf(site, folderId)}
    select count(*)::integer as count from (
      select 1 from media join tree on media.folder_id = tree.id where media.site = ${site} and ${stored} and trashed_at is null
      limit ${mostArchived + 1}) some_files`)
  return row!.count
}

/** What an archive of a folder holds. */
export async function filesOfFolder(db: Db, site: string, folderId: string): Promise<readonly Archived[]> {
  return named(
    await db.query<Row>(sql`
      ${treeOf(site, folderId)}
      select ${name} as name, tree.path as folder, digest, bytes, updated_at as "changedAt" from media join tree on media.folder_id = tree.id
      where media.site = ${site} and ${stored} and trashed_at is null order by folder, name, media.id limit ${mostArchived}`),
  )
}

/** What an archive of some files holds. */
export async function filesOfIds(db: Db, site: string, ids: readonly string[]): Promise<readonly Archived[]> {
  return named(
    await db.query<Row>(sql`
      select ${name} as name, '' as folder, digest, bytes, updated_at as "changedAt" from media
      where site = ${site} and id = any(${ids}::text[]) and ${stored} and ${outOfTrash(site)} order by name, id`),
  )
}

/** Gives each file a path that no other has, on file systems that do not tell cases apart either. */
export function named(rows: readonly Row[]): readonly Archived[] {
  const taken = new Set<string>()
  return rows.map(({ name, folder: above, ...file }) => {
    const folder = above.split('/').map(plainName).join('/')
    const plain = plainName(name) || 'file'
    const dot = plain.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, '']
    let path = folder + plain
    for (let n = 2; taken.has(path.toLowerCase()); n++) path = `${folder}${stem} (${n})${extension}`
    taken.add(path.toLowerCase())
    return { path, ...file }
  })
}

/** A name that means nothing else to a file system. */
const plainName = (name: string): string => name.replace(/[/\\:\p{C}]/gu, '_').replace(/^\.+$/, '_')

/** An archive, made while it is read: one file is open at a time, and nothing is compressed, because pictures and films are already. */
export async function zipOf(
  originals: OriginalStore,
  site: string,
  files: readonly Archived[],
): Promise<{ readonly body: Readable; readonly bytes: number | undefined }> {
  const zip = new ZipFile()
  const body = zip.outputStream as Readable
  let open: Readable | undefined
  zip.on('error', (error: Error) => body.destroy(error))
  body.once('close', () => open?.destroy())
  for (const { path, digest, bytes, changedAt } of files)
    zip.addReadStreamLazy(path, { size: bytes, compress: false, mtime: changedAt, mode: 0o100644 }, (take) => {
      originals.open(site, digest).then(
        (stream) => {
          open = stream
          if (!stream) return take(new Error(`the bytes of ${path} are gone`), undefined as never)
          if (body.destroyed) return void stream.destroy()
          stream.once('error', (error) => body.destroy(error))
          return take(null, stream)
        },
        (error: unknown) => take(error, undefined as never),
      )
    })
  const bytes = await new Promise<number>((sized) => zip.end({ forceZip64Format: false } as EndOptions, sized as () => void))
  return { body, bytes: bytes < 0 ? undefined : bytes }
}
