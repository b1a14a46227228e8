import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { kindOfLine } from '@vitrine/platform/shop/audit/subjects'
import { address, agent, password, startAuditedShop } from '../src/audited-shop.ts'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { chargeWrites } from '../src/charge-writes.ts'
import { draftWrites } from '../src/draft-writes.ts'
import { mediaWrites } from '../src/media-writes.ts'
import { memberWrites } from '../src/member-writes.ts'
import { orderWrites, type ReadyWrite } from '../src/order-writes.ts'
import { newCustomer } from '../src/populate.ts'
import { pathOf, refusalOf } from '../src/wire.ts'

const { shop, stockItems, settings, people, office, app, call, as, detail, entries, count, newest, newCoupon, newOrder } =
  await startAuditedShop()

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
  // The order stays as it is; what is asked for it is a payment collection.
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/create-payment-gateway-order',
  // Stripe has the choice, in a configuration of its own.
  'PUT /vitrine/v1/payment-settings/stripe-methods',
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
    const discounts = [{ discountType: 'GLOBAL', percentage: '10', applied: true, description: 'A chip' }]
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
    const change = () => call(people.get('OWNER')!.token, `PATCH /stores/v2/coupons/${id}`, { specification: { active: false } }, key)
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
    assert.equal(name, (await office.coupons.getCoupon({ id })).coupon.specification.name)
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
    const { giftCard } = await office.giftCards.createGiftCard({
      giftCard: { code, initialValue: { amount: '50' }, currency: 'EUR', source: 'MANUAL' },
    })
    await office.giftVouchers.redeemGiftCard({ code, amount: { value: '5' } })
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

  test('of a product in the admin is in the history of the product, with what it changed', async () => {
    const { product } = await office.merchantProducts.addProduct({ product: { name: 'Logged mug', priceData: { price: 20 } } })
    await office.merchantProducts.saveProduct({ id: product.id, product: { name: 'Logged cup' } })
    const told = await entries({ entityIds: { $hasSome: [product.id] } })
    const saved = told.find(({ operation }) => operation === 'PATCH /vitrine/v1/products/{id}')
    assert.deepEqual([saved?.act, saved?.kind, saved?.first?.path, saved?.first?.before], ['CHANGED', 'product', ['name'], 'Logged mug'])
    const { product: other } = await office.merchantProducts.addProduct({ product: { name: 'Logged jug', priceData: { price: 20 } } })
    await office.merchantProducts.bulkUpdateProducts({
      changes: [product, other].map(({ id }) => ({ id, product: { ribbon: 'Logged' } })),
    })
    const many = await newest()
    assert.deepEqual([many.entities, many.fields, many.first?.path], [2, 2, ['ribbon']])
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
    await app.orderTransactions.addPayments({
      orderId,
      payments: [{ amount: { amount: '4.00' }, regularPaymentDetails: { offlinePayment: true } }],
    })
    const optimistic = database.optimistic
    Object.assign(database, { optimistic: () => Promise.reject(new Error('the process is gone')) })
    const refund = await as('OWNER', 'POST /ecom/v1/order-billing/refund-payments', {
      orderId,
      paymentRefunds: [
        {
          paymentId: (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments[0]!.id,
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
