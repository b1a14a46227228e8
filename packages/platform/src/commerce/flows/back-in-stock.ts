import { minor, roundDecimal } from '@vitrine/pricing'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { RecipientLimit } from '../../kernel/http/limiter.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Seals } from '../../kernel/seals.ts'
import { type BackInStockSettings, usualBackInStock } from '../../kernel/settings/back-in-stock-settings.ts'
import { mayLeadTo } from '../../people/index.ts'
import { addressedTo, backInStockEmail, type EmailKind, emailBrandingOf, type Mailer, priceDropEmail } from '../../shop/index.ts'
import { type AlertDeps, linkKind } from '../back-in-stock/alert-operations.ts'
import type { ItemFacts } from '../back-in-stock/deps.ts'
import type { TellDeps } from '../back-in-stock/send.ts'
import type { RequestKind, StockItem } from '../back-in-stock/store.ts'
import type { Outcomes, OutcomesAsked, WaitingListDeps } from '../back-in-stock/waiting-list-operations.ts'
import { productPath } from '../catalogue/address.ts'
import type { Facts } from '../catalogue/facts.ts'
import { levelOf, sellableOf } from '../catalogue/levels.ts'
import { findVariant, readWanted, shownVariant } from '../catalogue/sell.ts'
import { storesApp } from '../selling/apps.ts'
import { emailPicture } from './email-picture.ts'

interface Parts {
  readonly kernel: Kernel
  readonly sealing: Seals
  readonly mailer: Mailer
  readonly catalogue: Facts
}

const settingsBy =
  ({ readSettings }: Pick<Kernel, 'readSettings'>) =>
  async (db: Db, site: string): Promise<BackInStockSettings> => ({ ...usualBackInStock, ...(await readSettings(db, site)).backInStock })

/** What references mean. What buyers write into a product's own fields is not asked for: nobody has chosen it yet. */
const itemsBy =
  (catalogue: Facts): AlertDeps['findItems'] =>
  async (db, site, references) => {
    const ours = references.filter(({ appId }) => appId === storesApp)
    const products = await catalogue.find(
      db,
      site,
      ours.map(({ catalogItemId }) => catalogItemId),
    )
    return references.map(({ appId, catalogItemId, options }): ItemFacts | undefined => {
      const productId = catalogItemId.toLowerCase()
      const product = appId === storesApp ? products.get(productId) : undefined
      const variant = product && findVariant(product.facts, readWanted(options, productId))
      if (!variant) return undefined
      const { facts, levels } = product
      return {
        productId,
        variantId: variant.counted,
        name: facts.name,
        ...shownVariant(facts, variant),
        slug: facts.slug,
        price: variant.price,
        available: sellableOf(levelOf(levels, variant)),
      }
    })
  }

const currencyBy =
  ({ commerce }: Kernel) =>
  async (db: Db, site: string): Promise<string> =>
    (await commerce(db, site)).currency

/** What asking for emails, and taking them back, needs of the shop and its members. */
export const backInStockDeps = ({ kernel, sealing, catalogue }: Omit<Parts, 'mailer'>): AlertDeps & WaitingListDeps => ({
  origin: kernel.origin,
  settingsOf: settingsBy(kernel),
  findItems: itemsBy(catalogue),
  mayLeadTo: mayLeadTo(kernel.origin),
  seal: sealing.seal,
  open: sealing.open,
  currencyOf: currencyBy(kernel),
  outcomesOf,

  async contactOf(db, site, memberId) {
    const [member] = await db.query<{ contactId: string }>(sql`
      select contact_id as "contactId" from member where site = ${site} and id = ${memberId}`)
    return member?.contactId
  },

  async isFile(db, site, id) {
    const [file] = await db.query(sql`select id from media where site = ${site} and id = ${id}`)
    return file !== undefined
  },

  async incomingOf(db, site, items) {
    if (items.length === 0) return []
    const rows = await db.query<StockItem & { readonly units: number }>(sql`
      select line.product_id as "productId", line.variant_id as "variantId", sum(line.quantity - line.received - line.missing)::int as units
      from stock_transfer transfer join stock_transfer_line line on line.site = transfer.site and line.transfer_id = transfer.id
      where transfer.site = ${site} and transfer.status = 'IN_TRANSIT' and line.product_id = any(${items.map(({ productId }) => productId)}::uuid[])
      group by 1, 2`)
    return items.map(
      ({ productId, variantId }) => rows.find((row) => row.productId === productId && row.variantId === variantId)?.units ?? 0,
    )
  },
})

/**
 * What those who were told bought afterwards: an order by their address or as the member that they are, which holds the product they waited for.
 */
