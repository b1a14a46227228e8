import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { AuditEntry, Route, StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { hashPassword } from '@vitrine/platform/people/credentials/passwords'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { insertPerson } from '@vitrine/platform/people/staff/store'
import { kindOfLine } from '@vitrine/platform/shop/audit/subjects'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { chargeWrites } from '../src/charge-writes.ts'
import { draftWrites } from '../src/draft-writes.ts'
import { mediaWrites } from '../src/media-writes.ts'
import { memberWrites } from '../src/member-writes.ts'
import { orderWrites, type ReadyWrite } from '../src/order-writes.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { fillStock, newCustomer, type StockItems } from '../src/populate.ts'
import { postCarrier, settingsWrites } from '../src/settings-writes.ts'
import type { FakeStripe } from '../src/stripe/model.ts'
import { fakeStripe } from '../src/stripe/stripe.ts'
import { pathOf, type RawAnswer, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
let stockItems: StockItems
let stripeApi: FakeStripe
/** One for all: each of its places is another. */
let settings: ReturnType<typeof settingsWrites>
const people = new Map<StaffRole, { readonly id: string; readonly name: string; readonly token: string }>()
const password = 'slow mornings, 1 cup'
const address = '203.0.113.7'
const agent = 'Mozilla/5.0 (Macintosh) Firefox/140'

before(async () => {
  stripeApi = await fakeStripe()
  shop = await startTestPlatform({ shippingRateProviders: [postCarrier], stripeApi })
  stockItems = await fillStock(shop)
  settings = settingsWrites(shop)
  const { database } = shop.platform
  const issuer = tokens(keyRing(database), shop.clock)
  const passwordHash = await hashPassword(password)
  for (const [role, name] of [
    ['OWNER', 'Mira Lindqvist'],
    ['ORDERS', 'Ana Duarte'],
    ['DEVELOPER', 'Jonas Vogt'],
    ['SUPPORT', 'Lea Brandt'],
  ] as const) {
    const id = newId()
    const email = `${name.split(' ')[0]!.toLowerCase()}@morrow.example`
    await insertPerson(database, shop.site, { id, email, name, role, passwordHash }, shop.clock.now())
    people.set(role, { id, name, token: await issuer.issueStaff({ kind: 'user', site: shop.site, userId: id, role }) })
  }
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
  await stripeApi[Symbol.asyncDispose]()
})

const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const app = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const tokenOf = (role: StaffRole) => people.get(role)!.token

function call(token: string, line: string, body?: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const [method, path] = line.split(' ') as [string, string]
  return send(shop, {
    method,
    path,
    headers: { authorization: token, 'x-vitrine-peer': address, 'user-agent': agent, ...headers },
    ...(body !== undefined && { body }),
  })
}
const as = (role: StaffRole, line: string, body?: unknown) => call(tokenOf(role), line, body)

async function entries(filter: object = {}, role: StaffRole = 'OWNER'): Promise<AuditEntry[]> {
  const { status, json, text } = await as(role, 'POST /vitrine/v1/audit/query', { query: { filter } })
  assert.equal(status, 200, text)
  return json.entries
}
const detail = async (id: string) => (await as('OWNER', `GET /vitrine/v1/audit/${id}`)).json.entry
const count = async (): Promise<number> =>
  (await shop.platform.database.query<{ count: number }>(sql`select count(*)::int as count from audit_entry where site = ${shop.site}`))[0]!
    .count
/** The one that was written down last, whatever the shop's clock said then. */
async function newest(): Promise<AuditEntry> {
  const [row] = await shop.platform.database.query<{ id: string }>(
    sql`select id from audit_entry where site = ${shop.site} order by id desc limit 1`,
  )
  return detail(row!.id)
}

const newCoupon = async (code = newId().slice(-8).toUpperCase()) =>
  (await office().coupons.createCoupon({ specification: { name: 'A tenth off', code, percentOffRate: 10 } })).id
const newGroup = async () => (await office().taxGroups.createTaxGroup({ taxGroup: { name: 'Books' } })).taxGroup
const newOrder = async () =>
  (
    await app().orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { preset: 'PHYSICAL' } }],
        priceSummary: {},
        billingInfo: { address: { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine: 'Nikolaistraße 12' } },
      },
    })
  ).order.id!

