import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PaymentOptionType } from '@vitrine/contract'
import { type Minor, minor } from '@vitrine/pricing'
import fc from 'fast-check'
import { Refusal } from '../../kernel/refusal.ts'
import {
  addLines,
  availabilityOf,
  canonical,
  counts,
  identified,
  itemOf,
  type KnownWant,
  preorderOf,
  removeLines,
  type StoredLine,
  setQuantities,
  type WantedLine,
  withoutUnits,
} from './line.ts'
import type { Sellable } from './sellable.ts'

const mug: Sellable = {
  productId: 'mug',
  stock: { productId: 'mug', variantId: 'sage' },
  sku: 'MUG-SAGE',
  name: 'Morning Mug',
  price: minor(2600),
  fullPrice: minor(2600),
  descriptionLines: [],
  shippable: true,
  itemType: 'PHYSICAL',
  available: 5,
  state: '1.5',
}
const want = (same: string, quantity = 1): WantedLine => ({ quantity, same })
const sum = (lines: readonly { readonly quantity: number }[]) => lines.reduce((all, { quantity }) => all + quantity, 0)
const must = <T>(value: T | Refusal): T => {
  assert.ok(!(value instanceof Refusal), 'it was refused')
  return value
}
const violationOf = (value: unknown) => {
  assert.ok(value instanceof Refusal && value.code === 'INVALID_ARGUMENT')
  return (value as Refusal<'INVALID_ARGUMENT'>).data.fieldViolations[0]!.violatedRule
}

describe('adding', () => {
  test('the same thing raises its line, another one makes a line of its own, in the order they came', () => {
    const lines = must(addLines([], [want('a', 2), want('b'), want('a', 3)]))
    assert.deepEqual(
      lines.map(({ same, quantity }) => [same, quantity]),
      [
        ['a', 5],
        ['b', 1],
      ],
    )
    const more = must(addLines(lines, [want('b'), want('c')]))
    assert.deepEqual(
      more.map(({ id }) => id).slice(0, 2),
      lines.map(({ id }) => id),
      'lines keep their ids',
    )
    assert.equal(lines[1]!.quantity, 1, 'what was there is not written over')
  })

  test('lines of their own kind stay apart, also when something else is added later', () => {
    const custom = { price: '10', itemType: { preset: 'SERVICE' as const }, quantity: 1 }
    const lines = must(
      addLines(
        [],
        [
          { ...want('same'), custom },
          { ...want('same'), custom: { ...custom, price: '20' } },
        ],
      ),
    )
    assert.deepEqual(
      must(addLines(lines, [want('a')])).map(({ custom: own }) => own?.price),
      ['10', '20', undefined],
    )
  })

  test('no unit is lost and no line is doubled, whatever comes in whatever portions', () => {
    const wants = fc.array(
      fc.array(fc.record({ same: fc.constantFrom('a', 'b', 'c', 'd'), quantity: fc.integer({ min: 1, max: 50 }) }), { maxLength: 8 }),
    )
    fc.assert(
      fc.property(wants, (portions) => {
        let lines: readonly StoredLine[] = []
        for (const portion of portions) lines = must(addLines(lines, portion))
        assert.equal(sum(lines), sum(portions.flat()))
        assert.equal(new Set(lines.map(({ same }) => same)).size, lines.length)
        assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length)
      }),
    )
  })

  test('things that somebody described are never the same', () => {
    const custom = { price: '1.00', itemType: { preset: 'PHYSICAL' as const }, quantity: 1 }
    assert.equal(
      must(
        addLines(
          [],
          [
            { quantity: 1, custom },
            { quantity: 1, custom },
          ],
        ),
      ).length,
      2,
    )
  })

  test('stops at 100,000 units of a line and at 300 lines', () => {
    assert.equal(sum(must(addLines([], [want('a', 60_000), want('a', 40_000)]))), 100_000)
    assert.equal(violationOf(addLines([], [want('a', 60_000), want('a', 40_001)])), 'MAX')
    const many = Array.from({ length: 300 }, (_, i) => want(String(i)))
    const full = must(addLines([], many))
    assert.equal(full.length, 300)
    assert.equal(must(addLines(full, [want('7')])).length, 300)
    assert.equal(violationOf(addLines(full, [want('one more')])), 'MAX_SIZE')
  })

  test('what is too much is refused by the field that it is of, with how many there can be', () => {
    const said = (refused: unknown) => {
      assert.ok(refused instanceof Refusal && refused.code === 'INVALID_ARGUMENT')
      const { field, description } = (refused as Refusal<'INVALID_ARGUMENT'>).data.fieldViolations[0]!
      return [field, /\d+/.exec(description)?.[0]]
    }
    assert.deepEqual(said(addLines([], [want('a', 100_001)])), ['lineItems.quantity', '100000'])
    assert.deepEqual(
      said(
        addLines(
          [],
          Array.from({ length: 301 }, (_, i) => want(String(i))),
        ),
      ),
      ['lineItems', '300'],
    )
  })
})

