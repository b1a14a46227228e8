import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { syncFolder, writeHashed } from './files.ts'
import { type BackupManifest, BackupRefused, type BackupTable, backupFormat, jobsFile, manifestFile, tableFile } from './manifest.ts'
import { type BackedUpOriginals, copyMedia } from './media.ts'
import { inTransaction } from './session.ts'
import { rowsOf, tablesOf } from './tables.ts'

export interface BackupOptions {
  readonly url: string
  readonly originals: Pick<BackedUpOriginals, 'list' | 'open'>
  /** The folder that the backup becomes; there is none of that name yet, or an empty one. */
  readonly to: string
  readonly withMedia: boolean
  readonly now: Date
  readonly version: string
  /** Work that waits, as it is put back later. */
  readonly pendingJobs: (client: pg.Client) => AsyncIterable<readonly string[]>
  readonly tell: (line: string) => void
  /** Told the name of the snapshot while it lasts, for whoever compares. */
  readonly onSnapshot?: (snapshot: string) => Promise<void>
}

export interface BackupMade {
  readonly manifest: BackupManifest
  readonly bytes: number
}

/**
 * Copies everything that a shop holds into a folder, while it sells: the database as it is at one instant, then the originals, which are written
 * before the rows that name them. The folder has another name until it is complete.
 */
export async function backUp(options: BackupOptions): Promise<BackupMade> {
  const { to, now, tell } = options
  if ((await readdir(to).catch(() => [])).length > 0) throw new BackupRefused(`${to} is not empty`)
  const half = join(dirname(to), `.${basename(to)}.unfinished`)
  await rm(half, { recursive: true, force: true })
  await mkdir(join(half, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const database = await inTransaction(options.url, 'isolation level repeatable read read only', (client) =>
      copyDatabase(client, half, options),
    )
    const media = await copyMedia(half, options.originals, options.withMedia, tell)
    const manifest: BackupManifest = { format: backupFormat, vitrine: options.version, at: now.toISOString(), ...database, media }
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    await writeHashed(join(half, manifestFile), [text])
    for (const folder of [join(half, 'tables'), half]) await syncFolder(folder)
    await rmdir(to).catch(() => {})
    await rename(half, to)
    await syncFolder(dirname(to))
    return { manifest, bytes: sizeOf(manifest) + text.length }
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    throw error
  }
}

async function copyDatabase(
  client: pg.Client,
  folder: string,
  { pendingJobs, onSnapshot }: BackupOptions,
): Promise<Pick<BackupManifest, 'postgres' | 'migrations' | 'wrappedKeys' | 'tables' | 'jobs'>> {
  const shapes = await tablesOf(client)
  if (!shapes.some(({ name }) => name === 'vitrine_migration')) throw new BackupRefused('There is no shop in this database')
  const { rows } = await client.query<{ postgres: string; snapshot: string; migrations: string[]; wrapped: boolean }>(`
    select current_setting('server_version') as postgres, pg_export_snapshot() as snapshot,
      (select array_agg(name order by name collate "C") from vitrine_migration) as migrations,
      exists (select from signing_key where to_jsonb(signing_key) ->> 'wrapped_by' is not null) as wrapped`)
  const { postgres, snapshot, migrations, wrapped: wrappedKeys } = rows[0]!
  await onSnapshot?.(snapshot)
  const tables: BackupTable[] = []
  for (const { name, columns, key, sorting, partitions } of shapes) {
    const written = await writeCounted(join(folder, tableFile(name)), rowsOf(client, { name, columns, sorting }))
    tables.push({ name, columns: [...columns], key: [...key], partitions: [...partitions], ...written })
  }
  const jobs = await writeCounted(join(folder, jobsFile), pendingJobs(client))
  return { postgres, migrations, wrappedKeys, tables, jobs }
}

async function writeCounted(path: string, batches: AsyncIterable<readonly string[]>) {
  let rows = 0
  async function* lines() {
    for await (const batch of batches) {
      rows += batch.length
      yield `${batch.join('\n')}\n`
    }
  }
  const file = await writeHashed(path, lines())
  return { rows, ...file }
}

const sizeOf = ({ tables, jobs, media }: BackupManifest): number =>
  [...tables, jobs, media.list].reduce((sum, { bytes }) => sum + bytes, media.copied ? media.bytes : 0)

/** Says when the last backup was made, for whoever looks after the shop. */
export async function noteBackup(
  folder: string,
  { at, path, bytes }: { readonly at: string; readonly path: string; readonly bytes: number },
) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const half = join(folder, '.last.json')
  await writeFile(half, `${JSON.stringify({ at, path, bytes })}\n`, { mode: 0o600 })
  await rename(half, join(folder, 'last.json'))
}
