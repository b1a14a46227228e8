import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { afterRules } from './due.ts'
import type { Line } from './lines.ts'
import { type Membership, type MembershipChoice, membershipsFor } from './memberships.ts'
import { type Minor, minor } from './money.ts'
import { type Coupon, couponRefusal, type DiscountRule, promotions, type Scope, type Trigger, validityOf } from './promotions.ts'
import { quote } from './quote.ts'
import { basketOf, shippingOptions } from './shipping.ts'
import type { Off } from './taking.ts'

const stores = 'stores'
const line = (id: string, price: number, more: Partial<Line> = {}): Line => ({
  id,
  quantity: 1,
  price: minor(price),
  shippable: true,
  item: { appId: stores, id, collectionIds: [] },
  ...more,
})
const inCollection = (id: string, price: number, ...collectionIds: string[]) =>
  line(id, price, { item: { appId: stores, id, collectionIds } })
const coupon = (off: Off, more: Partial<Coupon> = {}): Coupon => ({
  id: 'c',
  name: 'Coupon',
  code: 'CODE',
  active: true,
  off,
  limitedToOneItem: false,
  appliesToSubscriptions: false,
  ...more,
})
const rule = (id: string, off: Off, more: Partial<DiscountRule> = {}): DiscountRule => ({
  id,
  name: id,
  active: true,
  scopes: [{ appId: stores, itemIds: [] }],
  off,
  ...more,
})
const now = { at: 1000, memberId: null }
const tax = {
  rateType: 'MANUAL_RATE',
  region: { id: 'de', name: 'Germany' },
  taxIncludedInPrice: true,
  shippingTaxed: true,
  defaultGroupId: 'standard',
  rates: { standard: [{ name: 'VAT', rate: '0.19', jurisdictionType: 'COUNTRY' }] },
} as const
const priced = (lines: readonly Line[], offers: Parameters<typeof promotions>[1], situation = now as Parameters<typeof promotions>[2]) =>
  quote(lines, { currency: 'EUR', tax, shipping: null, discounts: promotions(lines, offers, situation).discounts })
const given = (lines: readonly Line[], offers: Parameters<typeof promotions>[1], situation = now as Parameters<typeof promotions>[2]) =>
  promotions(lines, offers, situation).discounts.map(({ id }) => id)

describe('discounts of services', () => {
  test('come after the rules and before the coupon, whatever they are called', () => {
    const lines = [line('a', 10_000)]
    const services = [
      { id: 's', name: 'Points', source: 'RULE', off: { percent: '50' } },
      { id: 'v', name: 'Voucher', code: 'VOUCHER', source: 'COUPON', off: { amount: minor(500) } },
    ] as const
    const offers = { rules: [rule('r', { percent: '10' })], services, coupon: coupon({ percent: '10' }) }
    assert.deepEqual(given(lines, offers), ['r', 's', 'v', 'c'])
    assert.equal(priced(lines, offers).total, 3600)
  })
})

