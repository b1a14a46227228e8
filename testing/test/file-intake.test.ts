import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { replaceDerivatives } from '@vitrine/platform/shop/media/processing/derivatives'
import sharp from 'sharp'
import { newBuyer } from '../src/buyer.ts'
import { importClient, pictureServer } from '../src/import-client.ts'
import { countOriginals } from '../src/originals.ts'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { newMember } from '../src/subscribed-member.ts'

let shop: TestPlatform
let pictures: Awaited<ReturnType<typeof pictureServer>>
before(async () => {
  shop = await startTestPlatform()
  pictures = await pictureServer()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await pictures.close()
  assert.deepEqual(shop.faults, [])
})

const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

const photo = async (background: string) =>
  (
    await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64')

/** What was told of a file. */
async function eventsOf(id: string): Promise<readonly string[]> {
  const rows = await shop.platform.database.query<{ type: string }>(
    sql`select type from outbox where site = ${shop.site} and entity_id = ${id} order by id`,
  )
  return rows.map(({ type }) => type.replace('wix.media.site_media.v1.file_descriptor_', ''))
}

/** How many originals lie in the shop's folder once what nobody needs is gone. */
async function originals(): Promise<number> {
  await shop.platform.everyMinute()
  return countOriginals(shop.platform.originals, shop.site)
}

/** Does something in a shop that has room for 10 bytes more. */
async function whileFull<T>(work: () => Promise<T>): Promise<T> {
  const { mediaLibrary, files } = office()
  const { quotaInBytes } = (await mediaLibrary.getMediaSettings()).mediaSettings
  await mediaLibrary.updateMediaSettings({ mediaSettings: { quotaInBytes: '100000000' } })
  const large = await addPicture(shop)
  const used = Number((await mediaLibrary.getMediaUsage()).sizeInBytes)
  await shop.platform.database.query(
    sql`update media set bytes = bytes + ${100_000_000 - used - 10} where site = ${shop.site} and id = ${large}`,
  )
  try {
    return await work()
  } finally {
    await mediaLibrary.updateMediaSettings({ mediaSettings: { quotaInBytes } })
    await files.bulkDeleteFiles({ fileIds: [large], permanent: true })
  }
}

const reasonOf = async (call: Promise<unknown>) => {
  const [refused] = await attempt(call)
  return [refused?.code, (refused?.data as { reason?: string } | undefined)?.reason]
}

describe('pictures of buyers', () => {
  test('of a review are files of the library, among what visitors have uploaded, and are told of', async () => {
    const { picture } = await newBuyer(shop).reviews.uploadReviewPicture({ content: await photo('#123456') })
    assert.deepEqual(await eventsOf(picture.id!), ['file_ready'])
    const { file } = await office().files.getFileDescriptor({ fileId: picture.id! })
    assert.deepEqual([file.parentFolderId, file.operationStatus], ['visitor-uploads-root', 'READY'])
  })

  test('of a profile are no files of the library, and are told of to nobody', async () => {
    const member = await newMember(shop)
    const { photo: taken } = await member.client.myPhoto.uploadMyPhoto({ content: await photo('#234567') })
    assert.deepEqual(await eventsOf(taken.id), [])
    assert.deepEqual(await reasonOf(office().files.getFileDescriptor({ fileId: taken.id })), ['FILE_NOT_FOUND', undefined])
  })

  test('400 PHOTO_NOT_TAKEN with NO_ROOM where the shop is full, and nothing of them stays', async () => {
    const member = await newMember(shop)
    const before = await originals()
    await whileFull(async () => {
      const profile = member.client.myPhoto.uploadMyPhoto({ content: await photo('#345678') })
      assert.deepEqual(await reasonOf(profile), ['PHOTO_NOT_TAKEN', 'NO_ROOM'])
      const review = newBuyer(shop).reviews.uploadReviewPicture({ content: await photo('#456789') })
      assert.deepEqual(await reasonOf(review), ['PHOTO_NOT_TAKEN', 'NO_ROOM'])
    })
    assert.equal(await originals(), before)
  })
})

describe('pictures of an import of products', () => {
  const table = (name: string, ...urls: string[]) => `sku,name,price,images\n${name},${name},5,${urls.join('; ')}\n`

  test('are told of, named by where they came from, and the same content anywhere in the library is used', async () => {
    const { bring } = importClient(shop)
    const url = `${pictures.origin}/intake-1.png`
    assert.equal((await bring(table('INTAKE', url))).state, 'DONE')
    const [file] = (await office().files.searchFiles({ search: 'intake' })).files
    assert.deepEqual([file?.sourceUrl, await eventsOf(file!.id)], [url, ['file_ready']])
    const { folder } = await office().folders.createFolder({ displayName: 'Imported' })
    await office().files.updateFileDescriptor({ file: { id: file!.id, parentFolderId: folder.id } })
    await shop.platform.database.query(sql`delete from product_import_picture where site = ${shop.site}`)
    assert.equal((await bring(table('INTAKE2', url))).state, 'DONE')
    assert.deepEqual(
      (await office().files.searchFiles({ search: 'intake' })).files.map(({ id }) => id),
      [file!.id],
    )
  })

  test('that are none, or that there is no room for, leave nothing', async () => {
    const { bring, itemsOf } = importClient(shop)
    const before = await originals()
    const messages = async (id: string) => (await itemsOf(id)).flatMap(({ errors }) => errors.map(({ message }) => message))
    const none = `${pictures.origin}/text.png`
    assert.deepEqual(await messages((await bring(table('NONE', none))).id), [`${none}: this is no picture.`])
    const full = `${pictures.origin}/intake-2.png`
    assert.deepEqual(await messages((await whileFull(() => bring(table('FULL', full)))).id), [
      `${full}: the shop has no room for more files.`,
    ])
    assert.equal(await originals(), before)
  })
})

describe('captions', () => {
  const vtt = (line: string) => `WEBVTT\n\n00:00.000 --> 00:02.000\n${line}\n`
  const set = (fileId: string, line: string) =>
    office().mediaLibrary.setCaption({ fileId, language: 'en', label: 'English', content: vtt(line) })
  async function addFilm(): Promise<string> {
    const id = await addPicture(shop)
    await shop.platform.database.query(sql`update media set kind = 'VIDEO' where site = ${shop.site} and id = ${id}`)
    return id
  }
  const used = async () => Number((await office().mediaLibrary.getMediaUsage()).sizeInBytes)

  test('count in what the files come to, for as long as they are there', async () => {
    const fileId = await addFilm()
    const before = await used()
    const { caption } = await set(fileId, 'One')
    assert.equal(await used(), before + Number(caption.sizeInBytes))
    const { caption: longer } = await set(fileId, 'One, and more than that')
    assert.equal(await used(), before + Number(longer.sizeInBytes))
    await office().mediaLibrary.deleteCaption({ fileId, language: 'en' })
    assert.equal(await used(), before)
    await set(fileId, 'Two')
    const size = Number((await office().files.getFileDescriptor({ fileId })).file.sizeInBytes)
    await office().files.bulkDeleteFiles({ fileIds: [fileId], permanent: true })
    assert.equal(await used(), before - size)
  })

  test('409 MEDIA_QUOTA_EXCEEDED where the shop is full; what is refused leaves no bytes', async () => {
    const [film, picture] = [await addFilm(), await addPicture(shop)]
    const before = await originals()
    await whileFull(async () => assert.deepEqual(await reasonOf(set(film, 'Too much')), ['MEDIA_QUOTA_EXCEEDED', undefined]))
    assert.deepEqual(await reasonOf(set(picture, 'Of no film')), ['INVALID_ARGUMENT', undefined])
    const digest = createHash('sha256').update('WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nOf no film\n').digest('hex')
    assert.equal(await originals(), before)
    assert.equal(await shop.platform.originals.read(shop.site, digest), undefined)
  })
})

describe('what is made of files', () => {
  test('counts in what the files of the shop come to, until it is made anew or goes with its file', async () => {
    const { mediaLibrary, files } = office()
    const used = async () => Number((await mediaLibrary.getMediaUsage()).sizeInBytes)
    const fileId = await addPicture(shop)
    const before = await used()
    const one = (name: string, bytes: number) => ({
      name,
      mime: 'video/mp4',
      digest: name.padEnd(64, '0'),
      bytes,
      width: null,
      height: null,
    })
    const make = (...made: ReturnType<typeof one>[]) =>
      shop.platform.database.transact((db) => replaceDerivatives(db, shop.site, fileId, made, shop.clock.now()))
    await make(one('a.mp4', 700), one('b.mp4', 300))
    assert.equal(await used(), before + 1000)
    await make(one('a.mp4', 50))
    assert.equal(await used(), before + 50)
    await make(one('a.mp4', 100_000_000))
    await mediaLibrary.updateMediaSettings({ mediaSettings: { quotaInBytes: '100000000' } })
    const [refused] = await attempt(files.generateFileUploadUrl({ mimeType: 'image/webp', sizeInBytes: '1' }))
    const { fieldViolations } = refused!.data as { fieldViolations: { ruleName: string }[] }
    assert.deepEqual(
      fieldViolations.map(({ ruleName }) => ruleName),
      ['SITE_QUOTA_EXCEEDED'],
    )
    const { bytes } = (
      await shop.platform.database.query<{ bytes: number }>(sql`select bytes from media where site = ${shop.site} and id = ${fileId}`)
    )[0]!
    await files.bulkDeleteFiles({ fileIds: [fileId], permanent: true })
    assert.equal(await used(), before - bytes)
    await mediaLibrary.updateMediaSettings({ mediaSettings: { quotaInBytes: '10000000000' } })
  })
})
