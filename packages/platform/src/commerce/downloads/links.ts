import type { OrderDownload } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { type DownloadTerms, type OrderOfFiles, opened, stateOf } from './rules.ts'
import { findDownloads } from './store.ts'

/** A file of the shop as a buyer is told of it. */
export interface FileFacts {
  readonly fileName: string
  readonly mime: string
  readonly bytes: number
}

export interface LinkDeps {
  readonly origin: string
  /** Signs who may fetch what: the statement of a link. */
  readonly sign: (site: string, statement: LinkStatement) => Promise<string>
  readonly findFile: (db: Db, site: string, fileId: string) => Promise<FileFacts | undefined>
  readonly terms: (db: Db, site: string) => Promise<DownloadTerms>
}

/** What the key of a link says. How long and how often it works stands in the database, where it can be ended. */
export interface LinkStatement {
  readonly orderId: string
  readonly lineItemId: string
  readonly opening: number
}

/** The address of a file of an order. */
export async function linkTo({ origin, sign }: Pick<LinkDeps, 'origin' | 'sign'>, site: string, statement: LinkStatement): Promise<string> {
  const { orderId, lineItemId } = statement
  return `${origin}/downloads/${orderId}/${lineItemId}?key=${encodeURIComponent(await sign(site, statement))}`
}

/** The files of an order as its buyer sees them now. */
export async function downloadsOf(
  deps: LinkDeps,
  { db, site, now }: { readonly db: Db; readonly site: string; readonly now: Date },
  order: OrderOfFiles & { readonly id: string },
): Promise<OrderDownload[]> {
  if (order.files.length === 0) return []
  const [known, terms] = [await findDownloads(db, site, order.id), await deps.terms(db, site)]
  return Promise.all(
    order.files.map(async (ordered): Promise<OrderDownload> => {
      const { lineItemId, fileId } = ordered
      const file = await deps.findFile(db, site, fileId)
      const opening = known.find((one) => one.lineItemId === lineItemId)
      const state = file ? stateOf(order, ordered, opening, now) : 'CLOSED'
      const { opening: number, expiresAt, used, atMost } = opening ?? opened(terms, now)
      return {
        lineItemId,
        ...(file && { fileName: file.fileName, mimeType: file.mime, sizeInBytes: file.bytes }),
        state,
        ...(state === 'READY' && {
          link: await linkTo(deps, site, { orderId: order.id, lineItemId, opening: number }),
          expirationDate: expiresAt.toISOString(),
          downloadsLeft: atMost - used,
        }),
      }
    }),
  )
}
