import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemFacts } from './facts.ts'

/** The disk that a folder is on. */
export async function storageOf(folder: string): Promise<SystemFacts['storage']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return undefined
  }
}

/** The last complete backup, as the command that made it noted it in `DATA_DIR`. */
export async function lastBackup(dataDir: string): Promise<SystemFacts['backup']> {
  try {
    const { at, bytes } = JSON.parse(await readFile(join(dataDir, 'backups', 'last.json'), 'utf8')) as { at?: unknown; bytes?: unknown }
    const date = new Date(String(at))
    return typeof bytes === 'number' && !Number.isNaN(date.getTime()) ? { at: date, bytes } : undefined
  } catch {
    return undefined
  }
}