async function outcomesOf(db: Db, site: string, { since, withinDays, currency }: OutcomesAsked): Promise<Outcomes> {
  const [row] = await db.query<Outcomes>(sql`
    with told as (
      select id, product_id, variant_id, email_key, member_id, sent_at from back_in_stock_request
      where site = ${site} and kind = 'STOCK' and status = 'NOTIFICATION_SENT' and sent_at > ${since}),
    purchase as (
      select told.id as request, orders.id from told join orders on orders.site = ${site} and orders.email_key = told.email_key
      where orders.status <> 'INITIALIZED' and orders.status = 'APPROVED' and orders.item_ids @> array[told.product_id::text]
        and orders.created_at >= told.sent_at and orders.created_at < told.sent_at + make_interval(days => ${withinDays})
      union
      select told.id, orders.id from told join orders on orders.site = ${site} and orders.member_id = told.member_id
      where orders.member_id is not null and orders.status <> 'INITIALIZED' and orders.status = 'APPROVED'
        and orders.item_ids @> array[told.product_id::text]
        and orders.created_at >= told.sent_at and orders.created_at < told.sent_at + make_interval(days => ${withinDays})),
    sold as (
      select distinct orders.id, line ->> 'id' as line, (line -> 'totalPriceAfterTax' ->> 'amount')::numeric as amount
      from purchase join told on told.id = purchase.request join orders on orders.site = ${site} and orders.id = purchase.id,
        jsonb_array_elements(orders.document -> 'lineItems') as line
      where orders.currency = ${currency} and line -> 'catalogReference' ->> 'catalogItemId' = told.product_id::text)
    select (select count(*)::int from told) as told, (select count(distinct request)::int from purchase) as bought,
      (select coalesce(sum(amount), 0)::text from sold) as sales,
      (select count(*)::int from told where not exists (select from purchase where purchase.request = told.id) and exists (
        select from back_in_stock_request again where again.site = ${site} and again.email_key = told.email_key and again.email_key is not null
          and again.kind = 'STOCK' and again.product_id = told.product_id and again.variant_id = told.variant_id
          and again.id <> told.id and again.created_at > told.sent_at)) as "askedAgain"`)
  return row!
}

/** As the shop's settings call their emails. */
const emailKinds: Readonly<Record<RequestKind, EmailKind>> = { STOCK: 'back-in-stock', PRICE: 'price-drop' }

/** The links of emails are good for half a year: as long as their requests are. */
const linkSeconds = 180 * 24 * 3600
/** An email that has waited longer for a mail server tells of what may be gone again. */
const goodMs = 24 * 3_600_000

interface MailParts extends Parts {
  /** Undefined where emails to one address are not limited. */
  readonly recipients: Pick<RecipientLimit, 'take'> | undefined
}

/** What `tellWaiting` asks for. */
export function tellDeps({ kernel, sealing, mailer, catalogue, recipients }: MailParts): TellDeps {
  const { database, clock, origin, sites, readSettings } = kernel
  return {
    database,
    clock,
    sites,
    settingsOf: settingsBy(kernel),
    findItems: itemsBy(catalogue),
    currencyOf: currencyBy(kernel),
    sends: async (db, site, kind) => !(await readSettings(db, site)).emails?.[emailKinds[kind]]?.off,
    takeOfRecipient: async (site, email) => recipients?.take(site, email),

    async send(site, request, item) {
      const { id, email, itemUrl, reference, reported, createdAt, price: before } = request
      const settings = await readSettings(database, site)
      const { currency } = settings.commerce
      const imageId = reported?.imageId ?? item.imageId
      const name = reported?.name ?? item.name
      const token = await sealing.seal(site, linkKind, { id }, linkSeconds)
      const stopUrl = `${origin}/back-in-stock/off?token=${encodeURIComponent(token)}`
      const facts = {
        shop: emailBrandingOf(settings, origin),
        name,
        ...(item.choices && { choices: item.choices }),
        price: reported ? roundDecimal(reported.price, currency) : minor(item.price),
        currency,
        ...(imageId && { picture: emailPicture(origin, imageId, 'WIDE', name) }),
        url: itemUrl ?? pageOf(origin, item, reference.options?.['variantId']),
        stopUrl,
        askedAt: createdAt,
      }
      const message = before === null ? backInStockEmail(facts) : priceDropEmail({ ...facts, before })
      const mail = {
        site,
        // One for each request, however often it is asked for.
        key: `back-in-stock:${id}`,
        ...addressedTo(settings.mail, email),
        ...message,
        unsubscribeUrl: stopUrl,
        goodUntil: new Date(clock.now().getTime() + goodMs),
      }
      return (await mailer.send(mail)) !== 'refused'
    },
  }
}

const pageOf = (origin: string, { slug }: ItemFacts, variantId: unknown): string =>
  `${origin}${productPath(slug)}${typeof variantId === 'string' ? `?variant=${variantId}` : ''}`
