/** Other content takes the place of a file's: its id and every use of it stay, and what showed the former content shows the new one. */
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { collections, products } from '@vitrine/client/modules'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { addOriginal } from '@vitrine/platform/shop/media/add'
import { Unfit } from '@vitrine/platform/shop/media/inspect'
import sharp from 'sharp'
import { startPlatformForFile } from '../src/platform-for-file.ts'

const shop = await startPlatformForFile()

const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

let colours = 0
async function added(width = 80, height = 100): Promise<string> {
  const background = `#${(0x40_00_00 + ++colours).toString(16)}`
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .webp({ lossless: true })
    .toBuffer()
  const { platform, site, clock } = shop
  const file = await addOriginal(platform.database, platform.originals, bytes, { site, fileName: `${width}.webp`, now: clock.now() })
  if (file instanceof Unfit) throw new Error(file.message)
  return file.id
}

async function served(path: string) {
  const answer = await shop.platform.media({ site: shop.site, method: 'GET', path, headers: {} })
  const body = answer.body === null || Buffer.isBuffer(answer.body) ? (answer.body ?? Buffer.alloc(0)) : await buffer(answer.body)
  return { ...answer, body }
}
const sizeAt = async (path: string) => {
  const { body } = await served(path)
  const { width, height } = await sharp(body).metadata()
  return [width, height]
}

/** The digests of all originals of the shop, once what nobody needs is gone. */
async function digests(): Promise<readonly string[]> {
  await shop.platform.everyMinute()
  const found: string[] = []
  for await (const { site, digest } of shop.platform.originals.list()) if (site === shop.site) found.push(digest)
  return found
}
const digestOf = async (fileId: string) => (await office().files.getFileDescriptor({ fileId })).file.hash
const settled = () => shop.platform.jobs.settle()

test('a product, a collection and the look show the new picture under the old id, in its size, and the old bytes are gone', async () => {
  const { merchantProducts, mediaLibrary, look } = office()
  const [old, retouched] = [await added(), await added(160, 120)]
  const { product } = await merchantProducts.addProduct({ product: { name: 'Mug', priceData: { price: 20 }, media: [{ mediaId: old }] } })
  const { collection } = await merchantProducts.createCollection({ collection: { name: 'Mugs' } })
  await merchantProducts.setCollectionCover({ id: collection.id!, mediaId: old })
  await look.updateLook({ look: { wordmark: { text: 'Morrow', picture: { id: old, alt: 'Morrow' } } } })
  await settled()
  assert.deepEqual(await sizeAt(`/media/${old}`), [80, 100])
  assert.deepEqual(await sizeAt(`/media/${old}/fit/w_40,h_40`), [32, 40])
  const [before, after] = [await digestOf(old), await digestOf(retouched)]

  const { file, otherRemoved } = await mediaLibrary.replaceFile({ fileId: old, withFileId: retouched, removeOther: true })
  assert.deepEqual([file.id, file.hash, otherRemoved], [old, after, true])
  await settled()
  const v = after.slice(0, 12)
  assert.deepEqual(
    await sizeAt(`/media/${old}?v=${v}`),
    [160, 120],
    'an address that names the content is never answered by what was known before',
  )
  assert.deepEqual(await sizeAt(`/media/${old}/fit/w_40,h_40?v=${v}`), [40, 30])
  assert.match((await served(`/media/${old}`)).headers['cache-control']!, /max-age=3600/)

  const reader = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { products, collections } })
  const shown = (await reader.products.getProduct({ id: product.id })).product.media!.mainMedia!.image!
  assert.deepEqual([shown.url, shown.width, shown.height], [`${shop.url}/media/${old}`, 160, 120])
  const cover = (await reader.collections.getCollection({ id: collection.id! })).collection.media!.mainMedia!.image!
  assert.deepEqual([cover.width, cover.height], [160, 120])
  const { wordmark } = (await look.getLook()).look
  assert.deepEqual([wordmark.picture?.id, wordmark.picture?.width, wordmark.picture?.height], [old, 160, 120])
  const left = await digests()
  assert.ok(!left.includes(before) && left.includes(after))
  const [gone] = await attempt(office().files.getFileDescriptor({ fileId: retouched }))
  assert.equal(gone?.code, 'FILE_NOT_FOUND')
})

test('a file whose former bytes went away meanwhile is looked up again', async () => {
  const [old, other] = [await added(), await added(60, 60)]
  assert.deepEqual(await sizeAt(`/media/${old}`), [80, 100])
  await office().mediaLibrary.replaceFile({ fileId: old, withFileId: other })
  await digests()
  assert.deepEqual(await sizeAt(`/media/${old}`), [60, 60])
  assert.deepEqual(shop.faults, [])
})

