import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import sharp from 'sharp'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { codeAndFields } from '../src/refused.ts'

let shop: TestPlatform
const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  shop = await startTestPlatform()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const pictureOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .webp()
    .toBuffer()

async function upload(bytes: Buffer, input: Partial<Parameters<ReturnType<typeof office>['files']['generateFileUploadUrl']>[0]> = {}) {
  const { uploadUrl } = await office().files.generateFileUploadUrl({ mimeType: 'image/webp', ...input })
  return shop.platform.uploads.take(shop.site, new URL(uploadUrl).pathname.slice('/uploads/'.length), Readable.from([bytes]), undefined)
}

async function uploaded(...given: Parameters<typeof upload>) {
  const answer = await upload(...given)
  assert.ok('file' in answer, JSON.stringify(answer))
  return answer.file
}

const folder = async (displayName: string, parentFolderId?: string) =>
  (await office().folders.createFolder({ displayName, ...(parentFolderId !== undefined && { parentFolderId }) })).folder.id

/** Makes of a picture what it is not, where only its row matters. */
const alter = (id: string, change: ReturnType<typeof sql>) =>
  shop.platform.database.query(sql`update media set ${change} where site = ${shop.site} and id = ${id}`)

describe('what is refused', () => {
  test('404 FILE_NOT_FOUND, 409 FILE_NOT_READY of files', async () => {
    const { files } = office()
    const none = 'nothing.webp'
    assert.deepEqual(await codeAndFields(files.updateFileDescriptor({ file: { id: none, displayName: 'x' } })), ['FILE_NOT_FOUND'])
    assert.deepEqual(await codeAndFields(files.generateFilesDownloadUrl({ fileIds: [none] })), ['FILE_NOT_FOUND'])
    assert.deepEqual(await codeAndFields(files.generateVideoStreamingUrl({ fileId: none })), ['FILE_NOT_FOUND'])
    assert.deepEqual(await codeAndFields(office().mediaLibrary.describeFile({ fileId: none, altText: 'x' })), ['FILE_NOT_FOUND'])
    const { file } = await files.importFile({ url: 'http://127.0.0.1:9/never.webp' })
    assert.deepEqual(await codeAndFields(files.generateFileDownloadUrl({ fileId: file.id })), ['FILE_NOT_READY'])
    await files.bulkDeleteFiles({ fileIds: [file.id], permanent: true })
  })

  test('404 FOLDER_NOT_FOUND, 409 FOLDER_LIMIT of folders', async () => {
    const { folders } = office()
    assert.deepEqual(await codeAndFields(folders.generateFolderDownloadUrl({ folderId: 'none' })), ['FOLDER_NOT_FOUND'])
    assert.deepEqual(await codeAndFields(folders.updateFolder({ folder: { id: 'none', displayName: 'x' } })), ['FOLDER_NOT_FOUND'])
    let deepest = await folder('Level 1')
    for (let level = 2; level <= 30; level++) deepest = await folder(`Level ${level}`, deepest)
    assert.deepEqual(await codeAndFields(folder('Level 31', deepest)), ['FOLDER_LIMIT'])
    const two = await folder('Two')
    await folder('Two below', two)
    assert.deepEqual(await codeAndFields(folders.updateFolder({ folder: { id: two, parentFolderId: deepest } })), ['FOLDER_LIMIT'])
    assert.deepEqual(await codeAndFields(folders.createFolder({ displayName: ' \u200e ' })), ['INVALID_ARGUMENT', 'displayName'])
  })
})

test('a picture is described, and what of it is shown', async () => {
  const id = await addPicture(shop)
  const { file } = await office().mediaLibrary.describeFile({ fileId: id, altText: ' A mug ', focalPoint: { x: 25, y: 75 } })
  const { altText, focalPoint } = file.media!.image!.image!
  assert.deepEqual([altText, focalPoint], ['A mug', { x: 25, y: 75 }])
  const again = await office().mediaLibrary.describeFile({ fileId: id, altText: '' })
  assert.deepEqual([again.file.media!.image!.image!.altText, again.file.media!.image!.image!.focalPoint], [undefined, { x: 25, y: 75 }])
})

