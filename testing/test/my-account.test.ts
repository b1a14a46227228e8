import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient, type Refused } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'
import { newMember } from '../src/subscribed-member.ts'

let shop: TestPlatform
before(async () => {
  shop = await startTestPlatform()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const day = 24 * 3600_000
const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...backOffice } })
const refused = (code: string) => (error: Refused) => error.code === code
const addresses = [
  { city: 'Leipzig', country: 'DE' },
  { city: 'Wien', country: 'AT' },
]

async function account(loginEmail: string) {
  const { member } = await office().memberManagement.createMember({
    member: { loginEmail, contact: { firstName: 'Ada', phones: ['+49 1'], addresses } },
  })
  return { member, ...(await newMember(shop, member.id)) }
}

async function order({ client }: Pick<Awaited<ReturnType<typeof newMember>>, 'client'>) {
  const product = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 5 }, shop.clock.now())
  const { checkout } = await client.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: product.reference() }],
    checkoutInfo: {
      buyerInfo: { email: 'ada@example.com' },
      billingInfo: berlin,
      shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
    },
  })
  const paymentToken = await card(newBuyer(shop))
  const { orderId } = await client.payments.placeOrder({ id: checkout.id!, paymentToken, returnUrl: `${shop.url}/back` })
  await shop.platform.jobs.settle()
  return orderId
}

test('the default address is one of their own, tags are set one by one, and both go with what they are of', async () => {
  const { client, member } = await account('addresses@example.com')
  const [first, second] = member.contact!.addresses.map(({ id }) => id!)
  assert.equal((await client.myAccount.getMyAccount({})).account.defaultAddressId, first, 'the first where nobody says')
  await client.myAccount.updateMyAccount({
    defaultAddressId: second!,
    language: 'de-AT',
    tags: { addresses: { [second!]: 'WORK' }, phones: { '+49 1': 'MOBILE', '+1': 'FAX' } },
  })
  const { account: told } = await client.myAccount.updateMyAccount({ tags: { addresses: { [first!]: 'HOME' } } })
  assert.deepEqual(
    [told.defaultAddressId, told.language, told.tags],
    [second, 'de-AT', { addresses: { [first!]: 'HOME', [second!]: 'WORK' }, emails: {}, phones: { '+49 1': 'MOBILE' } }],
  )
  await assert.rejects(client.myAccount.updateMyAccount({ defaultAddressId: member.id! }), refused('INVALID_ARGUMENT'))
  await client.members.updateMember({ member: { id: member.id!, contact: { addresses: [{ id: first!, city: 'Leipzig' }] } } })
  const { account: left } = await client.myAccount.getMyAccount({})
  assert.deepEqual([left.defaultAddressId, left.tags.addresses], [first, { [first!]: 'HOME' }])
})

test('emails: the last word counts, and each is proven by when, where and which words', async () => {
  const { client } = await account('letters@example.com')
  const kinds = async () => (await client.myAccount.getMyMarketingConsents({})).consents
  assert.deepEqual(
    (await kinds()).map(({ kind, given }) => [kind, given]),
    [
      ['NEWSLETTER', false],
      ['OFFERS', false],
      ['TEXT_MESSAGES', false],
    ],
  )
  await client.myAccount.setMarketingConsent({ kind: 'NEWSLETTER', given: true, words: 'Once a month.', place: 'checkout' })
  shop.clock.advance(1000)
  await client.myAccount.setMarketingConsent({ kind: 'NEWSLETTER', given: false, words: 'No more.' })
  const [newsletter] = await kinds()
  assert.equal(newsletter!.given, false)
  assert.deepEqual(
    newsletter!.proof.map(({ given, words, place, address }) => [given, words, place, address]),
    [
      [false, 'No more.', 'account', 'letters@example.com'],
      [true, 'Once a month.', 'checkout', 'letters@example.com'],
    ],
  )
  await assert.rejects(
    client.myAccount.setMarketingConsent({ kind: 'OFFERS', given: true, words: 'x', address: 'other@example.com' }),
    refused('INVALID_ARGUMENT'),
  )
})

test("an export has all of one's data and nobody else's; closing says what goes, and the purge takes it and leaves the order without a name", async () => {
  const ada = await account('ada@example.com')
  const { client, memberId } = ada
  const orderId = await order(ada)
  await client.myAccount.setMarketingConsent({ kind: 'NEWSLETTER', given: true, words: 'Once a month.' })
  const { fileName, data } = await client.myAccount.exportMyData({})
  assert.match(fileName, /^ada(-\d)?-\d{4}-\d\d-\d\d\.json$/)
  const text = JSON.stringify(data)
  for (const own of [orderId, 'ada@example.com', 'Once a month.', 'Leipzig', 'sessions', 'subscriptions'])
    assert.ok(text.includes(own), own)
  assert.ok(!text.includes('letters@example.com'))

  const seen = await client.myAccount.previewClosing({})
  assert.deepEqual([seen.goes.addresses, seen.stays.orders, seen.underWay, seen.subscriptions], [2, 1, 1, 0])
  const { member: inAdmin } = await office().memberAdmin.getMember({ id: memberId })
  assert.deepEqual([inAdmin.purchases.orders, inAdmin.purchases.spent], [1, seen.stays.spent])
  await office().memberAdmin.noteMember({ id: memberId, note: 'Has a narrow stairwell.' })
  const logged = async () =>
    JSON.stringify(
      await shop.platform.database.query(
        sql`select name, first, changes, words, fields from audit_entry where site = ${shop.site} and entity_ids @> array[${memberId}]::text[]`,
      ),
    )
  assert.match(await logged(), /ada@example.*stairwell/s)
  const { purgeDate } = await client.myAccount.closeMyAccount({})
  assert.equal(purgeDate, new Date(shop.clock.now().getTime() + 30 * day).toISOString())
  await assert.rejects(client.myAccount.getMyAccount({}), refused('MEMBER_NOT_FOUND'))

  const read = async () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).orders.getOrder({ id: orderId })
  shop.clock.advance(30 * day - 1)
  await shop.platform.everyMinute()
  assert.equal((await office().memberAdmin.getMember({ id: memberId })).member.deletion?.state, 'TRASH')
  shop.clock.advance(1)
  await shop.platform.everyMinute()
  assert.equal((await office().memberAdmin.getMember({ id: memberId })).member.deletion?.state, 'PENDING_PURGE', 'an order is on its way')
  const { order: underWay } = await read()
  assert.equal(underWay.buyerInfo?.email, 'ada@example.com')
  const both = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  await both.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: underWay.lineItems[0]!.id }] } })
  shop.clock.advance(day)
  await shop.platform.everyMinute()
  await assert.rejects(office().memberAdmin.getMember({ id: memberId }), refused('MEMBER_NOT_FOUND'))
  assert.doesNotMatch(await logged(), /ada@|"ada"|stairwell|Leipzig/i)
  assert.match(await logged(), new RegExp(memberId), 'that something was done to an account stays')
  const { order: left } = await read()
  assert.ok(!/ada@example|Lovelace|Ada/.test(JSON.stringify([left.buyerInfo, left.billingInfo, left.recipientInfo, left.shippingInfo])))
  assert.deepEqual(
    [left.priceSummary?.total, left.lineItems.length, left.billingInfo?.address],
    [underWay.priceSummary?.total, 1, { country: 'DE' }],
  )
  const [gone] = await shop.platform.database.query(sql`select id from deleted_member where site = ${shop.site} and id = ${memberId}`)
  assert.ok(gone)
  assert.equal((await account('ada@example.com')).member.loginEmail, 'ada@example.com', 'the address is free')
})
