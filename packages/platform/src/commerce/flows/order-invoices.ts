import { type Minor, minor, parseDecimal } from '@vitrine/pricing'
import sharp from 'sharp'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Seals } from '../../kernel/seals.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { findMedia, type OriginalStore } from '../../shop/index.ts'
import { findCreditNote, findCreditNotesOf } from '../invoices/credit-store.ts'
import type { InvoiceDeps, OrderToInvoice } from '../invoices/operations.ts'
import { invoice } from '../invoices/operations.ts'
import type { DocumentTotals, Paper } from '../invoices/paper.ts'
import { printInvoice } from '../invoices/print.ts'
import { printSlips } from '../invoices/print-slips.ts'
import type { InvoiceRouteDeps } from '../invoices/routes.ts'
import { firstInvoiceNumber, prefixesOf } from '../invoices/settings.ts'
import { findInvoiceOf } from '../invoices/store.ts'
import { addActivitiesNow, lockOrder } from '../orders/store.ts'
import { type StoredOrder } from '../orders/stored-order.ts'
import { findPayments, type StoredPayment } from '../payments/store.ts'
import { amounts } from '../selling/amounts.ts'
import { creditDeps } from './credit-notes.ts'
import { fulfillmentDeps } from './fulfilling.ts'
import { addressLines, methodOf, percentOf } from './order-emails.ts'
import { slipShopOf, slipsOf } from './packing-slips.ts'
import { paperLineOf } from './paper-lines.ts'

export interface InvoicingDeps {
  readonly database: Database
  readonly origin: string
  readonly sealing: Seals
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly originals: OriginalStore
  readonly now: () => Date
}

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds
const houseAccent = '#b4512d'

/** Orders and settings as it takes to make an invoice. */
export const invoiceDeps = (
  readSettings: InvoicingDeps['readSettings'],
  origin: string,
): Pick<InvoiceDeps, 'lockOrder' | 'lockOrderToCredit'> => ({
  ...creditDeps(readSettings),
  async lockOrder(context, orderId): Promise<OrderToInvoice | undefined> {
    const { db, site } = context
    const order = await lockOrder(db, site, orderId)
    if (!order) return undefined
    const settings = await readSettings(db, site)
    const { firstNumber = firstInvoiceNumber } = settings.invoices ?? {}
    const { prefix } = prefixesOf(settings.invoices ?? {})
    return {
      stands: order.status === 'APPROVED',
      paper: paperOf(order, await findPayments(db, site, orderId), settings, origin),
      numbers: { prefix, first: firstNumber },
      async tell(type) {
        await addActivitiesNow(context, orderId, [{ type, activityType: type }])
      },
    }
  },
})

/** Orders, settings and media as invoices use them. */
export function invoicing({ database, origin, sealing, readSettings, originals, now }: InvoicingDeps) {
  const linkTo = async (site: string, orderId: string): Promise<string> =>
    `${origin}/invoices/${orderId}.pdf?key=${encodeURIComponent(await sealing.seal(site, 'invoice', { orderId }, daySeconds))}`

  const linkToCreditNote = async (site: string, id: string): Promise<string> =>
    `${origin}/invoices/credit-note.pdf?key=${encodeURIComponent(await sealing.seal(site, 'credit-note', { id }, daySeconds))}`

  const deps: InvoiceDeps = {
    readable: fulfillmentDeps.readable,
    linkTo,
    linkToCreditNote,
    money: async (db, site) => {
      const { commerce } = await readSettings(db, site)
      return amounts(commerce.currency, commerce.locale)
    },
    linkToSlips: async (site, orderIds) =>
      `${origin}/invoices/packing-slips.pdf?key=${encodeURIComponent(await sealing.seal(site, 'packing-slips', { orderIds }, hourSeconds))}`,
    ...invoiceDeps(readSettings, origin),
  }

  /** The shop's own picture, at a size to print. */
  async function logoOf(site: string, id: string | undefined): Promise<Buffer | undefined> {
    const file = id === undefined ? undefined : await findMedia(database, site, id)
    const logo = file && (await originals.read(site, file.digest))
    return logo && (await sharp(logo).resize({ height: 240, withoutEnlargement: true }).png().toBuffer())
  }

  const route: InvoiceRouteDeps = {
    proves: async (site, key, orderId) => (await sealing.open(site, 'invoice', key))?.['orderId'] === orderId,
    async get(site, orderId) {
      const known = await findInvoiceOf(database, site, orderId)
      if (known) return known
      const made = await database.transact((db) => invoice({ db, site, now: now() }, orderId, deps))
      // Somebody else may have been quicker.
      return made instanceof Refusal ? findInvoiceOf(database, site, orderId) : made
    },
    async creditNoteBy(site, key) {
      const { id } = (await sealing.open(site, 'credit-note', key)) ?? {}
      return typeof id === 'string' ? (await findCreditNote(database, site, id))?.paper : undefined
    },
    print: async (site, paper) => printInvoice(paper, await logoOf(site, paper.seller.logo)),
    async slipsBy(site, key) {
      const { orderIds } = (await sealing.open(site, 'packing-slips', key)) ?? {}
      return Array.isArray(orderIds) ? orderIds.map(String) : undefined
    },
    async printSlips(site, orderIds) {
      const settings = await readSettings(database, site)
      const slips = await slipsOf(database, site, orderIds, settings.commerce, now())
      const shop = slipShopOf(settings, new URL(origin).host, colour(settings.shop.theme.light['--color-accent']))
      return printSlips(shop, slips, now(), await logoOf(site, shop.logo))
    },
  }

  /** For buyers: as soon as their order is paid for. */
  const linkForBuyer = async (site: string, { id, status, paymentStatus }: StoredOrder): Promise<string | undefined> =>
    status === 'APPROVED' && paid.includes(paymentStatus) ? linkTo(site, id) : undefined

  const creditNotesForBuyer = async (db: Db, site: string, orderId: string) =>
    Promise.all(
      (await findCreditNotesOf(db, site, orderId)).map(async ({ id, paper }) => ({
        number: paper.number,
        link: await linkToCreditNote(site, id),
      })),
    )

  return { deps, route, linkForBuyer, creditNotesForBuyer }
}