test('a media address, and the address of a file, is understood wherever the id of a file is', async () => {
  const { files, mediaLibrary } = office()
  const id = await addPicture(shop)
  const { films } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  for (const address of [`wix:image://v1/${id}/mug.webp#originWidth=80&originHeight=100`, `${shop.url}/media/${id}/fill/w_40,h_40`]) {
    assert.equal((await files.getFileDescriptor({ fileId: address })).file.id, id)
    assert.deepEqual((await files.getFileDescriptors({ fileIds: [address] })).files.length, 1)
    assert.equal((await files.updateFileDescriptor({ file: { id: address, displayName: 'Mug' } })).file.id, id)
    assert.equal((await mediaLibrary.describeFile({ fileId: address, altText: 'A mug' })).file.id, id)
    assert.deepEqual((await mediaLibrary.listFileUses({ fileId: address })).uses, [])
    assert.deepEqual((await films.listCaptions({ fileId: address })).captions, [])
    assert.equal((await files.generateFileDownloadUrl({ fileId: address })).downloadUrls.length, 1)
    assert.match((await files.generateFilesDownloadUrl({ fileIds: [address] })).downloadUrl, /^http/)
    await files.bulkDeleteFiles({ fileIds: [address, ''] })
    assert.equal((await files.getFileDescriptor({ fileId: id })).file.state, 'DELETED')
    await files.bulkRestoreFilesFromTrashBin({ fileIds: [address, ''] })
    assert.equal((await files.getFileDescriptor({ fileId: id })).file.state, 'OK')
  }
  await files.bulkDeleteFiles({ fileIds: [`wix:image://v1/${id}/mug.webp#originWidth=80&originHeight=100`], permanent: true })
  assert.deepEqual(await codeAndFields(files.getFileDescriptor({ fileId: id })), ['FILE_NOT_FOUND'])
})

test('it is known where a file is used', async () => {
  const { mediaLibrary, merchantProducts } = office()
  const [picture, unused] = [await addPicture(shop), await addPicture(shop)]
  const { product } = await merchantProducts.addProduct({
    product: {
      name: 'Mug of uses',
      priceData: { price: 20 },
      media: [{ mediaId: picture }],
      productOptions: [{ name: 'Glaze', choices: [{ value: 'Sage' }, { value: 'Ink' }] }],
    },
  })
  await merchantProducts.addProductMediaToChoices({
    id: product.id,
    media: [{ option: 'Glaze', choice: 'Sage', mediaIds: [picture] }],
  })
  const { collection } = await merchantProducts.createCollection({ collection: { name: 'Uses' } })
  await merchantProducts.setCollectionCover({ id: collection.id!, mediaId: picture })
  await shop.platform.database.query(sql`
    update site_setting set document = jsonb_set(document, '{wordmark,picture}', ${JSON.stringify({ id: picture, alt: '' })}::jsonb)
    where site = ${shop.site} and section = 'shop'`)
  const { uses, more } = await mediaLibrary.listFileUses({ fileId: picture })
  assert.deepEqual(
    [...uses].sort((a, b) => a.kind.localeCompare(b.kind)).map(({ changedDate: _changed, ...use }) => use),
    [
      { kind: 'CHOICE', id: product.id, name: 'Mug of uses, Glaze: Sage' },
      { kind: 'COLLECTION', id: collection.id, name: 'Uses' },
      { kind: 'PRODUCT', id: product.id, name: 'Mug of uses' },
      { kind: 'SETTINGS', id: 'shop', name: 'shop' },
    ],
  )
  assert.deepEqual([...new Set(uses.map(({ changedDate }) => changedDate))], [shop.clock.now().toISOString()])
  assert.equal(more, false)
  assert.deepEqual(await mediaLibrary.listFileUses({ fileId: unused }), { uses: [], more: false })
  assert.deepEqual(await codeAndFields(mediaLibrary.listFileUses({ fileId: 'nothing' })), ['FILE_NOT_FOUND'])
})

test('a film plays from an address of its stream, a private one by a link that ends', async () => {
  const id = await addPicture(shop)
  const digest = (await office().files.getFileDescriptor({ fileId: id })).file.hash
  await shop.platform.database.query(sql`
    insert into media_derivative (site, media_id, name, mime, digest, bytes, created_at)
    select site, id, name, 'application/vnd.apple.mpegurl', digest, bytes, created_at from media, unnest(array['hls/index.m3u8', 'hls/0.ts']) name
    where site = ${shop.site} and id = ${id}`)
  await alter(id, sql`kind = 'VIDEO', details = '{"streams":{"hls":"hls/index.m3u8"}}'`)
  const { files } = office()
  assert.match((await files.generateVideoStreamingUrl({ fileId: id })).downloadUrl.url, /\/media\/.*hls\/index\.m3u8$/)
  assert.deepEqual(await codeAndFields(files.generateVideoStreamingUrl({ fileId: id, format: 'DASH' })), ['VIDEO_STREAM_UNAVAILABLE'])

  await alter(id, sql`private = true`)
  const { url } = (await files.generateVideoStreamingUrl({ fileId: id, format: 'HLS', expirationInMinutes: 60 })).downloadUrl
  const get = async (path: string) =>
    (await shop.platform.fileLinks({ site: shop.site, method: 'HEAD', path: new URL(path).pathname, headers: {} })).status
  assert.deepEqual([await get(url), await get(new URL('0.ts', url).href), await get(new URL('1.ts', url).href)], [200, 200, 404])
  const [one] = (await files.generateFileDownloadUrl({ fileId: id, assetKeys: ['src', 'hls/0.ts'] })).downloadUrls.slice(1)
  assert.deepEqual([one!.assetKey, await get(one!.url)], ['hls/0.ts', 200])
  shop.clock.advance(61 * 60_000)
  assert.equal(await get(url), 404)
  await files.bulkDeleteFiles({ fileIds: [id], permanent: true })
  assert.equal(await get(one!.url), 404)
  await shop.platform.everyMinute()
  assert.equal(await shop.platform.originals.read(shop.site, digest), undefined)
})

