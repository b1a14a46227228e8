import { newId } from '@vitrine/platform/kernel/db/id'
import { type Db, sql } from '@vitrine/platform/kernel/db/sql'
import { fold } from '@vitrine/platform/kernel/query/fold'
import { demoSite, productIdOf } from '../ids.ts'
import type { Catalogue, ProductEntry } from '../morrow.ts'
import { randomFrom } from '../random.ts'
import { variantOf } from '../variants.ts'
import type { Random } from './chance.ts'

interface Asker {
  readonly email: string
  readonly memberId: string | null
  readonly contactId: string | null
}

interface Request extends Asker {
  readonly sku: string
  readonly kind: 'STOCK' | 'PRICE'
  readonly status: 'RECEIVED' | 'NOTIFICATION_SENT'
  readonly createdAt: Date
  readonly sentAt?: Date
}

/** How many wait for what is sold out. */
const waitedFor: Readonly<Record<string, number>> = {
  'MRW-MUG-CLAY-L': 22,
  'MRW-BWL-CLAY': 19,
  'MRW-TEA-OAT': 12,
  'MRW-MBL-1K-ES': 4,
  'MRW-PND-SAGE': 3,
  'MRW-INC-CHALK': 2,
}
/** How many watch a price, by the slug of a product: of its first variant. */
const watched: Readonly<Record<string, number>> = { 'table-lamp': 9, 'dome-pendant': 5, 'slow-sun-print': 4, 'moon-vase': 3, teapot: 2 }
/** How many left before their email. */
const left: Readonly<Record<string, number>> = { 'MRW-MUG-CLAY-L': 9, 'MRW-BWL-CLAY': 7, 'MRW-TEA-OAT': 4, 'MRW-INC-CHALK': 2 }
const exits = ['LINK', 'LINK', 'ACCOUNT', 'SHOP'] as const

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const asked = 84
const told = 80

/** Who waits for what is sold out or for a lower price, who was told in the last weeks, and what some of these bought; `first` waits as a member. */
export async function addWaiting(db: Db, { products }: Pick<Catalogue, 'products'>, now: Date): Promise<void> {
  const random = randomFrom(21)
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  // More of them asked lately.
  const lately = () => ago(0.2 + random() ** 1.8 * asked)
  const askers = await db.query<Asker>(sql`
    select email, min(member_id::text)::uuid as "memberId", min(contact_id::text)::uuid as "contactId" from orders
    where site = ${demoSite} and status <> 'INITIALIZED' and email_key <> ''
    group by email order by count(*) filter (where member_id is not null) desc, md5(email) limit 160`)
  if (askers.length === 0) return
  const someone = () => askers[Math.floor(random() ** 1.4 * askers.length)]!
  const requests = [
    ...waiting(waitedFor, 'STOCK', askers, lately, random),
    ...waiting(bySku(products, watched), 'PRICE', askers, lately, random),
    ...(await boughtAfter(db, products, ago(told))),
    ...Array.from({ length: 96 }, (): Request => {
      const sentAt = ago(3 + random() * (told - 3))
      const skus = Object.keys(waitedFor)
      const sku = skus[Math.floor(random() * skus.length)]!
      return { ...someone(), sku, kind: 'STOCK', status: 'NOTIFICATION_SENT', createdAt: new Date(sentAt.getTime() - 9 * dayMs), sentAt }
    }),
  ]
  const variants = variantsBySku(products)
  await write(db, variants, requests)
  await writeDepartures(db, variants, now, random)
}

/** A different somebody for each; the first of all is the one who can be signed in as. */
function waiting(
  wanted: Readonly<Record<string, number>>,
  kind: Request['kind'],
  askers: readonly Asker[],
  lately: () => Date,
  random: Random,
): Request[] {
  return Object.entries(wanted).flatMap(([sku, count], row) => {
    const from = row < 2 ? 0 : 1 + Math.floor(random() * Math.max(1, askers.length - count))
    return askers.slice(from, from + count).map((asker): Request => ({ ...asker, sku, kind, status: 'RECEIVED', createdAt: lately() }))
  })
}

