import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { hashPassword } from '@vitrine/platform/people/credentials/passwords'
import { insertPerson } from '@vitrine/platform/people/staff/store'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
let office: ReturnType<typeof newOffice>
const newOffice = () => {
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  return { ...createClient(connection), ...createClient({ ...connection, modules: backOffice }) }
}
const dayMs = 24 * 3600_000

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 200 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * dayMs).toISOString()
const left = async () => (await office.draftAdmin.getDraft({ id: await draft(1) })).stockItems[0]?.available
let people = 0
/** A draft of so many mugs for somebody new. */
async function draft(quantity = 2, email: string | null = `admin${++people}@example.com`, product = mug): Promise<string> {
  const { calculatedDraftOrder } = await office.draftOrders.createDraftOrder({
    draftOrder: {
      catalogLineItems: [{ catalogReference: product.reference(), quantity }],
      recipientInfo: berlin,
      ...(email && { buyerInfo: { email } }),
    },
  })
  return calculatedDraftOrder.draftOrder.id!
}
/** The access token of somebody new in the admin. */
async function signedIn(name: string, role: StaffRole): Promise<string> {
  const [email, password] = [`${name}@morrow.example`, 'slow mornings, 1 cup']
  const person = { id: newId(), email, name, role, passwordHash: await hashPassword(password) }
  await insertPerson(shop.platform.database, shop.site, person, shop.clock.now())
  const answer = await shop.platform.staffSession({
    site: shop.site,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: Buffer.from(JSON.stringify({ email, password })),
    address: '10.0.0.1',
  })
  return (JSON.parse(answer.body) as { accessToken: string }).accessToken
}
const minute = async () => {
  await shop.platform.everyMinute()
  await shop.platform.jobs.settle()
}
const emailsTo = async (email: string) =>
  (await newBuyer(shop).inbox.listMessages({ limit: 100 })).messages.filter(({ to }) => to.includes(email))

