import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { takeCoupon } from '@vitrine/platform/commerce/promotions/use'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { Refusal } from '@vitrine/platform/kernel/refusal'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'

const stores = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const nobody = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e99'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const violationOf = async (call: Promise<unknown>) => {
  const [refused] = await attempt(call)
  const [first] = (refused!.data as { fieldViolations: { field: string; ruleName?: string }[] }).fieldViolations
  return first?.ruleName ?? first?.field
}
const millis = (afterMs: number) => String(shop.clock.now().getTime() + afterMs)

describe('coupons', () => {
  const tenth = { name: 'A tenth off', code: 'SLOWSUNDAY', percentOffRate: 10, minimumSubtotal: 50 }

  test('a coupon is made, read, changed and deleted', async () => {
    const { id } = await office.coupons.createCoupon({ specification: tenth })
    const { coupon } = await office.coupons.getCoupon({ id })
    assert.deepEqual(coupon, {
      id,
      specification: {
        type: 'PERCENT_OFF_RATE',
        name: 'A tenth off',
        code: 'SLOWSUNDAY',
        startTime: millis(0),
        limitedToOneItem: false,
        appliesToSubscriptions: false,
        active: true,
        percentOffRate: 10,
        minimumSubtotal: 50,
      },
      dateCreated: millis(0),
      expired: false,
      numberOfUsages: 0,
    })
    await office.coupons.updateCoupon({ id, specification: { usageLimit: 5, expirationTime: millis(1000) } })
    const { specification, expired } = (await office.coupons.getCoupon({ id })).coupon
    assert.deepEqual([specification.usageLimit, specification.percentOffRate, expired], [5, 10, false])
    await office.coupons.updateCoupon({ id, specification: { expirationTime: null, scope: { namespace: 'stores' } } })
    const changed = (await office.coupons.getCoupon({ id })).coupon.specification
    assert.deepEqual([changed.scope, changed.minimumSubtotal, changed.expirationTime], [{ namespace: 'stores' }, undefined, undefined])
    await office.coupons.updateCoupon({ id, partial: false, specification: { name: 'Other', code: 'OTHER', buyXGetY: { x: 2, y: 1 } } })
    const whole = (await office.coupons.getCoupon({ id })).coupon.specification
    assert.deepEqual(
      [whole.type, whole.buyXGetY, whole.usageLimit, whole.percentOffRate],
      ['BUY_X_GET_Y', { x: 2, y: 1 }, undefined, undefined],
    )
    await office.coupons.deleteCoupon({ id })
    assert.equal(await codeOf(office.coupons.getCoupon({ id })), 'COUPON_NOT_FOUND')
  })

  test('404 COUPON_NOT_FOUND for a coupon that is not there', async () => {
    assert.equal(await codeOf(office.coupons.getCoupon({ id: nobody })), 'COUPON_NOT_FOUND')
    assert.equal(await codeOf(office.coupons.updateCoupon({ id: nobody, specification: {} })), 'COUPON_NOT_FOUND')
    assert.equal(await codeOf(office.coupons.deleteCoupon({ id: nobody })), 'COUPON_NOT_FOUND')
  })

  test('409 COUPON_CODE_ALREADY_EXISTS however it is typed', async () => {
    await office.coupons.createCoupon({ specification: { ...tenth, code: 'Twice' } })
    const { id } = await office.coupons.createCoupon({ specification: { ...tenth, code: 'ONCE' } })
    assert.equal(await codeOf(office.coupons.createCoupon({ specification: { ...tenth, code: ' tWICE ' } })), 'COUPON_CODE_ALREADY_EXISTS')
    assert.equal(await codeOf(office.coupons.updateCoupon({ id, specification: { code: 'TWICE' } })), 'COUPON_CODE_ALREADY_EXISTS')
    assert.equal(await codeOf(office.coupons.updateCoupon({ id, specification: { code: 'once' } })), 'done')
  })

  test('400 INVALID_ARGUMENT says what makes no sense', async () => {
    const make = (specification: object) => violationOf(office.coupons.createCoupon({ specification: specification }))
    assert.equal(await make({ code: 'A', percentOffRate: 10 }), 'specification.name')
    assert.equal(await make({ name: 'A', percentOffRate: 10 }), 'specification.code')
    assert.equal(await make({ name: 'A', code: 'A' }), 'specification.percentOffRate')
    assert.equal(await make({ name: 'A', code: 'A', percentOffRate: 10, moneyOffAmount: 5 }), 'specification.percentOffRate')
    assert.equal(await make({ name: 'A', code: 'A', moneyOffAmount: 0 }), 'specification.moneyOffAmount')
    assert.equal(await make({ name: 'A', code: 'A', percentOffRate: 101 }), 'specification.percentOffRate')
    assert.equal(await make({ ...tenth, scope: { namespace: 'stores' } }), 'specification.minimumSubtotal')
    assert.equal(await make({ name: 'A', code: 'A', freeShipping: true, scope: { namespace: 'stores' } }), 'specification.scope')
    assert.equal(await make({ name: 'A', code: 'A', percentOffRate: 5, expirationTime: '1' }), 'specification.expirationTime')
    assert.equal(
      await make({ name: 'A', code: 'A', percentOffRate: 5, scope: { namespace: 'stores', group: { name: 'product' } } }),
      'specification.scope.group.entityId',
    )
  })

  test('several are made and deleted, each by itself', async () => {
    const made = await office.coupons.bulkCreateCoupons({
      specifications: [
        { ...tenth, code: 'BULK1' },
        { ...tenth, code: 'BULK1' },
        { ...tenth, code: 'BULK2', percentOffRate: null },
        { name: 'Free', code: 'BULK3', freeShipping: true },
      ],
      returnFullEntity: true,
    })
    assert.deepEqual(
      made.results.map(({ itemMetadata }) => itemMetadata.error?.code ?? 'made'),
      ['made', 'COUPON_CODE_ALREADY_EXISTS', 'INVALID_ARGUMENT', 'made'],
    )
    assert.equal(made.results[3]?.item?.specification.type, 'FREE_SHIPPING')
    assert.deepEqual(made.bulkActionMetadata, { totalSuccesses: 2, totalFailures: 2, undetailedFailures: 0 })
    const gone = await office.coupons.bulkDeleteCoupons({ ids: [made.results[0]!.itemMetadata.id!, nobody] })
    assert.deepEqual(
      gone.results.map(({ itemMetadata }) => itemMetadata.error?.code ?? 'gone'),
      ['gone', 'COUPON_NOT_FOUND'],
    )
  })

  test('a query filters and sorts, also where both are JSON in a text; the older address answers the same', async () => {
    for (const [code, active] of [
      ['QUERY1', true],
      ['QUERY2', false],
      ['QUERY3', true],
    ] as const)
      await office.coupons.createCoupon({ specification: { name: 'Queried', code, percentOffRate: 5, active } })
    const codes = (found: Awaited<ReturnType<typeof office.coupons.queryCoupons>>) =>
      found.coupons.map(({ specification }) => specification.code)
    const filter = { 'specification.name': 'Queried', 'specification.active': true }
    const found = await office.coupons.queryCoupons({ query: { filter, sort: { dateCreated: 'asc' } } })
    assert.deepEqual([codes(found), found.totalResults], [['QUERY1', 'QUERY3'], 2])
    const asText = await office.coupons.queryCoupons({
      query: { filter: JSON.stringify(filter), sort: '{"dateCreated":"desc"}', paging: { limit: 1, offset: 1 } },
    })
    assert.deepEqual([codes(asText), asText.totalResults], [['QUERY1'], 2])
    const answer = await fetch(`${shop.url}/v2/coupons/query`, {
      method: 'POST',
      headers: { authorization: shop.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ query: { filter: { expired: false, dateCreated: { $gte: Number(millis(-1)) }, ...filter } } }),
    })
    assert.equal(((await answer.json()) as { totalResults: number }).totalResults, 2)
  })

  test('400 INVALID_ARGUMENT where the filter is no JSON or knows no such field', async () => {
    assert.equal(await violationOf(office.coupons.queryCoupons({ query: { filter: '{oops' } })), 'query.filter')
    assert.equal(await violationOf(office.coupons.queryCoupons({ query: { filter: { color: 'red' } } })), 'query.filter.color')
    assert.equal(await violationOf(office.coupons.queryCoupons({ query: { sort: '[' } })), 'query.sort')
  })

  // attack: Money | a buyer makes a coupon | 403 PERMISSION_DENIED
  test('403 PERMISSION_DENIED for buyers', async () => {
    const auth = visitor({ clientId: shop.clientId, tokens: inMemory() })
    const buyer = createClient({ baseUrl: shop.url, auth, modules: backOffice })
    assert.equal(await codeOf(buyer.coupons.createCoupon({ specification: tenth })), 'PERMISSION_DENIED')
    assert.equal(await codeOf(buyer.discountRules.queryDiscountRules({})), 'PERMISSION_DENIED')
    assert.equal(await codeOf(buyer.giftVouchers.getGiftCard({ code: 'ABCD-EFGH' })), 'PERMISSION_DENIED')
  })

  // attack: Money | fifty buyers use the last use of a coupon at once | one gets it
  test('of fifty who want the last use of a coupon one gets it', async () => {
    const { id } = await office.coupons.createCoupon({ specification: { ...tenth, code: 'LAST', usageLimit: 3 } })
    const use = (n: number) =>
      shop.platform.database.transact(async (db) =>
        takeCoupon({ db, site: shop.site, now: shop.clock.now() }, { id, code: 'LAST', given: 0 }, crypto.randomUUID(), {
          owner: `visitor:${n}`,
        }),
      )
    await Promise.all([use(1), use(2)])
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => use(n + 10)))
    const refused = outcomes.filter((outcome) => outcome instanceof Refusal)
    assert.equal(outcomes.length - refused.length, 1)
    assert.ok(refused.every(({ code }) => code === 'ERROR_COUPON_USAGE_EXCEEDED'))
    assert.equal((await office.coupons.getCoupon({ id })).coupon.numberOfUsages, 3)
    const [rows] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from coupon_use where site = ${shop.site} and coupon_id = ${id}`,
    )
    assert.equal(rows?.count, 3)
  })
})

describe('discount rules', () => {
  const mugs = { catalogItemFilter: { catalogAppId: stores, catalogItemIds: [nobody] } }
  const values = (discount: object = { percentage: 15 }) => ({ values: [{ specificItemsInfo: { scopes: [mugs] }, ...discount }] })
  const make = (rule: object) => office.discountRules.createDiscountRule({ discountRule: { name: 'Rule', discounts: values(), ...rule } })

  test('a rule is made, read, changed and deleted', async () => {
    const { discountRule: made } = await make({
      active: true,
      trigger: { and: { triggers: [{ itemQuantityRange: { from: 3 } }, { subtotalRange: { from: '20', to: '99.99', scopes: [mugs] } }] } },
      activeTimeInfo: { start: '2026-11-20T00:00:00.000Z', end: '2026-12-24T00:00:00.000Z' },
    })
    assert.equal(made.status, 'LIVE')
    assert.deepEqual(
      made.trigger?.and?.triggers.map((one) => one.triggerType),
      ['ITEM_QUANTITY_RANGE', 'SUBTOTAL_RANGE'],
    )
    assert.deepEqual(made.discounts.values[0]?.discountType, 'PERCENTAGE')
    assert.deepEqual([made.revision, made.usageCount], ['1', 0])
    assert.deepEqual((await office.discountRules.getDiscountRule({ discountRuleId: made.id })).discountRule, made)
    const { discountRule: changed } = await office.discountRules.updateDiscountRule({
      discountRule: {
        id: made.id,
        revision: made.revision,
        trigger: null,
        discounts: values({ quantityBased: { configurations: [{ quantity: 3, price: '30' }] } }),
      },
    })
    assert.deepEqual([changed.revision, changed.trigger, changed.discounts.values[0]?.discountType], ['2', undefined, 'QUANTITY_BASED'])
    assert.deepEqual(changed.activeTimeInfo, made.activeTimeInfo)
    await office.discountRules.deleteDiscountRule({ discountRuleId: made.id })
    assert.equal(await codeOf(office.discountRules.getDiscountRule({ discountRuleId: made.id })), 'DISCOUNT_RULE_NOT_FOUND')
  })

  test('every trigger and every discount comes back as it was sent', async () => {
    const triggers = [
      { triggerType: 'SUBTOTAL_RANGE', subtotalRange: { scopes: [], from: '10.00', to: '20.00' } },
      { triggerType: 'ITEM_QUANTITY_RANGE', itemQuantityRange: { scopes: [], from: 2, to: 4 } },
      { triggerType: 'CUSTOM', customTrigger: { id: 'rain', appId: nobody } },
      {
        triggerType: 'CUSTOMER_ELIGIBILITY',
        customerEligibility: { eligibilityType: 'INDIVIDUAL_MEMBERS', individualMembersInfo: { memberIds: [nobody] } },
      },
    ]
    for (const trigger of [...triggers, { triggerType: 'AND', and: { triggers } }, { triggerType: 'OR', or: { triggers } }])
      assert.deepEqual((await make({ trigger })).discountRule.trigger, trigger)
    const discounts = [
      { discountType: 'PERCENTAGE', percentage: 12.5 },
      { discountType: 'FIXED_AMOUNT', fixedAmount: '2.50' },
      { discountType: 'FIXED_PRICE', fixedPrice: '0.00' },
      { discountType: 'QUANTITY_BASED', quantityBased: { configurations: [{ id: nobody, quantity: 2, price: '5.00' }] } },
    ]
    const scopes = [
      { id: 'a', type: 'CATALOG_ITEM', catalogItemFilter: { catalogAppId: stores, catalogItemIds: [nobody] } },
      { id: 'b', type: 'CUSTOM_FILTER', customFilter: { appId: stores, params: { collectionIds: [nobody] } } },
    ]
    for (const discount of discounts) {
      const value = { targetType: 'SPECIFIC_ITEMS', specificItemsInfo: { scopes }, ...discount }
      assert.deepEqual((await make({ discounts: { values: [value] } })).discountRule.discounts.values[0], value)
    }
    const customerGets = { quantity: 1, scopes }
    for (const buyXGetYInfo of [
      { customerBuys: { minimumQuantity: 2, scopes }, customerGets, limit: 3 },
      { customerBuys: { minimumSpend: '50.00', scopes }, customerGets },
    ])
      for (const discount of discounts.slice(0, 3)) {
        const value = { targetType: 'BUY_X_GET_Y', buyXGetYInfo, ...discount }
        assert.deepEqual((await make({ discounts: { values: [value] } })).discountRule.discounts.values[0], value)
      }
  })

  test('404 DISCOUNT_RULE_NOT_FOUND, and 409 STALE_REVISION for who saw an older one', async () => {
    assert.equal(await codeOf(office.discountRules.getDiscountRule({ discountRuleId: nobody })), 'DISCOUNT_RULE_NOT_FOUND')
    assert.equal(await codeOf(office.discountRules.deleteDiscountRule({ discountRuleId: nobody })), 'DISCOUNT_RULE_NOT_FOUND')
    const update = (id: string, revision: string) =>
      office.discountRules.updateDiscountRule({ discountRule: { id, revision, active: true } })
    assert.equal(await codeOf(update(nobody, '1')), 'DISCOUNT_RULE_NOT_FOUND')
    const { discountRule } = await make({})
    assert.equal(await codeOf(update(discountRule.id, '1')), 'done')
    assert.equal(await codeOf(update(discountRule.id, '1')), 'STALE_REVISION')
  })

  test('400 INVALID_ARGUMENT names the rule of the wire that is broken', async () => {
    const broken = (rule: object) => violationOf(make(rule))
    assert.equal(
      await broken({ activeTimeInfo: { start: '2026-12-02T00:00:00Z', end: '2026-12-01T00:00:00Z' } }),
      'INVALID_ACTIVE_TIME_RANGE',
    )
    assert.equal(await broken({ discounts: undefined }), 'INVALID_EMPTY_DISCOUNT')
    assert.equal(await broken({ discounts: values({}) }), 'INVALID_EMPTY_DISCOUNT')
    assert.equal(await broken({ discounts: values({ fixedAmount: '0' }) }), 'INVALID_EMPTY_DISCOUNT')
    assert.equal(await broken({ discounts: values({ percentage: 5, discountType: 'FIXED_PRICE' }) }), 'INVALID_DISCOUNT_TYPE')
    assert.equal(await broken({ discounts: values({ percentage: 5, fixedPrice: '1' }) }), 'INVALID_DISCOUNT_TYPE')
    assert.equal(await broken({ discounts: { values: [{ percentage: 5 }] } }), 'INVALID_TARGET_TYPE_FIELD')
    assert.equal(await broken({ discounts: values({ percentage: 5, targetType: 'BUY_X_GET_Y' }) }), 'INVALID_TARGET_TYPE_FIELD')
    assert.equal(await broken({ discounts: values({ percentage: 5, specificItemsInfo: { scopes: [{}] } }) }), 'INVALID_SCOPE')
    const got = { customerGets: { quantity: 1, scopes: [mugs] } }
    const offer = (buyXGetYInfo: object, more: object = { percentage: 5 }) => ({ discounts: { values: [{ buyXGetYInfo, ...more }] } })
    for (const customerBuys of [{}, { minimumQuantity: 1, minimumSpend: '5' }, { minimumSpend: '0' }])
      assert.equal(await broken(offer({ ...got, customerBuys: { ...customerBuys, scopes: [mugs] } })), 'INVALID_CUSTOMER_BUY_CONDITION')
    const twoMugs = { ...got, customerBuys: { minimumQuantity: 2, scopes: [mugs] } }
    assert.equal(
      await broken(offer(twoMugs, { quantityBased: { configurations: [{ quantity: 2, price: '5' }] } })),
      'INVALID_DISCOUNT_TYPE',
    )
    assert.equal(await broken(offer(twoMugs, { percentage: 5, specificItemsInfo: { scopes: [mugs] } })), 'INVALID_TARGET_TYPE_FIELD')
    assert.equal(
      await broken({ discounts: values({ percentage: 5, specificItemsInfo: { scopes: [{ ...mugs, type: 'CUSTOM_FILTER' }] } }) }),
      'INVALID_SCOPE_TYPE',
    )
    assert.equal(await broken({ trigger: {} }), 'INVALID_TRIGGER_TYPE')
    assert.equal(await broken({ trigger: { triggerType: 'CUSTOM', itemQuantityRange: { from: 1 } } }), 'INVALID_TRIGGER_TYPE')
    assert.equal(await broken({ trigger: { triggerType: 'SUBTOTAL_RANGE' } }), 'MISSING_SUBTOTAL_RANGE')
    assert.equal(await broken({ trigger: { triggerType: 'ITEM_QUANTITY_RANGE' } }), 'MISSING_ITEM_QUANTITY_RANGE')
    assert.equal(await broken({ trigger: { subtotalRange: {} } }), 'INVALID_SUBTOTAL_RANGE')
    assert.equal(await broken({ trigger: { subtotalRange: { from: '5', to: '4' } } }), 'INVALID_SUBTOTAL_RANGE')
    assert.equal(await broken({ trigger: { itemQuantityRange: { from: 5, to: 4 } } }), 'INVALID_ITEM_QUANTITY_RANGE')
    const or = { or: { triggers: [{ itemQuantityRange: { from: 1 } }, { itemQuantityRange: { from: 2 } }] } }
    assert.equal(await broken({ trigger: { and: { triggers: [or, or] } } }), 'OPERATOR_TOO_DEEPLY_NESTED')
  })

  test('a query finds rules by their fields, page by page, the oldest first', async () => {
    for (const name of ['Query A', 'Query B', 'Query C']) await make({ name, active: name !== 'Query B' })
    const names = async (query: object) => (await office.discountRules.queryDiscountRules({ query })).discountRules.map(({ name }) => name)
    const filter = { name: { $startsWith: 'Query' } }
    assert.deepEqual(await names({ filter }), ['Query A', 'Query B', 'Query C'])
    assert.deepEqual(await names({ filter: { ...filter, active: false } }), ['Query B'])
    assert.deepEqual(await names({ filter, sort: [{ fieldName: 'name', order: 'DESC' }] }), ['Query C', 'Query B', 'Query A'])
    const first = await office.discountRules.queryDiscountRules({ query: { filter, cursorPaging: { limit: 2 } } })
    const { next } = first.pagingMetadata.cursors
    assert.deepEqual(await names({ cursorPaging: { limit: 2, cursor: next } }), ['Query C'])
    assert.equal(await violationOf(office.discountRules.queryDiscountRules({ query: { filter: { color: 1 } } })), 'query.filter.color')
  })

  test('409 MAX_CUSTOM_TRIGGER_APPS_EXCEEDED, MAX_QUANTITY_BASED_DISCOUNTS_REACHED and MAX_DISCOUNT_RULES_REACHED', async () => {
    const app = (n: number) => `0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9f0${n}`
    let code = 'done'
    for (let n = 0; code === 'done' && n < 9; n++) code = await codeOf(make({ trigger: { customTrigger: { id: 'x', appId: app(n) } } }))
    assert.equal(code, 'MAX_CUSTOM_TRIGGER_APPS_EXCEEDED')
    const bundle = values({ quantityBased: { configurations: [{ quantity: 2, price: '5' }] } })
    code = 'done'
    for (let n = 0; code === 'done' && n < 25; n++) code = await codeOf(make({ discounts: bundle }))
    assert.equal(code, 'MAX_QUANTITY_BASED_DISCOUNTS_REACHED')
    code = 'done'
    for (let n = 0; code === 'done' && n < 101; n++) code = await codeOf(make({}))
    assert.equal(code, 'MAX_DISCOUNT_RULES_REACHED')
    const { discountRules } = await office.discountRules.queryDiscountRules({ query: { cursorPaging: { limit: 100 } } })
    assert.equal(discountRules.length, 100)
    const plain = discountRules.find(({ discounts }) => discounts.values[0]?.percentage)!
    const bundled = office.discountRules.updateDiscountRule({ discountRule: { id: plain.id, revision: plain.revision, discounts: bundle } })
    assert.equal(await codeOf(bundled), 'MAX_QUANTITY_BASED_DISCOUNTS_REACHED')
    const asking = office.discountRules.updateDiscountRule({
      discountRule: { id: plain.id, revision: plain.revision, trigger: { customTrigger: { id: 'x', appId: app(9) } } },
    })
    assert.equal(await codeOf(asking), 'MAX_CUSTOM_TRIGGER_APPS_EXCEEDED')
  })
})
