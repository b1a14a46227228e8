import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DraftDiscountOption, DraftFeeOption } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { Refusal } from '../../kernel/refusal.ts'
import { amounts } from '../selling/amounts.ts'
import type { WantedLine } from '../selling/line.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import type { Sellable } from '../selling/sellable.ts'
import type { Totals } from './calculate.ts'
import { type DraftDiscount, type DraftDocument, type DraftFee, type DraftLine, emptyDraft } from './draft.ts'
import {
  deliveryOf,
  depositOf,
  overdrawn,
  switchDiscounts,
  switchFees,
  tooMuch,
  withChanges,
  withDiscounts,
  withFees,
  withLines,
  withoutDiscounts,
  withoutFees,
} from './rules.ts'

const sellable = (productId: string, more: Partial<Sellable> = {}): Sellable => ({
  productId,
  stock: { productId, variantId: 'v' },
  sku: '',
  name: productId,
  price: minor(2600),
  fullPrice: minor(3000),
  descriptionLines: [],
  shippable: true,
  itemType: 'PHYSICAL',
  available: 5,
  state: '1',
  ...more,
})

const catalogue: Readonly<Record<string, Sellable>> = {
  mug: sellable('mug'),
  bowl: sellable('bowl', { available: null }),
  card: sellable('card', { itemType: 'GIFT_CARD' }),
  coffee: sellable('coffee', { plan: { id: 'p', title: 'Monthly', settings: {} as never } }),
}

const pricing = {
  money: amounts('EUR', 'en'),
  know: async (lines: readonly WantedLine[]) => lines.map((line) => ({ ...line, item: catalogue[line.reference?.catalogItemId ?? ''] })),
} as unknown as PricingContext

const inCatalogue = (catalogItemId: string, options?: object) => ({
  catalogReference: { appId: 'stores', catalogItemId, ...(options && { options: options as Record<string, unknown> }) },
})
const line = (id: string, more: Partial<DraftLine> = {}): DraftLine => ({ id, quantity: 2, item: sellable(id), ...more })
const draftOf = (more: Partial<DraftDocument> = {}): DraftDocument => ({ ...emptyDraft, lines: [line('l1'), line('l2')], ...more })
const code = (answer: unknown) => (answer instanceof Refusal ? answer.code : undefined)
const must = <T>(answer: T): Exclude<T, Refusal> => {
  assert.ok(!(answer instanceof Refusal), `${code(answer)}`)
  return answer as Exclude<T, Refusal>
}
const fieldOf = (answer: unknown) => (answer as Refusal<'INVALID_ARGUMENT'>).data.fieldViolations[0]!.field

