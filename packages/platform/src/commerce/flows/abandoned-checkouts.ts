import { type Checkout, type CheckoutObstacle, type CheckoutStop, refusals } from '@vitrine/contract'
import { minor, parseDecimal } from '@vitrine/pricing'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { RecipientLimit } from '../../kernel/http/limiter.ts'
import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import { fold } from '../../kernel/query/fold.ts'
import type { Seals } from '../../kernel/seals.ts'
import type { RecoverySettings, Sections } from '../../kernel/settings/sections.ts'
import { addressedTo, emailBrandingOf, type Mailer, recoveryEmail } from '../../shop/index.ts'
import type { LookDeps } from '../abandoned/detect.ts'
import { emailsOff } from '../abandoned/emails-off.ts'
import { stopKind } from '../abandoned/link-operations.ts'
import type { AbandonedDeps } from '../abandoned/operations.ts'
import { type RemindDeps, remind } from '../abandoned/remind.ts'
import type { ReminderDeps } from '../abandoned/reminder-operations.ts'
import { type AbandonedDocument, findAbandoned, type RequestedEmail, type StoredAbandoned } from '../abandoned/store.ts'
import { bringBack } from '../cart/merge.ts'
import { findCartById } from '../cart/store.ts'
import { mayUse } from '../checkout/rules.ts'
import { showCheckout } from '../checkout/show.ts'
import { lockCheckout, reopenCheckout, type StoredCheckout } from '../checkout/store.ts'
import { calculate, type Totals } from '../checkout/totals.ts'
import { findOrder, hasBoughtSince } from '../orders/store.ts'
import { findPayments, type StoredPayment } from '../payments/store.ts'
import { refusedCoupon } from '../promotions/use.ts'
import { choiceNames } from '../selling/choice-names.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { emailPicture } from './email-picture.ts'
import { paymentUnderWay } from './place-order.ts'

const usual: RecoverySettings = { afterMinutes: 60, writes: true, atMost: 1, againHours: 24, linkDays: 30 }

/** What becomes of a checkout that is left, in a shop that has said nothing of it too. */
export const recoveryOf = ({ recovery }: Pick<Sections, 'recovery'>): RecoverySettings => ({ ...usual, ...recovery })

/** What `lookForAbandoned` asks for: what is left in a checkout, if somebody can be written to about it. */
export const leftIn =
  (openPricing: OpenPricing, origin: string): LookDeps['left'] =>
  async ({ db, site }, { id, updatedAt }) => {
    const checkout = await lockCheckout(db, site, id)
    if (!checkout || checkout.completed || checkout.updatedAt.getTime() !== updatedAt.getTime()) return undefined
    const { email, lines, channelType } = checkout.document
    if (!email || lines.length === 0 || channelType !== 'WEB') return undefined
    if (checkout.orderId) {
      const order = await findOrder(db, site, checkout.orderId)
      const open = order?.status === 'INITIALIZED' || order?.status === 'CANCELED'
      if (!open || (await paymentUnderWay(db, site, checkout.orderId))) return undefined
    }
    if (await hasBoughtSince(db, site, email, checkout.createdAt)) return undefined
    const pricing = await openPricing(db, site)
    const totals = await calculate(checkout, pricing)
    const payments = checkout.orderId ? await findPayments(db, site, checkout.orderId) : []
    return {
      document: documentOf(showCheckout(checkout, totals, pricing, origin)),
      stopped: stoppedAt(checkout, totals),
      obstacle: obstacleOf(totals, payments),
    }
  }

/** The first step that was not done. */
export function stoppedAt({ document }: StoredCheckout, { delivery, place }: Totals): CheckoutStop {
  const { shippingDestination, billingInfo } = document
  const { addressLine, streetAddress, city } = (shippingDestination ?? billingInfo)?.address ?? {}
  if (!place || !(addressLine || streetAddress?.name || city)) return 'ADDRESS'
  return delivery.needed && !delivery.chosen ? 'DELIVERY' : 'PAYMENT'
}

function obstacleOf({ lines, delivery, place, offered }: Totals, payments: readonly StoredPayment[]): CheckoutObstacle {
  if (payments.some(({ status }) => status === 'DECLINED')) return 'PAYMENT_DECLINED'
  if (lines.some(({ item, quantity }) => !item || (item.available !== null && item.available < quantity))) return 'OUT_OF_STOCK'
  if (place && delivery.needed && delivery.options.length === 0) return 'NO_DELIVERY'
  return offered.coupon?.error ? 'COUPON_REFUSED' : 'NONE'
}

