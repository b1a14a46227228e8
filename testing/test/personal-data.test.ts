import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import sharp from 'sharp'
import { attack } from '../src/attack.ts'
import { newBuyer } from '../src/buyer.ts'
import { colleague } from '../src/colleague.ts'
import { guest } from '../src/guest.ts'
import { allMarks, leaveMarks, markedAddress, markedEmail, marks, stockForMarks, subscribeAndEnd } from '../src/marked-buyer.ts'
import { findMarks } from '../src/marks.ts'
import { prove } from '../src/member.ts'
import { countOriginals } from '../src/originals.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { codeOf } from '../src/refused.ts'
import { newMember } from '../src/subscribed-member.ts'

const day = 24 * 3600_000

/** What may retain data of somebody who was erased, and why. */
const stays: Readonly<Record<string, string>> = {
  'invoice.document': 'an issued invoice never changes: the tax office may ask for it for ten years (§ 147 AO, § 14b UStG)',
}

async function marksLeft(shop: TestPlatform): Promise<readonly string[]> {
  const found = await findMarks(shop.databaseUrl, allMarks)
  return found
    .filter(({ table, column }) => !(`${table}.${column}` in stays))
    .map(({ table, column, mark, rows }) => `${table}.${column}: ${mark} in ${rows}`)
}

const officeOf = (shop: TestPlatform) => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

describe('a member', () => {
  let shop: TestPlatform
  before(async () => {
    shop = await startTestPlatform()
  })
  after(async () => {
    await shop[Symbol.asyncDispose]()
    assert.deepEqual(shop.faults, [])
  })

  test(
    attack({
      area: 'Personal data',
      tries: 'whoever has the database looks for a member who was erased in every column of every table',
      answer: 'name, email, phone, street and words are nowhere but in issued invoices',
    }),
    async () => {
      const stocked = await stockForMarks(shop)
      const { office } = stocked
      await office.memberManagement.createMember({ member: { loginEmail: 'other@example.com', contact: { firstName: 'Other' } } })
      const { member: made } = await office.memberManagement.createMember({
        member: {
          loginEmail: markedEmail,
          contact: {
            firstName: marks.name,
            lastName: marks.name,
            phones: [marks.phone],
            addresses: [{ country: 'DE', addressLine: marks.street }],
          },
        },
      })
      await shop.platform.database.query(sql`update member set login_email_verified = true where site = ${shop.site} and id = ${made.id!}`)
      const session = await prove(shop, made.id!, { agent: marks.words })
      assert.ok(session)
      // Before they signed in they were a guest with the same address.
      await leaveMarks(shop, stocked, newBuyer(shop))
      await leaveMarks(shop, stocked, (await newMember(shop, made.id)).client)
      const member = await newMember(shop, made.id)
      await subscribeAndEnd(shop, stocked, member)
      await office.memberAdmin.noteMember({ id: made.id!, note: `${marks.words} ${marks.phone}` })
      await member.client.myAccount.setMarketingConsent({ kind: 'NEWSLETTER', given: true, words: marks.words })
      await member.client.members.updateMember({ member: { id: made.id!, profile: { nickname: marks.name } } })
      await member.client.members.updateCurrentMemberSlug({ slug: marks.name.toLowerCase() })
      const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#9aa58f' } })
        .png()
        .toBuffer()
      const { photo } = await member.client.myPhoto.uploadMyPhoto({ content: png.toString('base64') })
      const { picture } = await member.client.reviews.uploadReviewPicture({ content: png.toString('base64') })
      const { review } = await member.client.reviews.createReview({
        review: {
          namespace: 'stores',
          entityId: stocked.mug.id,
          content: { rating: 5, title: marks.words, body: `${marks.name} ${marks.phone}`, media: [{ image: { id: picture.id! } }] },
          author: { authorName: marks.name },
        },
      })
      await office.reviewManagement.setReply({ reviewId: review.id, message: `${marks.name}: ${marks.words}` })
      const { question } = await member.client.questions.ask({ productId: stocked.mug.id, text: `${marks.name} asks: ${marks.words}` })
      await member.client.questions.answer({ questionId: question.id, text: `${marks.words} ${marks.phone}` })
      await office.questionManagement.setAnswer({ questionId: question.id, text: `${marks.name}: ${marks.words}` })
      await guest(shop).recovery.sendRecoveryEmail({ email: markedEmail })
      await shop.platform.jobs.settle()

      // As an email to the shop waits where there is no mail server.
      await shop.platform.database.query(sql`
        insert into mail_waiting (site, key, sender, recipient, reply_to, subject, html, body, due_at, created_at)
        values (${shop.site}, 'cancellation-asked:x', 'shop@test.example', 'shop@test.example', ${markedEmail}, ${marks.name}, ${marks.words}, '',
          ${new Date(shop.clock.now().getTime() + 1000 * day)}, ${shop.clock.now()})`)
      const { counts } = await office.memberAdmin.previewDeletion({ id: made.id! })
      for (const kind of [
        'ORDERS',
        'REVIEWS',
        'QUESTIONS',
        'WISHLISTS',
        'BACK_IN_STOCK_REQUESTS',
        'NEWSLETTER',
        'GIFT_CARDS',
        'EMAILS',
      ] as const)
        assert.ok((counts.find((one) => one.kind === kind)?.count ?? 0) > 0, kind)
      const before = await findMarks(shop.databaseUrl, allMarks)
      const tables = new Set(before.map(({ table }) => table))
      for (const table of [
        'member',
        'cart',
        'checkout',
        'orders',
        'order_activity',
        'abandoned_checkout',
        'back_in_stock_request',
        'wishlist',
        'wishlist_item',
        'mail_delivery',
        'inbox_mail',
        'order_email',
        'gift_card',
        'draft_order',
        'consent',
        'coupon_use',
        'cancellation_request',
        'order_return',
        'audit_entry',
        'outbox',
        'invoice',
        'member_consent',
        'member_session',
        'subscription_contract',
        'question',
        'question_answer',
      ])
        assert.ok(tables.has(table), `the marks were in ${table}`)

      await member.client.myAccount.closeMyAccount({})
      shop.clock.advance(30 * day)
      await shop.platform.everyMinute()
      await shop.platform.jobs.settle()
      assert.deepEqual(await shop.platform.database.query(sql`select id from member where site = ${shop.site} and id = ${made.id!}`), [])
      assert.deepEqual(await marksLeft(shop), [])
      await shop.platform.everyMinute()
      const { status } = await shop.platform.media({ site: shop.site, method: 'GET', path: photo.url, headers: {} })
      assert.equal(status, 404)
      assert.equal(
        await countOriginals(shop.platform.originals, shop.site),
        1,
        'the file that is sold stays, the picture of the member does not',
      )
    },
  )
})