describe('changing', () => {
  const lines = must(addLines([], [want('a', 2), want('b', 3)]))
  const [a, b] = lines as [StoredLine, StoredLine]

  test('sets quantities of the lines that are named and leaves the others', () => {
    assert.deepEqual(
      must(setQuantities(lines, [{ id: b.id, quantity: 7 }])).map(({ quantity }) => quantity),
      [2, 7],
    )
    const twice = must(
      setQuantities(lines, [
        { id: a.id, quantity: 4 },
        { id: a.id, quantity: 5 },
      ]),
    )
    assert.equal(twice[0]!.quantity, 5, 'the last word counts')
  })

  test('removes the lines that are named', () => {
    assert.deepEqual(must(removeLines(lines, [a.id, a.id])), [b])
    assert.deepEqual(must(removeLines(lines, [])), lines)
  })

  test('404 LINE_ITEM_NOT_FOUND names the line, and nothing is changed', () => {
    for (const refused of [
      setQuantities(lines, [
        { id: a.id, quantity: 9 },
        { id: 'x', quantity: 1 },
      ]),
      removeLines(lines, [a.id, 'x']),
    ]) {
      assert.ok(refused instanceof Refusal)
      assert.deepEqual([refused.code, refused.data], ['LINE_ITEM_NOT_FOUND', { lineItemId: 'x' }])
    }
    assert.deepEqual(
      lines.map(({ quantity }) => quantity),
      [2, 3],
    )
  })
})

describe('taking away what was bought', () => {
  const lines: readonly StoredLine[] = [
    { id: 'a', same: 'a', quantity: 5 },
    { id: 'b', same: 'b', quantity: 2 },
  ]
  const left = (...bought: { readonly id: string; readonly quantity: number }[]) =>
    withoutUnits(lines, bought).map(({ id, quantity }) => [id, quantity])

  test('leaves what came into the cart later, and drops a line of which nothing is left', () => {
    assert.deepEqual(left({ id: 'a', quantity: 3 }, { id: 'b', quantity: 2 }), [['a', 2]])
    assert.deepEqual(left({ id: 'b', quantity: 9 }), [['a', 5]], 'more was bought than is in the cart now')
    assert.deepEqual(left({ id: 'gone', quantity: 1 }), [
      ['a', 5],
      ['b', 2],
    ])
  })

  test('a line that is named twice counts by the larger number, whichever comes first', () => {
    assert.deepEqual(left({ id: 'a', quantity: 3 }, { id: 'a', quantity: 1 }, { id: 'b', quantity: 2 }), [['a', 2]])
    assert.deepEqual(left({ id: 'a', quantity: 1 }, { id: 'a', quantity: 3 }, { id: 'b', quantity: 2 }), [['a', 2]])
  })
})

