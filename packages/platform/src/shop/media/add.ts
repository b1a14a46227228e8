import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mostBytesOf } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { mediaId, type Point } from './address.ts'
import type { MediaDetails } from './details.ts'
import { inspect, Unfit } from './inspect.ts'
import type { Kind } from './kinds/kind.ts'
import type { OriginalStore } from './originals.ts'
import type { Inspect } from './processing/inspector.ts'
import { type MediaFile, saveMedia } from './store.ts'

export interface NewOriginal {
  readonly site: string
  readonly fileName: string
  /** Chosen by the caller, or made from the content that it comes in with. */
  readonly id?: string
  readonly focal?: Point
  /** It is handed over to those who bought it, and to nobody else. */
  readonly private?: boolean
  /** Of these kinds alone; of any where nothing is said. */
  readonly kinds?: readonly Kind[]
  /** The maximum length of a film. */
  readonly mostMs?: number
  /** The member whose picture it is: it is erased with them. */
  readonly memberId?: string
  readonly now: Date
}

const middle: Point = { x: 0.5, y: 0.5 }

/**
 * Takes a file in: inspects it, stores its bytes, then writes its row, so that a row never stands without bytes.
 * Adding the same content again returns the file that is there. An `Unfit` says why a file is not taken.
 */
export async function addOriginal(db: Db, originals: OriginalStore, bytes: Buffer, asked: NewOriginal): Promise<MediaFile | Unfit> {
  const saved = await keepOriginal({ originals, inspect }, bytes, asked)
  return saved instanceof Unfit ? saved : saveOriginal(db, saved, asked)
}

export interface OriginalDeps {
  readonly originals: OriginalStore
  readonly inspect: Inspect
}

/** A file whose bytes are stored, as its row will describe it. */
export interface StoredOriginal extends MediaFile {
  readonly details: MediaDetails
}

/** The first half: stores the bytes, and returns what the row will say. Nothing of it belongs in a transaction. */
export async function keepOriginal(
  { originals, inspect }: OriginalDeps,
  given: Buffer | { readonly path: string },
  asked: Omit<NewOriginal, 'now'>,
): Promise<StoredOriginal | Unfit> {
  const facts = await inspect(given)
  if (facts instanceof Unfit) return facts
  if (asked.kinds && !asked.kinds.includes(facts.kind)) return new Unfit('UNKNOWN_TYPE', 'Files of this kind are not taken here.')
  if (asked.mostMs !== undefined && (facts.details.durationMs ?? 0) > asked.mostMs)
    return new Unfit('TOO_LONG', `The film lasts longer than ${asked.mostMs / 1000} seconds.`)
  const source = facts.cleaned ?? given
  const { digest, bytes } = await measure(source)
  const most = mostBytesOf[facts.kind]
  if (bytes > most) return new Unfit('TOO_LARGE', `The file has more than ${most} bytes.`)
  const id = asked.id ?? `${digest.slice(0, 32)}.${facts.extension}`
  if (!mediaId.test(id)) throw new TypeError(`“${id}” cannot be a media id`)
  await (Buffer.isBuffer(source) ? originals.put(asked.site, digest, source) : originals.putFile(asked.site, digest, source.path))
  return {
    id,
    kind: facts.kind,
    mime: facts.mime,
    fileName: plainName(asked.fileName) || id,
    digest,
    bytes,
    width: facts.width ?? null,
    height: facts.height ?? null,
    alpha: facts.alpha,
    focal: asked.focal ?? middle,
    colour: facts.colour ?? null,
    placeholder: facts.placeholder ?? null,
    private: asked.private ?? false,
    details: facts.details,
  }
}

/** What there is of a file; one of this machine is read once from its beginning to its end. */
export async function measure(source: Buffer | { readonly path: string }): Promise<{ readonly digest: string; readonly bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const chunks = Buffer.isBuffer(source) ? [source] : createReadStream(source.path, { highWaterMark: 1024 * 1024 })
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { digest: hash.digest('hex'), bytes }
}

/** The second half: writes the row of a file whose bytes are stored. */
export async function saveOriginal(
  db: Db,
  saved: MediaFile,
  { site, now, memberId }: Pick<NewOriginal, 'site' | 'now' | 'memberId'>,
): Promise<MediaFile> {
  const file = await saveMedia(db, site, saved, now, memberId)
  if (file.digest !== saved.digest) throw new Error(`media ${saved.id} holds other content; a changed file needs an id of its own`)
  return file
}

/** A file's name without its folders and without what no header may hold. */
const plainName = (name: string) => name.split(/[/\\]/).at(-1)!.replace(/\p{C}/gu, '').trim().slice(0, 200)