test('the shop knows how much its files come to, by folders and in the trash', async () => {
  const { files, folders, mediaLibrary } = office()
  const before = await mediaLibrary.getMediaUsage()
  const place = await folder('Counted')
  const one = await uploaded(await pictureOf('#101010'), { parentFolderId: place })
  const two = await uploaded(await pictureOf('#202020'), { parentFolderId: place })
  const size = Number(one.sizeInBytes) + Number(two.sizeInBytes)
  const usage = await mediaLibrary.getMediaUsage({ folderIds: [place, 'none'] })
  assert.deepEqual([usage.files - before.files, Number(usage.sizeInBytes) - Number(before.sizeInBytes)], [2, size])
  assert.deepEqual(usage.folders, [{ folderId: place, files: 2, sizeInBytes: String(size), trashedFiles: 0 }])
  await files.bulkDeleteFiles({ fileIds: [one.id] })
  assert.deepEqual((await mediaLibrary.getMediaUsage({ folderIds: [place] })).folders, [
    { folderId: place, files: 1, sizeInBytes: two.sizeInBytes!, trashedFiles: 1 },
  ])
  await folders.bulkDeleteFolders({ folderIds: [place] })
  assert.equal((await mediaLibrary.getMediaUsage()).trashedFiles - before.trashedFiles, 2)
  await folders.bulkDeleteFolders({ folderIds: [place], permanent: true })
  await shop.platform.jobs.settle()
  assert.deepEqual(await mediaLibrary.getMediaUsage(), before)
})

test('no more comes in than the shop has room for, and nothing of what was too much stays', async () => {
  const { files, mediaLibrary } = office()
  const { quotaInBytes, trashDays } = (await mediaLibrary.getMediaSettings()).mediaSettings
  assert.deepEqual([quotaInBytes, trashDays], ['10000000000', 30])
  assert.deepEqual(await codeAndFields(mediaLibrary.updateMediaSettings({ mediaSettings: { quotaInBytes: '5' } })), [
    'INVALID_ARGUMENT',
    'mediaSettings.quotaInBytes',
  ])
  await mediaLibrary.updateMediaSettings({ mediaSettings: { quotaInBytes: '100000000' } })
  const large = await addPicture(shop)
  const used = Number((await mediaLibrary.getMediaUsage()).sizeInBytes)
  await alter(large, sql`bytes = bytes + ${100_000_000 - used}`)
  const bytes = await pictureOf('#303030')
  assert.deepEqual(await codeAndFields(files.generateFileUploadUrl({ mimeType: 'image/webp', sizeInBytes: '1' })), [
    'INVALID_ARGUMENT',
    'sizeInBytes',
  ])
  assert.deepEqual(await codeAndFields(files.importFile({ url: 'https://pictures.example.com/a.webp' })), ['INVALID_ARGUMENT', 'url'])
  await alter(large, sql`bytes = bytes - 1`)
  const late = await upload(bytes)
  assert.ok('code' in late && late.code === 'MEDIA_QUOTA_EXCEEDED', JSON.stringify(late))
  assert.deepEqual(
    (await files.searchFiles({ sort: { fieldName: 'createdDate', order: 'DESC' }, paging: { limit: 1 } })).files[0]!.id,
    large,
  )
  await shop.platform.everyMinute()
  assert.equal(await shop.platform.originals.read(shop.site, createHash('sha256').update(bytes).digest('hex')), undefined)
  await mediaLibrary.updateMediaSettings({ mediaSettings: { quotaInBytes } })
  await files.bulkDeleteFiles({ fileIds: [large], permanent: true })
  assert.equal((await uploaded(bytes)).hash.length, 64)
})

