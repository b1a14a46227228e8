import { randomUUID } from 'node:crypto'
import { chmod, copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Unavailable } from '../../kernel/unavailable.ts'
import type { OnDisk } from './kinds/source.ts'
import { privateFile, privateFolder } from './private-folder.ts'
import type { Span } from './range.ts'

/** Where the bytes of originals lie, by site and content: a folder, or a bucket. */
export interface OriginalStore {
  /** Stores the bytes for good before it returns. Putting the same content again does nothing. */
  put(site: string, digest: string, bytes: Buffer): Promise<void>
  /**
   * The same for a file of any size, with few of its bytes in memory at once; the caller says that its content has the digest. The file stays for
   * the caller to remove, and nobody may write to it any more: it may be the original by another name.
   */
  putFile(site: string, digest: string, path: string): Promise<void>
  /** All bytes. Undefined when they are not there. */
  read(site: string, digest: string): Promise<Buffer | undefined>
  /** The same for a process of this machine: where the bytes lie, if they are on its disk, else all of them. */
  readForChild(site: string, digest: string): Promise<Buffer | OnDisk | undefined>
  /** A stream of all bytes or of a span of them. Undefined when they are not there. */
  open(site: string, digest: string, span?: Span): Promise<Readable | undefined>
}

/** Originals as whoever started the platform looks after them. */
export interface Originals extends OriginalStore {
  /** Removes the bytes for good; where there are none it does nothing. */
  remove(site: string, digest: string): Promise<void>
  /** Fails where they cannot be stored there. */
  reach(): Promise<void>
  /** What lies there, of every shop. */
  list(): AsyncIterable<{ readonly site: string; readonly digest: string; readonly bytes: number }>
  /** Removes what a killed process left half written, and returns how much that was. */
  sweep(now: number): Promise<number>
  close(): Promise<void>
}

/** The bytes lie where nobody answers at the moment, or where we may not go. */
export class OriginalsUnavailable extends Unavailable {
  override readonly name = 'OriginalsUnavailable'
}

const siteName = /^[0-9a-f-]{36}$/
const digestName = /^[0-9a-f]{64}$/

/** The names that lead to an original, one below the other. */
export function pathOf(site: string, digest: string): readonly [string, string, string] {
  if (!siteName.test(site) || !digestName.test(digest)) throw new TypeError('an original is named by a site and a sha-256')
  return [site, digest.slice(0, 2), digest]
}

const staleMs = 60 * 60 * 1000

/** Originals in a folder: `<site>/<two letters>/<sha-256>`, written beside and renamed, so that a file is either whole or not there. */
export function localOriginals(folder: string): Originals {
  const unfinished = join(folder, 'unfinished')
  const place = (site: string, digest: string) => join(folder, ...pathOf(site, digest))
  /** A name beside, for what is to be renamed when it is whole. */
  async function beside(): Promise<string> {
    await mkdir(unfinished, { recursive: true, mode: privateFolder })
    return join(unfinished, randomUUID())
  }
  return {
    async put(site, digest, bytes) {
      const path = place(site, digest)
      const known = await absent(stat(path))
      if (known?.size === bytes.length) return
      await mkdir(dirname(path), { recursive: true, mode: privateFolder })
      const temporary = await beside()
      try {
        const file = await open(temporary, 'wx', privateFile)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await sync(dirname(path))
    },
    async putFile(site, digest, from) {
      const path = place(site, digest)
      const [known, { size }] = await Promise.all([absent(stat(path)), stat(from)])
      if (known?.size === size) return
      await mkdir(dirname(path), { recursive: true, mode: privateFolder })
      const whole = await beside()
      try {
        await chmod(from, privateFile)
        await link(from, whole).catch((error: NodeJS.ErrnoException) => {
          if (!cannotLink.has(error.code ?? '')) throw error
          return copyFile(from, whole)
        })
        await sync(whole)
        await rename(whole, path)
      } catch (error) {
        await rm(whole, { force: true })
        throw error
      }
      await sync(dirname(path))
    },
    read: (site, digest) => absent(readFile(place(site, digest))),
    async readForChild(site, digest) {
      const path = place(site, digest)
      return (await absent(stat(path))) && { path }
    },
    async open(site, digest, span) {
      const file = await absent(open(place(site, digest), 'r'))
      return file?.createReadStream(span ? { start: span.start, end: span.end } : {})
    },
    async remove(site, digest) {
      await rm(place(site, digest), { force: true })
    },
    async *list() {
      for (const site of (await namesIn(folder)).filter((name) => siteName.test(name)))
        for (const start of (await namesIn(join(folder, site))).filter((name) => /^[0-9a-f]{2}$/.test(name)))
          for (const digest of (await namesIn(join(folder, site, start))).filter((name) => digestName.test(name))) {
            const known = await absent(stat(join(folder, site, start, digest)))
            if (known) yield { site, digest, bytes: known.size }
          }
    },
    async reach() {
      await mkdir(folder, { recursive: true, mode: privateFolder })
    },
    async sweep(now) {
      let removed = 0
      for (const name of (await absent(readdir(unfinished))) ?? []) {
        const path = join(unfinished, name)
        const known = await absent(stat(path))
        if (!known || now - known.mtimeMs < staleMs) continue // a younger one may be another process's work
        await rm(path, { force: true })
        removed++
      }
      return removed
    },
    async close() {},
  }
}

const namesIn = async (path: string): Promise<readonly string[]> => ((await absent(readdir(path))) ?? []).toSorted()

/** To another file system, and on one that has no links. */
const cannotLink = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The answer of a file operation, or undefined when there is no such file. */
export async function absent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}