export const documentOf = (checkout: Checkout): AbandonedDocument => {
  const { buyerInfo, billingInfo, shippingInfo, priceSummary, cartId } = checkout
  const contact = shippingInfo?.shippingDestination?.contactDetails ?? billingInfo?.contactDetails
  return {
    ...(cartId && { cartId }),
    ...(checkout.buyerLanguage && { buyerLanguage: checkout.buyerLanguage }),
    buyerInfo: buyerInfo ?? {},
    ...(contact && { contactDetails: contact }),
    currency: checkout.currency,
    conversionCurrency: checkout.conversionCurrency,
    ...(priceSummary?.total && { totalPrice: priceSummary.total }),
    ...(priceSummary?.subtotal && { subtotalPrice: priceSummary.subtotal }),
    lineItems: checkout.lineItems.map(
      ({ id, quantity, catalogReference, productName, price, priceBeforeDiscounts, descriptionLines, media, physicalProperties }) => ({
        ...(id && { id }),
        quantity,
        ...(catalogReference && { catalogReference }),
        ...(productName && { productName }),
        ...(price && { price }),
        ...(priceBeforeDiscounts && { priceBeforeDiscounts }),
        descriptionLines: descriptionLines ?? [],
        ...(media && { image: media }),
        ...(physicalProperties && { physicalProperties }),
      }),
    ),
    appliedDiscounts: checkout.appliedDiscounts,
  }
}

interface LinkDeps extends Pick<AbandonedDeps, 'commerce' | 'recovery'> {
  readonly origin: string
  readonly seal: (site: string, kind: string, statement: Readonly<Record<string, unknown>>, seconds: number) => Promise<string>
  readonly open: (site: string, kind: string, text: string) => Promise<Readonly<Record<string, unknown>> | undefined>
}

const kind = 'recovery'

/** What the calls about abandoned checkouts ask for. */
export const abandonedDeps = ({ origin, seal, open, commerce, recovery }: LinkDeps, db: Db): AbandonedDeps => ({
  commerce,
  recovery,

  async linkOf(site, { id }, couponCode) {
    const { linkDays } = await recovery(db, site)
    const statement = { id, ...(couponCode && { couponCode }) }
    return `${origin}/recover/${id}?token=${encodeURIComponent(await seal(site, kind, statement, linkDays * 24 * 3600))}`
  },

  async proves(site, token, id) {
    const said = await open(site, kind, token)
    if (said?.['id'] !== id) return undefined
    const { couponCode } = said
    return typeof couponCode === 'string' ? { couponCode } : {}
  },

  async reopen(context, actor, checkoutId, couponCode) {
    const { db: inside, site, now } = context
    const checkout = await lockCheckout(inside, site, checkoutId)
    if (!checkout) return undefined
    if (checkout.completed) return { orderId: checkout.orderId }
    const choices = couponCode !== undefined && checkout.document.couponCode !== couponCode
    const revision = choices ? checkout.revision + 1 : checkout.revision
    if (choices) await requestCoupon(inside, site, { id: checkoutId, couponCode, revision, updatedAt: now })
    const name = nameOf(actor.caller)
    const cart = checkout.cartId ? await findCartById(inside, site, checkout.cartId) : undefined
    if (mayUse(actor, checkout) && cart?.owner === name) return 'OPEN'
    const cartId = await bringBack(context, name, { id: checkoutId, lines: checkout.document.lines })
    const guests = mayUse(actor, checkout) ? checkout.guests : [...checkout.guests, name].slice(-guestsAtMost)
    await reopenCheckout(inside, site, { id: checkoutId, guests, cartId, revision: revision + 1, updatedAt: now })
    return 'OPEN'
  },
})

/** A link that is passed around works only for its latest holders. */
const guestsAtMost = 20

/** The buyer of an open checkout wishes for a coupon. */
async function requestCoupon(
  db: Db,
  site: string,
  { id, couponCode, revision, updatedAt }: Pick<StoredCheckout, 'id' | 'revision' | 'updatedAt'> & { readonly couponCode: string },
): Promise<void> {
  await db.query(sql`
    update checkout set document = jsonb_set(document, '{couponCode}', to_jsonb(${couponCode}::text)), revision = ${revision}, updated_at = ${updatedAt}
    where site = ${site} and id = ${id}`)
}

export interface ReminderWiring extends Pick<LinkDeps, 'recovery'>, Pick<ReminderDeps, 'database' | 'clock' | 'linkOf' | 'commerce'> {
  readonly origin: string
  readonly mailer: Mailer
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly sealing: Pick<Seals, 'seal'>
  /** Undefined where emails to one address are not limited. */
  readonly recipients: Pick<RecipientLimit, 'take'> | undefined
}

/** A reminder that has waited longer for a mail server says nothing that its reader still thinks of. */
const reminderGoodMs = 3 * 24 * 3600_000

/** Reminders are stopped by their link for half a year. */
const stopSeconds = 180 * 24 * 3600

