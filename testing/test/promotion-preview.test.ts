import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Input } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'

const nobody = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e99'
const hour = 3_600_000

type Rule = NonNullable<Input<'POST /vitrine/v1/promotions/preview'>['discountRule']>
type Specification = NonNullable<Input<'POST /vitrine/v1/promotions/preview'>['coupon']>['specification']

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
let mug: TestProduct
let lamp: TestProduct
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'

const scopeOf = ({ id }: TestProduct) => ({ catalogItemFilter: { catalogAppId: storesAppId, catalogItemIds: [id] } })
/** So much off mugs from so many on. */
const from = (units: number, percentage: number, more: Partial<Rule> = {}): Rule => ({
  name: 'Mugs together',
  active: true,
  trigger: { itemQuantityRange: { scopes: [scopeOf(mug)], from: units } },
  discounts: { values: [{ percentage, specificItemsInfo: { scopes: [scopeOf(mug)] } }] },
  ...more,
})
const preview = (discountRule: Rule, last?: number) => office.promotions.previewPromotion({ discountRule, ...(last && { last }) })
const previewCoupon = (specification: Specification, id?: string) =>
  office.promotions.previewPromotion({ coupon: { specification, ...(id && { id }) } })

async function buy(quantity: number, couponCode?: string): Promise<string> {
  const buyer = newBuyer(shop)
  const checkoutId = await toCheckout(buyer, [{ product: mug, quantity }])
  if (couponCode) await buyer.checkout.updateCheckout({ checkout: { id: checkoutId }, couponCode })
  const { orderId } = await buyer.payments.placeOrder({
    id: checkoutId,
    paymentToken: await card(buyer),
    returnUrl: `${shop.url}/thank-you`,
  })
  return orderId
}

// Four mugs were bought, then three, all of the stock but one; five are in a checkout without a delivery, and a lamp is in a cart.
before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 8 }, clock.now())
  lamp = await addProduct(platform, { site, name: 'Evening Lamp', price: 8900, stock: 5 }, clock.now())
  await buy(4)
  clock.advance(hour)
  await buy(3)
  clock.advance(hour)
  const waiting = newBuyer(shop)
  await waiting.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
  await waiting.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', email: 'eve@example.com' })
  clock.advance(hour)
  const looking = newBuyer(shop)
  await looking.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: lamp.reference() }] })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