describe('a coupon that cannot be used', () => {
  const uses = { byAll: 0, byCustomer: 0 }
  test('ERROR_COUPON_IS_DISABLED goes before all else', () =>
    assert.equal(couponRefusal(coupon({ percent: '10' }, { active: false, endsAt: 0 }), 1000, uses), 'ERROR_COUPON_IS_DISABLED'))
  test('ERROR_COUPON_HAS_EXPIRED from its end on', () => {
    assert.equal(couponRefusal(coupon({ percent: '10' }, { endsAt: 1000 }), 1000, uses), 'ERROR_COUPON_HAS_EXPIRED')
    assert.equal(couponRefusal(coupon({ percent: '10' }, { endsAt: 1001 }), 1000, uses), null)
  })
  test('ERROR_COUPON_IS_NOT_ACTIVE_YET until its start', () => {
    assert.equal(couponRefusal(coupon({ percent: '10' }, { startsAt: 1001 }), 1000, uses), 'ERROR_COUPON_IS_NOT_ACTIVE_YET')
    assert.equal(couponRefusal(coupon({ percent: '10' }, { startsAt: 1000 }), 1000, uses), null)
  })
  test('ERROR_COUPON_USAGE_EXCEEDED and ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED', () => {
    const limited = coupon({ percent: '10' }, { usageLimit: 5, limitPerCustomer: 1 })
    assert.equal(couponRefusal(limited, 1000, { byAll: 5, byCustomer: 1 }), 'ERROR_COUPON_USAGE_EXCEEDED')
    assert.equal(couponRefusal(limited, 1000, { byAll: 4, byCustomer: 1 }), 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED')
    assert.equal(couponRefusal(limited, 1000, { byAll: 4, byCustomer: 0 }), null)
  })
})

describe('a coupon on a cart', () => {
  const cart = [
    inCollection('mug', 2600, 'kitchen'),
    inCollection('throw', 8900, 'home'),
    line('sub', 1000, { subscription: { freeTrial: false } }),
  ]

  test('takes an amount, a percentage, a fixed price or the delivery', () => {
    assert.equal(priced(cart, { coupon: coupon({ amount: minor(1000) }) }).discount, 1000)
    assert.equal(priced(cart, { coupon: coupon({ percent: '10' }) }).discount, 1150)
    assert.equal(priced(cart, { coupon: coupon({ price: minor(5000) }) }).discount, 3900)
    const discounts = promotions(cart, { coupon: coupon({ shipping: true }) }, now).discounts
    const answer = quote(cart, { currency: 'EUR', tax, shipping: { code: 's', title: 'Standard', price: minor(490) }, discounts })
    assert.deepEqual([answer.shipping, answer.discount, answer.total, answer.shippingLine?.tax.tax], [490, 490, 12_500, 0])
    assert.equal(answer.reasons.find((one) => one.step === 'DISCOUNT')?.shipping, true)
  })
  test('in a scope takes only from what is in it', () => {
    const answer = priced(cart, { coupon: coupon({ percent: '50' }, { scopes: [{ collectionIds: ['home', 'garden'] }] }) })
    assert.deepEqual(
      answer.lines.map((one) => one.discount),
      [0, 4450, 0],
    )
  })
  test('on subscriptions only where it says so', () => {
    assert.equal(priced(cart, { coupon: coupon({ percent: '100' }, { appliesToSubscriptions: true }) }).total, 0)
    assert.equal(priced(cart, { coupon: coupon({ percent: '100' }) }).total, 1000)
    assert.deepEqual(promotions(cart.slice(2), { coupon: coupon({ percent: '100' }) }, now).problem, {
      reason: 'NOT_APPLICABLE_TO_SUBSCRIPTIONS',
    })
  })
  test('MIN_SUBTOTAL_NOT_REACHED is asked of what rules left', () => {
    const wanted = coupon({ percent: '10' }, { minimumSubtotal: minor(12_500) })
    assert.equal(promotions(cart, { coupon: wanted }, now).problem, null)
    assert.deepEqual(promotions(cart, { coupon: wanted, rules: [rule('r', { each: minor(1) })] }, now).problem, {
      reason: 'MIN_SUBTOTAL_NOT_REACHED',
      requiredMinimumSubtotal: 12_500,
      subtotal: 12_497,
    })
  })
  test('NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS where nothing is in its scope, or all of it are gift cards', () => {
    const elsewhere = coupon({ percent: '10' }, { scopes: [{ appId: stores, itemIds: ['lamp'] }] })
    assert.deepEqual(promotions(cart, { coupon: elsewhere }, now).problem, { reason: 'NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS' })
    const cards = [line('card', 5000, { giftCard: true })]
    assert.deepEqual(promotions(cards, { coupon: coupon({ percent: '10' }) }, now).problem, {
      reason: 'NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS',
    })
  })
  test('MIN_LINE_ITEM_QUANTITY_NOT_REACHED says how many are needed', () => {
    const offer = coupon({ buy: 3, get: 1 })
    assert.deepEqual(promotions(cart, { coupon: offer }, now).problem, {
      reason: 'MIN_LINE_ITEM_QUANTITY_NOT_REACHED',
      requiredMinimumQuantity: 4,
    })
    assert.equal(priced([line('mug', 2600, { quantity: 4 })], { coupon: offer }).discount, 2600)
  })
  test('never makes a gift card cheaper', () => {
    const answer = priced([line('card', 5000, { giftCard: true }), line('mug', 2600)], {
      coupon: coupon({ percent: '50' }),
      rules: [rule('r', { percent: '10' })],
    })
    assert.deepEqual(
      answer.lines.map((one) => one.linePrice),
      [5000, 1170],
    )
  })
  test('and a rule stack: the coupon comes off what the rule left, and both are the discount', () => {
    const answer = priced([line('mug', 2600, { quantity: 2 })], {
      coupon: coupon({ percent: '10' }),
      rules: [rule('r', { percent: '25' })],
    })
    assert.deepEqual([answer.subtotal, answer.discount, answer.itemDiscount, answer.total], [5200, 1690, 1300, 3510])
    assert.deepEqual(
      answer.reasons.flatMap((one) => (one.step === 'DISCOUNT' ? [[one.source, one.of, one.amount]] : [])),
      [
        ['RULE', 5200, 1300],
        ['COUPON', 3900, 390],
      ],
    )
  })
})

describe('rules', () => {
  const cart = [{ ...inCollection('mug', 2600, 'kitchen'), quantity: 3 }, inCollection('throw', 8900, 'home')]
  const when = (trigger: Trigger) => given(cart, { rules: [rule('r', { percent: '10' }, { trigger })] }).length === 1

  test('hold while they are active and live', () => {
    assert.deepEqual(given(cart, { rules: [rule('r', { percent: '10' })] }), ['r'])
    assert.deepEqual(given(cart, { rules: [rule('r', { percent: '10' }, { active: false })] }), [])
    assert.deepEqual(given(cart, { rules: [rule('r', { percent: '10' }, { startsAt: 1001 })] }), [])
    assert.deepEqual(given(cart, { rules: [rule('r', { percent: '10' }, { endsAt: 1000 })] }), [])
    assert.equal(validityOf({ startsAt: null, endsAt: null }, 0), 'LIVE')
  })
  test('SUBTOTAL_RANGE counts its bounds in, in its scopes', () => {
    assert.ok(when({ type: 'SUBTOTAL_RANGE', scopes: [], from: minor(16_700), to: minor(16_700) }))
    assert.ok(!when({ type: 'SUBTOTAL_RANGE', scopes: [], from: minor(16_701) }))
    assert.ok(!when({ type: 'SUBTOTAL_RANGE', scopes: [], to: minor(16_699) }))
    assert.ok(when({ type: 'SUBTOTAL_RANGE', scopes: [{ collectionIds: ['kitchen'] }], from: minor(7800), to: minor(7800) }))
    assert.ok(!when({ type: 'SUBTOTAL_RANGE', scopes: [{ collectionIds: ['garden'] }], to: minor(100) }), 'nothing of it is in the cart')
  })
  test('ITEM_QUANTITY_RANGE counts units', () => {
    assert.ok(when({ type: 'ITEM_QUANTITY_RANGE', scopes: [], from: 4, to: 4 }))
    assert.ok(!when({ type: 'ITEM_QUANTITY_RANGE', scopes: [], from: 5 }))
    assert.ok(when({ type: 'ITEM_QUANTITY_RANGE', scopes: [{ appId: stores, itemIds: ['mug'] }], from: 3, to: 3 }))
  })
  test('CUSTOMER_ELIGIBILITY and CUSTOM ask about the buyer', () => {
    const rules = [
      rule('members', { percent: '10' }, { trigger: { type: 'CUSTOMER_ELIGIBILITY', memberIds: ['ada'] } }),
      rule('rain', { percent: '10' }, { trigger: { type: 'CUSTOM', appId: 'weather', id: 'rain' } }),
    ]
    assert.deepEqual(given(cart, { rules }), [])
    assert.deepEqual(given(cart, { rules }, { at: 1000, memberId: 'ada' }), ['members'])
    assert.deepEqual(given(cart, { rules }, { at: 1000, memberId: 'grace', triggers: [{ appId: 'weather', id: 'rain' }] }), ['rain'])
    assert.deepEqual(given(cart, { rules }, { at: 1000, memberId: null, triggers: [{ appId: 'other', id: 'rain' }] }), [])
  })
  test('AND asks for all, OR for one', () => {
    const yes: Trigger = { type: 'ITEM_QUANTITY_RANGE', scopes: [], from: 1 }
    const no: Trigger = { type: 'ITEM_QUANTITY_RANGE', scopes: [], from: 99 }
    assert.deepEqual(
      [
        when({ type: 'AND', triggers: [yes, yes] }),
        when({ type: 'AND', triggers: [yes, no] }),
        when({ type: 'OR', triggers: [no, yes] }),
        when({ type: 'OR', triggers: [no, no] }),
      ],
      [true, false, true, false],
    )
  })
  test('stack by id, each on what the earlier left; none switches another off', () => {
    const rules = [
      rule('b', { percent: '50' }, { trigger: { type: 'SUBTOTAL_RANGE', scopes: [], from: minor(16_700) } }),
      rule('a', { amount: minor(6700) }),
    ]
    const answer = priced(cart, { rules })
    assert.deepEqual(
      answer.reasons.flatMap((one) => (one.step === 'DISCOUNT' ? [[one.id, one.of, one.amount]] : [])),
      [
        ['a', 16_700, 6700],
        ['b', 10_000, 5000],
      ],
    )
  })
  test('stack by the places they were given before their ids', () => {
    const rules = [
      rule('a', { amount: minor(6700) }, { place: 2 }),
      rule('b', { percent: '50' }, { place: 1 }),
      rule('c', { percent: '10' }, { place: 2 }),
    ]
    assert.deepEqual(
      priced(cart, { rules }).reasons.flatMap((one) => (one.step === 'DISCOUNT' ? [[one.id, one.of, one.amount]] : [])),
      [
        ['b', 16_700, 8350],
        ['a', 8350, 6700],
        ['c', 1650, 165],
      ],
    )
  })
  test('give a fixed price, an amount off each unit, and so many for a price', () => {
    const kitchen: readonly Scope[] = [{ collectionIds: ['kitchen'] }]
    const total = (off: Off) => afterRules(priced(cart, { rules: [rule('r', off, { scopes: kitchen })] }))
    assert.equal(total({ price: minor(2000) }), 6000 + 8900)
    assert.equal(total({ each: minor(100) }), 7500 + 8900)
    assert.equal(total({ bundle: { quantity: 2, price: minor(4000) } }), 4000 + 2600 + 8900)
  })
  test('give one thing to those who buy another', () => {
    const offer = { scopes: [{ collectionIds: ['kitchen'] }], buys: { quantity: 3 }, gets: 1 }
    const throws = [{ collectionIds: ['home'] }]
    const answer = priced(cart, { rules: [rule('r', { percent: '50' }, { scopes: throws, offer })] })
    assert.deepEqual(
      answer.reasons.flatMap((one) => (one.step === 'DISCOUNT' ? [[one.id, one.source, one.amount]] : [])),
      [['r', 'RULE', 4450]],
    )
    assert.equal(
      priced(cart, { rules: [rule('r', { percent: '50' }, { scopes: throws, offer: { ...offer, buys: { quantity: 4 } } })] }).total,
      16_700,
    )
    const spent = { ...offer, buys: { spend: minor(7800) } }
    assert.equal(priced(cart, { rules: [rule('r', { price: minor(0) }, { scopes: throws, offer: spent })] }).total, 7800)
  })
  test('lower the value that makes delivery free', () => {
    const zones = [
      {
        id: 'eu',
        name: 'EU',
        destinations: [{ country: '*' }],
        options: [
          {
            code: 's',
            title: 'Standard',
            rates: [
              { amount: minor(490), conditions: [] },
              { amount: minor(0), conditions: [{ type: 'BY_TOTAL_PRICE' as const, operator: 'GTE' as const, value: minor(16_000) }] },
            ],
          },
        ],
      },
    ]
    const price = (rules: readonly DiscountRule[]) =>
      shippingOptions(basketOf(cart, promotions(cart, { rules }, now).discounts), zones, { country: 'DE' }).options[0]?.price
    assert.deepEqual([price([]), price([rule('r', { percent: '10' })])], [0, 490])
  })
})

describe('memberships', () => {
  const cart = [line('class', 4500, { quantity: 2, shippable: false }), line('mat', 3000), line('card', 5000, { giftCard: true })]
  const season: Membership = {
    id: 'm',
    appId: 'club',
    name: 'Season',
    scopes: [{ appId: stores, itemIds: ['class', 'card'] }],
    off: { percent: '100' },
  }
  const choose = (...lineIds: string[]): MembershipChoice => ({ id: 'm', appId: 'club', lineIds })
  const reasons = (membership: Membership, ...choices: MembershipChoice[]) =>
    membershipsFor(cart, [membership], choices, 1000).invalid.map(({ reason }) => reason)

  test('pay for the lines that were chosen, before every other discount', () => {
    const { discounts, selected, eligible } = membershipsFor(cart, [season], [choose('class')], 1000)
    assert.deepEqual(
      eligible.map(({ lineIds }) => lineIds),
      [['class']],
    )
    assert.deepEqual(selected, [choose('class')])
    const answer = priced(cart, { memberships: discounts, rules: [rule('r', { percent: '10' })] })
    assert.deepEqual(
      answer.lines.map(({ subtotal, lineItemPrice }) => [subtotal, lineItemPrice]),
      [
        [0, 0],
        [3000, 2700],
        [5000, 5000],
      ],
    )
  })
  test('lower a line where they do not pay the whole', () => {
    const { discounts } = membershipsFor(cart, [{ ...season, off: { each: minor(500) } }], [choose('class')], 1000)
    assert.equal(priced(cart, { memberships: discounts }).subtotal, 8000 + 8000)
  })
  test('EXPIRED and NOT_ENOUGH_CREDITS are told before anything is chosen', () => {
    assert.deepEqual(reasons({ ...season, endsAt: 1000 }), ['EXPIRED'])
    assert.deepEqual(reasons({ ...season, credits: { total: 5, remaining: 0 } }), ['NOT_ENOUGH_CREDITS'])
    assert.deepEqual(reasons({ ...season, endsAt: 1000 }, choose('class')), ['EXPIRED'])
  })
  test('NOT_ENOUGH_CREDITS where the units are more than the credits', () => {
    assert.deepEqual(reasons({ ...season, credits: { total: 5, remaining: 1 } }, choose('class')), ['NOT_ENOUGH_CREDITS'])
    assert.deepEqual(reasons({ ...season, credits: { total: 5, remaining: 2 } }, choose('class')), [])
  })
  test('NOT_APPLICABLE_TO_LINE_ITEMS and NOT_FOUND', () => {
    assert.deepEqual(reasons(season, choose('mat')), ['NOT_APPLICABLE_TO_LINE_ITEMS'])
    assert.deepEqual(reasons(season, choose('card')), ['NOT_APPLICABLE_TO_LINE_ITEMS'])
    assert.deepEqual(reasons(season, { ...choose('class'), id: 'other' }), ['NOT_FOUND'])
  })
  test('a line is paid once, by the first that was chosen for it', () => {
    const other = { ...season, id: 'n' }
    const answer = membershipsFor(cart, [season, other], [choose('class'), { ...choose('class'), id: 'n' }], 1000)
    assert.deepEqual(
      answer.discounts.map(({ id }) => id),
      ['m'],
    )
  })
})

// --- random carts with random rules -------------------------------------------------------------------------------------------

const amount = fc.oneof(fc.constantFrom(0, 1, 99, 2600), fc.nat({ max: 50_000 })).map(minor)
const ids = fc.constantFrom('mug', 'throw', 'lamp', 'card')
const collections = fc.subarray(['kitchen', 'home', 'garden'])
const scopes: fc.Arbitrary<Scope[]> = fc.array(
  fc.oneof(
    fc.record({ appId: fc.constant(stores), itemIds: fc.uniqueArray(ids, { maxLength: 2 }) }),
    fc.record({ collectionIds: collections }),
  ),
  { maxLength: 3 },
)
const percent = fc.integer({ min: 1, max: 1000 }).map((tenths) => `${Math.floor(tenths / 10)}.${tenths % 10}`)
const count = fc.integer({ min: 1, max: 5 })
const off: fc.Arbitrary<Off> = fc.oneof(
  amount.map((units) => ({ amount: units })),
  percent.map((text) => ({ percent: text })),
  amount.map((each) => ({ each })),
  amount.map((price) => ({ price })),
  fc.record({ bundle: fc.record({ quantity: count, price: amount }) }),
  fc.record({ buy: count, get: count }),
  fc.constant({ shipping: true as const }),
)
const range = { scopes, from: fc.option(amount), to: fc.option(amount) }
const single: fc.Arbitrary<Trigger> = fc.oneof(
  fc.record({ type: fc.constant('SUBTOTAL_RANGE' as const), ...range }),
  fc.record({ type: fc.constant('ITEM_QUANTITY_RANGE' as const), scopes, from: fc.option(count), to: fc.option(count) }),
  fc.record({ type: fc.constant('CUSTOMER_ELIGIBILITY' as const), memberIds: fc.subarray(['ada', 'grace']) }),
)
const trigger = fc.oneof(
  { weight: 3, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('AND' as const, 'OR' as const),
      triggers: fc.array(single, { minLength: 2, maxLength: 5 }),
    }),
  },
)
const span = { startsAt: fc.option(fc.integer({ min: 0, max: 2000 })), endsAt: fc.option(fc.integer({ min: 0, max: 4000 })) }
const rules = fc.uniqueArray(
  fc.record<DiscountRule>({
    id: fc.uuid(),
    name: fc.constant('Rule'),
    active: fc.boolean(),
    trigger: fc.option(trigger),
    scopes,
    off,
    offer: fc.option(
      fc.record<NonNullable<DiscountRule['offer']>>({
        scopes,
        buys: fc.oneof(
          count.map((quantity) => ({ quantity })),
          amount.map((spend) => ({ spend: minor(spend + 1) })),
        ),
        gets: count,
        limit: fc.option(count),
      }),
    ),
    ...span,
  }),
  { selector: (one) => one.id, maxLength: 5 },
)
const anyCoupon = fc.option(
  fc.record<Coupon>({
    id: fc.constant('c'),
    name: fc.constant('Coupon'),
    code: fc.constant('CODE'),
    active: fc.constant(true),
    off,
    scopes: fc.option(scopes),
    minimumSubtotal: fc.option(amount),
    limitedToOneItem: fc.boolean(),
    appliesToSubscriptions: fc.boolean(),
    ...span,
  }),
)
const lines = fc.uniqueArray(
  fc.record<Line>({
    id: fc.uuid(),
    quantity: fc.integer({ min: 1, max: 9 }),
    price: amount,
    shippable: fc.boolean(),
    item: fc.option(fc.record({ appId: fc.constantFrom(stores, 'other'), id: ids, collectionIds: collections }), { freq: 9 }),
    subscription: fc.option(fc.record({ freeTrial: fc.boolean() }), { freq: 5 }),
    giftCard: fc.option(fc.boolean()),
  }),
  { selector: (one) => one.id, maxLength: 7 },
)

