import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { facts } from '@vitrine/platform/commerce/catalogue/facts'
import { catalogueRevision } from '@vitrine/platform/commerce/catalogue/revision'
import { findPinnedProducts, readWindow } from '@vitrine/platform/commerce/catalogue/window'
import { connect, type Database } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { settings } from '@vitrine/platform/kernel/settings/settings'
import { findSeed } from '@vitrine/platform/kernel/sites/directory'
import { localOriginals } from '@vitrine/platform/shop/media/originals'
import { thumbnailOf } from '@vitrine/platform/shop/media/processing/work/model/model'
import { shopOperations } from '@vitrine/platform/shop/settings/public-shop'
import type { showShop } from '@vitrine/platform/shop/settings/show-public-shop'
import { basketOf, minor, shippingOptions, taxAt } from '@vitrine/pricing'
import { testDatabase } from '@vitrine/testing/database'
import sharp from 'sharp'
import { demoClientId, demoSite, seedDemo, seedMany } from './index.ts'
import { shopFolder } from './morrow.ts'
import { giftCards } from './offers.ts'
import { taxes, zones } from './selling.ts'

let home: Awaited<ReturnType<typeof testDatabase>>
let database: Database
let dataDir: string
const now = new Date('2026-11-21T07:30:00Z')

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-demo-'))
  home = await testDatabase()
  database = connect({ url: home.url, connections: 4 })
})
after(async () => {
  await database.close()
  await home[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

const counts = async () => {
  const [row] = await database.query<Record<string, number>>(sql`
    select (select count(*) from site) as sites, (select count(*) from product) as products, (select count(*) from product where visible) as visible,
      (select count(*) from collection) as collections, (select count(*) from media) as media, (select sum(quantity)::int from stock) as pieces,
      (select count(*) from stock_movement) as movements, (select count(*) from signing_key) as keys,
      (select count(*) from oauth_app where id = ${demoClientId}) as apps`)
  return row!
}

test('opens Morrow once: two processes at once and a third time later change nothing more', async () => {
  const lines: string[] = []
  const seed = () => seedDemo({ database, originals: localOriginals(join(dataDir, 'media')), now, onProgress: (line) => lines.push(line) })
  await Promise.all([seed(), seed()])
  const first = await counts()
  assert.equal(lines.length, 1)
  assert.deepEqual(
    { ...first, pieces: 0, movements: 0 },
    { sites: 1, products: 28, visible: 27, collections: 7, media: 107, pieces: 0, movements: 0, keys: 1, apps: 1 },
  )
  await database.query(sql`update stock set quantity = 0 where site = ${demoSite}`)
  await seed()
  assert.equal((await counts())['pieces'], 0)
  assert.equal(lines.length, 1)
  assert.equal(await findSeed(database), 'catalogue')
})

test('the pages that the law asks for are published, with nothing left to be filled in', async () => {
  const { pages: section } = await settings().read(database, demoSite)
  const published = section!.published
  assert.deepEqual(
    published.map(({ slug, inFooter, inCheckout, inRegistration }) =>
      [slug, inFooter && 'footer', inCheckout && 'checkout', inRegistration && 'registration'].filter(Boolean).join(' '),
    ),
    [
      'imprint footer',
      'privacy footer checkout registration',
      'terms footer checkout registration',
      'withdrawal footer checkout',
      'shipping',
      'returns',
      'accessibility',
    ],
  )
  const versions = await database.query<{ title: string; text: string }>(
    sql`select title, jsonb_path_query_array(content, '$.**.text ? (@.type() == "string")')::text as text from site_page_version where site = ${demoSite}`,
  )
  assert.equal(versions.length, published.length)
  for (const { title, text } of versions) assert.doesNotMatch(text.slice(1, -1), /[[{]/, title)
})

test('every picture that the shop names has its bytes', async () => {
  const digests = (await database.query<{ digest: string }>(sql`select distinct digest from media`)).map(({ digest }) => digest)
  const stored = await readdir(join(dataDir, 'media', demoSite), { recursive: true })
  const names = new Set(stored.map((path) => path.split('/').at(-1)))
  for (const digest of digests) assert.ok(names.has(digest), digest)
})

test('every film has the poster that its product shows', async () => {
  const films = await database.query<{ mime: string; width: number; digest: string; poster: string }>(sql`
    select made.mime, made.width, made.digest, poster.digest as poster from media
    join media_derivative made on made.site = media.site and made.media_id = media.id and made.name = media.details ->> 'posterName'
    join media poster on poster.site = media.site and poster.file_name = replace(media.file_name, '.mp4', '.webp') where media.kind = 'VIDEO'`)
  assert.equal(films.length, 2)
  for (const { mime, width, digest, poster } of films) assert.deepEqual([mime, width, digest], ['image/webp', 720, poster])
})

test('every model has the thumbnail that the shop would draw', async () => {
  const drawn = await database.query<{ name: string; digest: string }>(sql`
    select media.file_name as name, made.digest from media join media_derivative made on made.site = media.site and made.media_id = media.id
    where media.kind = 'MODEL3D' and made.name = media.details ->> 'thumbnailName'`)
  assert.equal(drawn.length, 8)
  const originals = localOriginals(join(dataDir, 'media'))
  const one = drawn.find(({ name }) => name === 'teapot.glb')!
  const small = (bytes: Buffer) => sharp(bytes).resize(64, 64).raw().toBuffer()
  const stored = await small((await originals.read(demoSite, one.digest))!)
  const anew = await small(await thumbnailOf(await readFile(new URL('models/teapot.glb', shopFolder))))
  const apart = anew.reduce((sum, byte, i) => sum + Math.abs(byte - stored[i]!), 0) / anew.length
  assert.ok(apart < 1, `they differ by ${apart}: draw-models.ts draws them anew`)
})

test('says what everyone may know, with prices and stock of the lettered things as they are', async () => {
  const { read } = settings()
  const handlers = shopOperations({
    expressCheckoutOf: () => undefined,
    publicUrl: 'https://shop.example',
    readSettings: read,
    catalogueRevision,
    readWindow,
    findPinnedProducts: findPinnedProducts(facts({ publicUrl: 'https://shop.example' })),
  })
  const handler = handlers['GET /vitrine/v1/shop'] as unknown as (input: object, scope: object) => Promise<{ json: Buffer }>
  const answer = async () => {
    const { json } = await handler({}, { db: database, site: demoSite, caller: { kind: 'unauthenticated' }, now, requestId: 'test' })
    return (JSON.parse(json.toString()) as { shop: ReturnType<typeof showShop> }).shop
  }
  const empty = await answer()
  assert.equal(empty.name, 'Morrow')
  assert.deepEqual(
    empty.collections.map(({ slug, hour, numberOfProducts }) => [slug, hour?.time, numberOfProducts]),
    [
      ['lighting', '6:10', 4],
      ['kitchen', '6:40', 11],
      ['tableware', '7:30', 9],
      ['textiles', '8:15', 2],
      ['vases', '9:05', 4],
      ['scent', '9:40', 3],
      ['paper', '10:30', 3],
    ],
  )
  assert.deepEqual(
    empty.heroes.map(({ pieces }) => pieces.map(({ letter }) => letter).join('')),
    ['abcdef', 'abcdef', 'abcde'],
  )
  const pictures = new Set((await database.query<{ id: string }>(sql`select id from media where site = ${demoSite}`)).map(({ id }) => id))
  const slugs = (await database.query<{ slug: string }>(sql`select slug from product where site = ${demoSite} and visible`)).map(
    ({ slug }) => slug,
  )
  for (const { slug, opening } of empty.collections) {
    assert.equal(opening?.length, 2, slug)
    for (const { picture, link } of opening) {
      assert.ok(pictures.has(picture.id), `${slug} opens with a picture that is not there`)
      assert.ok(slugs.includes(link?.href.replace('/products/', '') ?? ''), `${slug} opens with ${link?.href}`)
    }
  }
  const [pitcher] = empty.heroes[0]!.pieces
  assert.deepEqual(pitcher, {
    letter: 'a',
    x: 0.196,
    y: 0.52,
    detail: 'in clay',
    slug: 'water-pitcher',
    name: 'Tall Pitcher',
    price: '68.00',
    formattedPrice: '€68.00',
    inStock: false,
  })
  await database.query(sql`
    update stock set quantity = 3 from product
    where stock.site = ${demoSite} and product.site = stock.site and product.id = stock.product_id and product.slug = 'water-pitcher'`)
  assert.equal((await answer()).heroes[0]!.pieces[0]!.inStock, true)
  assert.equal(empty.taxIncludedInPrices, true)
  assert.match(empty.heroes[0]!.picture.url, /^https:\/\/shop\.example\/media\/[0-9a-f]{32}~mv2\.webp$/)
})

test('delivers as the drawings say: 4.90 in Germany and free from 80, by bike in Berlin only, and to the rest of the world by weight', () => {
  const goods = (value: number, weight: number) => [{ id: 'a', quantity: 1, price: minor(value), weight, shippable: true }]
  const saturday = { now: new Date('2026-11-21T09:00:00.000Z'), timeZone: 'Europe/Berlin' }
  const offered = (place: { country: string; subdivision?: string; postalCode?: string }, value: number, weight = 1) => [
    ...new Set(
      shippingOptions(basketOf(goods(value, weight)), zones, place, saturday).options.map(({ ruleCode, price }) => `${ruleCode} ${price}`),
    ),
  ]
  assert.deepEqual(offered({ country: 'DE' }, 7999), ['standard 490', 'express 890', 'studio 0'])
  assert.deepEqual(offered({ country: 'DE' }, 8000), ['standard 0', 'express 890', 'studio 0'])
  const berlin = { country: 'DE', subdivision: 'DE-BE' }
  assert.deepEqual(offered({ ...berlin, postalCode: '10435' }, 2000), ['standard 490', 'express 890', 'cargo-bike 590', 'studio 0'])
  assert.deepEqual(offered({ ...berlin, postalCode: '13629' }, 2000), ['standard 490', 'express 890', 'studio 0'])
  assert.deepEqual(offered({ country: 'DE' }, 2000, 12), ['standard 990', 'express 890', 'studio 0'])
  assert.deepEqual(offered({ country: 'FR' }, 8000), ['standard-eu 0', 'express-eu 2490'])
  assert.deepEqual(offered({ country: 'JP' }, 9000, 4), ['standard-world 3990'])
  assert.deepEqual(offered({ country: 'JP' }, 9000, 40), [])
})

test('the bike comes in the evening, two hours each, from Monday on where it is Saturday', () => {
  const saturday = { now: new Date('2026-11-21T09:00:00.000Z'), timeZone: 'Europe/Berlin' }
  const basket = basketOf([{ id: 'a', quantity: 1, price: minor(2000), weight: 1, shippable: true }])
  const { options } = shippingOptions(basket, zones, { country: 'DE', subdivision: 'DE-BE', postalCode: '10435' }, saturday)
  const times = options.flatMap(({ ruleCode, arrives }) => (ruleCode === 'cargo-bike' && arrives ? [arrives.from.slice(0, 16)] : []))
  assert.deepEqual(times.slice(0, 3), ['2026-11-23T16:00', '2026-11-23T18:00', '2026-11-24T16:00'])
  assert.equal(times.length, 10)
})

test('prices contain the tax of where the goods go', () => {
  const rate = (country: string, group: number) => Object.values(taxAt(taxes, { country }).rates)[group]?.[0]?.rate
  assert.deepEqual([rate('DE', 0), rate('DE', 1)], ['0.190', '0.070'])
  assert.deepEqual([rate('FI', 0), rate('FR', 1)], ['0.255', '0.055'])
  assert.equal(taxAt(taxes, { country: 'CH' }).rateType, 'NO_TAX_COLLECTED')
})

test('makes many products that can be read, counted and bought', async () => {
  const site = '0190a6a0-0000-7000-8000-000000000001'
  await database.query(sql`insert into site (site, name, created_at) values (${site}, 'Many', ${now})`)
  await seedMany(database, site, 1200, { now })
  const [row] = await database.query<Record<string, number>>(sql`
    select (select visible_products from catalogue where site = ${site}) as kept, (select count(*) from product where site = ${site}) as products,
      (select count(distinct slug) from product where site = ${site}) as slugs, (select sum(visible_products)::int from collection where site = ${site}) as shelved,
      (select count(*) from stock where site = ${site} and quantity > 0) as stocked`)
  assert.deepEqual([row?.['kept'], row?.['products'], row?.['slugs']], [1200, 1200, 1200])
  assert.ok(row!['shelved']! >= 1200 && row!['stocked']! > 2000)
})

test('has coupons, rules and gift cards to play with, each as docs/sandbox.md says', async () => {
  const { readFileSync } = await import('node:fs')
  const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')
  const coupons = await database.query<{ code: string }>(sql`select code from coupon where site = ${demoSite} order by code`)
  assert.equal(coupons.length, 8)
  for (const { code } of coupons) assert.ok(page.includes(`\`${code}\``), code)
  for (const { code } of giftCards) assert.ok(page.includes(`\`${code}\``), code)
  const [cards] = await database.query<{ count: number; sum: number }>(
    sql`select count(*)::int as count, sum(balance)::int as sum from gift_card where site = ${demoSite}`,
  )
  assert.deepEqual(cards, { count: 4, sum: 60_500 })
  const { discounts } = await settings().read(database, demoSite)
  assert.deepEqual(
    discounts?.rules.map(({ name, active }) => [name, active]),
    [
      ['Three bags of coffee', true],
      ['A table for eight', true],
    ],
  )
})