describe('adding lines to a draft', () => {
  const add = (catalogLineItems: readonly object[], draft = emptyDraft) =>
    withLines(draft, { catalogLineItems: catalogLineItems as never }, pricing)

  test('of the catalogue at the price of now, one of each unless more are asked for', async () => {
    const { lines } = must(await add([inCatalogue('mug'), { ...inCatalogue('bowl'), quantity: 40 }]))
    assert.deepEqual(
      lines.map(({ quantity, item }) => [item.productId, quantity, item.price]),
      [
        ['mug', 1, 2600],
        ['bowl', 40, 2600],
      ],
    )
    assert.equal(new Set(lines.map(({ id }) => id)).size, 2)
  })

  test('at another price where one is named, which then is the full price, too', async () => {
    const [one] = must(await add([{ ...inCatalogue('mug'), price: { amount: '19.995' } }])).lines
    assert.deepEqual([one!.item.price, one!.item.fullPrice], [2000, 2000])
  })

  test('with options that say nothing is the same as without options', async () => {
    const [one] = must(await add([inCatalogue('mug', { colour: null })])).lines
    assert.deepEqual(one!.reference, { appId: 'stores', catalogItemId: 'mug' })
    const [other] = must(await add([inCatalogue('mug', { colour: 'sage', size: undefined })])).lines
    assert.deepEqual(other!.reference!.options, { colour: 'sage' })
  })

  test('is refused for what is not sold, is sold out, is a gift card or is a subscription', async () => {
    assert.deepEqual(((await add([inCatalogue('vase')])) as Refusal).data, { catalogItemId: 'vase' })
    assert.equal(code(await add([inCatalogue('vase')])), 'CATALOG_ITEM_NOT_FOUND')
    assert.equal(code(await add([inCatalogue('card')])), 'GIFT_CARD_ITEM_UNSUPPORTED')
    assert.equal(code(await add([inCatalogue('coffee')])), 'SUBSCRIPTION_ITEM_UNSUPPORTED')
    const short = await add([{ ...inCatalogue('mug'), quantity: 6 }])
    assert.deepEqual([code(short), (short as Refusal).data], ['CATALOG_ITEM_NOT_AVAILABLE', { catalogItemId: 'mug', available: 5 }])
    assert.equal(code(await add([{ ...inCatalogue('mug'), quantity: 5 }])), undefined)
  })

  test('is refused for one thing twice, in one request or on top of a line that is there', async () => {
    assert.equal(code(await add([inCatalogue('mug'), inCatalogue('mug')])), 'MULTIPLE_ADDS_FOR_SAME_LINE_ITEM')
    const draft = must(await add([inCatalogue('mug')]))
    const again = await add([inCatalogue('mug')], draft)
    assert.deepEqual(
      [code(again), (again as Refusal).data],
      ['CATALOG_ITEM_ALREADY_EXIST', { catalogItemId: 'mug', lineItemId: draft.lines[0]!.id }],
    )
    const removed = { ...draft, lines: draft.lines.map((one) => ({ ...one, quantity: 0 })) }
    assert.equal(code(await add([inCatalogue('mug')], removed)), undefined, 'a line that was taken away is not there')
  })

  test('that are described rather than chosen keep their words and prices', async () => {
    const custom = (more: object) =>
      withLines(emptyDraft, { customLineItems: [{ productName: { original: 'Advice' }, ...more }] as never }, pricing)
    const [one] = must(await custom({ price: { amount: '12.50' }, fullPrice: { amount: '15' }, quantity: 3 })).lines
    assert.deepEqual(
      [one!.quantity, one!.item.name, one!.item.price, one!.item.fullPrice, one!.item.itemType, one!.item.available],
      [3, 'Advice', 1250, 1500, 'PHYSICAL', null],
    )
    assert.equal(must(await custom({ price: { amount: '1' } })).lines[0]!.quantity, 1)
    assert.equal(code(await custom({ price: { amount: '1' }, itemType: { preset: 'GIFT_CARD' } })), 'GIFT_CARD_ITEM_UNSUPPORTED')
  })

  test('is refused under an id that a line has, whatever its case, and beyond 300 lines that are in the draft', async () => {
    const custom = (id: string, draft: DraftDocument) =>
      withLines(draft, { customLineItems: [{ id, productName: { original: 'x' }, price: { amount: '1' } }] }, pricing)
    assert.equal(code(await custom('L1', draftOf())), 'DUPLICATED_LINE_ITEM_IDS')
    const many = (quantity: number): DraftDocument => draftOf({ lines: Array.from({ length: 300 }, (_, i) => line(`x${i}`, { quantity })) })
    assert.equal(code(await custom('new', many(1))), 'MAX_ITEMS_REACHED')
    assert.equal(must(await custom('new', many(0))).lines.length, 301, 'those that were taken away do not count')
    assert.equal(code(await custom('new', draftOf({ lines: many(1).lines.slice(1) }))), undefined)
  })

  test('nothing to add changes nothing', async () => {
    assert.deepEqual(must(await withLines(draftOf(), { catalogLineItems: null }, pricing)), draftOf())
  })
})

