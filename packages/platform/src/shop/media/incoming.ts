import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { absent } from './originals.ts'
import { privateFile, privateFolder } from './private-folder.ts'

/** A file has more bytes than it may have. */
export class TooManyBytes extends Error {}

/** Files of this machine that come in and are none of the shop yet. Each is removed when it was looked at, whatever came of it. */
export interface Incoming {
  /** Writes what comes, at most so many bytes, and hands over where it lies. */
  receive<T>(source: AsyncIterable<Buffer> | Readable, most: number, use: (path: string, bytes: number) => Promise<T>): Promise<T>
  /** Removes what a killed process left. */
  sweep(now: number): Promise<void>
}

const staleMs = 24 * 3_600_000

export function incoming(folder: string): Incoming {
  return {
    async receive(source, most, use) {
      await mkdir(folder, { recursive: true, mode: privateFolder })
      const path = join(folder, randomUUID())
      let bytes = 0
      try {
        await pipeline(
          source,
          async function* (parts: AsyncIterable<Buffer>) {
            for await (const part of parts) {
              bytes += part.length
              if (bytes > most) throw new TooManyBytes()
              yield part
            }
          },
          createWriteStream(path, { mode: privateFile }),
        )
        return await use(path, bytes)
      } finally {
        await rm(path, { force: true })
      }
    },
    async sweep(now) {
      for (const name of (await absent(readdir(folder))) ?? []) {
        const path = join(folder, name)
        const known = await absent(stat(path))
        if (known && now - known.mtimeMs > staleMs) await rm(path, { force: true })
      }
    },
  }
}