/** What reminders of abandoned checkouts ask for. */
export function reminderDeps({
  database,
  clock,
  origin,
  mailer,
  readSettings,
  linkOf,
  commerce,
  recovery,
  recipients,
  sealing,
}: ReminderWiring): ReminderDeps {
  async function emailMessage(site: string, left: StoredAbandoned, { couponCode, message }: RequestedEmail) {
    const settings = await readSettings(database, site)
    const { linkDays, atMost } = recoveryOf(settings)
    const { document } = left
    const amount = (price: { readonly amount: string } | undefined) => parseDecimal(price?.amount ?? '0', document.currency)
    const firstName = document.contactDetails?.firstName
    const stopUrl = `${origin}/reminder-emails/off?token=${encodeURIComponent(await sealing.seal(site, stopKind, { id: left.id }, stopSeconds))}`
    return {
      unsubscribeUrl: stopUrl,
      ...addressedTo(settings.mail, document.buyerInfo.email ?? ''),
      ...recoveryEmail({
        shop: emailBrandingOf(settings, origin),
        ...(firstName && { firstName }),
        currency: document.currency,
        lines: document.lineItems.map(({ productName, quantity, price, descriptionLines, image }) => {
          const chosen = choiceNames(descriptionLines)
          return {
            name: productName?.original ?? '',
            ...(chosen.length > 0 && { description: chosen.join(', ') }),
            quantity,
            amount: minor(amount(price) * quantity),
            ...(image?.id && { picture: emailPicture(origin, image.id, 'LINE', productName?.original ?? '') }),
          }
        }),
        subtotal: amount(document.subtotalPrice),
        total: amount(document.totalPrice),
        url: await linkOf(site, left, couponCode),
        linkDays,
        stopUrl,
        leftAt: left.createdAt,
        ...(couponCode && { coupon: couponCode }),
        ...(message && { message }),
        turn: { nth: left.emailsSent + 1, of: atMost },
      }),
    }
  }

  return {
    database,
    clock,
    linkOf,
    commerce,
    recovery,

    async email(site, left, wanted) {
      const { to, subject, html, text } = await emailMessage(site, left, wanted)
      return { to, subject, html, text }
    },

    takeOfRecipient: async (site, email) => recipients?.take(site, email),

    async send(site, left, wanted) {
      // The first had this key before there were others.
      const key = left.emailsSent === 0 ? `recovery:${left.id}` : `recovery:${left.id}:${left.emailsSent + 1}`
      const goodUntil = new Date(clock.now().getTime() + reminderGoodMs)
      return (await mailer.send({ site, key, ...(await emailMessage(site, left, wanted)), goodUntil })) !== 'refused'
    },

    async unsubscribed(db, site, all) {
      const emailOf = ({ document }: StoredAbandoned) => document.buyerInfo.email ?? ''
      const off = await emailsOff(db, site, all.map(emailOf))
      return new Set(all.filter((left) => off.has(fold(emailOf(left)))).map(({ id }) => id))
    },

    async boughtSince(db, site, all) {
      const asked = all.filter(({ status, document }) => status === 'ABANDONED' && document.buyerInfo.email)
      if (asked.length === 0) return new Set()
      const rows = await db.query<{ id: string }>(sql`
        select wanted.id from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ document }) => fold(document.buyerInfo.email!))}::text[],
          ${asked.map(({ createdAt }) => createdAt)}::timestamptz[]) as wanted (id, email_key, since)
        where exists (
          select from orders where orders.site = ${site} and orders.status <> 'INITIALIZED' and orders.email_key = wanted.email_key
            and orders.status in ('APPROVED', 'PENDING') and orders.created_at >= wanted.since)`)
      return new Set(rows.map(({ id }) => id))
    },

    async ordersOf(db, site, checkoutIds) {
      if (checkoutIds.length === 0) return new Map()
      const rows = await db.query<{ checkoutId: string; id: string; number: number }>(sql`
        select checkout.id as "checkoutId", orders.id, orders.number
        from checkout join orders on orders.site = checkout.site and orders.id = checkout.order_id
        where checkout.site = ${site} and checkout.id = any(${checkoutIds}::uuid[])`)
      return new Map(rows.map(({ checkoutId, id, number }) => [checkoutId, { id, number: String(number) }]))
    },

    async couponProblem(context, code, email) {
      const refused = await refusedCoupon(context, code, { owner: '', email })
      return refused && refusals[refused.code].description
    },
  }
}

/** The first email about what was left; those after it go when they are due. */
export const recoveryMail = (deps: RemindDeps): JobDefinition => ({
  queue: 'mail-recovery',
  on: ['wix.ecom.v1.abandoned_checkout_created'],
  async run({ site, entityId: id }) {
    const left = await findAbandoned(deps.database, site, id)
    if (left?.emailsSent === 0) await remind(deps, site, id)
  },
})
