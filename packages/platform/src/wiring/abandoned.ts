import type { Checkout } from '@vitrine/contract'
import { parseDecimal } from '@vitrine/pricing'
import type { LookDeps } from '../abandoned/look.ts'
import type { AbandonedDeps } from '../abandoned/operations.ts'
import { type AbandonedDocument, addActivity, findAbandoned } from '../abandoned/store.ts'
import { bringBack } from '../cart/merge.ts'
import { findCartById } from '../cart/store.ts'
import { reckon } from '../checkout/reckon.ts'
import { mayUse } from '../checkout/rules.ts'
import { showCheckout } from '../checkout/show.ts'
import { lockCheckout, reopenCheckout } from '../checkout/store.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import { nameOf } from '../http/caller.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import type { Mailer } from '../mail/mailer.ts'
import { recoveryLetter } from '../mail/recovery.ts'
import { findOrder, hasBoughtSince } from '../orders/store.ts'
import type { OpenTill } from '../selling/till.ts'
import type { RecoverySettings, Sections } from '../settings/sections.ts'
import { letterheadOf } from './order-letter.ts'
import { paymentUnderWay } from './ordering.ts'

const usual: RecoverySettings = { afterMinutes: 60, writes: true, linkDays: 30 }

/** What becomes of a checkout that is left, in a shop that has said nothing of it too. */
export const recoveryOf = ({ recovery }: Pick<Sections, 'recovery'>): RecoverySettings => recovery ?? usual

/** What `lookForAbandoned` asks for: what is left in a checkout, if somebody can be written to about it. */
export const leftIn =
  (openTill: OpenTill, origin: string): LookDeps['left'] =>
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
    const till = await openTill(db, site)
    return documentOf(showCheckout(checkout, await reckon(checkout, till), till, origin))
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

  async linkOf(site, { id }) {
    const { linkDays } = await recovery(db, site)
    return `${origin}/recover/${id}?token=${encodeURIComponent(await seal(site, kind, { id }, linkDays * 24 * 3600))}`
  },

  proves: async (site, token, id) => (await open(site, kind, token))?.['id'] === id,

  async reopen(moment, caller, checkoutId) {
    const { db: inside, site, now } = moment
    const checkout = await lockCheckout(inside, site, checkoutId)
    if (!checkout) return undefined
    if (checkout.completed) return { orderId: checkout.orderId }
    const name = nameOf(caller)
    const cart = checkout.cartId ? await findCartById(inside, site, checkout.cartId) : undefined
    if (mayUse(caller, checkout) && cart?.owner === name) return 'OPEN'
    const cartId = await bringBack(moment, name, { id: checkoutId, lines: checkout.document.lines })
    const guests = mayUse(caller, checkout) ? checkout.guests : [...checkout.guests, name].slice(-guestsAtMost)
    await reopenCheckout(inside, site, { id: checkoutId, guests, cartId, revision: checkout.revision + 1, updatedAt: now })
    return 'OPEN'
  },
})

/** A link that goes round keeps only its latest holders. */
const guestsAtMost = 20

export interface RecoveryMailDeps {
  readonly database: Database
  readonly clock: Clock
  readonly origin: string
  readonly mailer: Mailer
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly linkOf: AbandonedDeps['linkOf']
}

/** The one letter about what was left, as long as it is. */
export const recoveryMail = ({ database, clock, origin, mailer, readSettings, linkOf }: RecoveryMailDeps): JobDefinition => ({
  queue: 'mail-recovery',
  on: ['wix.ecom.v1.abandoned_checkout_created'],
  async run({ site, entityId: id }) {
    const kept = await findAbandoned(database, site, id)
    const { email } = kept?.document.buyerInfo ?? {}
    if (kept?.status !== 'ABANDONED' || !email) return
    const settings = await readSettings(database, site)
    const { writes, linkDays } = recoveryOf(settings)
    if (!writes) return addActivity(database, site, id, 'EMAIL_NOT_SENT', clock.now())
    const { document } = kept
    const amount = (price: { readonly amount: string } | undefined) => parseDecimal(price?.amount ?? '0', document.currency)
    const firstName = document.contactDetails?.firstName
    await mailer.send({
      site,
      key: `recovery:${id}`,
      from: settings.mail.from,
      to: email,
      ...(settings.mail.replyTo && { replyTo: settings.mail.replyTo }),
      ...recoveryLetter({
        shop: letterheadOf(settings, origin),
        ...(firstName && { firstName }),
        currency: document.currency,
        lines: document.lineItems.map(({ productName, quantity, price, descriptionLines, image }) => {
          const chosen = descriptionLines.flatMap(({ colorInfo, plainText }) => colorInfo?.original ?? plainText?.original ?? [])
          return {
            name: productName?.original ?? '',
            ...(chosen.length > 0 && { description: chosen.join(', ') }),
            quantity,
            amount: (parseDecimal(price?.amount ?? '0', document.currency) * quantity) as ReturnType<typeof amount>,
            ...(image?.id && {
              picture: {
                url: `${origin}/media/${encodeURIComponent(image.id)}/fill/w_144,h_180,q_80,enc_jpg/picture.jpg`,
                alt: productName?.original ?? '',
              },
            }),
          }
        }),
        pieces: amount(document.subtotalPrice),
        total: amount(document.totalPrice),
        url: await linkOf(site, kept),
        linkDays,
        leftAt: kept.createdAt,
      }),
    })
    await addActivity(database, site, id, 'EMAIL_SENT', clock.now())
  },
})
