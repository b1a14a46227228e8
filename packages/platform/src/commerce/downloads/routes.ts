import { Readable } from 'node:stream'
import { isId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { LinkStatement } from './links.ts'
import { type DownloadTerms, type OrderOfFiles, opened, stateOf } from './rules.ts'
import { findDownloads, isUnderWay, openDownload, useDownload } from './store.ts'

export interface FileRequest {
  readonly site: string
  readonly method: string
  /** Path and query as they came. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface FileAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null where nothing follows the headers. A stream has to be read or destroyed. */
  readonly body: Buffer | Readable | null
}

export interface DownloadRouteDeps {
  readonly db: Db
  readonly now: () => Date
  readonly terms: (db: Db, site: string) => Promise<DownloadTerms>
  /** What a key says, if the shop signed it. */
  readonly read: (site: string, key: string) => Promise<LinkStatement | undefined>
  readonly findOrder: (db: Db, site: string, orderId: string) => Promise<OrderOfFiles | undefined>
  /** Hands a file over, whole or the part that was asked for. Undefined where its bytes are gone. */
  readonly handOver: (site: string, fileId: string, request: FileRequest) => Promise<FileAnswer | undefined>
}

/** A download in parts may take so long; its parts do not count as further ones. */
const oneDownloadMs = 24 * 3600 * 1000

/**
 * Files that were bought, `/downloads/<order>/<line>?key=…`: to whoever holds a link that the shop signed, while the order is paid for and the
 * link neither over nor used up. Browsers are led to the order where it is, other programs are told.
 */
export const downloadRoute =
  ({ db, now, terms, read, findOrder, handOver }: DownloadRouteDeps) =>
  async (request: FileRequest): Promise<FileAnswer> => {
    const { site, method, path, headers } = request
    if (method !== 'GET' && method !== 'HEAD') return said(405, 'METHOD_NOT_ALLOWED', 'Files are only fetched.', { allow: 'GET, HEAD' })
    const url = new URL(path, 'http://downloads.invalid')
    const [, room, orderId = '', lineItemId = '', ...more] = url.pathname.split('/')
    if (room !== 'downloads' || more.length > 0 || !isId(orderId)) return missing
    const statement = await read(site, url.searchParams.get('key') ?? '')
    if (!statement || statement.orderId !== orderId || statement.lineItemId !== lineItemId) return missing
    const { opening } = statement
    const order = await findOrder(db, site, orderId)
    const file = order?.files.find((one) => one.lineItemId === lineItemId)
    if (!order || !file) return missing

    const at = now()
    const no = (why: 'over' | 'closed', description: string) =>
      [headers['accept']].flat().join().includes('text/html')
        ? { status: 303, headers: { ...common, location: `/orders/${orderId}?download=${why}`, 'content-length': '0' }, body: null }
        : said(why === 'over' ? 410 : 403, why === 'over' ? 'DOWNLOAD_LINK_OVER' : 'DOWNLOAD_NOT_PAID', description)
    const known = (await findDownloads(db, site, orderId)).find((one) => one.lineItemId === lineItemId)
    const state = stateOf(order, file, known, at)
    if (state === 'WAITING' || state === 'CLOSED') return no('closed', 'This file is not paid for, or its money went back.')
    if (state === 'EXPIRED' || (known && known.opening !== opening)) return no('over', 'This link is over; the order’s page has a new one.')
    const given = await handOver(site, file.fileId, request)
    if (given && method === 'GET') {
      if (!known) await openDownload(db, site, orderId, lineItemId, opened(await terms(db, site), at), at)
      const goesOn =
        !fromTheStart(headers['range']) &&
        (await isUnderWay(db, site, orderId, lineItemId, opening, new Date(at.getTime() - oneDownloadMs), at))
      if (!goesOn && !(await useDownload(db, site, orderId, lineItemId, opening, at))) {
        if (given.body instanceof Readable) given.body.destroy()
        return no('over', 'This link was used as often as it may be; the order’s page has a new one.')
      }
    }
    return given ?? missing
  }

/** A request for the first byte begins a download, one for later bytes goes on with it. */
const fromTheStart = (range: string | string[] | undefined): boolean => {
  const first = /^bytes=\s*(\d+)-/i.exec([range].flat().join(', '))?.[1]
  return first === undefined || Number(first) === 0
}

const common = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

function said(status: number, code: string, description: string, headers: Readonly<Record<string, string>> = {}): FileAnswer {
  const body = Buffer.from(JSON.stringify({ message: description, details: { applicationError: { code, description, data: {} } } }))
  return { status, headers: { ...common, ...headers, 'content-type': 'application/json', 'content-length': String(body.length) }, body }
}

const missing = said(404, 'DOWNLOAD_NOT_FOUND', 'There is no such file.')
