import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { beforeEach, describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { replaceDerivatives } from '@vitrine/platform/shop/media/processing/derivatives'
import sharp from 'sharp'
import { newBuyer } from '../src/buyer.ts'
import { addPicture } from '../src/pictures.ts'
import { codeOf } from '../src/refused.ts'
import { startReviewedShop } from '../src/reviewed-shop.ts'
import { mp4File } from '../src/sample-files.ts'

const { shop, newMug, of } = await startReviewedShop()

beforeEach(newMug)
const png = async (background = '#9aa58f') =>
  (
    await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64')

describe('pictures', () => {
  test('go into the review of whoever uploaded them, and away with it', async () => {
    const who = newBuyer(shop)
    const { picture } = await who.reviews.uploadReviewPicture({ content: await png() })
    const media = [{ image: { id: picture.id! } }]
    assert.equal(await codeOf(newBuyer(shop).reviews.createReview(of(5, { media }))), 'REVIEW_MEDIA_NOT_FOUND')
    assert.equal(
      await codeOf(who.reviews.createReview(of(5, { media: [{ image: { id: await addPicture(shop) } }] }))),
      'REVIEW_MEDIA_NOT_FOUND',
    )
    const { review } = await who.reviews.createReview(of(5, { media }))
    assert.deepEqual(review.content?.media[0]?.image?.width, 40)
    assert.match(review.content?.media[0]?.image?.url ?? '', /\/media\/[0-9a-f]{32}\.webp$/)
    const rows = () => shop.platform.database.query(sql`select from media where site = ${shop.site} and id = ${picture.id!}`)
    assert.equal((await rows()).length, 1)
    const change = { id: review.id, revision: review.revision!, content: { media: [...media, { image: { id: await addPicture(shop) } }] } }
    assert.equal(await codeOf(who.reviews.updateReview({ review: change })), 'REVIEW_MEDIA_NOT_FOUND')
    await who.reviews.deleteReview({ reviewId: review.id })
    assert.equal((await rows()).length, 0)
  })

  /** What a browser's PUT of a film brings. */
  const sendTo = (uploadUrl: string, body: Buffer) =>
    shop.platform.uploads.take(shop.site, new URL(uploadUrl).pathname.slice('/uploads/'.length), Readable.from([body]), undefined)

  test('a film goes where the shop says, into the review of whoever sent it, and away with it', async () => {
    const who = newBuyer(shop)
    const put = async (body: Buffer, by = who) => {
      const { uploadUrl, mostBytes, mostSeconds } = await by.reviews.requestFilmUpload({})
      assert.deepEqual([mostBytes, mostSeconds], [50_000_000, 60])
      return sendTo(uploadUrl, body)
    }
    const sent = async (by = who) => {
      const answer = await put(mp4File(), by)
      assert.ok('file' in answer, JSON.stringify(answer))
      return answer.file.id
    }
    const id = await sent()
    const other = newBuyer(shop)
    assert.notEqual(await sent(other), id, 'the same film of somebody else is another file')
    const media = [{ video: { id } }]
    assert.equal(await codeOf(other.reviews.createReview(of(5, { media }))), 'REVIEW_MEDIA_NOT_FOUND')
    assert.equal(await codeOf(who.reviews.createReview(of(5, { media: [{ image: { id } }] }))), 'REVIEW_MEDIA_NOT_FOUND')
    const { review } = await who.reviews.createReview(of(5, { media }))
    assert.deepEqual([review.content?.media[0]?.video?.id, review.content?.media[0]?.video?.url], [id, `${shop.url}/media/${id}`])
    const rows = () => shop.platform.database.query(sql`select from media where site = ${shop.site} and id = ${id} and kind = 'VIDEO'`)
    assert.equal((await rows()).length, 1)
    const made = { name: 'poster.webp', mime: 'image/webp', digest: 'b'.repeat(64), bytes: 9, width: 3, height: 2 }
    await shop.platform.database.transact((db) => replaceDerivatives(db, shop.site, id, [made], shop.clock.now()))
    await who.reviews.deleteReview({ reviewId: review.id })
    assert.equal((await rows()).length, 0)
    const removed = sql`select from file_to_remove where site = ${shop.site} and digest = ${made.digest}`
    assert.equal((await shop.platform.database.query(removed)).length, 1, 'what was made of it goes too')
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#9aa58f' } })
      .png()
      .toBuffer()
    for (const body of [Buffer.from('no film at all'), picture])
      assert.deepEqual(await put(body), { code: 'UPLOAD_NOT_TAKEN', reason: 'UNKNOWN_TYPE' })
  })

  test('an address takes one film within an hour, also of parallel uploads, and none longer than a minute', async () => {
    const who = newBuyer(shop)
    const newAddress = async () => (await who.reviews.requestFilmUpload({})).uploadUrl
    const films = () => shop.platform.database.query(sql`select id from media where site = ${shop.site} and kind = 'VIDEO'`)
    const before = (await films()).length
    const uploadUrl = await newAddress()
    const answers = await Promise.all([1, 2, 3, 4].map((seconds) => sendTo(uploadUrl, mp4File({ seconds }))))
    const taken = answers.flatMap((answer) => ('file' in answer ? [answer.file.id] : []))
    assert.equal(taken.length, 1)
    assert.deepEqual(await sendTo(uploadUrl, mp4File()), { code: 'FILE_NOT_FOUND' })
    assert.equal((await films()).length, before + 1)
    assert.deepEqual(await sendTo(await newAddress(), mp4File({ seconds: 62 })), { code: 'UPLOAD_NOT_TAKEN', reason: 'TOO_LONG' })
    const old = await newAddress()
    shop.clock.advance(61 * 60_000)
    assert.deepEqual(await sendTo(old, mp4File()), { code: 'FILE_NOT_FOUND' })
  })

  test('PHOTO_NOT_TAKEN for what is none', async () => {
    assert.equal(
      await codeOf(newBuyer(shop).reviews.uploadReviewPicture({ content: Buffer.from('no picture at all').toString('base64') })),
      'PHOTO_NOT_TAKEN',
    )
  })
})