describe('POST /vitrine/v1/promotions/preview', () => {
  test('200 says of each cart of late what a rule would have given it, the newest first, whatever is in stock by now', async () => {
    const answer = await preview(from(4, 15))
    assert.deepEqual(
      answer.carts.map(({ kind, before, now, given, has }) => [kind, before, now, given, has]),
      [
        ['CART', '89.00', '89.00', '0.00', '0'],
        ['CHECKOUT', '26.00', '26.00', '0.00', '1'],
        ['ORDER', '82.90', '82.90', '0.00', '3'],
        // 104.00 less 15.60, delivered free from 80.00 on.
        ['ORDER', '104.00', '88.40', '15.60', '4'],
      ],
    )
    assert.deepEqual([answer.examined, answer.complete, answer.changed], [4, true, 1])
    assert.deepEqual(answer.after, { carts: 1, given: '15.60' })
    assert.equal(answer.before, undefined)
    assert.deepEqual(answer.goal, { unit: 'PIECES', needs: '4' })
    assert.deepEqual(answer.carts[2]!.unmoved, { because: 'PIECES', has: '3', from: '4' })
    assert.deepEqual(answer.carts[3]!.items[0], { name: 'Morning Mug', quantity: 4 })
    assert.equal(answer.carts[3]!.buyer, 'Ada Lovelace')
    assert.equal(answer.carts[3]!.number, '10001')
    const reason = answer.carts[3]!.nowReasons!.find(({ step }) => step === 'DISCOUNT')
    assert.deepEqual([reason?.name, reason?.percent, reason?.of, reason?.amount], ['Mugs together', '15', '104.00', '15.60'])
    assert.ok(!answer.carts[3]!.beforeReasons!.some(({ step }) => step === 'DISCOUNT'))
  })

  test('200 calculates on: what falls below the value of free delivery pays for its delivery', async () => {
    const { carts, after: effect } = await preview(from(4, 50))
    assert.deepEqual([carts[3]!.before, carts[3]!.now], ['104.00', '56.90'])
    assert.equal(effect.given, '47.10')
  })

  test('200 of a rule that stands tells what it gives now and what it would give', async () => {
    const { discountRule } = await office.discountRules.createDiscountRule({ discountRule: from(4, 10) })
    const answer = await preview({ ...from(3, 10), id: discountRule.id })
    assert.deepEqual(
      [answer.before, answer.after],
      [
        { carts: 1, given: '10.40' },
        { carts: 2, given: '18.20' },
      ],
    )
    assert.deepEqual(
      answer.carts.slice(2).map(({ before, now }) => [before, now]),
      // 78.00 less 7.80, and 4.90 for the delivery.
      [
        ['82.90', '75.10'],
        ['93.60', '93.60'],
      ],
    )
    assert.equal(answer.changed, 1)
    await office.discountRules.deleteDiscountRule({ discountRuleId: discountRule.id })
  })

  test('200 of a rule that is switched off and over by now tries it all the same', async () => {
    const { discountRule } = await office.discountRules.createDiscountRule({
      discountRule: from(4, 10, { active: false, activeTimeInfo: { end: new Date(shop.clock.now().getTime() - hour).toISOString() } }),
    })
    const answer = await preview({ id: discountRule.id })
    assert.deepEqual(
      [answer.before, answer.after],
      [
        { carts: 0, given: '0.00' },
        { carts: 1, given: '10.40' },
      ],
    )
    await office.discountRules.deleteDiscountRule({ discountRuleId: discountRule.id })
  })

  test('200 takes a rule among the others: each on what the ones before it left', async () => {
    const { discountRule } = await office.discountRules.createDiscountRule({ discountRule: from(1, 50) })
    const { carts } = await preview(from(4, 10))
    // Half of 104.00 and a tenth of the rest, delivered for 4.90.
    assert.deepEqual([carts[3]!.before, carts[3]!.now], ['56.90', '51.70'])
    await office.discountRules.deleteDiscountRule({ discountRuleId: discountRule.id })
  })

  test('200 names why nothing is given: other goods, other people, an amount, what somebody else would know', async () => {
    const because = async (rule: Partial<Rule>) => (await preview({ ...from(1, 10), ...rule })).carts.map(({ unmoved }) => unmoved?.because)
    assert.deepEqual(await because({ trigger: null }), ['NO_SUCH_GOODS', undefined, undefined, undefined])
    assert.deepEqual(
      await because({ trigger: { customerEligibility: { individualMembersInfo: { memberIds: [nobody] } } } }),
      Array(4).fill('OTHER_CUSTOMER'),
    )
    assert.deepEqual(await because({ trigger: { subtotalRange: { from: '90' } } }), ['SUBTOTAL', 'SUBTOTAL', 'SUBTOTAL', undefined])
    // What others would be asked counts as met.
    assert.deepEqual(await because({ trigger: { customTrigger: { id: 'rain', appId: nobody } } }), [
      'NO_SUCH_GOODS',
      undefined,
      undefined,
      undefined,
    ])
    const offer = { customerBuys: { minimumQuantity: 3, scopes: [scopeOf(mug)] }, customerGets: { quantity: 1, scopes: [scopeOf(mug)] } }
    const { carts, after: effect } = await preview({
      name: 'Three and one',
      discounts: { values: [{ percentage: 100, buyXGetYInfo: offer }] },
    })
    assert.deepEqual(carts[1]!.unmoved, { because: 'PIECES', has: '1', from: '3' })
    assert.deepEqual(carts[2]!.unmoved, { because: 'NOTHING_LEFT' })
    assert.equal(effect.carts, 1)
  })

  test('200 of a coupon: as if everybody had typed it who has no other one', async () => {
    const answer = await previewCoupon({ moneyOffAmount: 10, minimumSubtotal: 78 })
    assert.deepEqual(answer.after, { carts: 3, given: '30.00' })
    assert.deepEqual(answer.goal, { unit: 'AMOUNT', needs: '78.00' })
    assert.deepEqual(answer.carts[1]!.unmoved, { because: 'SUBTOTAL', has: '26.00', from: '78.00' })
    const free = await previewCoupon({ freeShipping: true })
    assert.deepEqual(
      free.carts.map(({ given, unmoved }) => [given, unmoved?.because]),
      [
        ['0.00', 'NO_DELIVERY'],
        ['0.00', 'NO_DELIVERY'],
        ['4.90', undefined],
        ['0.00', 'NO_DELIVERY'],
      ],
    )
    // One of four for nothing, and the delivery to be paid.
    const three = await previewCoupon({
      buyXGetY: { x: 3, y: 1 },
      scope: { namespace: 'stores', group: { name: 'product', entityId: mug.id } },
    })
    assert.deepEqual(
      [three.goal, three.after],
      [
        { unit: 'PIECES', needs: '4' },
        { carts: 1, given: '21.10' },
      ],
    )
  })

  test('200 of a coupon that stands: those who typed it keep to it, those with another are left alone', async () => {
    const { id } = await office.coupons.createCoupon({ specification: { name: 'Five off', code: 'FIVE', moneyOffAmount: 5 } })
    await office.coupons.createCoupon({ specification: { name: 'Six off', code: 'SIX', moneyOffAmount: 6 } })
    await addUnits(4)
    shop.clock.advance(hour)
    await buy(2, 'five')
    shop.clock.advance(hour)
    await buy(2, 'SIX')
    const answer = await previewCoupon({ moneyOffAmount: 8 }, id)
    const [six, five] = answer.carts
    assert.deepEqual([six!.before, six!.now, six!.unmoved], ['50.90', '50.90', { because: 'OTHER_COUPON', couponCode: 'SIX' }])
    assert.deepEqual([five!.before, five!.now, five!.given], ['51.90', '48.90', '8.00'])
    assert.deepEqual([answer.before?.given, answer.after.given], ['25.00', '40.00'])
  })

  test('looks at no more than asked for, and changes nothing', async () => {
    const before = await everything()
    const answer = await preview(from(1, 10), 2)
    assert.equal(answer.carts.length, 2)
    assert.deepEqual(await everything(), before)
  })

  test('404 and 400 say what is not there and what makes no sense', async () => {
    assert.equal(await codeOf(preview({ ...from(1, 10), id: nobody })), 'DISCOUNT_RULE_NOT_FOUND')
    assert.equal(await codeOf(previewCoupon({ percentOffRate: 10 }, nobody)), 'COUPON_NOT_FOUND')
    assert.equal(await codeOf(office.promotions.previewPromotion({})), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(previewCoupon({ percentOffRate: 10, moneyOffAmount: 1 })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(preview({ name: 'Nothing' })), 'INVALID_ARGUMENT')
  })
})

/** All that a preview reads. */
async function everything(): Promise<unknown> {
  const tables = await Promise.all(
    [
      sql`select jsonb_agg(orders order by id) as rows from orders where site = ${shop.site}`,
      sql`select jsonb_agg(checkout order by id) as rows from checkout where site = ${shop.site}`,
      sql`select jsonb_agg(cart order by id) as rows from cart where site = ${shop.site}`,
      sql`select jsonb_agg(site_setting order by section) as rows from site_setting where site = ${shop.site}`,
      sql`select jsonb_agg(coupon order by id) as rows from coupon where site = ${shop.site}`,
    ].map((statement) => shop.platform.database.query(statement)),
  )
  return tables
}

/** Puts mugs in stock. */
async function addUnits(count: number): Promise<void> {
  await shop.platform.database.query(
    sql`update stock set quantity = quantity + ${count} where site = ${shop.site} and product_id = ${mug.id}`,
  )
}

describe('GET /vitrine/v1/promotions', () => {
  test('200 lists coupons and rules together, with what became of them, the newest first and page by page', async () => {
    const { discountRule: first } = await office.discountRules.createDiscountRule({ discountRule: from(2, 50, { name: 'Half' }) })
    shop.clock.advance(hour)
    await office.coupons.createCoupon({ specification: { name: 'Later', code: 'LATER', percentOffRate: 5, startTime: inHours(100) } })
    shop.clock.advance(hour)
    const { discountRule: second } = await office.discountRules.createDiscountRule({ discountRule: from(2, 10, { name: 'Tenth' }) })
    await office.coupons.createCoupon({ specification: { name: 'Off', code: 'OFF', percentOffRate: 5, active: false, usageLimit: 1 } })
    await addUnits(2)
    await buy(2, 'FIVE')

    const { promotions, counts, currency, next } = await office.promotions.listPromotions({})
    const named = (all: typeof promotions) => all.map(({ coupon, discountRule }) => coupon?.specification.code ?? discountRule?.name)
    assert.deepEqual(named(promotions).toSorted(), ['FIVE', 'Half', 'LATER', 'OFF', 'SIX', 'Tenth'])
    assert.deepEqual(named(promotions).slice(2), ['LATER', 'Half', 'SIX', 'FIVE'])
    assert.deepEqual([counts, currency, next], [{ all: 6, active: 4, scheduled: 1, ended: 1 }, 'EUR', undefined])
    const of = (name: string) => promotions.find(({ coupon, discountRule }) => name === (coupon?.specification.code ?? discountRule?.name))!
    // Half of 52.00, then a tenth of the rest, then five.
    assert.deepEqual([of('Half').uses, of('Half').given, of('Half').place], [1, '26.00', 1])
    assert.deepEqual([of('Tenth').uses, of('Tenth').given, of('Tenth').place], [1, '2.60', 2])
    assert.deepEqual([of('FIVE').uses, of('FIVE').given, of('FIVE').state], [2, '10.00', 'ACTIVE'])
    assert.deepEqual([of('LATER').state, of('OFF').state], ['SCHEDULED', 'OFF'])

    const two = await office.promotions.listPromotions({ limit: 2 })
    const rest = await office.promotions.listPromotions({ limit: 10, cursor: two.next! })
    assert.deepEqual(named([...two.promotions, ...rest.promotions]), named(promotions))
    assert.deepEqual(named((await office.promotions.listPromotions({ view: 'ENDED' })).promotions), ['OFF'])
    assert.deepEqual(named((await office.promotions.listPromotions({ view: 'SCHEDULED' })).promotions), ['LATER'])
    assert.deepEqual(named((await office.promotions.listPromotions({ search: 'half' })).promotions), ['Half'])
    assert.deepEqual(named((await office.promotions.listPromotions({ search: 'Five' })).promotions), ['FIVE'])
    assert.deepEqual(named((await office.promotions.listPromotions({ search: '%' })).promotions), [])
    assert.equal(await codeOf(office.promotions.listPromotions({ cursor: 'nonsense' })), 'INVALID_ARGUMENT')

    // The other way round they come to the same here, and take it in another order.
    await office.promotions.orderDiscountRules({ discountRuleIds: [second.id, first.id] })
    const { carts } = await previewCoupon({ moneyOffAmount: 1 })
    const steps = carts
      .find(({ kind, units }) => kind === 'ORDER' && units === 3)!
      .nowReasons!.flatMap(({ step, name, of: left }) => (step === 'DISCOUNT' ? [[name, left]] : []))
    assert.deepEqual(steps.slice(0, 2), [
      ['Tenth', '78.00'],
      ['Half', '70.20'],
    ])
    const again = await office.promotions.listPromotions({ search: 'half' })
    assert.equal(again.promotions[0]!.place, 2)
  })

  test('what an order that is called off was given is given no more', async () => {
    await addUnits(2)
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug, quantity: 1 }])
    await buyer.checkout.updateCheckout({ checkout: { id: checkoutId }, couponCode: 'SIX' })
    const { orderId } = await buyer.payments.placeOrder({
      id: checkoutId,
      paymentToken: await card(buyer),
      returnUrl: `${shop.url}/thank-you`,
    })
    const given = async () => (await office.promotions.listPromotions({ search: 'SIX' })).promotions[0]!.given
    assert.equal(await given(), '12.00')
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await given(), '6.00')
  })
})