describe('changing lines of a draft', () => {
  const change = (changes: readonly object[], draft = draftOf(), handedOver: readonly (readonly [string, number])[] = []) =>
    withChanges(draft, changes as never, new Map(handedOver), 'EUR')

  test('sets quantity, price and words of the line that is named, and of no other', () => {
    const { lines } = must(
      change([
        {
          lineItemId: 'l1',
          newQuantity: 7,
          newPrice: '9.999',
          newPriceDescription: { original: 'From €10' },
          newProductName: { original: 'Cup' },
          newDescriptionLines: { descriptionLines: [{ name: { original: 'Colour' }, plainText: { original: 'Sage' } }] },
        },
      ]),
    )
    const { quantity, item } = lines[0]!
    assert.deepEqual(
      [quantity, item.price, item.fullPrice, item.priceDescription, item.name, item.descriptionLines],
      [7, 1000, 1000, 'From €10', 'Cup', [{ name: { original: 'Colour' }, plainText: { original: 'Sage' } }]],
    )
    assert.deepEqual(lines[1], line('l2'))
  })

  test('keeps what is not named: another quantity leaves the price, another price the quantity', () => {
    assert.deepEqual(must(change([{ lineItemId: 'l1', newQuantity: 3 }])).lines[0], line('l1', { quantity: 3 }))
    const [one] = must(change([{ lineItemId: 'l1', newPrice: '0', newQuantity: null }])).lines
    assert.deepEqual([one!.quantity, one!.item.price], [2, 0], 'for nothing is a price')
  })

  test('quantity 0 takes a line away and leaves it in the draft, and another quantity brings it back', () => {
    const gone = must(change([{ lineItemId: 'l1', newQuantity: 0 }]))
    assert.equal(gone.lines[0]!.quantity, 0)
    assert.equal(must(change([{ lineItemId: 'l1', newQuantity: 1 }], gone)).lines[0]!.quantity, 1)
  })

  test('is refused for a line that is not there, one that is named twice, and a change that says nothing', () => {
    const missing = change([{ lineItemId: 'x', newQuantity: 1 }])
    assert.deepEqual([code(missing), (missing as Refusal).data], ['LINE_ITEM_DOES_NOT_EXIST', { lineItemId: 'x' }])
    const one = { lineItemId: 'l1', newQuantity: 1 }
    assert.equal(code(change([one, one])), 'MULTIPLE_CHANGES_FOR_SAME_LINE_ITEM')
    assert.equal(code(change([{ lineItemId: 'l1' }])), 'EMPTY_CHANGE_REQUEST')
    assert.equal(code(change([{ lineItemId: 'l1', newQuantity: null, newPrice: undefined }])), 'EMPTY_CHANGE_REQUEST')
  })

  test('takes away no unit that its buyer has already', () => {
    const handed = [['l1', 2]] as const
    const refused = change([{ lineItemId: 'l1', newQuantity: 1 }], draftOf(), handed)
    assert.deepEqual([code(refused), fieldOf(refused)], ['INVALID_ARGUMENT', 'lineItemChanges[0].newQuantity'])
    assert.equal(code(change([{ lineItemId: 'l1', newQuantity: 2 }], draftOf(), handed)), undefined)
    assert.equal(code(change([{ lineItemId: 'l2', newQuantity: 0 }], draftOf(), handed)), undefined)
  })

  test('gives no other price to a line that is taken away, or that a membership pays for', () => {
    assert.equal(code(change([{ lineItemId: 'l1', newQuantity: 0, newPrice: '1' }])), 'UPDATING_PRICE_OF_REMOVED_ITEM_IS_FORBIDDEN')
    const paidBy = (paymentOption: string) =>
      change([{ lineItemId: 'l1', newPrice: '1' }], draftOf({ lines: [line('l1', { agreed: { paymentOption } as never })] }))
    for (const option of ['MEMBERSHIP', 'MEMBERSHIP_OFFLINE']) assert.equal(fieldOf(paidBy(option)), 'lineItemChanges[0].newPrice', option)
    assert.equal(code(paidBy('FULL_PAYMENT_ONLINE')), undefined)
  })
})

