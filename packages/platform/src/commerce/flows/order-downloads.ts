import type { OrderDownload } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { Seals } from '../../kernel/seals.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { longestTokenSeconds } from '../../people/index.ts'
import { findMedia } from '../../shop/index.ts'
import { downloadsOf, type FileFacts, type LinkStatement, linkTo } from '../downloads/links.ts'
import { type DownloadTerms, isTheirs, type OrderOfFiles, opened, usualTerms } from '../downloads/rules.ts'
import { findDownloads, openDownload, reopenDownload } from '../downloads/store.ts'
import { addActivitiesNow, lockOrder, saveOrder } from '../orders/store.ts'
import { type StoredOrder } from '../orders/stored-order.ts'

export interface DownloadingDeps {
  readonly origin: string
  readonly sealing: Seals
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

/** The files of an order, as far as it has some. */
export const filesOf = ({ id, status, paymentStatus, document }: StoredOrder): OrderOfFiles & { readonly id: string } => ({
  id,
  status,
  paymentStatus,
  files: document.lineItems.flatMap(({ id: lineItemId, digitalFile, refundQuantity, quantity }) =>
    digitalFile ? [{ lineItemId, fileId: digitalFile.fileId, refunded: (refundQuantity ?? 0) >= quantity }] : [],
  ),
})

/** Orders, media and settings as downloads use them. */
export function downloading({ origin, sealing, readSettings }: DownloadingDeps) {
  const links = {
    origin,
    /** How long a link is good for, the database says: its key is for as long as one can be. */
    sign: (site: string, statement: LinkStatement) => sealing.seal(site, 'download', { ...statement }, longestTokenSeconds),
    findFile: async (db: Db, site: string, fileId: string): Promise<FileFacts | undefined> => findMedia(db, site, fileId),
    terms: async (db: Db, site: string): Promise<DownloadTerms> => (await readSettings(db, site)).commerce.downloads ?? usualTerms,
  }
  const list = (context: Context, order: StoredOrder) => downloadsOf(links, context, filesOf(order))

  /** Writes into an order which links of its files work now. */
  async function withLinks({ db, site }: Context, order: StoredOrder): Promise<StoredOrder> {
    const known = await findDownloads(db, site, order.id)
    const lineItems = await Promise.all(
      order.document.lineItems.map(async (line) => {
        const opening = line.digitalFile && known.find(({ lineItemId }) => lineItemId === line.id)
        if (!opening) return line
        const link = await linkTo(links, site, { orderId: order.id, lineItemId: line.id, opening: opening.opening })
        return { ...line, digitalFile: { ...line.digitalFile!, link, expirationDate: opening.expiresAt.toISOString() } }
      }),
    )
    return { ...order, document: { ...order.document, lineItems } }
  }

  async function keep(context: Context, order: StoredOrder): Promise<void> {
    const { db, site, now } = context
    const saved = { ...(await withLinks(context, order)), revision: order.revision + 1, updatedAt: now }
    await saveOrder(db, site, saved)
    await append(db, site, now, [{ type: 'wix.ecom.v1.order_updated', entityId: order.id, payload: { revision: saved.revision } }])
  }

  return {
    list,
    terms: links.terms,

    /** Reads the key of a link. */
    async read(site: string, key: string): Promise<LinkStatement | undefined> {
      const { orderId, lineItemId, opening } = (await sealing.open(site, 'download', key)) ?? {}
      return typeof orderId === 'string' && typeof lineItemId === 'string' && typeof opening === 'number'
        ? { orderId, lineItemId, opening }
        : undefined
    },

    /** Opens what of an order is paid for, once, and answers its files; none where there are none to fetch. */
    async open(context: Context, orderId: string): Promise<readonly OrderDownload[]> {
      const { db, site, now } = context
      const order = await lockOrder(db, site, orderId)
      if (!order) return []
      const files = filesOf(order)
      const theirs = files.files.filter((file) => isTheirs(files, file))
      if (theirs.length === 0) return []
      const first = opened(await links.terms(db, site), now)
      let isNew = false
      for (const { lineItemId } of theirs) if (await openDownload(db, site, orderId, lineItemId, first, now)) isNew = true
      if (isNew) {
        await keep(context, order)
        if (order.email !== '')
          await addActivitiesNow(context, orderId, [{ type: 'DOWNLOAD_LINK_SENT', activityType: 'DOWNLOAD_LINK_SENT' }])
      }
      return (await list(context, order)).filter(({ state }) => state === 'READY')
    },

    /** Ends the link there is and gives another one. */
    async renew(
      context: Context,
      orderId: string,
      lineItemId: string,
    ): Promise<OrderDownload | Refusal<'ORDER_NOT_FOUND' | 'ORDER_LINE_ITEM_NOT_FOUND' | 'DOWNLOAD_NOT_PAID'>> {
      const { db, site, now } = context
      const order = await lockOrder(db, site, orderId)
      if (!order) return refuse('ORDER_NOT_FOUND')
      const files = filesOf(order)
      const file = files.files.find((one) => one.lineItemId === lineItemId)
      if (!file) return refuse('ORDER_LINE_ITEM_NOT_FOUND', { lineItemId })
      if (!isTheirs(files, file)) return refuse('DOWNLOAD_NOT_PAID')
      const before = (await findDownloads(db, site, orderId)).find((one) => one.lineItemId === lineItemId)
      await reopenDownload(db, site, orderId, lineItemId, opened(await links.terms(db, site), now, before?.opening), now)
      await keep(context, order)
      return (await list(context, order)).find((one) => one.lineItemId === lineItemId)!
    },
  }
}

export type Downloading = ReturnType<typeof downloading>
