import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { files, merchantInventory, merchantProducts } from '@vitrine/client/back-office'
import { collections, products } from '@vitrine/client/modules'
import sharp from 'sharp'
import { addPicture } from '../src/pictures.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { codeAndFields } from '../src/refused.ts'
import { startServerProcess } from '../src/server-process.ts'

const shop = await startPlatformForFile()
const officeAt = (baseUrl: string) =>
  createClient({ baseUrl, auth: apiKey(shop.apiKey), modules: { merchantProducts, merchantInventory, products, collections, files } })
const office = officeAt(shop.url)

/** What is answered to a file of which only the size is known. */
const announced = (url: string, bytes: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PUT', headers: { 'content-length': bytes } }, (answer) => {
      resolve(answer.statusCode!)
      sent.destroy()
    })
    sent.on('error', reject).flushHeaders()
  })

describe('pictures of the shop', () => {
  test('are uploaded to an address that the shop signed, listed and shown by a product', async () => {
    await using server = await startServerProcess({ databaseUrl: shop.databaseUrl })
    const there = officeAt(server.url)
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#aa5533' } })
      .jpeg()
      .toBuffer()
    const { uploadUrl } = await there.files.generateFileUploadUrl({ mimeType: 'image/jpeg', fileName: 'Mug, in clay.jpg' })
    const put = (url: string, body: BodyInit) => fetch(url, { method: 'PUT', body })
    const answer = await put(uploadUrl, new Uint8Array(bytes))
    const { file } = (await answer.json()) as { file: { id: string; displayName: string; url: string; mediaType: string } }
    assert.deepEqual([answer.status, file.displayName, file.mediaType], [200, 'Mug, in clay.jpg', 'IMAGE'])
    assert.equal(
      ((await (await put(`${uploadUrl}?filename=again.jpg`, new Uint8Array(bytes))).json()) as { file: { id: string } }).file.id,
      file.id,
    )
    assert.equal((await fetch(file.url)).headers.get('content-type'), 'image/jpeg')
    const { files: listed } = await there.files.listFiles({ mediaTypes: ['IMAGE'], paging: { limit: 5 } })
    assert.ok(listed.some(({ id }) => id === file.id))
    assert.equal((await there.files.getFileDescriptor({ fileId: file.id })).file.sizeInBytes, String(bytes.length))
    const { product } = await there.merchantProducts.addProduct({
      product: { name: 'Clay Mug', priceData: { price: 20 }, media: [{ mediaId: file.id }] },
    })
    assert.equal(product.media[0]!.url, file.url)

    const refused = async (answered: Response) => {
      const { details } = (await answered.json()) as { details: { applicationError: { code: string; data: { reason?: string } } } }
      return [answered.status, details.applicationError.code, details.applicationError.data.reason]
    }
    assert.deepEqual(await refused(await put(uploadUrl, '<!doctype html><p>Hello</p>')), [400, 'UPLOAD_NOT_TAKEN', 'UNKNOWN_TYPE'])
    assert.deepEqual(await refused(await put(uploadUrl, new Uint8Array(bytes.subarray(0, 600)))), [400, 'UPLOAD_NOT_TAKEN', 'BROKEN'])
    assert.deepEqual(await refused(await put(uploadUrl, new Uint8Array(0))), [400, 'UPLOAD_NOT_TAKEN', 'EMPTY'])
    assert.deepEqual(await refused(await put(`${server.url}/uploads/made-up`, new Uint8Array(bytes))), [404, 'FILE_NOT_FOUND', undefined])
    assert.deepEqual(await refused(await put(`${uploadUrl.slice(0, -4)}AAAA`, new Uint8Array(bytes))), [404, 'FILE_NOT_FOUND', undefined])
    assert.equal(await announced(uploadUrl, 25_000_001), 413)
  })

  test('an address is given for files that are taken, of a size that is taken', async () => {
    const ask = (input: object) => codeAndFields(office.files.generateFileUploadUrl({ mimeType: 'image/webp', ...input }))
    assert.deepEqual(await ask({ mimeType: 'text/html' }), ['INVALID_ARGUMENT', 'mimeType'])
    assert.deepEqual(await ask({ sizeInBytes: '0' }), ['INVALID_ARGUMENT', 'sizeInBytes'])
    assert.deepEqual(await ask({ sizeInBytes: '25000001' }), ['INVALID_ARGUMENT', 'sizeInBytes'])
    assert.deepEqual(await ask({ sizeInBytes: 'many' }), ['INVALID_ARGUMENT', 'sizeInBytes'])
    assert.deepEqual(await ask({ parentFolderId: 'another' }), ['INVALID_ARGUMENT', 'parentFolderId'])
    const { uploadUrl } = await office.files.generateFileUploadUrl({ mimeType: 'image/webp; q=1', sizeInBytes: '48213' })
    assert.ok(uploadUrl.startsWith(`${shop.url}/uploads/`))
    const id = await addPicture(shop)
    const { file } = await office.files.getFileDescriptor({ fileId: id })
    assert.deepEqual([file.id, file.private, file.media!.image!.image!.width], [id, false, 80])
    assert.deepEqual(await codeAndFields(office.files.getFileDescriptor({ fileId: 'nothing' })), ['FILE_NOT_FOUND'])
    assert.deepEqual((await office.files.listFiles({ parentFolderId: 'another' })).files, [])
    assert.deepEqual(await codeAndFields(office.files.listFiles({ sort: { fieldName: 'wool' } })), [
      'INVALID_ARGUMENT',
      'query.sort[0].fieldName',
    ])
  })
})