/** What these change is nothing that the log has a picture of, or nothing at all with what they are sent here. */
const withoutValues: ReadonlySet<string> = new Set([
  'POST /ecom/v1/orders/{orderId}/activities/add',
  'PATCH /ecom/v1/orders/{id}/activities/{activityId}',
  'POST /ecom/v1/order-billing/generate-receipts',
  'POST /site-media/v1/files/generate-file-download-url',
  'POST /site-media/v1/files/generate-download-url',
  'POST /site-media/v1/files/generate-video-stream-url',
  'POST /site-media/v1/folders/{folderId}/generate-download-url',
  'DELETE /vitrine/v1/media/files/{fileId}/captions/{language}',
  'POST /billing/v1/tax-settings',
  'PATCH /billing/v1/tax-regions/{taxRegion.id}',
  'PATCH /vitrine/v1/draft-orders/{id}',
  'POST /vitrine/v1/orders/{id}/end-subscription',
  'POST /vitrine/v1/payment-settings/mode',
  'POST /vitrine/v1/delivery/regions/{deliveryRegionId}/arrange',
  'PATCH /vitrine/v1/email-sender',
  'POST /vitrine/v1/emails/{id}/send-test',
  'POST /vitrine/v1/store-clock/freeze',
  'POST /vitrine/v1/store-clock/run',
  'POST /vitrine/v1/store-clock/return',
  'POST /vitrine/v1/store-clock/advance',
  'DELETE /vitrine/v1/members/{id}/sessions',
  'DELETE /members/v1/members/{id}/emails',
])
/** An address to upload to is about no file yet. */
const withoutSubjects: ReadonlySet<string> = new Set([
  'POST /site-media/v1/files/generate-upload-url',
  'POST /site-media/v1/files/generate-resumable-upload-url',
])
describe('every write', () => {
  for (const who of ['API_KEY', 'STAFF'] as const) {
    test(`leaves one entry that says who (${who}), from where, what, and which values were other before`, async () => {
      const writes = Object.entries({
        ...orderWrites(shop),
        ...draftWrites(shop),
        ...chargeWrites(shop, stockItems),
        ...settings,
        ...memberWrites(shop),
        ...mediaWrites(shop),
      }) as [Route, () => Promise<ReadyWrite>][]
      assert.ok(writes.length > 80)
      const person = people.get('OWNER')!
      const actor =
        who === 'STAFF'
          ? { kind: 'STAFF', id: person.id, name: person.name, role: 'OWNER' }
          : { kind: 'API_KEY', id: (await as('OWNER', 'GET /vitrine/v1/audit/actors')).json.actors.at(-1).id, name: 'Tests' }
      for (const [line, ready] of writes) {
        // Opening an order to edit it changes nothing.
        if (line === 'POST /ecom/v1/draft-orders') continue
        if (who === 'STAFF' && kindOfLine(line) === undefined) continue
        const { params, body, token } = await ready()
        if (token !== undefined) continue
        const [method, template] = line.split(' ') as [string, string]
        const before = await count()
        const answer = await call(
          who === 'STAFF' ? person.token : shop.apiKey,
          `${method} ${pathOf(template, (name) => params[name]!)}`,
          method === 'DELETE' ? undefined : body,
        )
        assert.equal(answer.status, 200, `${line}: ${answer.text}`)
        assert.equal(await count(), before + 1, line)
        const entry = await newest()
        assert.deepEqual(entry.actor, actor, line)
        assert.deepEqual([entry.operation, entry.address, entry.agent], [line, address, agent])
        assert.equal(entry.unfinished, false, line)
        assert.equal(entry.requestId, answer.headers['x-wix-request-id'])
        const { changes } = await detail(entry.id)
        const kind = kindOfLine(line)
        if (kind === undefined || withoutSubjects.has(line)) continue
        assert.ok(
          changes.some((change: { kind: string }) => change.kind === kind),
          line,
        )
        // What the first round has changed stays so in the second.
        if (who === 'API_KEY') assert.ok(entry.fields > 0 || withoutValues.has(line), line)
        if (entry.fields === 0) continue
        for (const { path, before: was, after: is } of changes.flatMap((change: { fields: object[] }) => change.fields))
          assert.notDeepEqual(was, is, `${line}: ${path.join('.')}`)
        assert.equal(JSON.stringify(changes).length < 20_000, true, `${line} keeps too much`)
        // Members lie in the trash first, and an empty list is left of what they said.
        if (method === 'DELETE' && kind !== 'member')
          assert.ok(
            changes[0].fields.some((field: object) => 'before' in field && !('after' in field)),
            line,
          )
      }
    })
  }

  test('of a reader’s mark leaves none; with anything else in it, one', async () => {
    const id = await newOrder()
    const before = await count()
    for (const seenByAHuman of [true, false])
      assert.equal((await as('OWNER', `PATCH /ecom/v1/orders/${id}`, { order: { id, seenByAHuman } })).status, 200)
    assert.equal(await count(), before)
    assert.equal((await as('OWNER', `PATCH /ecom/v1/orders/${id}`, { order: { id, seenByAHuman: true, archived: true } })).status, 200)
    assert.equal(await count(), before + 1)
  })

  test('of the page that an order is edited on, when it is opened, leaves none; with what is changed there, one', async () => {
    const id = await newOrder()
    const before = await count()
    const begun = await as('OWNER', 'POST /ecom/v1/draft-orders', { sourceOrderId: id })
    assert.equal(begun.status, 200, begun.text)
    assert.equal(await count(), before)
    const draftOrderId = begun.json.calculatedDraftOrder.draftOrder.id
    const discounts = [{ discountType: 'GLOBAL', amount: '1.00', applied: true, description: 'A chip' }]
    const changed = await as('OWNER', `POST /ecom/v1/draft-orders/${draftOrderId}/create-custom-discounts`, { discounts })
    assert.equal(changed.status, 200, changed.text)
    assert.equal(await count(), before + 1)
  })

  test('of visitors leaves none', async () => {
    const before = await count()
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: stockItems.mug, colour: 'Sage' }])
    const placed = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
    assert.equal(placed.status, 'APPROVED')
    await newCustomer(shop, stockItems)
    assert.equal(await count(), before + (await ownOf(before)), 'only what the builders of the test did with a key')
  })

  /** Entries beyond the first so many that a key left. */
  async function ownOf(skip: number): Promise<number> {
    const [row] = await shop.platform.database.query<{ count: number }>(sql`
      select count(*)::int as count from (select actor_kind from audit_entry where site = ${shop.site} order by id offset ${skip}) later
      where actor_kind = 'API_KEY'`)
    return row!.count
  }

  test('that is refused leaves none, nor does one that is sent again under its key', async () => {
    const id = await newCoupon()
    const before = await count()
    assert.equal(
      refusalOf(await as('OWNER', `PATCH /stores/v2/coupons/${newId()}`, { specification: { active: false } })),
      'COUPON_NOT_FOUND',
    )
    assert.equal(refusalOf(await as('SUPPORT', `DELETE /stores/v2/coupons/${id}`)), 'PERMISSION_DENIED')
    const orderId = await newOrder()
    const made = await count()
    const refused = await as('OWNER', 'POST /ecom/v1/order-billing/capture-authorized-payments', {
      orderId,
      payments: [{ paymentId: newId() }],
    })
    assert.notEqual(refused.status, 200)
    assert.equal(await count(), made, 'one that would have taken steps')
    assert.equal(made, before + 1)
    const key = { 'idempotency-key': newId() }
    const change = () => call(tokenOf('OWNER'), `PATCH /stores/v2/coupons/${id}`, { specification: { active: false } }, key)
    assert.deepEqual([(await change()).status, (await change()).status], [200, 200])
    assert.equal(await count(), made + 1)
  })

  test('of many at once is one entry that names them all, and each of them has it in its history', async () => {
    const ids = [await newOrder(), await newOrder(), await newOrder()]
    const tagged = await as('OWNER', 'POST /ecom/v1/bulk/orders/update-tags', { orderIds: ids, assignTags: { tags: { tagIds: ['gift'] } } })
    assert.equal(tagged.status, 200, tagged.text)
    for (const id of ids) {
      const [last] = await entries({ entityIds: { $hasSome: [id] } })
      assert.deepEqual([last!.operation, last!.entities, last!.fields], ['POST /ecom/v1/bulk/orders/update-tags', 3, 3])
    }
  })
})