const inHours = (hours: number) => String(shop.clock.now().getTime() + hours * hour)

describe('POST /vitrine/v1/promotions/order', () => {
  test('409 DISCOUNT_RULES_CHANGED where it is not every rule, each once', async () => {
    const { discountRules } = await office.discountRules.queryDiscountRules({})
    const ids = discountRules.map(({ id }) => id)
    const order = (discountRuleIds: string[]) => codeOf(office.promotions.orderDiscountRules({ discountRuleIds }))
    assert.equal(await order(ids.slice(1)), 'DISCOUNT_RULES_CHANGED')
    assert.equal(await order([...ids.slice(1), ids[1]!]), 'DISCOUNT_RULES_CHANGED')
    assert.equal(await order([...ids.slice(1), nobody]), 'DISCOUNT_RULES_CHANGED')
    assert.equal(await order([...ids, nobody]), 'DISCOUNT_RULES_CHANGED')
    assert.equal(await order(ids), 'done')
  })

  test('a cart is calculated by it at once', async () => {
    const { discountRules } = await office.discountRules.queryDiscountRules({})
    await addUnits(2)
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
    const namesOf = async () =>
      (await buyer.checkout.getCheckout({ id: checkoutId })).checkout.appliedDiscounts.flatMap(
        ({ discountRule }) => discountRule?.name?.original ?? [],
      )
    await office.promotions.orderDiscountRules({ discountRuleIds: discountRules.map(({ id }) => id) })
    const before = await namesOf()
    await office.promotions.orderDiscountRules({ discountRuleIds: discountRules.map(({ id }) => id).toReversed() })
    assert.deepEqual([before, await namesOf()], [before, before.toReversed()])
    assert.equal(before.length, 2)
  })
})
