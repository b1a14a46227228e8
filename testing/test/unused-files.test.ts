import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer } from '../src/buyer.ts'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'

let shop: TestPlatform
before(async () => {
  shop = await startTestPlatform()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })

/** All that are told of, however many pages it takes. */
async function unused(limit = 50): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await office().mediaLibrary.listUnusedFiles({ limit, ...(cursor !== undefined && { cursor }) })
    assert.ok(page.files.length <= limit)
    ids.push(...page.files.map(({ id }) => id))
    cursor = page.nextCursor
    more = cursor !== undefined
  }
  assert.equal(new Set(ids).size, ids.length)
  return ids
}

test('what a product, its film, a collection, a review, a page or a setting shows is used, until nothing shows it any more', async () => {
  const { merchantProducts, mediaLibrary, reviews, sitePages } = office()
  const [shown, poster, cover, reviewed, written, drafted, set, film] = await Promise.all(Array.from({ length: 8 }, () => addPicture(shop)))
  await shop.platform.database.query(sql`update media set kind = 'VIDEO' where site = ${shop.site} and id = ${film!}`)
  assert.equal((await unused()).length, 8)

  const { product } = await merchantProducts.addProduct({
    product: { name: 'Mug', priceData: { price: 20 }, media: [{ mediaId: shown! }, { mediaId: film!, posterId: poster! }] },
  })
  const { collection } = await merchantProducts.createCollection({ collection: { name: 'Covered' } })
  await merchantProducts.setCollectionCover({ id: collection.id!, mediaId: cover! })
  await reviews.createReview({
    review: { namespace: 'stores', entityId: product.id, content: { rating: 5, body: 'It pours.', media: [{ image: { id: reviewed! } }] } },
  })
  const picture = (id: string) => [{ kind: 'PICTURE' as const, picture: { id, alt: 'A mug', width: 80, height: 100 } }]
  const { page } = await sitePages.createPage({ page: { kind: 'OTHER', slug: 'about', title: 'About', content: picture(written!) } })
  await sitePages.publishPage({ id: page.id })
  const now = (await sitePages.getPage({ id: page.id })).page
  await sitePages.updatePage({ page: { id: page.id, revision: now.revision, content: picture(drafted!) } })
  await shop.platform.database.query(sql`
    update site_setting set document = jsonb_set(document, '{wordmark}', ${JSON.stringify({ picture: { id: set, alt: '' } })}::jsonb)
    where site = ${shop.site} and section = 'shop'`)
  assert.deepEqual(await unused(), [])
  const kindsOf = async (fileId: string) => (await mediaLibrary.listFileUses({ fileId })).uses.map(({ kind, name }) => [kind, name])
  assert.deepEqual(await kindsOf(poster!), [['PRODUCT', 'Mug']])
  assert.deepEqual([await kindsOf(written!), await kindsOf(drafted!)], [[['PAGE', 'About']], [['PAGE', 'About']]])

  await sitePages.deletePage({ id: page.id })
  assert.deepEqual((await unused()).toSorted(), [written!, drafted!].toSorted())
})

test('they come page by page, the largest first, without those in the trash, of members and of visitors', async () => {
  const { files, folders } = office()
  const before = await unused()
  const ids = await Promise.all(Array.from({ length: 7 }, () => addPicture(shop)))
  for (const [nth, id] of ids.entries())
    await shop.platform.database.query(sql`update media set bytes = ${(nth + 1) * 10_000} where site = ${shop.site} and id = ${id}`)
  const { picture } = await newBuyer(shop).reviews.uploadReviewPicture({
    content: (await shop.platform.originals.read(shop.site, (await files.getFileDescriptor({ fileId: ids[0]! })).file.hash))!.toString(
      'base64',
    ),
  })
  const found = await unused(2)
  assert.deepEqual(found.slice(0, 7), ids.toReversed())
  assert.equal(found.includes(picture.id!), false)
  await files.bulkDeleteFiles({ fileIds: [ids[6]!] })
  const { folder } = await folders.createFolder({ displayName: 'Gone' })
  await files.updateFileDescriptor({ file: { id: ids[5]!, parentFolderId: folder.id } })
  await folders.bulkDeleteFolders({ folderIds: [folder.id] })
  assert.deepEqual((await unused(3)).slice(0, 5), ids.slice(0, 5).toReversed())
  assert.equal((await unused()).length, before.length + 5)
})

test('400 INVALID_ARGUMENT for a cursor that this call did not give', async () => {
  const [refused] = await attempt(office().mediaLibrary.listUnusedFiles({ cursor: 'page 2' }))
  assert.equal(refused?.code, 'INVALID_ARGUMENT')
})