describe('what is kept', () => {
  test('is what each write found, however many change the same thing at once', async () => {
    const id = await newCoupon()
    const names = Array.from({ length: 12 }, (_, i) => `Name ${i}`)
    const answers = await Promise.all(names.map((name) => as('OWNER', `PATCH /stores/v2/coupons/${id}`, { specification: { name } })))
    assert.ok(answers.every(({ status }) => status === 200))
    const told = (await entries({ entityIds: { $hasSome: [id] }, act: 'CHANGED' })).map(({ first }) => first!)
    assert.equal(told.length, 12)
    // Each follows on another: together they are one way from the first name to the last.
    const next = new Map(told.map(({ before: was, after: is }) => [was, is]))
    let name: unknown = 'A tenth off'
    for (let i = 0; i < 12; i++) name = next.get(name)
    assert.equal(name, (await office().coupons.getCoupon({ id })).coupon.specification.name)
  })

  test('of an order that its buyer changes at the same time is what staff changed', async () => {
    const id = await newOrder()
    const tags = (tag: string) =>
      as('OWNER', 'POST /ecom/v1/bulk/orders/update-tags', { orderIds: [id], assignTags: { tags: { tagIds: [tag] } } })
    await Promise.all([
      ...['a', 'b', 'c', 'd'].map(tags),
      ...['1', '2', '3'].map((note) => as('ORDERS', `PATCH /ecom/v1/orders/${id}`, { order: { id, buyerNote: note } })),
    ])
    for (const entry of await entries({ entityIds: { $hasSome: [id] } })) {
      if (entry.act === 'CREATED') continue
      assert.equal(entry.fields, 1, JSON.stringify((await detail(entry.id)).changes))
      assert.equal(entry.first!.path[0], entry.operation.includes('tags') ? 'tags' : 'buyerNote')
    }
  })

  test('holds no code of a gift card, no key and no password', async () => {
    const code = `GIFT-${newId().slice(-8).toUpperCase()}`
    const { giftCard } = await office().giftCards.createGiftCard({
      giftCard: { code, initialValue: { amount: '50' }, currency: 'EUR', source: 'MANUAL' },
    })
    await office().giftVouchers.redeemGiftCard({ code, amount: { value: '5' } })
    const told = await entries({ entityIds: { $hasSome: [giftCard.id] } })
    assert.deepEqual(
      told.map(({ operation, first }) => [operation, first!.path.join('.')]),
      [
        ['POST /ecom/v1/gift-cards/redeem', 'balance.amount'],
        ['POST /gift-cards/v1/gift-cards', 'code'],
      ],
    )
    const [row] = await shop.platform.database.query<{ count: number }>(sql`
      select count(*)::int as count from audit_entry
      where site = ${shop.site} and (changes::text like ${`%${code}%`} or changes::text like ${`%${shop.apiKey}%`} or words && ${[code.toLowerCase()]}::text[])`)
    assert.equal(row!.count, 0)
  })

  test('names people and roles as they were then', async () => {
    const id = await newCoupon()
    await as('ORDERS', `PATCH /stores/v2/coupons/${id}`, { specification: { active: false } })
    const ana = people.get('ORDERS')!
    await shop.platform.database.query(
      sql`update staff set name = 'Ana Silva', role = 'SUPPORT' where site = ${shop.site} and id = ${ana.id}`,
    )
    const [entry] = await entries({ entityIds: { $hasSome: [id] } })
    assert.deepEqual(entry!.actor, { kind: 'STAFF', id: ana.id, name: 'Ana Duarte', role: 'ORDERS' })
    await shop.platform.database.query(
      sql`update staff set name = 'Ana Duarte', role = 'ORDERS' where site = ${shop.site} and id = ${ana.id}`,
    )
  })

  test('of a write that broke off between its steps is that it began', async () => {
    const orderId = await newOrder()
    const { database } = shop.platform
    await app().orderTransactions.addPayments({
      orderId,
      payments: [{ amount: { amount: '4.00' }, regularPaymentDetails: { offlinePayment: true } }],
    })
    const optimistic = database.optimistic
    Object.assign(database, { optimistic: () => Promise.reject(new Error('the process is gone')) })
    const refund = await as('OWNER', 'POST /ecom/v1/order-billing/refund-payments', {
      orderId,
      paymentRefunds: [
        {
          paymentId: (await app().orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments[0]!.id,
          amount: { amount: '4.00' },
          externalRefund: true,
        },
      ],
    })
    Object.assign(database, { optimistic })
    assert.equal(refund.status, 500)
    shop.faults.length = 0
    const [entry] = await entries({ entityIds: { $hasSome: [orderId] } })
    assert.deepEqual([entry!.operation, entry!.unfinished], ['POST /ecom/v1/order-billing/refund-payments', true])
    assert.equal((await detail(entry!.id)).revert, 'UNFINISHED')
  })
})

describe('signing in and out', () => {
  const session = async (method: string, body?: object, cookie?: string) => {
    const answer = await shop.platform.staffSession({
      site: shop.site,
      method,
      headers: { 'content-type': 'application/json', 'user-agent': agent, ...(cookie && { cookie }) },
      body: body && Buffer.from(JSON.stringify(body)),
      address,
    })
    return { status: answer.status, cookie: (answer.cookies?.[0] ?? '').split(';', 1)[0]! }
  }

  test('is told, with the address; so is who did not get in, but not what was typed', async () => {
    const mira = people.get('OWNER')!
    const { cookie } = await session('POST', { email: 'mira@morrow.example', password })
    await session('DELETE', undefined, cookie)
    await session('DELETE', undefined, cookie)
    await session('POST', { email: 'mira@morrow.example', password: 'wrong' })
    await session('POST', { email: 'hunter2hunter2', password: 'wrong' })
    const told = await entries({ act: { $in: ['SIGNED_IN', 'SIGNED_OUT', 'SIGN_IN_FAILED'] } })
    assert.deepEqual(told.map(({ act, actor, address: from }) => [act, actor, from]).toReversed(), [
      ['SIGNED_IN', { kind: 'STAFF', id: mira.id, name: mira.name, role: 'OWNER' }, address],
      ['SIGNED_OUT', { kind: 'STAFF', id: mira.id, name: mira.name, role: 'OWNER' }, address],
      ['SIGN_IN_FAILED', { kind: 'UNAUTHENTICATED', id: mira.id, name: mira.name }, address],
      ['SIGN_IN_FAILED', { kind: 'UNAUTHENTICATED' }, address],
    ])
    assert.equal((await detail(told[0]!.id)).revert, 'SIGN_IN')
    const [row] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from audit_entry e where site = ${shop.site} and e::text like '%hunter2%'`,
    )
    assert.equal(row!.count, 0)
  })
})

describe('POST /vitrine/v1/audit/query', () => {
  test('200 turns over page by page, newest first, and back', async () => {
    for (let i = 0; i < 5; i++) {
      await newCoupon()
      shop.clock.advance(1000)
    }
    const page = async (cursorPaging: object) =>
      (await as('OWNER', 'POST /vitrine/v1/audit/query', { query: { filter: { kind: 'coupon' }, cursorPaging } })).json
    const first = await page({ limit: 2 })
    assert.equal(first.keptMonths, 24)
    const second = await page({ limit: 2, cursor: first.pagingMetadata.cursors.next })
    const all = [...first.entries, ...second.entries].map(({ at }: AuditEntry) => at)
    assert.deepEqual(all, all.toSorted().reverse())
    assert.equal(new Set([...first.entries, ...second.entries].map(({ id }: AuditEntry) => id)).size, 4)
    assert.deepEqual((await page({ limit: 2, cursor: second.pagingMetadata.cursors.prev })).entries, first.entries)
  })

  test('200 finds by who, what, when, from where and words', async () => {
    const code = `SLOW${newId().slice(-6).toUpperCase()}`
    const id = await newCoupon(code)
    shop.clock.advance(60_000)
    const at = shop.clock.now().toISOString()
    await as('ORDERS', `PATCH /stores/v2/coupons/${id}`, { specification: { percentOffRate: 15 } })
    const ana = people.get('ORDERS')!
    const operations = async (filter: object) => (await entries(filter)).map(({ operation }) => operation)
    const changed = ['PATCH /stores/v2/coupons/{id}']
    assert.deepEqual(await operations({ entityIds: { $hasSome: [id] }, actorId: ana.id }), changed)
    assert.deepEqual(await operations({ entityIds: { $hasSome: [id] }, at: { $gte: at } }), changed)
    assert.deepEqual(await operations({ entityIds: { $hasSome: [id] }, at: { $lt: at } }), ['POST /stores/v2/coupons'])
    assert.deepEqual(await operations({ entityIds: { $hasSome: [id] }, address }), changed)
    assert.deepEqual(await operations({ words: { $hasAll: [code.toLowerCase(), 'ana', 'percent'] } }), changed)
    assert.deepEqual(await operations({ words: { $hasAll: [code.toLowerCase(), 'nobody'] } }), [])
    const [entry] = await entries({ words: { $hasAll: [code.toLowerCase(), 'ana'] } })
    assert.deepEqual([entry!.name, entry!.first], [code, { path: ['specification', 'percentOffRate'], before: 10, after: 15 }])
    const { json } = await as('OWNER', 'GET /vitrine/v1/audit/actors')
    assert.ok(json.actors.some(({ id: actor, name }: { id: string; name: string }) => actor === ana.id && name === 'Ana Duarte'))
  })

  test('400 INVALID_ARGUMENT names what cannot be filtered by', async () => {
    assert.equal(refusalOf(await as('OWNER', 'POST /vitrine/v1/audit/query', { query: { filter: { password: 'x' } } })), 'INVALID_ARGUMENT')
  })

  test('200 for owners and developers; 403 PERMISSION_DENIED for others', async () => {
    for (const role of ['OWNER', 'DEVELOPER'] as const) assert.ok((await entries({}, role)).length > 0)
    for (const role of ['ORDERS', 'SUPPORT'] as const)
      for (const line of ['POST /vitrine/v1/audit/query', 'GET /vitrine/v1/audit/actors', `GET /vitrine/v1/audit/${newId()}`])
        assert.equal(refusalOf(await as(role, line, line.startsWith('POST') ? {} : undefined)), 'PERMISSION_DENIED')
    const [entry] = await entries()
    assert.equal(refusalOf(await as('DEVELOPER', `POST /vitrine/v1/audit/${entry!.id}/revert`, {})), 'PERMISSION_DENIED')
  })

  test('another shop sees none of it', async () => {
    const [row] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from audit_entry where site <> ${shop.site}`,
    )
    assert.equal(row!.count, 0)
  })
})