describe('what a reference comes to', () => {
  const known = (options: object, item: Sellable | undefined = mug, override?: WantedLine['override']): KnownWant => ({
    quantity: 1,
    reference: { appId: 'stores', catalogItemId: 'mug', options: { ...options } },
    ...(override && { override }),
    item,
  })
  const same = (...of: Parameters<typeof known>) => must(identified([known(...of)]))[0]!.same

  test('is the same by its variant and by its choices; words of the buyer and prices make another', () => {
    assert.equal(same({ variantId: 'sage' }), same({ options: { Glaze: 'Sage' } }))
    assert.notEqual(same({}), same({}, { ...mug, stock: { productId: 'mug', variantId: 'ink' }, sku: 'MUG-INK' }))
    assert.notEqual(same({}), same({ customTextFields: { Engraving: 'Ada' } }))
    assert.equal(same({ customTextFields: { a: '1', b: '2' } }), same({ customTextFields: { b: '2', a: '1' } }))
    assert.notEqual(same({}), same({}, mug, { price: '1.00' }))
  })

  test('is another for each variant, also of one SKU, for each SKU and for each subscription option', () => {
    const { stock: _, ...uncounted } = mug
    const plan = (id: string) => ({ ...mug, plan: { id, title: 'Monthly', settings: {} as never } })
    const all = [
      mug,
      { ...mug, stock: { productId: 'mug', variantId: 'ink' } },
      { ...mug, sku: 'MUG-INK' },
      { ...mug, productId: 'other' },
      { ...uncounted, stock: undefined },
      plan('monthly'),
      plan('weekly'),
    ].map((item) => same({}, item))
    assert.equal(new Set(all).size, all.length)
    assert.equal(same({}, { ...uncounted, stock: undefined }), 'mug  MUG-SAGE {} {}', 'stored carts have this text')
    assert.equal(same({}), 'mug sage MUG-SAGE {} {}')
  })

  test('is another gift card by its price, value and recipient; the price of anything else is that of now', () => {
    const card = (price: number, value: number) => ({ ...mug, price: minor(price), giftCard: { value: minor(value) } })
    assert.notEqual(same({}, card(2500, 2500)), same({}, card(5000, 5000)))
    assert.notEqual(same({}, card(2500, 2500)), same({}, card(2500, 3000)))
    assert.equal(same({}, card(2500, 2500)), same({}, card(2500, 2500)))
    assert.equal(same({}, { ...mug, price: minor(1) }), same({}))
  })

  test('of another app is another by its options, and the same however the id of the app is written', () => {
    const theirs = { ...mug, elsewhere: {} }
    const of = (appId: string, options?: Record<string, unknown>) =>
      must(identified([{ quantity: 1, reference: { appId, catalogItemId: 'mug', ...(options && { options }) }, item: theirs }]))[0]!.same
    assert.equal(of('ABC', { date: '1' }), of('abc', { date: '1' }))
    assert.equal(of('abc'), 'mug sage MUG-SAGE {} {}   ["abc",{}]')
    assert.notEqual(of('abc', { date: '1' }), of('abc', { date: '2' }))
    assert.notEqual(of('abc'), of('def'))
    assert.equal(same({ date: '1' }), same({ date: '2' }), 'our own catalogue has read them')
    assert.equal(must(identified([{ quantity: 1, item: theirs }]))[0]!.same, 'mug sage MUG-SAGE {} {}   [null,{}]')
  })

  test('is one text in whichever order its fields are, also deep within', () => {
    assert.equal(canonical({ b: [1, 'x', null], a: { d: true, c: undefined } }), '{"a":{"c":null,"d":true},"b":[1,"x",null]}')
    assert.deepEqual([canonical(undefined), canonical(null), canonical([]), canonical({})], ['null', 'null', '[]', '{}'])
    assert.notEqual(canonical({ a: '1' }), canonical({ a: 1 }))
    assert.notEqual(canonical([1, 2]), canonical([2, 1]))
  })

  test('that is missing has no id where nothing was referred to', () => {
    const refused = identified([{ quantity: 1, item: undefined }])
    assert.ok(refused instanceof Refusal)
    assert.deepEqual(refused.data, { catalogItemId: '' })
  })

  test('400 ITEM_NOT_FOUND_IN_CATALOG names the first that the catalogue does not have', () => {
    const missing = { ...known({}), item: undefined, reference: { appId: 'stores', catalogItemId: 'gone' } }
    const refused = identified([known({}), missing])
    assert.ok(refused instanceof Refusal)
    assert.deepEqual([refused.code, refused.data], ['ITEM_NOT_FOUND_IN_CATALOG', { catalogItemId: 'gone' }])
  })

  test('is told otherwise by whom may: name and price, each to the smallest coin', () => {
    const told = itemOf({ quantity: 1, override: { productName: { original: 'Gift' }, price: '19.995' } }, mug, 'EUR')!
    assert.deepEqual([told.name, told.price, told.fullPrice], ['Gift', 2000, 2000])
    assert.deepEqual(itemOf({ quantity: 1, override: { price: '10', fullPrice: '20' } }, mug, 'JPY')!.fullPrice, 20)
    assert.equal(itemOf({ quantity: 1, override: { price: '1' } }, undefined, 'EUR'), undefined, 'what is gone stays gone')
  })

  test('is described where there is no reference', () => {
    const custom = {
      price: '2.50',
      quantity: 1,
      itemType: { preset: 'DIGITAL' as const },
      productName: { original: 'Advice' },
      quantityAvailable: 3,
    }
    const item = itemOf({ quantity: 1, custom }, undefined, 'EUR')!
    assert.deepEqual([item.name, item.price, item.shippable, item.available, item.stock], ['Advice', 250 as Minor, false, 3, undefined])
  })
})