describe('drafts in the admin', () => {
  test('are numbered, and found by number, name, mail and what is in them; edits of orders are not among them', async () => {
    const ids = [await draft(), await draft(), await draft()]
    const numbers = await Promise.all(ids.map(async (id) => (await office.draftAdmin.getDraft({ id })).draft.number))
    assert.deepEqual(numbers, [numbers[0]!, numbers[0]! + 1, numbers[0]! + 2])
    const { draft: shown } = await office.draftAdmin.getDraft({ id: ids[1]! })
    assert.deepEqual(
      [shown.name, shown.status, shown.total.amount, shown.units, shown.createdBy.name],
      ['Ada Lovelace', 'DRAFT', '52.00', 2, 'An app'],
    )
    const { order } = await office.draftAdmin.placeDraft({ id: ids[0]!, payment: 'LATER' })
    const edit = (await office.draftOrders.createDraftOrder({ sourceOrderId: order.id })).calculatedDraftOrder.draftOrder.id!
    const found = async (expression: string, filter: object = {}) =>
      (
        await office.draftAdmin.searchDrafts({ search: { search: { expression }, filter: { id: { $in: [...ids, edit] }, ...filter } } })
      ).drafts.map(({ id }) => id)
    assert.deepEqual(await found(`D-${numbers[2]}`), [ids[2]])
    assert.deepEqual((await found('lovelace')).toSorted(), ids.toSorted())
    assert.deepEqual(await found(shown.email!), [ids[1]])
    assert.deepEqual((await found('morning mu')).length, 3)
    assert.deepEqual(await found('100 %'), [])
    assert.deepEqual(await found('', { status: 'COMMITTED', placed: 'LATER' }), [ids[0]])
    const first = await office.draftAdmin.searchDrafts({ search: { filter: { id: { $in: ids } }, cursorPaging: { limit: 2 } } })
    assert.deepEqual([first.drafts.map(({ id }) => id), first.pagingMetadata.hasNext], [[ids[2], ids[1]], true])
    const next = await office.draftAdmin.searchDrafts({
      search: { cursorPaging: { limit: 2, cursor: first.pagingMetadata.cursors.next! } },
    })
    assert.deepEqual(next.drafts[0]?.order?.number, order.number)
    assert.equal(await codeOf(office.draftAdmin.searchDrafts({ search: { filter: { colour: 'red' } } })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(office.draftAdmin.getDraft({ id: edit })), 'DRAFT_ORDER_DOES_NOT_EXIST')
  })

  test('a note becomes a comment in the story of the order, and a coupon is used by it', async () => {
    const { id: couponId } = await office.coupons.createCoupon({
      specification: {
        name: 'A tenth',
        code: 'TENTH',
        percentOffRate: 10,
        startTime: '0',
        active: true,
        scope: { namespace: 'stores' },
        usageLimit: 1,
      },
    })
    const id = await draft(10)
    await office.draftAdmin.updateDraft({ id, note: 'The dark ones.', couponCode: 'nothing' })
    const wrong = await office.draftAdmin.getDraft({ id })
    assert.deepEqual([wrong.coupon?.code, wrong.coupon?.error?.code], ['nothing', 'ERROR_COUPON_DOES_NOT_EXIST'])
    await office.draftAdmin.updateDraft({ id, couponCode: 'tenth' })
    const right = await office.draftAdmin.getDraft({ id })
    assert.deepEqual([right.coupon, right.draft.total.amount, right.draft.note], [{ code: 'tenth' }, '234.00', 'The dark ones.'])
    const second = await draft(1)
    await office.draftAdmin.updateDraft({ id: second, couponCode: 'TENTH' })
    const { order } = await office.draftAdmin.placeDraft({ id, payment: 'LATER', expectedTotal: '234.00' })
    const { order: placed } = await office.orders.getOrder({ id: order.id })
    assert.deepEqual(placed.appliedDiscounts[0]?.coupon?.code, 'TENTH')
    assert.ok(placed.activities.some(({ merchantComment }) => merchantComment?.message === 'The dark ones.'))
    assert.equal((await office.coupons.getCoupon({ id: couponId })).coupon.numberOfUsages, 1)
    // The last use is gone: the other draft costs what it costs without.
    assert.equal((await office.draftAdmin.getDraft({ id: second })).coupon?.error?.code, 'ERROR_COUPON_USAGE_EXCEEDED')
    assert.equal(
      await codeOf(office.draftAdmin.placeDraft({ id: second, payment: 'LATER', expectedTotal: '23.40' })),
      'DRAFT_ORDER_CHANGED',
    )
    await office.draftAdmin.updateDraft({ id: second, couponCode: null, note: null })
    assert.equal((await office.draftAdmin.getDraft({ id: second })).coupon, undefined)
  })

  test('reserve their units until a date, also when they change; 409 CATALOG_ITEM_NOT_AVAILABLE for more than there are', async () => {
    const rare = await addProduct(shop.platform, { site: shop.site, name: 'Rare Jar', price: 900, stock: 5 }, shop.clock.now())
    const id = await draft(3, undefined, rare)
    const other = await draft(3, undefined, rare)
    const { draft: held } = await office.draftAdmin.updateDraft({ id, heldUntil: inDays(2) })
    assert.equal(held.heldUntil, inDays(2))
    assert.equal((await office.draftAdmin.getDraft({ id })).stockItems[0]?.available, 5, 'its own are there for it')
    assert.equal((await office.draftAdmin.getDraft({ id: other })).stockItems[0]?.available, 2)
    assert.equal(await codeOf(office.draftAdmin.updateDraft({ id: other, heldUntil: inDays(1) })), 'CATALOG_ITEM_NOT_AVAILABLE')
    const change = async (newQuantity: number) => {
      const { draftOrder } = (await office.draftAdmin.getDraft({ id })).calculatedDraftOrder
      return office.draftOrders.updateLineItems({
        draftOrderId: id,
        lineItemChanges: [{ lineItemId: draftOrder.lineItems[0]!.lineItem.id, newQuantity }],
      })
    }
    assert.equal(await codeOf(change(6)), 'CATALOG_ITEM_NOT_AVAILABLE')
    await change(4)
    assert.equal((await office.draftAdmin.getDraft({ id: other })).stockItems[0]?.available, 1)
    await change(1)
    assert.equal((await office.draftAdmin.getDraft({ id: other })).stockItems[0]?.available, 4)
    // Placed it takes what it held.
    await change(5)
    assert.equal(await codeOf(office.draftAdmin.placeDraft({ id: other, payment: 'LATER' })), 'CREATE_ORDER_FAILED_VALIDATIONS')
    await office.draftAdmin.placeDraft({ id, payment: 'LATER' })
    assert.equal((await office.draftAdmin.getDraft({ id: other })).stockItems[0]?.available, 0)
    for (const until of [inDays(-1), inDays(40)])
      assert.equal(await codeOf(office.draftAdmin.updateDraft({ id: other, heldUntil: until })), 'INVALID_ARGUMENT')
  })

  test('release their units when the date is over, when it is cleared, and when they are deleted', async () => {
    const rare = await addProduct(shop.platform, { site: shop.site, name: 'Rare Cup', price: 900, stock: 5 }, shop.clock.now())
    const looker = await draft(1, undefined, rare)
    const there = async () => (await office.draftAdmin.getDraft({ id: looker })).stockItems[0]?.available
    const [lapses, freed, thrown] = [await draft(2, undefined, rare), await draft(1, undefined, rare), await draft(1, undefined, rare)]
    for (const id of [lapses, freed, thrown]) await office.draftAdmin.updateDraft({ id, heldUntil: inDays(1) })
    assert.equal(await there(), 1)
    await office.draftAdmin.updateDraft({ id: freed, heldUntil: null })
    assert.equal(await there(), 2)
    await office.draftOrders.deleteDraftOrder({ draftOrderId: thrown })
    assert.equal(await there(), 3)
    await minute()
    assert.equal(await there(), 3)
    shop.clock.advance(dayMs + 1000)
    await minute()
    await minute()
    assert.equal(await there(), 5)
    assert.equal((await office.draftAdmin.getDraft({ id: lapses })).draft.heldUntil, undefined)
  })
})

describe('a draft is placed', () => {
  test('with a link: whoever pays at it has the order, once, however often it is clicked', async () => {
    const email = `link${++people}@example.com`
    const id = await draft(2, email)
    const before = await left()
    const clicks = await Promise.all(
      Array.from({ length: 5 }, () =>
        attempt(office.draftAdmin.placeDraft({ id, payment: 'LINK', expectedTotal: '52.00', customMessage: 'As agreed.' })),
      ),
    )
    const [done, ...more] = clicks.flatMap(([refused, answer]) => (refused ? [] : [answer]))
    assert.ok(done?.link && more.length === 0)
    assert.deepEqual(
      clicks.flatMap(([refused]) => refused?.code ?? []),
      Array.from({ length: 4 }, () => 'DRAFT_ORDER_ALREADY_COMMITTED'),
    )
    await shop.platform.jobs.settle()
    const [message, ...others] = await emailsTo(email)
    assert.ok(message && others.length === 0, 'it is confirmed when it is paid')
    const { text } = (await newBuyer(shop).inbox.getMessage({ id: message.id })).message
    for (const words of ['€52.00', 'As agreed.', '/pay/']) assert.ok(text.includes(words), words)
    const waiting = await office.orders.getOrder({ id: done.order.id })
    assert.deepEqual([waiting.order.status, waiting.order.paymentStatus], ['PENDING', 'NOT_PAID'])
    assert.equal(await left(), before! - 2)

    const collection = new URL(done.link.url).pathname.split('/').at(-1)!
    const pay = async () => {
      const buyer = newBuyer(shop)
      return attempt(buyer.payments.payCollection({ id: collection, paymentToken: await card(buyer), returnUrl: 'http://localhost/back' }))
    }
    const paid = await Promise.all([pay(), pay()])
    assert.equal(paid.filter(([refused]) => !refused).length, 1)
    const { order } = await office.orders.getOrder({ id: done.order.id })
    assert.deepEqual([order.status, order.paymentStatus], ['APPROVED', 'PAID'])
    const { draft: shown } = await office.draftAdmin.getDraft({ id })
    assert.deepEqual([shown.status, shown.placed, shown.order?.paymentStatus], ['COMMITTED', 'LINK', 'PAID'])
    await shop.platform.jobs.settle()
    assert.ok((await emailsTo(email)).length > 1, 'and now it is')
  })

  test('with a link that nobody pays at: it expires, and its units are sold again', async () => {
    const before = await left()
    const id = await draft(4)
    const { order } = await office.draftAdmin.placeDraft({ id, payment: 'LINK', heldUntil: inDays(2) })
    assert.equal(await left(), before! - 4)
    shop.clock.advance(dayMs)
    await minute()
    assert.equal((await office.orders.getOrder({ id: order.id })).order.status, 'PENDING')
    shop.clock.advance(dayMs + 1000)
    await minute()
    assert.equal((await office.orders.getOrder({ id: order.id })).order.status, 'CANCELED')
    assert.equal(await left(), before)
    assert.equal((await office.draftAdmin.getDraft({ id })).draft.order?.status, 'CANCELED')
  })

  test('with a link that is not emailed: it is in the answer and on the draft until it is paid, also without an address', async () => {
    const emails = (await newBuyer(shop).inbox.listMessages()).messages.length
    const id = await draft(1, null)
    const { order, link } = await office.draftAdmin.placeDraft({ id, payment: 'LINK', sendEmail: false })
    await shop.platform.jobs.settle()
    assert.equal(link?.sentTo, undefined)
    assert.equal((await newBuyer(shop).inbox.listMessages()).messages.length, emails)
    const pathOf = (url = '') => new URL(url).pathname
    const { paymentLink } = await office.draftAdmin.getDraft({ id })
    assert.equal(pathOf(paymentLink), pathOf(link?.url))
    const buyer = newBuyer(shop)
    const collection = pathOf(link?.url).split('/').at(-1)!
    await buyer.payments.payCollection({ id: collection, paymentToken: await card(buyer), returnUrl: 'http://localhost/back' })
    assert.equal((await office.orders.getOrder({ id: order.id })).order.paymentStatus, 'PAID')
    assert.equal((await office.draftAdmin.getDraft({ id })).paymentLink, undefined)
  })

  test('with a link that was paid at: it stays after its time', async () => {
    const id = await draft(1)
    const { order, link } = await office.draftAdmin.placeDraft({ id, payment: 'LINK', heldUntil: inDays(1) })
    const buyer = newBuyer(shop)
    const collection = new URL(link!.url).pathname.split('/').at(-1)!
    await buyer.payments.payCollection({ id: collection, paymentToken: await card(buyer), returnUrl: 'http://localhost/back' })
    shop.clock.advance(2 * dayMs)
    await minute()
    assert.deepEqual((await office.orders.getOrder({ id: order.id })).order.status, 'APPROVED')
  })

  test('as paid: the order stands and owes nothing, and the buyer hears of it', async () => {
    const email = `paid${++people}@example.com`
    const id = await draft(2, email)
    const { order, link } = await office.draftAdmin.placeDraft({ id, payment: 'PAID' })
    assert.equal(link, undefined)
    const { order: paid } = await office.orders.getOrder({ id: order.id })
    assert.deepEqual([paid.status, paid.paymentStatus, paid.balanceSummary?.balance?.amount], ['APPROVED', 'PAID', '0.00'])
    const { orderTransactions } = await office.orderTransactions.listTransactionsForSingleOrder({ orderId: order.id })
    assert.deepEqual(
      orderTransactions.payments.map(({ amount, regularPaymentDetails }) => [amount?.amount, regularPaymentDetails?.offlinePayment]),
      [['52.00', true]],
    )
    await shop.platform.jobs.settle()
    assert.equal((await emailsTo(email)).length, 1)
  })

  test('404 and 409 for drafts that are none or are done; 400 where nobody is to be written to, or nothing to be paid', async () => {
    const nowhere = crypto.randomUUID()
    assert.equal(await codeOf(office.draftAdmin.getDraft({ id: nowhere })), 'DRAFT_ORDER_DOES_NOT_EXIST')
    assert.equal(await codeOf(office.draftAdmin.updateDraft({ id: nowhere, note: 'x' })), 'DRAFT_ORDER_DOES_NOT_EXIST')
    assert.equal(await codeOf(office.draftAdmin.placeDraft({ id: nowhere, payment: 'PAID' })), 'DRAFT_ORDER_DOES_NOT_EXIST')
    const nobodys = await draft(1, null)
    assert.equal(await codeOf(office.draftAdmin.placeDraft({ id: nobodys, payment: 'LINK' })), 'INVALID_ARGUMENT')
    const id = (await office.draftOrders.createEmptyDraftOrder({})).calculatedDraftOrder.draftOrder.id!
    assert.equal(await codeOf(office.draftAdmin.placeDraft({ id, payment: 'PAID' })), 'CREATE_ORDER_FAILED_VALIDATIONS')
    await office.draftOrders.addLineItemsToDraftOrder({
      draftOrderId: id,
      customLineItems: [{ productName: { original: 'A sample' }, price: { amount: '0' } }],
    })
    const link = office.draftAdmin.placeDraft({ id, payment: 'LINK', email: 'ada@example.com' })
    assert.equal(await codeOf(link), 'INVALID_ARGUMENT')
    const dear = await draft(1)
    await office.draftOrders.setDeposit({ draftOrderId: dear, depositDetails: { amount: { amount: '27.00' } } })
    const tooMuch = office.draftAdmin.placeDraft({ id: dear, payment: 'LATER' })
    assert.equal(await codeOf(tooMuch), 'DRAFT_ORDER_DEPOSIT_AMOUNT_EXCEEDS_ORDER_TOTAL')
    await office.draftAdmin.placeDraft({ id, payment: 'LATER' })
    assert.equal(await codeOf(office.draftAdmin.updateDraft({ id, note: 'x' })), 'DRAFT_ORDER_ALREADY_COMMITTED')
    assert.equal(await codeOf(office.draftAdmin.placeDraft({ id, payment: 'LATER' })), 'DRAFT_ORDER_ALREADY_COMMITTED')
  })

  test('403 to whoever may write orders but takes no money, unless it is paid later; and to buyers', async () => {
    const id = await draft(1)
    const tom = await signedIn('Tom', 'WAREHOUSE')
    const { draftAdmin } = createClient({ baseUrl: shop.url, auth: apiKey(tom), modules: backOffice })
    assert.equal(await codeOf(draftAdmin.placeDraft({ id, payment: 'PAID' })), 'PERMISSION_DENIED')
    assert.equal(await codeOf(draftAdmin.placeDraft({ id, payment: 'LINK' })), 'PERMISSION_DENIED')
    assert.equal(await codeOf(draftAdmin.placeDraft({ id, payment: 'LATER' })), 'done')
    const own = createClient({ baseUrl: shop.url, auth: apiKey(tom), modules: backOffice })
    const made = (await own.draftOrders.createEmptyDraftOrder({})).calculatedDraftOrder.draftOrder.id!
    assert.equal((await office.draftAdmin.getDraft({ id: made })).draft.createdBy.name, 'Tom')
    const unauthenticated = createClient({
      baseUrl: shop.url,
      auth: visitor({ clientId: shop.clientId, tokens: inMemory() }),
      modules: backOffice,
    })
    assert.equal((await attempt(unauthenticated.draftAdmin.getDraft({ id: made })))[0]?.status, 403)
    assert.equal((await attempt(unauthenticated.draftAdmin.placeDraft({ id: made, payment: 'PAID' })))[0]?.status, 403)
  })

  test('into which nothing is written have no number, stand in no list and are forgotten after a day; the first change numbers one', async () => {
    const empty = async () => (await office.draftOrders.createEmptyDraftOrder({})).calculatedDraftOrder.draftOrder.id!
    const overview = async (id: string) => (await office.draftAdmin.getDraft({ id })).draft
    const last = (await overview(await draft())).number!
    const [left, changed, noted] = [await empty(), await empty(), await empty()]
    assert.equal((await overview(left)).number, undefined)
    await office.draftOrders.addLineItemsToDraftOrder({
      draftOrderId: changed,
      catalogLineItems: [{ catalogReference: mug.reference(), quantity: 1 }],
    })
    assert.equal((await overview(changed)).number, last + 1)
    assert.equal((await office.draftAdmin.updateDraft({ id: noted, note: 'Calls again.' })).draft.number, last + 2)
    await office.draftAdmin.updateDraft({ id: noted, note: 'Has called.' })
    assert.equal((await overview(noted)).number, last + 2)
    const ids = (await office.draftAdmin.searchDrafts({})).drafts.map(({ id }) => id)
    assert.deepEqual(
      [left, changed, noted].map((id) => ids.includes(id)),
      [false, true, true],
    )
    shop.clock.advance(dayMs + 1)
    await minute()
    assert.equal(await codeOf(office.draftAdmin.getDraft({ id: left })), 'DRAFT_ORDER_DOES_NOT_EXIST')
    const [row] = await shop.platform.database.query(sql`select id from draft_order where site = ${shop.site} and id = ${left}`)
    assert.equal(row, undefined)
    assert.equal((await overview(changed)).number, last + 1)
  })
})
