import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { removeErased } from '@vitrine/platform/shop/media/remove'
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

const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice }).mediaLibrary
const all = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).films

async function addFilm(isPrivate = false): Promise<string> {
  const id = await addPicture(shop)
  await shop.platform.database.query(sql`update media set kind = 'VIDEO', private = ${isPrivate} where site = ${shop.site} and id = ${id}`)
  return id
}

async function get(url: string) {
  const { status, headers, body } = await shop.platform.media({ site: shop.site, method: 'GET', path: new URL(url).pathname, headers: {} })
  return { status, headers, body: body === null ? '' : Buffer.isBuffer(body) ? body.toString() : await text(body) }
}

const vtt = (line: string) => `WEBVTT\n\n00:00.000 --> 00:02.000\n${line}\n`

const refusalOf = async (call: Promise<unknown>) => {
  const [refused] = await attempt(call)
  const { fieldViolations, reason } = (refused?.data ?? {}) as { fieldViolations?: { field: string }[]; reason?: string }
  return [refused?.code, reason ?? fieldViolations?.[0]?.field]
}

test('captions are set, read by whoever shops, served as text/vtt, replaced, and removed with their bytes', async () => {
  const fileId = await addFilm()
  const { caption } = await office().setCaption({ fileId, language: 'EN', label: 'English', content: vtt('The clay') })
  assert.deepEqual([caption.language, caption.label], ['en', 'English'])
  await office().setCaption({ fileId: `wix:video://v1/${fileId}/film.mp4`, language: 'pt-BR', label: '', content: vtt('O barro') })
  const buyer = newBuyer(shop)
  const listed = (await buyer.films.listCaptions({ fileId })).captions
  assert.deepEqual(
    listed.map(({ language, label }) => [language, label]),
    [
      ['en', 'English'],
      ['pt-BR', 'pt-BR'],
    ],
  )
  const { status, headers, body } = await get(listed[0]!.url)
  assert.deepEqual([status, headers['content-type'], headers['x-content-type-options']], [200, 'text/vtt', 'nosniff'])
  assert.match(headers['cache-control'] ?? '', /immutable/)
  assert.equal(body, 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nThe clay\n')

  const { caption: other } = await office().setCaption({ fileId, language: 'en', label: 'English', content: vtt('The wheel') })
  assert.notEqual(other.url, caption.url)
  await removeErased(shop.platform.database, shop.platform.originals)
  const digests = () =>
    shop.platform.database.query<{ digest: string }>(
      sql`select digest from media_caption where site = ${shop.site} and media_id = ${fileId}`,
    )
  const stored = await digests()
  assert.equal(stored.length, 2)
  for (const { digest } of stored) assert.ok(await shop.platform.originals.read(shop.site, digest))

  await office().deleteCaption({ fileId, language: 'en' })
  await office().deleteCaption({ fileId, language: 'en' })
  assert.deepEqual(
    (await buyer.films.listCaptions({ fileId })).captions.map(({ language }) => language),
    ['pt-BR'],
  )
  await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice }).files.bulkDeleteFiles({
    fileIds: [fileId],
    permanent: true,
  })
  await removeErased(shop.platform.database, shop.platform.originals)
  for (const { digest } of stored) assert.equal(await shop.platform.originals.read(shop.site, digest), undefined)
})

test('the same captions of two films are stored once, and stay until the last of them goes', async () => {
  const [one, two] = [await addFilm(), await addFilm()]
  for (const fileId of [one, two]) await office().setCaption({ fileId, language: 'en', label: 'English', content: vtt('The same') })
  await office().deleteCaption({ fileId: one, language: 'en' })
  await removeErased(shop.platform.database, shop.platform.originals)
  assert.equal((await get((await all().listCaptions({ fileId: two })).captions[0]!.url)).status, 200)
})

test('captions of a private film are its merchant’s, and have no address', async () => {
  const fileId = await addFilm(true)
  const { caption } = await office().setCaption({ fileId, language: 'en', label: 'English', content: vtt('Secret') })
  assert.equal((await all().listCaptions({ fileId })).captions.length, 1)
  assert.deepEqual(await refusalOf(newBuyer(shop).films.listCaptions({ fileId })), ['FILE_NOT_FOUND', undefined])
  assert.equal((await get(caption.url)).status, 404)
})

test('404 FILE_NOT_FOUND, 400 UPLOAD_NOT_TAKEN of captions, and what is no film or no language has none', async () => {
  const fileId = await addFilm()
  const set = (more: object) => office().setCaption({ fileId, language: 'en', label: 'English', content: vtt('x'), ...more })
  assert.deepEqual(await refusalOf(set({ fileId: 'nothing.mp4' })), ['FILE_NOT_FOUND', undefined])
  assert.deepEqual(await refusalOf(office().deleteCaption({ fileId: 'nothing.mp4', language: 'en' })), ['FILE_NOT_FOUND', undefined])
  assert.deepEqual(await refusalOf(set({ content: '<script>alert(1)</script>' })), ['UPLOAD_NOT_TAKEN', 'UNKNOWN_TYPE'])
  assert.deepEqual(await refusalOf(set({ content: 'WEBVTT\n\nno times\nhere' })), ['UPLOAD_NOT_TAKEN', 'BROKEN'])
  assert.deepEqual(await refusalOf(set({ fileId: await addPicture(shop) })), ['INVALID_ARGUMENT', 'fileId'])
  assert.deepEqual(await refusalOf(set({ language: '../x' })), ['INVALID_ARGUMENT', 'language'])
  assert.deepEqual((await all().listCaptions({ fileId })).captions, [])
})

test('a film has at most 30 captions', async () => {
  const fileId = await addFilm()
  const set = (language: string) => office().setCaption({ fileId, language, label: language, content: vtt(language) })
  for (let n = 0; n < 30; n++) await set(`a${String.fromCharCode(97 + (n % 26))}${n < 26 ? '' : '-DE'}`)
  assert.deepEqual(await refusalOf(set('zz')), ['INVALID_ARGUMENT', 'language'])
  await set('aa')
})