describe('a guest', () => {
  let shop: TestPlatform
  let office: ReturnType<typeof officeOf>
  before(async () => {
    shop = await startTestPlatform()
    office = officeOf(shop)
  })
  after(async () => {
    await shop[Symbol.asyncDispose]()
    assert.deepEqual(shop.faults, [])
  })

  test('is found by email, exported, and erased from every column of every table but issued invoices', async () => {
    const stocked = await stockForMarks(shop)
    const [orderId] = await leaveMarks(shop, stocked, newBuyer(shop))
    const { counts, inUse, invoices, memberId } = await office.personalData.previewPersonalData({ email: markedEmail.toUpperCase() })
    const count = (kind: string) => counts.find((one) => one.kind === kind)?.count ?? 0
    assert.deepEqual([inUse, invoices, memberId], [[], 1, undefined])
    for (const kind of ['ORDERS', 'CHECKOUTS', 'CARTS', 'ABANDONED_CHECKOUTS', 'DRAFT_ORDERS', 'GIFT_CARDS', 'EMAILS', 'AUDIT_ENTRIES'])
      assert.ok(count(kind) > 0, kind)
    const { data, fileName } = await office.personalData.exportPersonalData({ email: markedEmail })
    assert.doesNotMatch(fileName, /zzquill/)
    for (const mark of allMarks) assert.ok(JSON.stringify(data).includes(mark), mark)

    const { counts: erased } = await office.personalData.erasePersonalData({ email: markedEmail })
    assert.deepEqual(
      erased.map(({ kind }) => kind),
      counts.map(({ kind }) => kind),
    )
    assert.deepEqual(await marksLeft(shop), [])
    const { order } = await stocked.office.orders.getOrder({ id: orderId! })
    assert.deepEqual(
      [order.billingInfo?.address, order.lineItems[0]?.productName?.original, order.lineItems[0]?.quantity],
      [{ country: 'DE' }, 'Mug', 1],
    )
    const { giftCards } = await office.giftCards.queryGiftCards({ query: {} })
    assert.deepEqual(
      giftCards.map(({ balance, notificationInfo }) => [balance?.amount, notificationInfo?.recipient?.email]),
      [['25.00', undefined]],
    )
    assert.deepEqual((await office.personalData.previewPersonalData({ email: markedEmail })).counts, [])
  })

  test('409 PERSONAL_DATA_IN_USE names the order that is not sent yet, and nothing changes', async () => {
    const { order } = await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).orders.createOrder({
      order: {
        channelInfo: { type: 'WEB' },
        status: 'APPROVED',
        buyerInfo: { email: 'waits@example.com' },
        billingInfo: markedAddress,
        lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10.00' }, itemType: { preset: 'PHYSICAL' } }],
        priceSummary: {},
      },
    })
    const [refused] = await attempt(office.personalData.erasePersonalData({ email: 'waits@example.com' }))
    assert.ok(refused?.code === 'PERSONAL_DATA_IN_USE')
    assert.deepEqual(refused.data.inUse, [{ kind: 'ORDER', id: order.id, name: order.number }])
    const { order: left } = await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).orders.getOrder({ id: order.id! })
    assert.deepEqual([left.updatedDate, left.buyerInfo?.email], [order.updatedDate, 'waits@example.com'])
  })

  test(
    attack({
      area: 'Personal data',
      tries: 'a key with the scope members.write, a warehouse worker and a visitor ask for the data of a guest, or erase them',
      answer: '403 PERMISSION_DENIED, and nothing changes',
    }),
    async () => {
      const { key } = await office.developers.createApiKey({ apiKey: { name: 'Newsletters', scopes: ['members.read', 'members.write'] } })
      const auths = [apiKey(key), await colleague(shop, 'WAREHOUSE'), await colleague(shop, 'ORDERS')]
      for (const auth of auths) {
        const { personalData } = createClient({ baseUrl: shop.url, auth, modules: { personalData: backOffice.personalData } })
        for (const ask of [personalData.previewPersonalData, personalData.exportPersonalData, personalData.erasePersonalData])
          assert.equal(await codeOf(ask({ email: 'waits@example.com' })), 'PERMISSION_DENIED')
      }
      const left = await office.personalData.previewPersonalData({ email: 'waits@example.com' })
      assert.equal(left.counts.find(({ kind }) => kind === 'ORDERS')?.count, 1)
    },
  )

  test(
    attack({
      area: 'Personal data',
      tries: 'an erasure is asked for by an address that is part of a longer one, or that a member signs in with',
      answer: 'the rows of the longer address and of the member stay as they are',
    }),
    async () => {
      const { orders } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
      const jar = { productName: { original: 'A jar' }, quantity: 1, price: { amount: '10.00' }, itemType: { preset: 'DIGITAL' as const } }
      const { member } = await office.memberManagement.createMember({ member: { loginEmail: 'ida@example.com' } })
      const make = async (buyerInfo: object) => {
        const { order } = await orders.createOrder({
          order: { channelInfo: { type: 'WEB' }, status: 'APPROVED', buyerInfo, lineItems: [jar], priceSummary: {} },
        })
        await orders.cancelOrder({ id: order.id! })
        return order.id!
      }
      const longer = await make({ email: 'linda.ida@example.com' })
      const ofMember = await make({ email: 'ida@example.com', memberId: member.id! })
      const ofGuest = await make({ email: 'ida@example.com' })
      const preview = await office.personalData.previewPersonalData({ email: 'ida@example.com' })
      assert.equal(preview.memberId, member.id)
      await office.personalData.erasePersonalData({ email: 'ida@example.com' })
      const emailOf = async (id: string) => (await orders.getOrder({ id })).order.buyerInfo?.email
      assert.deepEqual(await Promise.all([longer, ofMember, ofGuest].map(emailOf)), ['linda.ida@example.com', 'ida@example.com', undefined])
    },
  )

  test('the audit log says who erased a guest, and has no address of theirs', async () => {
    await office.personalData.erasePersonalData({ email: 'nobody.known@example.com' })
    const rows = await shop.platform.database.query<{ text: string; kind: string; entityId: string }>(sql`
      select entry::text as text, kind, entity_id as "entityId" from audit_entry entry
      where site = ${shop.site} and operation = 'POST /vitrine/v1/personal-data/erase' order by id desc limit 1`)
    assert.equal(rows[0]?.kind, 'guest')
    assert.match(rows[0].entityId, /^[0-9a-f]{32}$/)
    assert.doesNotMatch(rows[0].text, /nobody\.known/)
  })
})
