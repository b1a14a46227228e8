import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** Something about a backup, or about where it should go, that ends the command with a sentence. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** A file of the backup: its SHA-256 in hex. */
const File = z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export interface BackupFile extends z.infer<typeof File> {}

const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/)

const Table = z.object({
  name: Name,
  columns: z.array(Name).min(1),
  /** By which its rows are sorted. */
  key: z.array(Name).min(1),
  /** The partitions of a partitioned table, as PostgreSQL says their bounds. */
  partitions: z.array(z.object({ name: Name, bounds: z.string().regex(/^(DEFAULT|FOR VALUES FROM \('[\w-]+'\) TO \('[\w-]+'\))$/) })),
  rows: z.int().min(0),
  ...File.shape,
})
export interface BackupTable extends z.infer<typeof Table> {}

const Manifest = z.object({
  format: z.int(),
  vitrine: z.string(),
  at: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations that made the schema, in their order. */
  migrations: z.array(z.string().regex(/^\d{4}[\w-]*\.sql$/)).min(1),
  /** Whether keys are wrapped with a `VITRINE_SECRET`, which is not in the backup. */
  wrappedKeys: z.boolean(),
  tables: z.array(Table),
  /** Work that had not been done yet. */
  jobs: z.object({ rows: z.int().min(0), ...File.shape }),
  media: z.object({
    /** Without them the originals stay where they are: the list says which belong to the backup. */
    copied: z.boolean(),
    files: z.int().min(0),
    /** Of the originals altogether. */
    bytes: z.int().min(0),
    list: File,
  }),
})
export interface BackupManifest extends z.infer<typeof Manifest> {}

export const backupFormat = 1
export const manifestFile = 'manifest.json'
export const jobsFile = 'jobs.ndjson'
export const mediaListFile = 'media.ndjson'
export const tableFile = (name: string): string => `tables/${name}.ndjson`

const Format = z.object({ format: z.int(), vitrine: z.string() })

/** @throws BackupRefused for what is no backup, or one of a newer Vitrine */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new BackupRefused(`${folder} is no backup: there is no ${manifestFile} in it`)
    throw error
  })
  const damaged = new BackupRefused(`The backup is damaged: ${manifestFile} cannot be read`)
  const said = parsed(text)
  const format = Format.safeParse(said)
  if (!format.success) throw damaged
  if (format.data.format > backupFormat) throw newer(format.data.vitrine)
  const manifest = Manifest.safeParse(said)
  if (!manifest.success) throw damaged
  return manifest.data
}

export const newer = (version: string): BackupRefused =>
  new BackupRefused(`The backup is of a newer Vitrine (${version}): restore it with that version or a later one`)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