const bySku = (products: readonly ProductEntry[], bySlug: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(products.flatMap(({ slug, variants }) => (bySlug[slug] && variants[0] ? [[variants[0].sku, bySlug[slug]]] : [])))

/** Some of those who ordered what was sold out before had waited for it. */
async function boughtAfter(db: Db, products: readonly ProductEntry[], since: Date): Promise<Request[]> {
  const skus = new Map(
    Object.keys(waitedFor).flatMap((sku) =>
      products.filter(({ variants }) => variants.some((one) => one.sku === sku)).map(({ slug }) => [productIdOf(slug), sku] as const),
    ),
  )
  const orders = await db.query<Asker & { readonly productId: string; readonly createdAt: Date }>(sql`
    select distinct on (email, item) email, member_id as "memberId", contact_id as "contactId", item as "productId", created_at as "createdAt"
    from orders, unnest(item_ids) as item
    where site = ${demoSite} and status = 'APPROVED' and email_key <> '' and created_at > ${since}
      and item = any(${[...skus.keys()]}::text[]) and id::text < '8'
    order by email, item, created_at limit 40`)
  return orders.map(({ productId, createdAt, ...asker }): Request => {
    const sentAt = new Date(createdAt.getTime() - 5 * hourMs)
    return {
      ...asker,
      sku: skus.get(productId)!,
      kind: 'STOCK',
      status: 'NOTIFICATION_SENT',
      createdAt: new Date(sentAt.getTime() - 12 * dayMs),
      sentAt,
    }
  })
}

type Variants = ReadonlyMap<string, ReturnType<typeof variantOf>>

const variantsBySku = (products: readonly ProductEntry[]): Variants =>
  new Map(products.flatMap((product) => product.variants.map((variant) => [variant.sku, variantOf(product, variant)] as const)))

async function write(db: Db, variants: Variants, requests: readonly Request[]): Promise<void> {
  const rows = requests.map(({ sku, kind, sentAt, email, ...request }) => {
    const { cents, ...variant } = variants.get(sku)!
    return {
      ...request,
      ...variant,
      id: newId(),
      kind,
      email,
      emailKey: fold(email),
      ...(kind === 'PRICE' && { price: cents, currency: 'EUR' }),
      sentAt: sentAt ?? null,
    }
  })
  await db.query(sql`
    insert into back_in_stock_request (site, id, kind, price, currency, product_id, variant_id, reference, email, email_key, member_id, contact_id, status,
      auto_notified, created_at, updated_at, sent_at)
    select ${demoSite}, id, kind, price, currency, "productId", "variantId", reference, email, "emailKey", "memberId", "contactId", status,
      "sentAt" is not null, "createdAt", coalesce("sentAt", "createdAt"), "sentAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, kind text, price bigint, currency text, "productId" uuid, "variantId" uuid,
      reference jsonb, email text, "emailKey" text, "memberId" uuid, "contactId" uuid, status text, "createdAt" timestamptz, "sentAt" timestamptz)
    on conflict do nothing`)
}

async function writeDepartures(db: Db, variants: Variants, now: Date, random: Random): Promise<void> {
  const rows = Object.entries(left).flatMap(([sku, count]) =>
    Array.from({ length: count }, (_, at) => {
      const { productId, variantId, reference } = variants.get(sku)!
      const leftAt = new Date(now.getTime() - (1 + random() * 110) * dayMs)
      return {
        id: newId(),
        productId,
        variantId,
        reference,
        how: exits[at % exits.length],
        askedAt: new Date(leftAt.getTime() - (2 + random() * 30) * dayMs),
        leftAt,
      }
    }),
  )
  await db.query(sql`
    insert into back_in_stock_departure (site, id, product_id, variant_id, reference, kind, how, asked_at, left_at)
    select ${demoSite}, id, "productId", "variantId", reference, 'STOCK', how, "askedAt", "leftAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id uuid, "productId" uuid, "variantId" uuid, reference jsonb, how text, "askedAt" timestamptz, "leftAt" timestamptz)`)
}
