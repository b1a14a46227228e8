import type { Readable } from 'node:stream'
import type { Clock } from '../../../kernel/clock/clock.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { sendGiven } from '../hand-over.ts'
import { findLink, type Link } from '../links-store.ts'
import type { OriginalStore } from '../originals.ts'
import { disposition } from '../serve.ts'
import { findFile, type ShopFile } from '../store.ts'
import { filesOfFolder, filesOfIds, zipOf } from './archive.ts'
import { type ArchiveStatement, type FileStatement, filesPath, type StreamStatement } from './links.ts'

export interface FileLinkRequest {
  readonly site: string
  readonly method: string
  /** Path and query as they came. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface FileLinkAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A stream has to be read or destroyed. */
  readonly body: Buffer | Readable | null
}

export interface FileLinkDeps {
  readonly db: Db
  readonly clock: Clock
  readonly originals: OriginalStore
}

interface Derivative {
  readonly mime: string
  readonly digest: string
  readonly bytes: number
}

/** Files by links that the shop gave out, `/files/<token>/<name>`: for as long as they work, to whoever has one. */
export function fileLinks({ db, clock, originals }: FileLinkDeps) {
  async function derivative(site: string, id: string, name: string): Promise<Derivative | undefined> {
    const [row] = await db.query<Derivative>(
      sql`select mime, digest, bytes from media_derivative where site = ${site} and media_id = ${id} and name = ${name}`,
    )
    return row
  }

  async function usable(site: string, id: string): Promise<ShopFile | undefined> {
    const file = await findFile(db, site, id)
    return file && !file.trashed && file.digest !== '' ? file : undefined
  }

  async function one(request: FileLinkRequest, { fileId, asset, name, how }: FileStatement): Promise<FileLinkAnswer> {
    const { site } = request
    const file = await usable(site, fileId)
    const source = file && (asset === undefined ? file : await derivative(site, fileId, asset))
    if (!source) return missing
    const { mime, digest, bytes } = source
    return open(await sendGiven(originals, site, { mime, digest, bytes, name, how }, request))
  }

  async function stream(request: FileLinkRequest, { fileId }: StreamStatement, name: string): Promise<FileLinkAnswer> {
    const { site } = request
    const source = (await usable(site, fileId)) && (await derivative(site, fileId, name))
    return source ? open(await sendGiven(originals, site, { ...source, name: name.split('/').at(-1)!, how: 'inline' }, request)) : missing
  }

  async function archive({ site, method }: FileLinkRequest, statement: ArchiveStatement, name: string): Promise<FileLinkAnswer> {
    const files = 'fileIds' in statement ? await filesOfIds(db, site, statement.fileIds) : await filesOfFolder(db, site, statement.folderId)
    const { body, bytes } = await zipOf(originals, site, files)
    const headers = {
      ...common,
      'content-type': 'application/zip',
      'content-disposition': disposition(name, 'attachment'),
      ...(bytes !== undefined && { 'content-length': String(bytes) }),
    }
    if (method !== 'HEAD') return { status: 200, headers, body }
    body.destroy()
    return { status: 200, headers, body: null }
  }

  return async (request: FileLinkRequest): Promise<FileLinkAnswer> => {
    const { site, method, path } = request
    if (method === 'OPTIONS') return preflight
    if (method !== 'GET' && method !== 'HEAD')
      return said(405, 'METHOD_NOT_ALLOWED', 'Files are only fetched.', { allow: 'GET, HEAD, OPTIONS' })
    const named = read(path)
    const link = named && (await findLink<unknown>(db, site, named.token))
    if (!named || !link || link.purpose === 'UPLOAD') return missing
    if (link.expiresAt <= clock.now()) return over(link)
    switch (link.purpose) {
      case 'FILE':
        return one(request, link.statement as FileStatement)
      case 'STREAM':
        return stream(request, link.statement as StreamStatement, named.name)
      case 'ARCHIVE':
        return archive(request, link.statement as ArchiveStatement, named.name)
    }
  }
}

export type FileLinks = ReturnType<typeof fileLinks>

/** The token of a link, and what follows it. */
function read(path: string): { readonly token: string; readonly name: string } | undefined {
  const rest = path.split('?', 1)[0]!.slice(filesPath.length)
  const at = rest.indexOf('/')
  if (at < 0) return undefined
  try {
    return { token: rest.slice(0, at), name: decodeURIComponent(rest.slice(at + 1)) }
  } catch {
    return undefined
  }
}

function over({ purpose, statement }: Link<unknown>): FileLinkAnswer {
  const { afterwards } = purpose === 'FILE' ? (statement as FileStatement) : {}
  return afterwards === undefined ? missing : { status: 302, headers: { ...common, location: afterwards }, body: null }
}

const common = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'access-control-allow-origin': '*',
}

/** A player on another page reads what it plays. */
const open = (answer: FileLinkAnswer | undefined): FileLinkAnswer =>
  answer ? { ...answer, headers: { ...answer.headers, 'access-control-allow-origin': '*' } } : missing

function said(status: number, code: string, description: string, headers: Readonly<Record<string, string>> = {}): FileLinkAnswer {
  const body = Buffer.from(JSON.stringify({ message: description, details: { applicationError: { code, description, data: {} } } }))
  return { status, headers: { ...common, ...headers, 'content-type': 'application/json', 'content-length': String(body.length) }, body }
}

const missing = said(404, 'FILE_NOT_FOUND', 'There is no such file, or the link is over.')

const preflight: FileLinkAnswer = {
  status: 204,
  headers: { ...common, 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': 'Range, If-None-Match' },
  body: null,
}