describe('discounts that are written for a draft', () => {
  const give = (sent: Partial<DraftDiscountOption>, draft = draftOf()) => withDiscounts(draft, [{ discountType: 'GLOBAL', ...sent }], 'EUR')

  test('take off an amount or a share, and count only once they are applied', () => {
    const { id: _, ...amount } = must(give({ priceAmount: { amount: '5.00' }, description: 'Sorry', applyToDraftOrder: true }))
      .discounts[0]!
    assert.deepEqual(amount, {
      source: 'CUSTOM',
      applied: true,
      by: 'MERCHANT',
      name: 'Sorry',
      type: 'GLOBAL',
      off: { amount: 500 },
      lineIds: null,
    })
    const share = must(give({ percentage: '12.5' })).discounts[0]!
    assert.deepEqual([share.off, share.applied, share.name], [{ percent: '12.5' }, false, ''])
  })

  test('are of one line where that is said, in the newer way or the older', () => {
    for (const named of [
      { lineItemDiscounts: [{ id: 'l2' }] },
      { lineItemId: 'l2' },
      { lineItemDiscounts: [{ id: 'l2' }], lineItemId: 'l1' },
    ])
      assert.deepEqual(must(give({ percentage: '10', discountType: 'SPECIFIC_ITEMS', ...named })).discounts[0]!.lineIds, ['l2'])
    assert.equal(must(give({ percentage: '10', lineItemId: 'l2' })).discounts[0]!.lineIds, null, 'off everything')
  })

  test('are refused with both or neither of amount and share, with a share of nothing, and without their line', () => {
    assert.equal(fieldOf(give({})), 'discounts[0]')
    assert.equal(fieldOf(give({ percentage: '10', priceAmount: { amount: '1' } })), 'discounts[0]')
    assert.equal(fieldOf(give({ percentage: '0.00' })), 'discounts[0].percentage')
    assert.equal(fieldOf(give({ percentage: '10', discountType: 'SPECIFIC_ITEMS' })), 'discounts[0].lineItemDiscounts')
  })

  test('are refused for a line that is not in the draft any more', () => {
    const gone = draftOf({ lines: [line('l1', { quantity: 0 })] })
    const refused = give({ percentage: '10', discountType: 'SPECIFIC_ITEMS', lineItemId: 'l1' }, gone)
    assert.deepEqual([code(refused), (refused as Refusal).data], ['LINE_ITEM_NOT_FOUND', { lineItemId: 'l1' }])
  })

  test('come behind those that are there', () => {
    const first = must(give({ percentage: '10' }))
    assert.deepEqual(
      must(give({ percentage: '20' }, first)).discounts.map(({ off }) => off),
      [{ percent: '10' }, { percent: '20' }],
    )
  })
})

describe('fees that are written for a draft', () => {
  const charge = (sent: Partial<DraftFeeOption>) => withFees(draftOf(), [{ name: 'Wrapping', price: { amount: '4.005' }, ...sent }], 'EUR')

  test('are taxed unless it is said otherwise, and count only once they are applied', () => {
    const { id: _, ...fee } = must(charge({})).fees[0]!
    assert.deepEqual(fee, { source: 'CUSTOM', applied: false, name: 'Wrapping', price: 401, taxable: true })
    const { id: __, ...more } = must(
      charge({ applyToDraftOrder: true, taxDetails: { taxable: false, taxGroupId: 'g' }, code: 'wrap', lineItemIds: ['l1'] }),
    ).fees[0]!
    assert.deepEqual(more, {
      source: 'CUSTOM',
      applied: true,
      name: 'Wrapping',
      code: 'wrap',
      price: 401,
      taxable: false,
      taxGroupId: 'g',
      lineIds: ['l1'],
    })
    assert.equal('lineIds' in must(charge({ lineItemIds: [] })).fees[0]!, false)
  })

  test('are refused for a line that is not in the draft', () => {
    assert.deepEqual((charge({ lineItemIds: ['l1', 'x'] }) as Refusal).data, { lineItemId: 'x' })
  })
})

const discount = (id: string, more: Partial<DraftDiscount> = {}): DraftDiscount => ({
  id,
  source: 'CUSTOM',
  applied: true,
  by: 'MERCHANT',
  name: '',
  type: 'GLOBAL',
  off: { amount: 500 },
  lineIds: null,
  ...more,
})
const fee = (id: string, more: Partial<DraftFee> = {}): DraftFee => ({
  id,
  source: 'CUSTOM',
  applied: true,
  name: '',
  price: minor(400),
  taxable: true,
  ...more,
})

