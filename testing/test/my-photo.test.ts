import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import sharp from 'sharp'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { pdfFile } from '../src/sample-files.ts'
import { newMember, type TestMember } from '../src/subscribed-member.ts'
import { newVisitor, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
let member: TestMember

before(async () => {
  shop = await startTestPlatform()
  member = await newMember(shop)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const drawn = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#9aa58f' } })
const upload = (bytes: Buffer, as = member) => as.client.myPhoto.uploadMyPhoto({ content: bytes.toString('base64') })
const reasonOf = async (bytes: Buffer) => {
  const [refused] = await attempt(upload(bytes))
  return refused?.code === 'PHOTO_NOT_TAKEN' ? refused.data.reason : refused?.code
}
/** What the shop hands out at the address of a picture. */
async function fetched(path: string) {
  const { status, headers, body } = await shop.platform.media({ site: shop.site, method: 'GET', path, headers: {} })
  const bytes = Buffer.isBuffer(body) ? body : body ? await buffer(body) : Buffer.alloc(0)
  return { status, type: headers['content-type'], bytes }
}

describe('a picture for a profile', () => {
  // attack: Personal data | the place where a photo was taken is read from it | removed
  test('is upright, no larger than 1024 pixels, and says nothing of where and when it was taken', async () => {
    const taken = await drawn(1600, 800)
      .withExif({ IFD0: { Make: 'A camera', ImageDescription: 'At home' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    assert.ok((await sharp(taken).metadata()).exif, 'the camera wrote something')
    const { photo } = await upload(taken)
    assert.deepEqual([photo.width, photo.height], [512, 1024])
    const { status, type, bytes } = await fetched(photo.url)
    assert.deepEqual([status, type], [200, 'image/webp'])
    const { exif, xmp, iptc, orientation, width, height } = await sharp(bytes).metadata()
    assert.deepEqual([exif, xmp, iptc, orientation, width, height], [undefined, undefined, undefined, undefined, 512, 1024])
    assert.equal(bytes.includes('At home'), false)
  })

  test('stays as small as it is, in each of the forms that are taken, and the same one is kept once', async () => {
    for (const form of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const { photo } = await upload(await drawn(40, 30)[form]().toBuffer())
      assert.deepEqual([photo.width, photo.height], [40, 30], form)
    }
    const png = await drawn(40, 30).png().toBuffer()
    assert.equal((await upload(png)).photo.id, (await upload(png)).photo.id)
  })

  // attack: Input, files, HTTP | SVG, PDF, truncated, moving and huge pictures as a profile photo | 400 PHOTO_NOT_TAKEN
  test('is 400 PHOTO_NOT_TAKEN where it is none, comes in part, moves, or has too many pixels', async () => {
    assert.equal(await reasonOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')), 'UNKNOWN_TYPE')
    assert.equal(await reasonOf(pdfFile()), 'UNKNOWN_TYPE')
    assert.equal(await reasonOf(await drawn(8, 8).gif().toBuffer()), 'UNKNOWN_TYPE')
    const whole = await drawn(400, 400).jpeg().toBuffer()
    assert.equal(await reasonOf(whole.subarray(0, whole.length / 2)), 'BROKEN')
    assert.equal(await reasonOf(await drawn(8000, 6000).png().toBuffer()), 'TOO_LARGE')
  })

  test('is 400 INVALID_ARGUMENT in other letters than those of base64, or when it is too long', async () => {
    for (const content of ['no base64!', 'A'.repeat(1_000_004)])
      assert.equal((await attempt(member.client.myPhoto.uploadMyPhoto({ content })))[0]?.code, 'INVALID_ARGUMENT')
  })

  test('is a member’s to upload, and not again and again: 429 TOO_MANY_REQUESTS', async () => {
    const visitor = await newVisitor(shop)
    const png = await drawn(4, 4).png().toBuffer()
    const asked = { method: 'POST' as const, path: '/vitrine/v1/members/my/photo', body: { content: png.toString('base64') } }
    assert.equal(refusalOf(await send(shop, { ...asked, headers: { authorization: visitor.token } })), 'PERMISSION_DENIED')
    const busy = await newMember(shop)
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 22; n++) codes.push((await attempt(upload(png, busy)))[0]?.code)
    assert.deepEqual(
      codes.map((code) => code ?? 'taken'),
      [...Array.from({ length: 20 }, () => 'taken'), 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'],
    )
  })
})
