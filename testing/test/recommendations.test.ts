import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import type { RecommendationPlacement } from '@vitrine/contract'
import { learning } from '@vitrine/platform/commerce/flows/recommending'
import { learnOrders } from '@vitrine/platform/commerce/recommendations/learn-together'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { stockOf } from '../src/back-in-stock-writes.ts'
import { newBuyer } from '../src/buyer.ts'
import { sellTogether } from '../src/orders-of.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'
import { newMember } from '../src/subscribed-member.ts'

let shop: TestPlatform
before(async () => {
  shop = await startTestPlatform()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
const add = (name: string, more: { readonly stock?: number; readonly hidden?: true; readonly price?: number } = {}) =>
  addProduct(shop.platform, { site: shop.site, name, price: 2000, stock: 50, ...more }, shop.clock.now())
const hide = (product: TestProduct) => office().merchantProducts.updateProduct({ product: { id: product.id, visible: false } })
const learn = async () => {
  shop.clock.advance(60_000)
  await shop.platform.everyMinute()
}
const beside = async (product: TestProduct, placement: RecommendationPlacement = 'PRODUCT', limit = 12) => {
  const { items } = await newBuyer(shop).recommendations.getPlacement({ placement, productIds: [product.id], limit })
  return items.map(({ productId, kind }) => ({ productId, kind }))
}
const boughtBeside = async (product: TestProduct) =>
  (await beside(product)).filter(({ kind }) => kind === 'BOUGHT_TOGETHER').map(({ productId }) => productId)

/** Orders of other things, so that a few of the same say something. */
let others = 0
async function sellOthers(times: number): Promise<void> {
  const other = await add(`Something else ${++others}`)
  await sellTogether(
    shop,
    Array.from({ length: times }, () => [other]),
  )
}

describe('bought together', () => {
  test('what is in the same orders is recommended beside each other, the surest first, and says in how many', async () => {
    const [mug, pot, tray] = [await add('Mug'), await add('Pot'), await add('Tray')]
    await sellTogether(shop, [[mug, pot], [mug, pot], [mug, pot, tray], [mug, tray], [mug]])
    await sellOthers(20)
    await learn()
    assert.deepEqual(await boughtBeside(mug), [pot.id, tray.id])
    const { algorithms } = await office().recommendationManagement.explainProduct({ productId: mug.id })
    const together = algorithms.find(({ kind }) => kind === 'BOUGHT_TOGETHER')!.items
    assert.deepEqual(
      together.map(({ product, together: times, of }) => [product.name, times, of]),
      [
        ['Pot', 3, 5],
        ['Tray', 2, 5],
      ],
    )
    assert.ok(together[0]!.score > together[1]!.score)
  })

  test('an order that is canceled or refunded no longer counts, and counting again changes nothing', async () => {
    const [cup, spoon, knife] = [await add('Cup'), await add('Spoon'), await add('Knife')]
    const orders = await sellTogether(shop, [
      [cup, spoon],
      [cup, spoon],
      [cup, knife],
      [cup, knife],
    ])
    await sellOthers(4)
    await learn()
    assert.deepEqual((await boughtBeside(cup)).sort(), [spoon.id, knife.id].sort())

    await office().orders.cancelOrder({ id: orders[0]! })
    const { paymentsIds } = await office().orderTransactions.addPayments({
      orderId: orders[2]!,
      payments: [{ amount: { amount: '10.00' }, regularPaymentDetails: { offlinePayment: true, status: 'APPROVED' } }],
    })
    await office().orders.triggerRefund({
      ecomOrderId: orders[2]!,
      payments: [{ paymentId: paymentsIds[0]!, externalRefund: true }],
    })
    await learn()
    await learn()
    assert.deepEqual(await boughtBeside(cup), [])
    const rows = await shop.platform.database.query<{ id: string; count: number }>(sql`
      select product_id as id, count from product_occurrence where site = ${shop.site} and kind = 'ORDER' and product_id = ${cup.id}`)
    assert.deepEqual(rows, [{ id: cup.id, count: 2 }])
    assert.deepEqual(
      await shop.platform.database.query<{ count: number }>(sql`
        select count from product_pair where site = ${shop.site} and kind = 'ORDER' and product_id = ${cup.id}`),
      [{ count: 1 }, { count: 1 }],
    )
  })

  test('learning that is stopped in the middle goes on from there, and two processes count nothing twice', async () => {
    const [left, right] = [await add('Left'), await add('Right')]
    await sellTogether(shop, [
      [left, right],
      [left, right],
      [left, right],
    ])
    shop.clock.advance(60_000)
    const { database } = shop.platform
    let calls = 0
    const broken = {
      findSales: async (...asked: Parameters<typeof learning.findSales>) => {
        // Nothing of a transaction that ends here is committed.
        if (++calls === 1) throw new Error('killed')
        return learning.findSales(...asked)
      },
    }
    await assert.rejects(learnOrders(database, broken, shop.site, shop.clock.now()), /killed/)
    await Promise.all([1, 2].map(() => learnOrders(database, learning, shop.site, shop.clock.now())))
    const [row] = await database.query<{ count: number }>(sql`
      select count from product_pair where site = ${shop.site} and kind = 'ORDER' and product_id = ${left.id} and other_id = ${right.id}`)
    assert.equal(row?.count, 3)
    await learn()
  })
})

test('hidden, sold out and deleted products are recommended by nothing, at once', async () => {
  const [seat, ...rest] = [await add('Seat'), await add('Hidden'), await add('Sold out'), await add('Deleted'), await add('Stays')]
  const [hidden, soldOut, deleted, stays] = rest
  await sellTogether(
    shop,
    rest.flatMap((other) => [
      [seat, other],
      [seat, other],
    ]),
  )
  await sellOthers(20)
  await learn()
  assert.equal((await boughtBeside(seat)).length, 4)
  await hide(hidden)
  await stockOf(shop, soldOut, 0)
  await office().merchantProducts.deleteProduct({ id: deleted.id })
  assert.deepEqual(await boughtBeside(seat), [stays.id])
  const { recommendation } = await newBuyer(shop).recommendations.getRecommendation({
    algorithms: [{ id: 'd5aac1e1-2e53-4d11-85f7-7172710b4783', appId: storesAppId }],
    items: [{ catalogItemId: seat.id, appId: storesAppId }],
  })
  assert.deepEqual(
    recommendation?.items.map(({ catalogItemId }) => catalogItemId),
    [stays.id],
  )
  await stockOf(shop, soldOut, 2)
  assert.deepEqual((await boughtBeside(seat)).sort(), [soldOut.id, stays.id].sort())
})

test('what is looked at in the same visits is counted without saying by whom, and no look stays', async () => {
  const [film, book, bill] = [await add('Film'), await add('Book'), await add('Bill', { hidden: true })]
  const visitor = newBuyer(shop)
  for (let visit = 0; visit < 4; visit++) {
    await visitor.recommendations.countView({ productId: film.id })
    await visitor.recommendations.countView({ productId: book.id, before: [film.id, '00000000-0000-4000-8000-000000000001'] })
    await visitor.recommendations.countView({ productId: bill.id, before: [film.id] })
  }
  for (let visit = 0; visit < 10; visit++) await visitor.recommendations.countView({ productId: (await add(`Alone ${visit}`)).id })
  await learn()
  assert.deepEqual(
    (await beside(film)).filter(({ kind }) => kind === 'VIEWED_TOGETHER'),
    [{ productId: book.id, kind: 'VIEWED_TOGETHER' }],
  )
  assert.deepEqual(await shop.platform.database.query(sql`select id from product_view where site = ${shop.site}`), [])
  assert.equal((await office().recommendationManagement.getRecommendationSettings({})).progress.visits, 14)
})

test('what shares a name and a price is similar, and is recommended where nothing was sold yet', async () => {
  const [vase, tall] = [await add('Linen Vase', { price: 7300 }), await add('Tall Linen Vase', { price: 7900 })]
  shop.clock.advance(25 * 3_600_000)
  await learn()
  assert.deepEqual((await beside(vase, 'SOLD_OUT'))[0], { productId: tall.id, kind: 'SIMILAR' })
  const { algorithms } = await office().recommendationManagement.explainProduct({ productId: vase.id })
  const similar = algorithms.find(({ kind }) => kind === 'SIMILAR')!.items.find(({ product }) => product.id === tall.id)
  assert.deepEqual(similar?.shared, ['NAME', 'PRICE'])
})

test('a member is recommended what goes with what they bought, and not that again; visitors hear nothing of it', async () => {
  const member = await newMember(shop)
  const [pan, lid, oven] = [await add('Pan'), await add('Lid'), await add('Oven')]
  const mine = await sellTogether(shop, [
    [pan, lid],
    [pan, lid],
    [pan, lid],
    [pan, oven],
    [pan, oven],
  ])
  await sellOthers(8)
  await learn()
  await shop.platform.database.query(sql`
    update orders set member_id = ${member.memberId} where site = ${shop.site} and id = any(${[mine[3]!]}::uuid[])`)
  const forYou = [{ id: '3f1d9c52-2c1e-4f7e-8b6d-e4a97c0d5b02', appId: storesAppId }]
  const { recommendation } = await member.client.recommendations.getRecommendation({ algorithms: forYou })
  assert.deepEqual(recommendation?.items[0], { catalogItemId: lid.id, appId: storesAppId })
  assert.ok(recommendation?.items.every(({ catalogItemId }) => catalogItemId !== pan.id && catalogItemId !== oven.id))
  assert.deepEqual(await newBuyer(shop).recommendations.getRecommendation({ algorithms: forYou }), {})
})

describe('what the shop says', () => {
  test('a pin comes first, an exclusion does not come, beside one product or everywhere', async () => {
    const { recommendationManagement } = office()
    const [placement, bracket, screw, drill] = [await add('Wall board'), await add('Bracket'), await add('Screw'), await add('Drill')]
    await sellTogether(shop, [
      [placement, bracket],
      [placement, bracket],
      [placement, screw],
      [placement, screw],
    ])
    await sellOthers(10)
    await learn()
    const { picks } = await recommendationManagement.setProductPicks({ productId: placement.id, pinned: [drill.id], excluded: [screw.id] })
    assert.deepEqual([picks.pinned.map(({ name }) => name), picks.excluded.map(({ name }) => name)], [['Drill'], ['Screw']])
    assert.deepEqual(await boughtBeside(placement), [drill.id, bracket.id])
    assert.deepEqual((await boughtBeside(screw))[0], placement.id, 'elsewhere it stays')

    await recommendationManagement.setShopPicks({ pinned: [screw.id], excluded: [bracket.id] })
    assert.deepEqual(await boughtBeside(placement), [drill.id])
    const { items: home } = await newBuyer(shop).recommendations.getPlacement({ placement: 'HOME', limit: 24 })
    assert.equal(home[0]?.productId, screw.id)
    assert.ok(home.every(({ productId }) => productId !== bracket.id))
    const explained = await recommendationManagement.explainProduct({ productId: placement.id })
    const together = explained.algorithms.find(({ kind }) => kind === 'BOUGHT_TOGETHER')!.items
    assert.ok(together.length === 2 && together.every(({ excluded }) => excluded))
    assert.deepEqual(
      (await recommendationManagement.getShopPicks({})).picks.excluded.map(({ id }) => id),
      [bracket.id],
    )
    await recommendationManagement.setShopPicks({ pinned: [], excluded: [] })
  })

  test('409 STALE_REVISION where somebody else has changed the picks meanwhile; of two at once one is told so', async () => {
    const { recommendationManagement } = office()
    const [one, other, third] = [await add('One'), await add('Other'), await add('Third')]
    const { picks: before } = await recommendationManagement.explainProduct({ productId: one.id })
    const set = (pinned: string[], revision: string) =>
      recommendationManagement.setProductPicks({ productId: one.id, pinned, excluded: [], revision })
    const both = await Promise.allSettled([set([other.id], before.revision), set([third.id], before.revision)])
    const refused = both.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []))
    const [done] = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value.picks] : []))
    assert.deepEqual(refused, ['STALE_REVISION'])
    const { picks: now } = await recommendationManagement.explainProduct({ productId: one.id })
    assert.deepEqual(now, done)
    assert.deepEqual((await set([third.id, other.id], now.revision)).picks.pinned.length, 2)
    // Whoever says no revision replaces whatever there is.
    await recommendationManagement.setProductPicks({ productId: one.id, pinned: [], excluded: [] })

    const { picks: shops } = await recommendationManagement.getShopPicks({})
    const ofShop = (excluded: string[]) => recommendationManagement.setShopPicks({ pinned: [], excluded, revision: shops.revision })
    await ofShop([other.id, third.id])
    await assert.rejects(ofShop([]), { code: 'STALE_REVISION' })
    await recommendationManagement.setShopPicks({ pinned: [], excluded: [] })
  })

  test('400 RECOMMENDATION_PICKS_CONFLICT where one is pinned and excluded or stands beside itself; 404 PRODUCT_NOT_FOUND', async () => {
    const { recommendationManagement } = office()
    const [one, other] = [await add('One'), await add('Other')]
    const set = (pinned: string[], excluded: string[]) => recommendationManagement.setProductPicks({ productId: one.id, pinned, excluded })
    await assert.rejects(set([other.id], [other.id.toUpperCase()]), {
      code: 'RECOMMENDATION_PICKS_CONFLICT',
      data: { productId: other.id },
    })
    await assert.rejects(set([], [one.id]), { code: 'RECOMMENDATION_PICKS_CONFLICT' })
    await assert.rejects(set(['00000000-0000-4000-8000-000000000009'], []), { code: 'PRODUCT_NOT_FOUND' })
    const nothing = { productId: '00000000-0000-4000-8000-000000000009', pinned: [], excluded: [] }
    await assert.rejects(recommendationManagement.setProductPicks(nothing), { code: 'PRODUCT_NOT_FOUND' })
    await assert.rejects(recommendationManagement.setShopPicks({ pinned: [], excluded: [nothing.productId] }), {
      code: 'PRODUCT_NOT_FOUND',
    })
    await assert.rejects(recommendationManagement.setShopPicks({ pinned: [one.id], excluded: [one.id] }), {
      code: 'RECOMMENDATION_PICKS_CONFLICT',
    })
    await assert.rejects(recommendationManagement.explainProduct({ productId: nothing.productId }), { code: 'PRODUCT_NOT_FOUND' })
  })

  test('a placement stands by the algorithms that are chosen for it, in their order, and by none where it is switched off', async () => {
    const { recommendationManagement } = office()
    const { settings } = await recommendationManagement.getRecommendationSettings({})
    const change = (enabled: boolean, revision = settings.revision) =>
      recommendationManagement.setRecommendationSettings({
        settings: { revision, placements: [{ placement: 'NO_RESULTS', enabled, algorithms: ['NEW', 'NEW'] }] },
      })
    const changed = await change(true)
    assert.deepEqual(
      changed.settings.placements.find(({ placement }) => placement === 'NO_RESULTS'),
      { placement: 'NO_RESULTS', enabled: true, algorithms: ['NEW'] },
    )
    assert.deepEqual(
      changed.settings.placements.find(({ placement }) => placement === 'HOME'),
      { placement: 'HOME', enabled: true, algorithms: ['BEST_SELLING', 'NEW'] },
    )
    await learn()
    const shown = async () => (await newBuyer(shop).recommendations.getPlacement({ placement: 'NO_RESULTS', limit: 3 })).items
    assert.deepEqual(
      (await shown()).map(({ kind }) => kind),
      ['NEW', 'NEW', 'NEW'],
    )
    await assert.rejects(change(false), { code: 'STALE_REVISION' })
    await change(false, changed.settings.revision)
    assert.deepEqual(await shown(), [])
  })
})