describe('what a thing of the catalogue is told otherwise', () => {
  const told = (override: NonNullable<WantedLine['override']>) => itemOf({ quantity: 1, override }, mug, 'EUR')!

  test('is only what is said; the rest is the catalogue’s', () => {
    assert.deepEqual(told({}), mug)
    assert.deepEqual(itemOf({ quantity: 1 }, mug, 'EUR'), mug)
    assert.deepEqual(told({ productName: { original: 'Gift' } }), { ...mug, name: 'Gift' })
    assert.deepEqual(told({ price: '1' }), { ...mug, price: 100, fullPrice: 100 })
  })

  test('is its weight, SKU and whether it is sent, also where that is nothing or no', () => {
    assert.deepEqual(told({ physicalProperties: { weight: 0, sku: 'OWN', shippable: false } }), {
      ...mug,
      weight: 0,
      sku: 'OWN',
      shippable: false,
    })
    assert.deepEqual(told({ physicalProperties: { weight: null, sku: '', shippable: null } }), mug)
    assert.deepEqual(told({ physicalProperties: null }), mug)
  })

  test('is its picture, where it has an address, and its description', () => {
    const image = { id: 'i', url: 'https://a.example/i.png', width: 3, height: 4, altText: 'A mug', filename: 'i.png' }
    assert.deepEqual(told({ image }), { ...mug, image })
    assert.deepEqual(told({ image: { url: image.url } }), { ...mug, image: { url: image.url } })
    assert.deepEqual(told({ image: { id: 'i' } }), mug)
    assert.deepEqual(told({ image: null }), mug)
    const descriptionLines = [
      { name: { original: 'Glaze' }, colorInfo: { original: 'Sage', code: '#9caf88' } },
      { name: { original: 'Size' }, plainText: { original: 'Large' } },
      { colorInfo: { original: 'Ash' } },
    ]
    assert.deepEqual(told({ descriptionLines }).descriptionLines, descriptionLines)
  })

  test('is how it is paid: a deposit is one unit’s, nothing where it is not said', () => {
    const paid = (value: PaymentOptionType, depositAmount?: string) =>
      told({ paymentOption: { value }, ...(depositAmount && { depositAmount }) }).payment
    assert.deepEqual(paid('DEPOSIT_ONLINE', '5.50'), { option: 'DEPOSIT_ONLINE', deposit: 550 })
    assert.deepEqual(paid('DEPOSIT_ONLINE'), { option: 'DEPOSIT_ONLINE', deposit: 0 })
    assert.deepEqual(paid('FULL_PAYMENT_OFFLINE', '5.50'), { option: 'FULL_PAYMENT_OFFLINE' })
    assert.deepEqual(paid('MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER'), { option: 'MEMBERSHIP_OFFLINE' })
  })
})

