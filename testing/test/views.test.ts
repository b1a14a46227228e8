// Saved ways of looking at the admin's lists, for oneself and for all.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { dashboard, views } from '@vitrine/client/back-office'
import { createClient as modular } from '@vitrine/client/modular'
import type { StaffRole } from '@vitrine/contract'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { colleague } from '../src/colleague.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'

const unknown = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e10'

let shop: TestPlatform
before(async () => void (shop = await startTestPlatform()))
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const as = async (role: StaffRole) => modular({ baseUrl: shop.url, auth: await colleague(shop, role), modules: { views, dashboard } })
type Colleague = Awaited<ReturnType<typeof as>>
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const namesFor = async (who: Colleague, list: string) => (await who.views.listViews({ list })).views.map(({ name }) => name)

describe('saved views', () => {
  test('200 one’s own are seen by oneself alone, shared ones by all, the shared ones first', async () => {
    const [mira, lea] = [await as('OWNER'), await as('SUPPORT')]
    const { view } = await mira.views.createView({
      view: { list: 'orders', name: 'Gifts', search: 'tag=gift&sort=-total', columns: ['number', 'total'] },
    })
    assert.deepEqual(
      { ...view, id: '', createdDate: '', updatedDate: '' },
      {
        id: '',
        revision: '1',
        createdDate: '',
        updatedDate: '',
        list: 'orders',
        name: 'Gifts',
        search: 'tag=gift&sort=-total',
        columns: ['number', 'total'],
        shared: false,
        position: 1,
      },
    )
    await mira.views.createView({ view: { list: 'orders', name: 'Wholesale', shared: true } })
    await lea.views.createView({ view: { list: 'orders', name: 'Hers' } })
    assert.deepEqual(await namesFor(mira, 'orders'), ['Wholesale', 'Gifts'])
    assert.deepEqual(await namesFor(lea, 'orders'), ['Wholesale', 'Hers'])
    assert.deepEqual(await namesFor(mira, 'drafts'), [])
  })

  test('200 a change keeps what it does not name, and each has a revision', async () => {
    const mira = await as('OWNER')
    const { id } = (await mira.views.createView({ view: { list: 'changes', name: 'Late', search: 'promised=late', columns: ['number'] } }))
      .view
    const { view } = await mira.views.updateView({ view: { id, revision: '1', name: 'Too late' } })
    assert.deepEqual([view.name, view.search, view.columns, view.revision], ['Too late', 'promised=late', ['number'], '2'])
    assert.equal(await codeOf(mira.views.updateView({ view: { id, revision: '1', name: 'Mine' } })), 'STALE_REVISION')
    assert.deepEqual((await mira.views.listViews({ list: 'changes' })).views, [view])
  })

  test('200 shared, it is everybody’s; shared no more, it is of whoever said so', async () => {
    const [mira, ana] = [await as('OWNER'), await as('ORDERS')]
    const { id } = (await mira.views.createView({ view: { list: 'handed', name: 'Gifts' } })).view
    assert.equal(await codeOf(ana.views.updateView({ view: { id, name: 'Taken' } })), 'VIEW_NOT_FOUND')
    await mira.views.updateView({ view: { id, shared: true } })
    assert.equal((await ana.views.updateView({ view: { id, name: 'Presents' } })).view.name, 'Presents')
    await ana.views.updateView({ view: { id, shared: false } })
    assert.deepEqual([await namesFor(mira, 'handed'), await namesFor(ana, 'handed')], [[], ['Presents']])
  })

  test('200 it is moved among those of its kind, and the others make room', async () => {
    const [mira, tom] = [await as('OWNER'), await as('WAREHOUSE')]
    const made = []
    for (const name of ['A', 'B', 'C']) made.push((await mira.views.createView({ view: { list: 'moved', name } })).view)
    for (const name of ['X', 'Y']) await mira.views.createView({ view: { list: 'moved', name, shared: true } })
    const { views: moved } = await mira.views.moveView({ viewId: made[2]!.id, to: 1 })
    assert.deepEqual(
      moved.map(({ name }) => name),
      ['X', 'Y', 'C', 'A', 'B'],
    )
    await mira.views.moveView({ viewId: made[2]!.id, to: 100 })
    assert.deepEqual(await namesFor(mira, 'moved'), ['X', 'Y', 'A', 'B', 'C'])
    await tom.views.moveView({ viewId: moved[1]!.id, to: 1 })
    assert.deepEqual(await namesFor(mira, 'moved'), ['Y', 'X', 'A', 'B', 'C'])
  })

  test('403 PERMISSION_DENIED where a role may not change what all see, and nothing is changed', async () => {
    const [mira, lea, jonas] = [await as('OWNER'), await as('SUPPORT'), await as('DEVELOPER')]
    const { id } = (await mira.views.createView({ view: { list: 'kept', name: 'Ours', shared: true } })).view
    for (const who of [lea, jonas]) {
      const own = (await who.views.createView({ view: { list: 'kept', name: 'Own' } })).view
      assert.equal(await codeOf(who.views.createView({ view: { list: 'kept', name: 'For all', shared: true } })), 'PERMISSION_DENIED')
      assert.equal(await codeOf(who.views.updateView({ view: { id: own.id, shared: true } })), 'PERMISSION_DENIED')
      assert.equal(await codeOf(who.views.updateView({ view: { id, name: 'Theirs' } })), 'PERMISSION_DENIED')
      assert.equal(await codeOf(who.views.updateView({ view: { id, shared: false } })), 'PERMISSION_DENIED')
      assert.equal(await codeOf(who.views.moveView({ viewId: id, to: 2 })), 'PERMISSION_DENIED')
      assert.equal(await codeOf(who.views.deleteView({ viewId: id })), 'PERMISSION_DENIED')
      assert.deepEqual(await namesFor(who, 'kept'), ['Ours', 'Own'])
    }
  })

  test('404 VIEW_NOT_FOUND where there is none, or it is somebody else’s own', async () => {
    const [mira, ana] = [await as('OWNER'), await as('ORDERS')]
    const { id } = (await mira.views.createView({ view: { list: 'hidden', name: 'Mine' } })).view
    for (const viewId of [unknown, id]) {
      assert.equal(await codeOf(ana.views.updateView({ view: { id: viewId, name: 'Taken' } })), 'VIEW_NOT_FOUND')
      assert.equal(await codeOf(ana.views.moveView({ viewId, to: 1 })), 'VIEW_NOT_FOUND')
      assert.equal(await codeOf(ana.views.deleteView({ viewId })), 'VIEW_NOT_FOUND')
    }
    assert.deepEqual(await mira.views.deleteView({ viewId: id }), {})
    assert.deepEqual(await namesFor(mira, 'hidden'), [])
  })

  test('409 TOO_MANY_VIEWS at the fifty-first, made or shared', async () => {
    const mira = await as('OWNER')
    const one = (name: string, shared: boolean) => mira.views.createView({ view: { list: 'many', name, shared } })
    for (let n = 1; n <= 50; n++) await one(`View ${n}`, true)
    const [refused] = await attempt(one('View 51', true))
    assert.deepEqual([refused?.code, refused?.code === 'TOO_MANY_VIEWS' && refused.data], ['TOO_MANY_VIEWS', { limit: 50 }])
    const { id } = (await one('Own', false)).view
    assert.equal(await codeOf(mira.views.updateView({ view: { id, shared: true } })), 'TOO_MANY_VIEWS')
  })

  test('400 INVALID_ARGUMENT for a list that has no such name, and a view without one', async () => {
    const mira = await as('OWNER')
    assert.equal(await codeOf(mira.views.listViews({ list: 'Orders!' })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(mira.views.createView({ view: { list: 'orders', name: '' } })), 'INVALID_ARGUMENT')
  })
})

describe('POST /vitrine/v1/dashboard/orders/count', () => {
  test('200 counts what each filter finds, no further than one asks; 400 where it cannot be read', async () => {
    const { platform, site, clock } = shop
    const product = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 10 }, clock.now())
    for (let n = 0; n < 3; n++) {
      const buyer = newBuyer(shop)
      const id = await toCheckout(buyer, [{ product }])
      await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/thank-you` })
    }
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
    const { orders: found } = await app.orders.searchOrders({ search: { cursorPaging: { limit: 1 } } })
    await app.orders.cancelOrder({ id: found[0]!.id! })
    const tom = await as('WAREHOUSE')
    const filters = [
      {},
      { status: 'CANCELED' },
      { number: Number(found[0]!.number) },
      { $or: [{ status: 'CANCELED' }, { status: 'APPROVED' }] },
    ]
    assert.deepEqual(await tom.dashboard.countOrders({ filters }), { counts: [3, 1, 1, 3] })
    assert.deepEqual(await tom.dashboard.countOrders({ filters: [{}], most: 2 }), { counts: [2] })
    assert.equal(await codeOf(tom.dashboard.countOrders({ filters: [{}, { colour: 'blue' }] })), 'INVALID_ARGUMENT')
  })
})