test('the other file stays where it is used, and where nobody asks for its end', async () => {
  const { mediaLibrary, merchantProducts, files } = office()
  const [old, used, spare, film, poster, last] = [await added(), await added(), await added(), await added(), await added(), await added()]
  await merchantProducts.addProduct({ product: { name: 'Bowl', priceData: { price: 9 }, media: [{ mediaId: used }] } })
  assert.equal((await mediaLibrary.replaceFile({ fileId: old, withFileId: used, removeOther: true })).otherRemoved, false)
  assert.equal((await mediaLibrary.replaceFile({ fileId: old, withFileId: spare })).otherRemoved, false)
  await shop.platform.database.query(sql`update media set kind = 'VIDEO' where site = ${shop.site} and id = ${film}`)
  await merchantProducts.addProduct({ product: { name: 'Jug', priceData: { price: 9 }, media: [{ mediaId: film, posterId: poster }] } })
  for (const fileId of [used, spare]) assert.equal((await files.getFileDescriptor({ fileId })).file.state, 'OK')
  assert.equal(await digestOf(old), await digestOf(spare))
  assert.ok((await digests()).includes(await digestOf(spare)))
  assert.equal((await mediaLibrary.replaceFile({ fileId: old, withFileId: poster, removeOther: true })).otherRemoved, false)
  assert.equal((await mediaLibrary.replaceFile({ fileId: old, withFileId: last, removeOther: true })).otherRemoved, true)
})

test('a file that nobody gave a name keeps that of its first content, and is found by it', async () => {
  const { mediaLibrary, files } = office()
  const [old, other] = [await added(71, 90), await added(72, 90)]
  const { file } = await mediaLibrary.replaceFile({ fileId: old, withFileId: other, removeOther: true })
  assert.equal(file.displayName, '71.webp')
  assert.deepEqual(
    (await files.searchFiles({ search: '71' })).files.map(({ id }) => id),
    [old],
  )
})

test('names, folder, labels, description and captions stay; the focal point stays in a picture of the same shape', async () => {
  const { mediaLibrary, files, folders } = office()
  const folder = (await folders.createFolder({ displayName: 'Spring' })).folder.id
  const [old, same, wide] = [await added(80, 100), await added(160, 200), await added(200, 100)]
  await files.updateFileDescriptor({ file: { id: old, displayName: 'Front', parentFolderId: folder, labels: ['spring'] } })
  await mediaLibrary.describeFile({ fileId: old, altText: 'A mug', focalPoint: { x: 20, y: 80 } })
  const facts = async () => {
    const { file } = await files.getFileDescriptor({ fileId: old })
    const { altText, focalPoint } = file.media!.image!.image!
    return [file.displayName, file.parentFolderId, file.labels, altText, Math.round(focalPoint!.x!), Math.round(focalPoint!.y!)]
  }
  await mediaLibrary.replaceFile({ fileId: old, withFileId: same })
  assert.deepEqual(await facts(), ['Front', folder, ['spring'], 'A mug', 20, 80])
  await mediaLibrary.replaceFile({ fileId: old, withFileId: wide })
  assert.deepEqual(await facts(), ['Front', folder, ['spring'], 'A mug', 50, 50])
})

test('409 FILE_KIND_DIFFERS, 409 FILE_NOT_READY, 404 FILE_NOT_FOUND, 400 for itself and for the trash; nothing is changed', async () => {
  const { mediaLibrary, files } = office()
  const [old, film, waiting, trashed, sold] = [await added(), await added(), await added(), await added(), await added()]
  const { database } = shop.platform
  await database.query(sql`update media set kind = 'VIDEO' where site = ${shop.site} and id = ${film}`)
  await database.query(sql`update media set operation_status = 'PENDING' where site = ${shop.site} and id = ${waiting}`)
  await database.query(sql`update media set private = true where site = ${shop.site} and id = ${sold}`)
  await files.bulkDeleteFiles({ fileIds: [trashed] })
  const before = await digestOf(old)
  const refusal = async (fileId: string, withFileId: string) => {
    const [refused] = await attempt(mediaLibrary.replaceFile({ fileId, withFileId, removeOther: true }))
    const { fieldViolations = [] } = (refused?.data ?? {}) as { fieldViolations?: { field: string; ruleName: string }[] }
    return [refused?.status, refused?.code, ...fieldViolations.map(({ field, ruleName }) => `${field} ${ruleName}`)]
  }
  assert.deepEqual(await refusal(old, film), [409, 'FILE_KIND_DIFFERS'])
  await database.query(sql`update media set operation_status = 'FAILED' where site = ${shop.site} and id = ${film}`)
  assert.deepEqual(await refusal(old, film), [409, 'FILE_KIND_DIFFERS'], 'however it went with the other')
  assert.deepEqual(await refusal(old, waiting), [409, 'FILE_NOT_READY'])
  assert.deepEqual(await refusal(waiting, old), [409, 'FILE_NOT_READY'])
  assert.deepEqual(await refusal(old, 'nothing.webp'), [404, 'FILE_NOT_FOUND'])
  assert.deepEqual(await refusal('nothing.webp', old), [404, 'FILE_NOT_FOUND'])
  assert.deepEqual(await refusal(old, old), [400, 'INVALID_ARGUMENT', 'withFileId SAME_FILE'])
  assert.deepEqual(await refusal(old, trashed), [400, 'INVALID_ARGUMENT', 'withFileId FILE_IN_TRASH'])
  assert.deepEqual(await refusal(trashed, old), [400, 'INVALID_ARGUMENT', 'fileId FILE_IN_TRASH'])
  assert.deepEqual(await refusal(old, sold), [400, 'INVALID_ARGUMENT', 'withFileId FILE_IS_PRIVATE'], 'what is sold is shown to nobody')
  assert.equal(await digestOf(old), before)
  assert.equal((await files.getFileDescriptor({ fileId: film })).file.state, 'OK')
})

