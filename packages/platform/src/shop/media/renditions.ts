import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Format } from './accept.ts'
import { absent } from './originals.ts'
import { privateFile, privateFolder } from './private-folder.ts'

export interface RenditionsOptions {
  readonly folder: string
  /** What the renditions may take on the disk, in bytes. */
  readonly most: number
  /** What they may take in memory, in bytes. */
  readonly mostInMemory: number
  readonly now: () => number
}

/** Renditions that have been made: on disk, bounded, and the busy ones in memory too. All of it can be thrown away at any time. */
export interface Renditions {
  find(key: string, format: Format): Promise<Buffer | undefined>
  keep(key: string, format: Format, bytes: Buffer): Promise<void>
  /** Deletes the least useful until there is a tenth of the room again, and what a killed process left half written. */
  sweep(): Promise<{ readonly files: number; readonly bytes: number }>
}

const day = 24 * 60 * 60 * 1000
const hour = 60 * 60 * 1000
/** A rendition that was made but never asked for again counts as this much older, so that one-off sizes go before what pages show. */
const probation = 30 * day

export function localRenditions({ folder, most, mostInMemory, now }: RenditionsOptions): Renditions {
  const memory = new LRUCache<string, { bytes: Buffer; usedAt: number }>({
    maxSize: mostInMemory,
    maxEntrySize: Math.max(1, Math.floor(mostInMemory / 8)),
    sizeCalculation: ({ bytes }) => bytes.length + 200,
  })
  const unfinished = join(folder, 'unfinished')
  const place = (key: string, format: Format) => join(folder, key.slice(0, 2), `${key}.${format}`)
  let sinceSweep = 0
  let sweeping: Promise<{ files: number; bytes: number }> | undefined

  /** The file's date says when it was last of use; once an hour is exact enough. */
  async function touch(path: string, usedAt: number) {
    if (now() - usedAt < hour) return usedAt
    const time = new Date(now())
    await utimes(path, time, time).catch(() => {})
    return time.getTime()
  }

  async function sweepOnce() {
    const files: { path: string; size: number; usedAt: number }[] = []
    for (const shelf of (await absent(readdir(folder, { withFileTypes: true }))) ?? []) {
      if (!shelf.isDirectory()) continue
      for (const name of (await absent(readdir(join(folder, shelf.name)))) ?? []) {
        const path = join(folder, shelf.name, name)
        const known = await absent(stat(path))
        if (!known?.isFile()) continue
        if (shelf.name !== 'unfinished') files.push({ path, size: known.size, usedAt: known.mtimeMs })
        else if (now() - known.mtimeMs > hour) await rm(path, { force: true })
      }
    }
    let bytes = files.reduce((sum, { size }) => sum + size, 0)
    let left = files.length
    if (bytes > most) {
      for (const { path, size } of files.sort((a, b) => a.usedAt - b.usedAt)) {
        if (bytes <= most * 0.9) break
        await rm(path, { force: true })
        bytes -= size
        left--
      }
    }
    return { files: left, bytes }
  }

  const sweep = () => {
    sinceSweep = 0
    sweeping ??= sweepOnce().finally(() => {
      sweeping = undefined
    })
    return sweeping
  }

  return {
    async find(key, format) {
      const path = place(key, format)
      const known = memory.get(path)
      if (known) {
        if (now() - known.usedAt >= hour) known.usedAt = await touch(path, known.usedAt)
        return known.bytes
      }
      const bytes = await absent(readFile(path))
      if (!bytes) return undefined
      const usedAt = await touch(path, (await absent(stat(path)))?.mtimeMs ?? now())
      memory.set(path, { bytes, usedAt })
      return bytes
    },
    async keep(key, format, bytes) {
      const path = place(key, format)
      memory.set(path, { bytes, usedAt: now() - probation })
      const temporary = join(unfinished, randomUUID())
      await mkdir(unfinished, { recursive: true, mode: privateFolder })
      await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: privateFolder })
      try {
        await writeFile(temporary, bytes, { flag: 'wx', mode: privateFile })
        const time = new Date(now() - probation)
        await utimes(temporary, time, time)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      sinceSweep += bytes.length
      if (sinceSweep > most / 10) await sweep()
    },
    sweep,
  }
}
