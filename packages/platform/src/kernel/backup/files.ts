import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupFile, BackupRefused } from './manifest.ts'

/** Writes a file that only its owner can read, and answers what it has come to; on disk when it answers. */
export async function writeHashed(path: string, parts: AsyncIterable<string | Buffer> | Iterable<string | Buffer>): Promise<BackupFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const part of parts) {
      const buffer = typeof part === 'string' ? Buffer.from(part) : part
      hash.update(buffer)
      bytes += buffer.length
      await file.write(buffer)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** @throws BackupRefused where a file is missing, or is not as it was written */
export async function checkFile(folder: string, path: string, { bytes, sha256 }: BackupFile): Promise<void> {
  const known = await stat(join(folder, path)).catch(() => undefined)
  if (!known?.isFile()) throw new BackupRefused(`The backup is damaged: ${path} is missing`)
  if (known.size !== bytes) throw new BackupRefused(`The backup is damaged: ${path} has ${known.size} bytes, and had ${bytes}`)
  const hash = createHash('sha256')
  for await (const part of createReadStream(join(folder, path))) hash.update(part as Buffer)
  if (hash.digest('hex') !== sha256) throw new BackupRefused(`The backup is damaged: ${path} is not as it was written`)
}

/** The lines of a file, some at a time: of so many bytes, or one line. */
export async function* linesOf(path: string, atMostBytes: number): AsyncIterable<readonly string[]> {
  const file = await open(path, 'r')
  try {
    let some: string[] = []
    let bytes = 0
    for await (const line of file.readLines({ encoding: 'utf8' })) {
      some.push(line)
      bytes += line.length
      if (bytes < atMostBytes) continue
      yield some
      some = []
      bytes = 0
    }
    if (some.length > 0) yield some
  } finally {
    await file.close()
  }
}

/** Makes the names in a folder last. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