describe('a thing that is described', () => {
  const described = (more: object = {}) =>
    itemOf({ quantity: 1, custom: { price: '2.50', quantity: 1, itemType: { preset: 'PHYSICAL' }, ...more } as never }, mug, 'EUR')!

  test('is in no catalogue, is not counted, and is sent where it is physical', () => {
    assert.deepEqual(described({ productName: { original: 'Jar' } }), {
      stock: undefined,
      productId: '',
      sku: '',
      name: 'Jar',
      price: 250,
      fullPrice: 250,
      descriptionLines: [],
      shippable: true,
      itemType: 'PHYSICAL',
      available: null,
      state: '',
    })
    assert.equal(described({ itemType: { preset: 'SERVICE' } }).shippable, false)
  })

  test('has a kind of its own where ours do not do, and its name where it has none', () => {
    const { itemType, otherType, name, shippable } = described({ itemType: { custom: 'Workshop' } })
    assert.deepEqual([itemType, otherType, name, shippable], ['PHYSICAL', 'Workshop', 'Workshop', true])
    assert.equal('otherType' in described({ itemType: { preset: 'SERVICE', custom: 'Workshop' } }), false)
    assert.equal(described({ itemType: { preset: 'CUSTOM_AMOUNT_ITEM' } }).name, 'Custom amount')
    assert.equal(described().name, '')
    assert.equal('otherType' in described(), false)
  })

  test('has the prices, the tax, the weight and the picture that were said', () => {
    const image = { url: 'https://a.example/i.png' }
    const {
      price,
      fullPrice,
      priceDescription,
      taxGroupId,
      weight,
      sku,
      shippable,
      image: shown,
      productId,
    } = described({
      fullPrice: '4',
      priceDescription: { original: 'From €2' },
      taxGroupId: 'books',
      physicalProperties: { weight: 0.5, sku: 'JAR', shippable: false },
      media: image,
      rootCatalogItemId: 'root',
    })
    assert.deepEqual(
      [price, fullPrice, priceDescription, taxGroupId, weight, sku, shippable],
      [250, 400, 'From €2', 'books', 0.5, 'JAR', false],
    )
    assert.deepEqual([shown, productId], [image, 'root'])
    assert.equal('image' in described({ media: { id: 'i' } }), false)
    assert.equal('weight' in described({ physicalProperties: { weight: null } }), false)
  })

  test('has its description, the way it is paid and when a service takes place', () => {
    const descriptionLines = [{ name: { original: 'Size' }, plainText: { original: 'Large' } }]
    const serviceProperties = { scheduledDate: '2026-05-01T10:00:00+02:00', numberOfParticipants: 3 }
    const item = described({ descriptionLines, serviceProperties, paymentOption: 'DEPOSIT_ONLINE', depositAmount: '1' })
    assert.deepEqual(item.descriptionLines, descriptionLines)
    assert.deepEqual(item.service, { scheduledDate: '2026-05-01T08:00:00.000Z', numberOfParticipants: 3 })
    assert.deepEqual(item.payment, { option: 'DEPOSIT_ONLINE', deposit: 100 })
    assert.deepEqual(described({ serviceProperties: {} }).service, {})
  })

  test('can be a subscription: every period, for ever and not to be ended by its buyer, unless it is said', () => {
    const plan = (subscriptionSettings: object, more: object = {}) =>
      described({ subscriptionOptionInfo: { subscriptionSettings, ...more } }).plan
    assert.deepEqual(plan({ frequency: 'MONTH' }), {
      id: '',
      title: '',
      settings: { frequency: 'MONTH', interval: 1, autoRenewal: false, enableCustomerCancellation: false },
    })
    const all = {
      frequency: 'WEEK',
      interval: 2,
      autoRenewal: true,
      billingCycles: 6,
      enableCustomerCancellation: true,
      freeTrialPeriod: { frequency: 'DAY', interval: 10 },
      startDate: '2026-05-01T00:00:00.000Z',
    }
    assert.deepEqual(plan(all, { title: { original: 'Coffee' }, description: { original: 'Fresh' } }), {
      id: '',
      title: 'Coffee',
      description: 'Fresh',
      settings: all,
    })
    assert.deepEqual(plan({ frequency: 'MONTH', freeTrialPeriod: { frequency: 'MONTH' } })?.settings.freeTrialPeriod, {
      frequency: 'MONTH',
      interval: 1,
    })
    assert.equal(plan({ frequency: 'MONTH' }, { title: null })?.title, '')
  })
})

describe('how many can be had', () => {
  const line = (item: Sellable | undefined, quantity: number) => ({ id: 'x', quantity, item })

  test('is all, some, none, or nothing known; what is not counted is always there', () => {
    const said = (available: number | null, quantity: number) => availabilityOf(line({ ...mug, available }, quantity))
    assert.deepEqual(said(5, 5), { status: 'AVAILABLE', quantityAvailable: 5 })
    assert.deepEqual(said(5, 6), { status: 'PARTIALLY_AVAILABLE', quantityAvailable: 5 })
    assert.deepEqual(said(0, 1), { status: 'NOT_AVAILABLE', quantityAvailable: 0 })
    assert.deepEqual(said(-3, 1), { status: 'NOT_AVAILABLE', quantityAvailable: 0 })
    assert.deepEqual(said(null, 100_000), { status: 'AVAILABLE' })
    assert.deepEqual(availabilityOf(line(undefined, 1)), { status: 'NOT_FOUND', quantityAvailable: 0 })
  })

  test('decides what counts towards the total', () => {
    assert.equal(counts(line(mug, 6)), true)
    assert.equal(counts(line({ ...mug, available: 0 }, 1)), false)
    assert.equal(counts(line(undefined, 1)), false)
  })
})

describe('units that are preordered', () => {
  const preordered = (quantity: number, preorder?: Sellable['preorder']) =>
    preorderOf({ id: 'x', quantity, item: preorder ? { ...mug, preorder } : mug })
  const may = { inStock: 2, message: 'Fired in May', expectedDate: '2026-05-14' }

  test('are those beyond the stock, with the message and the date', () => {
    assert.deepEqual(preordered(5, may), { preorder: { quantity: 3, message: 'Fired in May', expectedDate: '2026-05-14' } })
    assert.deepEqual(preordered(1, { inStock: 0 }), { preorder: { quantity: 1 } })
  })

  test('are none where all are in stock, or nothing is preordered', () => {
    assert.deepEqual([preordered(2, may), preordered(1, may), preordered(9)], [{}, {}, {}])
    assert.deepEqual(preorderOf({ id: 'x', quantity: 1, item: undefined }), {})
  })
})