describe('laws of random carts with random rules', () => {
  const run = (
    name: string,
    holds: (lines: readonly Line[], rules: readonly DiscountRule[], coupon: Coupon | null, memberId: string | null) => void,
  ) => void test(name, () => fc.assert(fc.property(lines, rules, anyCoupon, fc.constantFrom('ada', null), holds), { numRuns: 5000 }))

  run('what comes out is a quote that adds up, with no negative line', (cart, all, one, memberId) => {
    const { discounts } = promotions(cart, { rules: all, coupon: one }, { at: 1500, memberId })
    const shipping = { code: 's', title: 'Standard', price: minor(490) }
    const answer = quote(cart, { currency: 'EUR', tax, shipping, discounts })
    assert.equal(answer.total, answer.subtotal - answer.discount + answer.shipping)
    for (const { linePrice, subtotal } of answer.lines) assert.ok(linePrice >= 0 && subtotal >= linePrice)
    const taken = answer.reasons.reduce((sum, reason) => sum + (reason.step === 'DISCOUNT' ? reason.amount : 0), 0)
    assert.equal(answer.reasons[0]?.step === 'LINES' && answer.reasons[0].amount - taken + answer.shipping, answer.total)
  })

  run('nothing is given by a rule that does not hold, nor to what is not meant', (cart, all, one, memberId) => {
    for (const { id, source, lineIds } of promotions(cart, { rules: all, coupon: one }, { at: 1500, memberId }).discounts) {
      const meant = cart.filter((line) => lineIds?.includes(line.id))
      assert.equal(meant.length, lineIds?.length)
      if (source === 'COUPON') {
        assert.ok(meant.every((line) => !line.giftCard && (one?.appliesToSubscriptions || !line.subscription)))
        continue
      }
      const rule = all.find((other) => other.id === id)
      assert.ok(rule?.active && validityOf(rule, 1500) === 'LIVE' && meant.length > 0)
      assert.ok(meant.every(({ item }) => item))
    }
  })

  run('the order of lines and of rules changes nothing', (cart, all, one, memberId) => {
    const amounts = (turned: readonly Line[], rules: readonly DiscountRule[]) => {
      const { discounts, problem } = promotions(turned, { rules, coupon: one }, { at: 1500, memberId })
      const answer = quote(turned, { currency: 'EUR', tax, shipping: null, discounts })
      return { problem, lines: new Map(answer.lines.map(({ id, linePrice }) => [id, linePrice])), total: answer.total }
    }
    assert.deepEqual(amounts(cart.toReversed(), all.toReversed()), amounts(cart, all))
  })

  run('a coupon never makes a cart dearer, and one with a problem changes nothing', (cart, all, one, memberId) => {
    const situation = { at: 1500, memberId }
    const total = (coupon: Coupon | null): Minor => priced(cart, { rules: all, coupon }, situation).total
    assert.ok(total(one) <= total(null))
    if (promotions(cart, { rules: all, coupon: one }, situation).problem) assert.equal(total(one), total(null))
  })
})