test('what was made of a film comes along, and what was made of the former one goes', async () => {
  const { mediaLibrary } = office()
  const { platform, site, clock } = shop
  const [old, other] = [await added(), await added()]
  const made = async (id: string, name: string) => {
    const bytes = Buffer.from(`${name} of ${id}`)
    const digest = await import('node:crypto').then(({ createHash }) => createHash('sha256').update(bytes).digest('hex'))
    await platform.originals.put(site, digest, bytes)
    await platform.database.query(sql`
      insert into media_derivative (site, media_id, name, mime, digest, bytes, created_at)
      values (${site}, ${id}, ${name}, 'video/mp4', ${digest}, ${bytes.length}, ${clock.now()})`)
    await platform.database.query(sql`update media set kind = 'VIDEO' where site = ${site} and id = ${id}`)
    return digest
  }
  const [former, latter] = [await made(old, '360p.mp4'), await made(other, '360p.mp4')]
  await mediaLibrary.replaceFile({ fileId: old, withFileId: other, removeOther: true })
  assert.equal((await served(`/media/${old}/derived/360p.mp4`)).body.toString(), `360p.mp4 of ${other}`)
  const left = await digests()
  assert.ok(!left.includes(former) && left.includes(latter))
})

test('who uploaded and who replaced it is known, the audit log says which content it had, and whoever listens is told', async () => {
  const { mediaLibrary, audit } = office()
  const [old, other] = [await added(), await added()]
  const before = (await mediaLibrary.getFileHistory({ fileId: old })).history
  assert.deepEqual(before, { uploadedDate: shop.clock.now().toISOString() })
  shop.clock.advance(60_000)
  const [was, is] = [await digestOf(old), await digestOf(other)]
  await mediaLibrary.replaceFile({ fileId: old, withFileId: other, removeOther: true })
  const { history } = await mediaLibrary.getFileHistory({ fileId: old })
  assert.equal(history.replacedBy?.kind, 'APP')
  assert.equal(history.replacedDate, shop.clock.now().toISOString())
  const { entries } = await audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [old] } } } })
  const entry = entries.find(({ operation }) => operation === 'POST /vitrine/v1/media/files/{fileId}/replace')!
  const { changes } = (await audit.getAuditEntry({ id: entry.id })).entry
  const digest = changes.flatMap(({ fields }) => fields).find(({ path }) => path.at(-1) === 'digest')
  assert.deepEqual([digest?.before, digest?.after], [was, is])
  const told = await shop.platform.database.query<{ type: string; id: string }>(sql`
    select type, entity_id as id from outbox where site = ${shop.site} and entity_id in (${old}, ${other}) order by type`)
  assert.deepEqual(
    told.map(({ type, id }) => [type.replace(/.*file_descriptor_/, ''), id === old]),
    [
      ['deleted', false],
      ['updated', true],
    ],
  )
  const [none] = await attempt(mediaLibrary.getFileHistory({ fileId: 'nothing' }))
  assert.equal(none?.code, 'FILE_NOT_FOUND')
})

test('of two that replace one file at once both are done, one after the other', async () => {
  const { mediaLibrary } = office()
  const [old, one, two] = [await added(), await added(), await added()]
  const wanted = [await digestOf(one), await digestOf(two)]
  await Promise.all([one, two].map((withFileId) => mediaLibrary.replaceFile({ fileId: old, withFileId, removeOther: true })))
  const digest = await digestOf(old)
  assert.ok(wanted.includes(digest))
  assert.deepEqual(
    (await digests()).filter((found) => wanted.includes(found)),
    [digest],
  )
})