export type Invoicing = ReturnType<typeof invoicing>

const paid: readonly StoredOrder['paymentStatus'][] = ['PAID', 'PARTIALLY_REFUNDED', 'FULLY_REFUNDED']

function paperOf(
  order: StoredOrder,
  payments: readonly StoredPayment[],
  { shop, commerce, mail, invoices }: Sections,
  origin: string,
): Omit<Paper, 'number' | 'issuedAt'> | undefined {
  const { document, currency } = order
  const amount = (price: { readonly amount: string } | undefined): Minor => parseDecimal(price?.amount ?? '0', currency)
  const to = document.billingInfo ?? document.recipientInfo
  const buyer = to ? addressLines(to) : []
  if (buyer.length === 0 && order.email === '') return undefined
  const sentTo = document.shippingInfo && document.recipientInfo ? addressLines(document.recipientInfo) : []
  const vatId = to?.contactDetails?.vatId
  // What a membership paid at the checkout is off the price.
  const payment = payments.findLast(({ status, amount: paid }) => status === 'APPROVED' && paid > 0)
  const method = payment && (methodOf(payment) ?? payment.document.offline?.name)
  const sums = document.priceSummary
  const due = minor(Math.max(0, order.total - amount(document.balanceSummary?.paid)))
  const day =
    payment && new Intl.DateTimeFormat(commerce.locale, { dateStyle: 'long', timeZone: commerce.timeZone }).format(payment.updatedAt)
  return {
    orderNumber: String(order.number),
    soldAt: document.purchasedDate ?? order.createdAt.toISOString(),
    currency,
    locale: commerce.locale,
    timeZone: commerce.timeZone,
    seller: {
      name: shop.name,
      wordmark: shop.wordmark.text,
      ...(shop.wordmark.picture && { logo: shop.wordmark.picture.id }),
      address: shop.contact.address,
      email: shop.contact.email ?? mail.replyTo,
      ...(shop.contact.phone && { phone: shop.contact.phone }),
      web: new URL(origin).host,
      taxIds: invoices?.taxIds ?? [],
      notes: invoices?.notes ?? [],
      ...(invoices?.thanks && { thanks: invoices.thanks }),
      accent: colour(shop.theme.light['--color-accent']),
      mark: shop.theme.mark,
    },
    buyer: {
      lines: buyer,
      ...(order.email && { email: order.email }),
      ...(vatId && { taxId: `${vatId.type === 'UNSPECIFIED' ? 'VAT' : vatId.type} ${vatId.id}` }),
    },
    ...(sentTo.length > 0 && sentTo.join() !== buyer.join() && { sentTo }),
    lines: document.lineItems.map((line) => paperLineOf(line, currency, commerce)),
    sums: {
      pieces: amount(sums?.subtotal),
      discounts: document.appliedDiscounts.map((discount) => ({
        title: discount.coupon?.name ?? discount.discountRule?.name?.original ?? 'Discount',
        amount: amount(discount.coupon?.amount ?? discount.merchantDiscount?.amount ?? discount.discountRule?.amount),
      })),
      ...(document.shippingInfo && { delivery: { title: document.shippingInfo.title, amount: amount(sums?.shipping) } }),
      fees: document.additionalFees.map(({ name, price }) => ({ title: name, amount: amount(price) })),
      taxes: taxesOf(document, amount),
      taxIncluded: document.taxIncludedInPrices,
      total: minor(order.total),
    },
    ...(due === 0 && payment && { paidBy: `Paid${method ? ` by ${method}` : ''} on ${day}.` }),
    due,
  }
}

/** Each tax at each rate, over lines, delivery and fees. */
function taxesOf(
  document: StoredOrder['document'],
  amount: (price: { readonly amount: string } | undefined) => Minor,
): DocumentTotals['taxes'] {
  const all = [
    ...document.lineItems.map(({ taxInfo }) => taxInfo),
    document.shippingInfo?.cost?.taxInfo,
    ...document.additionalFees.map(({ taxInfo }) => taxInfo),
  ]
  const taxes = new Map<string, { name: string; percent: string; net: Minor; tax: Minor }>()
  for (const { taxName = 'Tax', rate = '0', taxableAmount, taxAmount } of all.flatMap((info) => info?.taxBreakdown ?? [])) {
    const key = `${taxName} ${rate}`
    const known = taxes.get(key) ?? { name: taxName, percent: percentOf(rate), net: minor(0), tax: minor(0) }
    taxes.set(key, { ...known, net: minor(known.net + amount(taxableAmount)), tax: minor(known.tax + amount(taxAmount)) })
  }
  return [...taxes.values()].filter(({ tax }) => tax !== 0)
}

/** Only a plain colour gets into the paper. */
const colour = (text: string | undefined): string => (text && /^#[\da-f]{6}$/i.test(text.trim()) ? text.trim() : houseAccent)
