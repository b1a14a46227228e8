import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { checkFile, linesOf, writeHashed } from './files.ts'
import { type BackupManifest, BackupRefused, mediaListFile } from './manifest.ts'

/** Where originals lie, as far as a backup asks. They are named by their content, only ever added, and stand before their rows do. */
export interface BackedUpOriginals {
  list(): AsyncIterable<Original>
  open(site: string, digest: string): Promise<AsyncIterable<Buffer | string> | undefined>
  put(site: string, digest: string, bytes: Buffer): Promise<void>
}

export interface Original {
  readonly site: string
  readonly digest: string
  readonly bytes: number
}

const Listed = z.object({ site: z.guid(), digest: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().min(0) })

const pathOf = ({ site, digest }: Original): string => join('media', site, digest.slice(0, 2), digest)

/** Copies every original into the folder, or lists them alone. An original that is not what its name says is left out, and told. */
export async function copyMedia(
  folder: string,
  originals: Pick<BackedUpOriginals, 'list' | 'open'>,
  copied: boolean,
  tell: (line: string) => void,
): Promise<BackupManifest['media']> {
  let files = 0
  let bytes = 0
  async function* entries() {
    for await (const original of originals.list()) {
      if (copied && !(await copy(folder, originals, original))) {
        tell(`The original ${original.site}/${original.digest} cannot be read as its name says, and is not in the backup.`)
        continue
      }
      files++
      bytes += original.bytes
      yield `${JSON.stringify({ site: original.site, digest: original.digest, bytes: original.bytes } satisfies Original)}\n`
    }
  }
  const list = await writeHashed(join(folder, mediaListFile), entries())
  return { copied, files, bytes, list }
}

async function copy(folder: string, originals: Pick<BackedUpOriginals, 'open'>, original: Original): Promise<boolean> {
  const content = await originals.open(original.site, original.digest)
  if (!content) return false
  const path = join(folder, pathOf(original))
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const written = await writeHashed(path, content)
  if (written.sha256 === original.digest && written.bytes === original.bytes) return true
  await rm(path)
  return false
}

/** The originals that belong to a backup. @throws BackupRefused where the list is not as it was written */
export async function* listedMedia(folder: string, { media }: Pick<BackupManifest, 'media'>): AsyncIterable<Original> {
  await checkFile(folder, mediaListFile, media.list)
  for await (const lines of linesOf(join(folder, mediaListFile), 1_000_000))
    for (const line of lines) {
      const original = Listed.safeParse(JSON.parse(line))
      if (!original.success) throw new BackupRefused(`The backup is damaged: ${mediaListFile} cannot be read`)
      yield original.data
    }
}

/** @throws BackupRefused where an original is missing, or is not as it was written */
export async function checkMedia(folder: string, manifest: Pick<BackupManifest, 'media'>): Promise<void> {
  for await (const original of listedMedia(folder, manifest))
    if (manifest.media.copied) await checkFile(folder, pathOf(original), { bytes: original.bytes, sha256: original.digest })
}

/** Puts the originals of a backup where the shop looks for them, and reads each of them there once more. */
export async function restoreMedia(
  folder: string,
  manifest: Pick<BackupManifest, 'media'>,
  originals: Pick<BackedUpOriginals, 'open' | 'put'>,
): Promise<void> {
  if (!manifest.media.copied) return
  for await (const original of listedMedia(folder, manifest)) {
    const { site, digest } = original
    await originals.put(site, digest, await readFile(join(folder, pathOf(original))))
    const hash = createHash('sha256')
    for await (const part of (await originals.open(site, digest)) ?? []) hash.update(part)
    if (hash.digest('hex') !== digest) throw new BackupRefused(`The original ${site}/${digest} did not arrive as it was written`)
  }
}
