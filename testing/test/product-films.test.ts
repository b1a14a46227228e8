/** Films and models of a product: written by its merchant, read in both catalogues, also by the published client. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { merchantProducts } from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { addOriginal } from '@vitrine/platform/shop/media/add'
import { Unfit } from '@vitrine/platform/shop/media/inspect'
import { addPicture } from '../src/pictures.ts'
import type { TestPlatform } from '../src/platform.ts'
import { type PublishedCatalogue, publishedCatalogue } from '../src/published-catalogue.ts'

let published: PublishedCatalogue
let shop: TestPlatform
let film: string
let model: string
let first: string
let second: string

async function addDemoFile(path: string): Promise<string> {
  const bytes = await readFile(new URL(`../../demo/shop/${path}`, import.meta.url))
  const fileName = path.slice(path.indexOf('/') + 1)
  const file = await addOriginal(shop.platform.database, shop.platform.originals, bytes, {
    site: shop.site,
    fileName,
    now: shop.clock.now(),
  })
  if (file instanceof Unfit) throw new Error(file.message)
  return file.id
}

async function fetchMedia(url: string) {
  const { status, headers, body } = await shop.platform.media({
    site: shop.site,
    method: 'GET',
    path: new URL(url).pathname,
    headers: { accept: 'image/webp' },
  })
  if (body && 'destroy' in body) body.destroy()
  return { status, headers }
}

const officeOf = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { merchantProducts } }).merchantProducts

before(async () => {
  published = await publishedCatalogue()
  shop = published.shop
  film = await addDemoFile('video/morning-mug.mp4')
  model = await addDemoFile('models/morning-mug.glb')
  first = await addPicture(shop)
  second = await addPicture(shop)
})
after(async () => {
  await published[Symbol.asyncDispose]()
})

test('a film and a model are added, ordered and described, and stand in both catalogues', async () => {
  const office = officeOf()
  const { product } = await office.addProduct({
    product: {
      name: 'Turning mug',
      productType: 'physical',
      priceData: { price: 26 },
      media: [
        { mediaId: first, alt: 'A mug' },
        { mediaId: model, alt: 'A mug to turn', posterId: second },
        { mediaId: film, alt: 'A mug turns' },
      ],
    },
  })
  assert.deepEqual(
    product.media.map(({ mediaId, kind, alt, posterId, url, fileUrl }) => [
      kind,
      mediaId,
      alt,
      posterId,
      url.split('/').at(-1),
      fileUrl?.split('/').at(-1),
    ]),
    [
      ['IMAGE', first, 'A mug', undefined, first, undefined],
      ['MODEL3D', model, 'A mug to turn', second, second, model],
      ['VIDEO', film, 'A mug turns', first, first, film],
    ],
  )
  const id = product.id

  const { product: v1 } = await published.shopper().products.getProduct(id)
  const items = v1?.media?.items ?? []
  assert.deepEqual(
    items.map(({ mediaType, _id }) => [mediaType, _id]),
    [
      ['image', first],
      ['video', film],
    ],
  )
  const [file] = items[1]?.video?.files ?? []
  assert.deepEqual([file?.format, file?.width, file?.height, items[1]?.video?.stillFrameMediaId], ['mp4', 720, 900, first])
  assert.match(items[1]?.thumbnail?.url ?? '', new RegExp(`/media/${first}/v1/fit/w_50,h_50`))
  assert.equal((await fetchMedia(file!.url!)).headers['content-type'], 'video/mp4')

  const { products } = await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).products.queryProducts({
    query: { filter: { id } },
  })
  const media = products[0]?.media
  assert.equal(media?.items[1]?.video?.durationInMilliseconds, 4875)
  const [one] = media?.models3d ?? []
  assert.deepEqual(
    [one?.id, one?.thumbnail?.id, one?.altText, one?.sizeInBytes, one?.place, one?.thumbnail?.width],
    [model, second, 'A mug to turn', '203396', 1, 80],
  )

  const v3 = await published.shopper().productsV3.getProduct(id, { fields: ['MEDIA_ITEMS_INFO'] })
  const [, v3Film] = v3.media?.itemsInfo?.items ?? []
  // The published client writes a film of the wire as a media address, with its poster.
  assert.equal(v3Film?.video, `wix:video://v1/${film}/${film}#posterUri=${first}&posterWidth=80&posterHeight=100`)

  const { product: moved } = await office.saveProduct({
    product: { media: [{ mediaId: film }, { mediaId: first }] },
    id,
    revision: product.revision,
  })
  assert.deepEqual(
    moved.media.map(({ mediaId, alt }) => [mediaId, alt]),
    [
      [film, 'A mug turns'],
      [first, 'A mug'],
    ],
  )
})

test('a film is added by the published client, and without another picture it is shown by the one that was made of it', async () => {
  const merchant = published.merchant()
  const made = await merchant.products.createProduct({ name: 'Only a film', productType: 'physical', priceData: { price: 26 } })
  const id = made.product!._id!
  await merchant.products.addProductMedia(id, [{ mediaId: film }])
  const { product } = await published.shopper().products.getProduct(id)
  const [item] = product?.media?.items ?? []
  assert.deepEqual([item?.mediaType, item?.video?.stillFrameMediaId], ['video', film])
  assert.equal((await fetchMedia(item!.thumbnail!.url!)).status, 400)
  const digest = (
    await shop.platform.database.query<{ digest: string }>(sql`select digest from media where site = ${shop.site} and id = ${first}`)
  )[0]!.digest
  await shop.platform.database.query(sql`
    insert into media_derivative (site, media_id, name, mime, digest, bytes, width, height, created_at)
    values (${shop.site}, ${film}, 'poster.webp', 'image/webp', ${digest}, 100, 80, 100, ${shop.clock.now()})`)
  await shop.platform.database.query(sql`
    update media set details = details || '{"posterName": "poster.webp"}' where site = ${shop.site} and id = ${film}`)
  const still = await fetchMedia(item!.thumbnail!.url!)
  assert.deepEqual([still.status, still.headers['content-type']], [200, 'image/webp'])
})

test('files are named by media addresses and by their own, and products that are read back name them by their ids', async () => {
  const office = officeOf()
  const { product } = await office.addProduct({
    product: {
      name: 'Addressed',
      productType: 'physical',
      priceData: { price: 26 },
      media: [
        { mediaId: `wix:image://v1/${first}/A%20mug.webp#originWidth=80&originHeight=100` },
        { mediaId: `https://shop.example/video/${film}/file`, posterId: `${shop.url}/media/${second}/v1/fill/w_50,h_50/file` },
      ],
    },
  })
  assert.deepEqual(
    product.media.map(({ mediaId, posterId }) => [mediaId, posterId]),
    [
      [first, undefined],
      [film, second],
    ],
  )
  const merchant = published.merchant()
  await merchant.products.addProductMedia(product.id, [{ mediaId: `wix:image://v1/${second}/b.webp#originWidth=80&originHeight=100` }])
  await merchant.products.removeProductMedia(product.id, [`wix:image://v1/${first}/A%20mug.webp`])
  const { product: after } = await office.readProduct({ id: product.id })
  assert.deepEqual(
    after.media.map(({ mediaId }) => mediaId),
    [film, second],
  )
})