describe('switching discounts and fees on and off', () => {
  const draft = draftOf({
    discounts: [discount('d1'), discount('d2', { applied: false }), discount('m1', { by: 'MEMBERSHIP' })],
    fees: [fee('f1'), fee('f2', { applied: false })],
    off: ['rule-off'],
  })
  const states = (all: readonly { readonly id: string; readonly applied: boolean }[]) =>
    Object.fromEntries(all.map((one) => [one.id, one.applied]))

  test('sets those that are named and leaves the others; the last word counts', () => {
    const after = must(
      switchDiscounts(
        draft,
        [
          { id: 'd1', applied: false },
          { id: 'd2', applied: false },
          { id: 'd2', applied: true },
        ],
        [],
      ),
    )
    assert.deepEqual(states(after.discounts), { d1: false, d2: true, m1: true })
    assert.deepEqual(states(must(switchFees(draft, [{ id: 'f2', applied: true }], [])).fees), { f1: true, f2: true })
  })

  test('remembers which of the shop’s own rules were switched off, once each, and forgets those that are on again', () => {
    const rules = ['rule', 'rule-off']
    const off = (...switches: { id: string; applied: boolean }[]) => [
      must(switchDiscounts(draft, switches, rules)).off,
      must(switchFees(draft, switches, rules)).off,
    ]
    assert.deepEqual(off({ id: 'rule', applied: false }), [
      ['rule-off', 'rule'],
      ['rule-off', 'rule'],
    ])
    assert.deepEqual(off({ id: 'rule-off', applied: true }), [[], []])
    assert.deepEqual(off({ id: 'rule-off', applied: false }), [['rule-off'], ['rule-off']])
  })

  test('is refused for what is not there; what a membership pays cannot be switched', () => {
    const answer = switchDiscounts(draft, [{ id: 'x', applied: true }], ['rule'])
    assert.deepEqual([code(answer), (answer as Refusal).data], ['DISCOUNT_NOT_FOUND', { discountId: 'x' }])
    assert.equal(code(switchDiscounts(draft, [{ id: 'm1', applied: false }], [])), 'DISCOUNT_NOT_FOUND')
    const noFee = switchFees(draft, [{ id: 'd1', applied: true }], [])
    assert.deepEqual([code(noFee), (noFee as Refusal).data], ['ADDITIONAL_FEE_NOT_FOUND', { additionalFeeId: 'd1' }])
  })
})

describe('removing discounts and fees', () => {
  const draft = draftOf({
    discounts: [discount('d1'), discount('o1', { source: 'ORIGINAL_ORDER' })],
    fees: [fee('f1'), fee('o2', { source: 'ORIGINAL_ORDER' })],
  })

  test('takes away what was written for the draft', () => {
    assert.deepEqual(
      must(withoutDiscounts(draft, ['d1'], [])).discounts.map(({ id }) => id),
      ['o1'],
    )
    assert.deepEqual(
      must(withoutFees(draft, ['f1'], [])).fees.map(({ id }) => id),
      ['o2'],
    )
    assert.deepEqual(must(withoutFees(draft, [], [])), draft)
  })

  test('is refused for what the order or the shop’s rules brought, which is only switched off, and for what is not there', () => {
    assert.equal(code(withoutDiscounts(draft, ['d1', 'o1'], [])), 'DISCOUNT_REMOVE_NOT_SUPPORTED')
    assert.equal(code(withoutDiscounts(draft, ['rule'], ['rule'])), 'DISCOUNT_REMOVE_NOT_SUPPORTED')
    assert.equal(code(withoutDiscounts(draft, ['x'], ['rule'])), 'DISCOUNT_NOT_FOUND')
    assert.equal(code(withoutFees(draft, ['o2'], [])), 'ADDITIONAL_FEE_REMOVE_NOT_SUPPORTED')
    assert.equal(code(withoutFees(draft, ['rule'], ['rule'])), 'ADDITIONAL_FEE_REMOVE_NOT_SUPPORTED')
    assert.equal(code(withoutFees(draft, ['x'], ['rule'])), 'ADDITIONAL_FEE_NOT_FOUND')
  })
})

describe('a discount that is larger than what it is taken off', () => {
  const took = (...steps: readonly (readonly [id: string, amount: number])[]) =>
    ({ quote: { reasons: steps.map(([id, amount]) => ({ step: 'DISCOUNT', id, amount })) } }) as unknown as Totals

  test('is one that was written for the draft, is applied, and took less than its amount from all lines together', () => {
    const draft = draftOf({ discounts: [discount('d1')] })
    assert.deepEqual(overdrawn(draft, took(['d1', 300], ['d1', 200])), [])
    assert.deepEqual(
      overdrawn(draft, took(['d1', 300], ['other', 200])).map(({ id }) => id),
      ['d1'],
    )
    const step = { quote: { reasons: [{ step: 'TAX', id: 'd1', amount: 500 }] } } as unknown as Totals
    assert.equal(overdrawn(draft, step).length, 1, 'a tax is no discount')
    for (const more of [{ applied: false }, { source: 'ORIGINAL_ORDER' }, { off: { percent: '100' } }] as const)
      assert.deepEqual(overdrawn(draftOf({ discounts: [discount('d1', more)] }), took()), [], JSON.stringify(more))
  })

  test('is refused by what it was to be taken off', () => {
    const refusedFor = (type: DraftDiscount['type']) => code(tooMuch(draftOf({ discounts: [discount('d1', { type })] }), took()))
    assert.equal(refusedFor('GLOBAL'), 'DISCOUNTS_AMOUNT_EXCEED_ORDER_TOTALS')
    assert.equal(refusedFor('SPECIFIC_ITEMS'), 'DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS')
    assert.equal(refusedFor('SHIPPING'), 'DISCOUNTS_AMOUNT_EXCEED_SHIPPING_TOTAL')
    assert.equal(tooMuch(draftOf({ discounts: [discount('d1')] }), took(['d1', 500])), undefined)
  })

  test('is let be where it was there before, so that the draft can still be changed', () => {
    const draft = draftOf({ discounts: [discount('d1'), discount('d2', { type: 'SHIPPING' })] })
    assert.equal(code(tooMuch(draft, took(), [{ id: 'd1' }])), 'DISCOUNTS_AMOUNT_EXCEED_SHIPPING_TOTAL')
    assert.equal(tooMuch(draft, took(), [{ id: 'd1' }, { id: 'd2' }]), undefined)
  })
})

