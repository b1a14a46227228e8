import { isId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { RecipientLimit } from '../../kernel/http/limiter.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Seals } from '../../kernel/seals.ts'
import { reviewSettingsOf } from '../../kernel/settings/review-settings.ts'
import { addressedTo, emailBrandingOf, type Mailer, reviewRequest } from '../../shop/index.ts'
import { productPath } from '../catalogue/address.ts'
import { findFulfillments } from '../fulfillment/store.ts'
import { findOrder } from '../orders/store.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import { type LinkDeps, linkKind } from '../review-requests/link-operations.ts'
import { remainingProducts } from '../review-requests/rules.ts'
import type { Asked, BoughtProduct, SendDeps } from '../review-requests/send.ts'
import { storesApp } from '../selling/apps.ts'
import { emailPicture } from './email-picture.ts'

/** The link of an email opens its order's reviews for half a year. */
const linkSeconds = 180 * 24 * 3600
/** An email that has waited longer for a mail server asks too late. */
const goodMs = 7 * 24 * 3_600_000
const mostProducts = 10

interface Parts {
  readonly kernel: Kernel
  readonly sealing: Seals
  readonly mailer: Mailer
  /** Undefined where emails to one address are not limited. */
  readonly recipients: Pick<RecipientLimit, 'take'> | undefined
}

const stands = ({ status, paymentStatus, fulfillmentStatus }: StoredOrder): boolean =>
  status === 'APPROVED' && paymentStatus !== 'FULLY_REFUNDED' && fulfillmentStatus === 'FULFILLED'

/** Products of an order that show in the shop and that neither the order nor its member has reviewed. */
async function unreviewed(db: Db, site: string, order: StoredOrder, memberId: string | undefined): Promise<readonly BoughtProduct[]> {
  const ids = remainingProducts(
    order.document.lineItems.map(({ catalogReference, quantity, refundQuantity }) => {
      const id = catalogReference?.appId === storesApp ? catalogReference.catalogItemId : undefined
      return { productId: id !== undefined && isId(id) ? id : undefined, quantity, refunded: refundQuantity ?? 0 }
    }),
  ).slice(0, mostProducts)
  if (ids.length === 0) return []
  const rows = await db.query<Omit<BoughtProduct, 'imageId'> & { readonly imageId: string | null }>(sql`
    select id, name, slug, facts #>> '{image,id}' as "imageId" from product
    where site = ${site} and id = any(${ids}::uuid[]) and visible and not exists (
      select from review where review.site = ${site} and review.namespace = 'stores' and review.entity_id = product.id::text
        and ((review.order_id = ${order.id} and review.order_id is not null)
          or (review.member_id = ${memberId ?? null} and review.member_id is not null)))`)
  const found = new Map(rows.map(({ imageId, ...row }) => [row.id, { ...row, ...(imageId !== null && { imageId }) }]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The member whose order it is: undefined for a guest's, null for one who has gone. */
async function memberOf(db: Db, site: string, { owner }: StoredOrder): Promise<string | undefined | null> {
  const [, memberId] = /^member:(.+)$/.exec(owner) ?? []
  if (memberId === undefined) return undefined
  const [row] = await db.query(
    sql`select from member where site = ${site} and id = ${memberId} and deleted_at is null and status <> 'BLOCKED'`,
  )
  return row ? memberId : null
}

/** What asking buyers for reviews needs of orders, members and the catalogue. */
export function askingForReviews({ kernel, sealing, mailer, recipients }: Parts): SendDeps {
  const { database, clock, origin, sites, readSettings } = kernel
  const linkTo = (path: string, token: string) => `${origin}${path}?token=${encodeURIComponent(token)}`
  return {
    database,
    clock,
    sites,
    settingsOf: async (db, site) => reviewSettingsOf(await readSettings(db, site)),
    takeOfRecipient: async (site, email) => recipients?.take(site, email),

    async shipmentsOf(db, site, orderId) {
      const order = await findOrder(db, site, orderId)
      return order && stands(order) ? findFulfillments(db, site, [orderId]) : undefined
    },

    async askedOf(db, site, orderId): Promise<Asked | undefined> {
      const order = await findOrder(db, site, orderId)
      if (!order?.email || !stands(order)) return undefined
      const memberId = await memberOf(db, site, order)
      if (memberId === null) return undefined
      const products = await unreviewed(db, site, order, memberId)
      if (products.length === 0) return undefined
      const firstName = (order.document.recipientInfo ?? order.document.billingInfo)?.contactDetails?.firstName
      return { orderId, orderNumber: String(order.number), email: order.email, ...(firstName && { firstName }), products }
    },

    async send(site, { orderId, orderNumber, email, firstName, products }) {
      const settings = await readSettings(database, site)
      const token = await sealing.seal(site, linkKind, { orderId }, linkSeconds)
      const { imageId, name } = products[0]!
      const stopUrl = linkTo('/review-emails/off', token)
      const message = reviewRequest({
        shop: emailBrandingOf(settings, origin),
        ...(firstName && { firstName }),
        orderNumber,
        products: products.map((product) => ({ name: product.name, url: linkTo(`${productPath(product.slug)}/review`, token) })),
        ...(imageId && { picture: emailPicture(origin, imageId, 'WIDE', name) }),
        stopUrl,
      })
      const mail = {
        site,
        // One for each order, however often it is asked for.
        key: `review-request:${orderId}`,
        ...addressedTo(settings.mail, email),
        ...message,
        unsubscribeUrl: stopUrl,
        goodUntil: new Date(clock.now().getTime() + goodMs),
      }
      return (await mailer.send(mail)) !== 'refused'
    },
  }
}

export const reviewLinkDeps = (sealing: Seals): LinkDeps => ({
  open: sealing.open,
  async emailOf(db, site, orderId) {
    const order = await findOrder(db, site, orderId)
    return order?.email
  },
})
