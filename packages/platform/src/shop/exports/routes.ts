import { Readable } from 'node:stream'
import type { Db } from '../../kernel/db/sql.ts'
import type { ExportKind } from './operations.ts'
import { type Source, type Wanted, written } from './source.ts'

export interface ExportRequest {
  readonly site: string
  readonly method: string
  /** Path and query as they came. */
  readonly path: string
}

export interface ExportAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A stream has to be read or destroyed. */
  readonly body: Buffer | Readable | null
}

export interface ExportRouteDeps {
  readonly db: Db
  readonly now: () => Date
  readonly sources: Readonly<Record<ExportKind, Source>>
  /** What a key says, if the shop signed it. */
  readonly read: (site: string, key: string) => Promise<{ readonly kind: ExportKind; readonly wanted: Wanted } | undefined>
}

/** Exports, `/exports/orders.csv?key=…`, to whoever holds a link that the shop signed: written while they are fetched. */
export const exportRoute =
  ({ db, now, sources, read }: ExportRouteDeps) =>
  async ({ site, method, path }: ExportRequest): Promise<ExportAnswer> => {
    if (method !== 'GET' && method !== 'HEAD') return said(405, 'METHOD_NOT_ALLOWED', 'Exports are only fetched.', { allow: 'GET, HEAD' })
    const url = new URL(path, 'http://exports.invalid')
    const found = await read(site, url.searchParams.get('key') ?? '')
    if (!found || url.pathname !== `/exports/${nameOf(found.kind, found.wanted)}`) return missing
    const { kind, wanted } = found
    const day = now().toISOString().slice(0, 10)
    return {
      status: 200,
      headers: {
        ...common,
        'content-type': wanted.format === 'CSV' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
        'content-disposition': `attachment; filename="${nameOf(kind, wanted).replace('.', `-${day}.`)}"`,
      },
      body: method === 'HEAD' ? null : Readable.from(written(sources[kind], { db, site, now }, wanted), { objectMode: false }),
    }
  }

/** `orders.csv` */
export const nameOf = (kind: ExportKind, { format }: Wanted): string => `${kind}.${format === 'CSV' ? 'csv' : 'jsonl'}`

const common = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

function said(status: number, code: string, description: string, headers: Readonly<Record<string, string>> = {}): ExportAnswer {
  const body = Buffer.from(JSON.stringify({ message: description, details: { applicationError: { code, description, data: {} } } }))
  return { status, headers: { ...common, ...headers, 'content-type': 'application/json', 'content-length': String(body.length) }, body }
}

const missing = said(404, 'EXPORT_NOT_FOUND', 'There is no such export, or the link is over.')