describe('the delivery of a draft', () => {
  test('has the price that is named less its discount, never below nothing, or none where none is named', () => {
    const priced = (cost: object | undefined) => deliveryOf({ title: 'Courier', cost } as never, 'en', 'EUR').price
    assert.equal(priced({ price: { amount: '9.90' } }), 990)
    assert.equal(priced({ price: { amount: '9.90' }, discount: { amount: '2.40' } }), 750)
    assert.equal(priced({ price: { amount: '9.90' }, discount: { amount: '12' } }), 0)
    assert.equal(priced(undefined), undefined)
  })

  test('goes to an address or is picked up; a pickup has no destination', () => {
    const destination = { address: { country: 'DE' } }
    const address = { country: 'DE', countryFullname: 'Germany' }
    const logisticsOf = (logistics: object) => deliveryOf({ title: 'x', logistics }, 'en', 'EUR').info.logistics
    assert.deepEqual(logisticsOf({ shippingDestination: destination }), { shippingDestination: { address } })
    assert.deepEqual(
      logisticsOf({ shippingDestination: destination, pickupDetails: { pickupMethod: 'STORE_PICKUP', address: { country: 'DE' } } }),
      {
        pickupDetails: { pickupMethod: 'STORE_PICKUP', address },
      },
    )
    assert.deepEqual(logisticsOf({ pickupDetails: { pickupMethod: 'PICKUP_POINT' } }), { pickupDetails: { pickupMethod: 'PICKUP_POINT' } })
    assert.deepEqual(logisticsOf({}), {})
  })

  test('keeps what was said of it, and nothing that was left empty', () => {
    const slot = { from: '2026-03-10T09:00:00.000Z', to: '2026-03-10T11:00:00.000Z' }
    const logistics = { deliveryTime: 'Morning', instructions: 'Ring', deliverByDate: slot.to, deliveryTimeSlot: slot }
    assert.deepEqual(deliveryOf({ title: 'x', carrierId: 'dhl', code: 'c', logistics, region: { name: 'North' } }, 'en', 'EUR').info, {
      title: 'x',
      carrierId: 'dhl',
      code: 'c',
      logistics,
      region: { name: 'North' },
    })
    assert.deepEqual(deliveryOf({ title: 'x', carrierId: null, code: null, region: { name: '' } }, 'en', 'EUR').info, {
      title: 'x',
      logistics: {},
    })
  })
})

describe('the deposit of a draft', () => {
  test('is an amount or a share, or none', () => {
    assert.deepEqual(depositOf({ amount: { amount: '10.005' } }, 'EUR'), { amount: 1001 })
    assert.deepEqual(depositOf({ percentage: '30' }, 'EUR'), { percent: '30' })
    for (const none of [undefined, null, {}, { amount: null, percentage: null }]) assert.equal(depositOf(none, 'EUR'), undefined)
  })

  test('is refused where it is nothing, or both', () => {
    for (const sent of [{ amount: { amount: '0.00' } }, { percentage: '0' }, { amount: { amount: '1' }, percentage: '10' }])
      assert.equal(code(depositOf(sent, 'EUR')), 'INVALID_AMOUNT', JSON.stringify(sent))
  })
})