test('of two files that come in at once into two folders, the last room is for one; what is promised to an upload under way is given to no other', async () => {
  const { files, mediaLibrary } = office()
  const { quotaInBytes } = (await mediaLibrary.getMediaSettings()).mediaSettings
  await mediaLibrary.updateMediaSettings({ mediaSettings: { quotaInBytes: '100000000' } })
  const large = await addPicture(shop)
  const fill = async (left: number) => {
    const used = Number((await mediaLibrary.getMediaUsage()).sizeInBytes)
    await alter(large, sql`bytes = bytes + ${100_000_000 - used - left}`)
  }
  const [one, two] = [await pictureOf('#313131'), await pictureOf('#323232')]
  const [here, there] = [await folder('Here'), await folder('There')]
  await fill(Math.max(one.length, two.length))
  const answers = await Promise.all([upload(one, { parentFolderId: here }), upload(two, { parentFolderId: there })])
  assert.deepEqual(answers.map((answer) => ('file' in answer ? 'taken' : answer.code)).toSorted(), ['MEDIA_QUOTA_EXCEEDED', 'taken'])

  await fill(1000)
  const { uploadToken } = await files.generateFileResumableUploadUrl({ mimeType: 'video/mp4', sizeInBytes: '900' })
  await shop.platform.database.query(sql`update resumable_upload set bytes = 900 where site = ${shop.site} and id = ${uploadToken}`)
  assert.deepEqual(await codeAndFields(files.generateFileUploadUrl({ mimeType: 'image/webp', sizeInBytes: '101' })), [
    'INVALID_ARGUMENT',
    'sizeInBytes',
  ])
  await files.generateFileUploadUrl({ mimeType: 'image/webp', sizeInBytes: '100' })
  await shop.platform.database.query(sql`delete from resumable_upload where site = ${shop.site} and id = ${uploadToken}`)
  await files.generateFileUploadUrl({ mimeType: 'image/webp', sizeInBytes: '1000' })
  await mediaLibrary.updateMediaSettings({ mediaSettings: { quotaInBytes } })
  await files.bulkDeleteFiles({ fileIds: [large], permanent: true })
})

test('the trash empties itself after the days that the shop says', async () => {
  const { files, folders, mediaLibrary } = office()
  await mediaLibrary.updateMediaSettings({ mediaSettings: { trashDays: 7 } })
  const place = await folder('Forgotten')
  const [alone, inside, later] = [
    await uploaded(await pictureOf('#404040')),
    await uploaded(await pictureOf('#505050'), { parentFolderId: place }),
    await uploaded(await pictureOf('#606060')),
  ]
  await files.bulkDeleteFiles({ fileIds: [alone.id] })
  await folders.bulkDeleteFolders({ folderIds: [place] })
  shop.clock.advance(4 * 24 * 3_600_000)
  await files.bulkDeleteFiles({ fileIds: [later.id] })
  shop.clock.advance(3 * 24 * 3_600_000 + 1)
  await shop.platform.everyHour()
  for (const { id } of [alone, inside]) assert.deepEqual(await codeAndFields(files.getFileDescriptor({ fileId: id })), ['FILE_NOT_FOUND'])
  assert.deepEqual(await codeAndFields(folders.getFolder({ folderId: place })), ['FOLDER_NOT_FOUND'])
  assert.equal((await files.getFileDescriptor({ fileId: later.id })).file.state, 'DELETED')
})

test('a file that is deleted and restored at once is one or the other, and told of as that', async () => {
  const { files } = office()
  const { id } = await uploaded(await pictureOf('#707070'))
  for (let round = 0; round < 6; round++) {
    await Promise.all([files.bulkDeleteFiles({ fileIds: [id] }), files.bulkRestoreFilesFromTrashBin({ fileIds: [id] })])
    const { state } = (await files.getFileDescriptor({ fileId: id })).file
    const [last] = await shop.platform.database.query<{ type: string }>(
      sql`select type from outbox where site = ${shop.site} and entity_id = ${id} order by id desc limit 1`,
    )
    assert.equal(last!.type.endsWith('_deleted'), state === 'DELETED')
    await files.bulkRestoreFilesFromTrashBin({ fileIds: [id] })
  }
})

test('of files sent at once with the same content one comes in, and another folder has its own', async () => {
  const bytes = await pictureOf('#808080')
  const place = await folder('Same')
  const all = await Promise.all([uploaded(bytes), uploaded(bytes), uploaded(bytes, { parentFolderId: place })])
  assert.equal(new Set(all.map(({ id }) => id)).size, 2)
})