describe('GET /vitrine/v1/audit/{id}', () => {
  test('404 AUDIT_ENTRY_NOT_FOUND', async () => {
    assert.equal(refusalOf(await as('OWNER', `GET /vitrine/v1/audit/${newId()}`)), 'AUDIT_ENTRY_NOT_FOUND')
  })
})

describe('POST /vitrine/v1/audit/{id}/revert', () => {
  const revert = (id: string, body: object = {}) => as('OWNER', `POST /vitrine/v1/audit/${id}/revert`, body)
  const lastOf = async (entityId: string) => (await entries({ entityIds: { $hasSome: [entityId] } }))[0]!

  test('200 puts values back by the entity’s own update, and is told as such', async () => {
    const id = await newCoupon()
    await as('ORDERS', `PATCH /stores/v2/coupons/${id}`, { specification: { percentOffRate: 25, limitPerCustomer: 1 } })
    const entry = await lastOf(id)
    assert.equal((await detail(entry.id)).revert, 'POSSIBLE')
    const answer = await revert(entry.id)
    assert.deepEqual([answer.status, answer.json], [200, { fields: 2 }], answer.text)
    const { specification } = (await office().coupons.getCoupon({ id })).coupon
    assert.deepEqual([specification.percentOffRate, specification.limitPerCustomer], [10, undefined])
    const told = await lastOf(id)
    assert.deepEqual([told.act, told.reverts, told.fields], ['REVERTED', entry.id, 2])
    const after = await detail(entry.id)
    assert.deepEqual([after.revert, after.revertedBy.id], ['NOTHING_LEFT', told.id])
    assert.equal((await revert(told.id)).status, 200, 'and that can be taken back, too')
    assert.equal((await office().coupons.getCoupon({ id })).coupon.specification.percentOffRate, 25)
  })

  test('200 leaves what was changed since; 409 CHANGED_SINCE where that is named', async () => {
    const id = await newCoupon()
    await as('OWNER', `PATCH /stores/v2/coupons/${id}`, { specification: { percentOffRate: 25, name: 'A quarter off' } })
    const entry = await lastOf(id)
    await as('ORDERS', `PATCH /stores/v2/coupons/${id}`, { specification: { percentOffRate: 30 } })
    const { changes } = await detail(entry.id)
    const rate = changes[0].fields.find(({ path }: { path: string[] }) => path[1] === 'percentOffRate')
    assert.deepEqual([rate.kept, rate.now], ['CHANGED_SINCE', 30])
    const named = await revert(entry.id, { fields: [{ entityId: id, path: rate.path }] })
    assert.equal(refusalOf(named), 'CHANGED_SINCE')
    assert.deepEqual((await revert(entry.id)).json, { fields: 1 })
    const { specification } = (await office().coupons.getCoupon({ id })).coupon
    assert.deepEqual([specification.percentOffRate, specification.name], [30, 'A tenth off'])
  })

  test('200 for each kind of setting, and for what of an order is written by hand', async () => {
    const orderId = await newOrder()
    const group = await newGroup()
    const { address: billed } = (await app().orders.getOrder({ id: orderId })).order.billingInfo!
    const { paymentSettings } = (await as('OWNER', 'GET /vitrine/v1/payment-settings')).json
    const changes: readonly (readonly [entityId: string, line: string, body: object])[] = [
      [
        orderId,
        `PATCH /ecom/v1/orders/${orderId}`,
        { order: { id: orderId, billingInfo: { address: { ...billed, addressLine: 'Nikolaistraße 12a' } } } },
      ],
      [orderId, 'POST /ecom/v1/bulk/orders/update-tags', { orderIds: [orderId], assignTags: { tags: { tagIds: ['gift'] } } }],
      [group.id, `PATCH /billing/v1/tax-groups/${group.id}`, { taxGroup: { id: group.id, revision: group.revision, name: 'Maps' } }],
      [
        'checkoutSettings',
        'PATCH /ecom/v1/checkout-settings',
        { checkoutSettings: { checkoutPolicies: { returnPolicy: { visible: true, content: 'Within 60 days.' } } } },
      ],
      ['checkoutForm', 'PATCH /vitrine/v1/checkout-form', { checkoutForm: { questions: [{ title: 'Which way?' }] } }],
      [
        'paymentSettings',
        'PATCH /vitrine/v1/payment-settings',
        { paymentSettings: { offlineMethods: [...paymentSettings.offlineMethods, { id: 'cash', name: 'Cash' }] } },
      ],
      ['recoverySettings', 'PATCH /vitrine/v1/recovery-settings', { recoverySettings: { afterMinutes: 95 } }],
    ]
    for (const [entityId, line, body] of changes) {
      const changed = await as('OWNER', line, body)
      assert.equal(changed.status, 200, `${line}: ${changed.text}`)
      const entry = await lastOf(entityId)
      const { changes: before, revert: may } = await detail(entry.id)
      assert.equal(may, 'POSSIBLE', line)
      const answer = await revert(entry.id)
      assert.equal(answer.status, 200, `${line}: ${answer.text}`)
      const back = await detail((await lastOf(entityId)).id)
      assert.deepEqual(
        back.changes[0].fields.map(({ path, before: was, after: is }: Record<string, unknown>) => ({ path, before: was, after: is })),
        before[0].fields.map(({ path, before: was, after: is }: Record<string, unknown>) => ({ path, before: is, after: was })),
        line,
      )
    }
  })

  test('200 for every setting that the other tests write, wherever its entry says that it can be', async () => {
    for (const [line, ready] of Object.entries(settings)) {
      const { params, body } = await ready()
      const [method, template] = line.split(' ') as [string, string]
      if (!/^(PATCH|POST \/billing\/v1\/tax-settings)/.test(line)) continue
      await as('OWNER', `${method} ${pathOf(template, (name) => params[name]!)}`, body)
      const entry = await newest()
      if ((await detail(entry.id)).revert !== 'POSSIBLE') continue
      const answer = await revert(entry.id)
      assert.equal(answer.status, 200, `${line}: ${answer.text}`)
      assert.notEqual((await detail(entry.id)).revert, 'POSSIBLE', line)
    }
  })

  test('409 NOT_REVERTIBLE says why: it was made, deleted, or is out in the world', async () => {
    const why = async (entityId: string) => {
      const entry = await lastOf(entityId)
      const answer = await revert(entry.id)
      assert.equal(refusalOf(answer), 'NOT_REVERTIBLE')
      return answer.json.details.applicationError.data.reason
    }
    const coupon = await newCoupon()
    assert.equal(await why(coupon), 'CREATED')
    await as('OWNER', `DELETE /stores/v2/coupons/${coupon}`)
    assert.equal(await why(coupon), 'DELETED')
    const orderId = await newOrder()
    await as('OWNER', `POST /ecom/v1/orders/${orderId}/cancel`, {})
    assert.equal(await why(orderId), 'EFFECTS')
    const group = await newGroup()
    await as('OWNER', `PATCH /billing/v1/tax-groups/${group.id}`, { taxGroup: { id: group.id, revision: group.revision, name: 'Maps' } })
    const changed = await lastOf(group.id)
    assert.equal(refusalOf(await revert(changed.id, { fields: [{ entityId: group.id, path: ['colour'] }] })), 'NOT_REVERTIBLE')
    await office().taxGroups.deleteTaxGroup({ taxGroupId: group.id })
    assert.equal(refusalOf(await revert(changed.id)), 'NOT_REVERTIBLE', 'it is gone by now')
  })

  test('404 AUDIT_ENTRY_NOT_FOUND', async () => {
    assert.equal(refusalOf(await revert(newId())), 'AUDIT_ENTRY_NOT_FOUND')
  })

  test('of two who put the same back one does, and the other hears so', async () => {
    const id = await newCoupon()
    await as('OWNER', `PATCH /stores/v2/coupons/${id}`, { specification: { percentOffRate: 25 } })
    const entry = await lastOf(id)
    const answers = await Promise.all([revert(entry.id), revert(entry.id)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  })
})
