import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Minor } from '@vitrine/pricing'
import { sharedStock } from './product.ts'
import { describe as described, type FactVariant, findVariant, readWanted, type SellingFacts, shownVariant, type Wanted } from './sell.ts'

const variant = (id: string, choices: Record<string, string>, more: Partial<FactVariant> = {}): FactVariant => ({
  id,
  sku: id,
  price: 2600 as Minor,
  fullPrice: 2600 as Minor,
  visible: true,
  choices,
  shelf: 0,
  counted: id,
  ...more,
})
const sage = variant('a1', { Glaze: 'Sage', Size: 'Large' })
const ash = variant('b2', { Glaze: 'Ash', Size: 'Large' })
const mug: SellingFacts = {
  name: 'Morning Mug',
  slug: 'morning-mug',
  itemType: 'PHYSICAL',
  shippable: true,
  options: [
    {
      name: 'Glaze',
      choices: [
        { name: 'Sage', value: '#9caf88', color: '#9caf88' },
        { name: 'Ash', value: '#b2beb5', color: '#b2beb5' },
      ],
    },
    { name: 'Size', choices: [{ name: 'Large', value: 'L' }] },
  ],
  texts: [],
  variants: [sage, ash, variant('c3', { Glaze: 'Ash', Size: 'Small' }, { visible: false })],
}
const plain: SellingFacts = { ...mug, options: [], variants: [variant(sharedStock, {})] }

describe('what a reference asks for', () => {
  test('is a variant, choices, texts and a subscription option', () => {
    const options = { variantId: 'a1', options: { Glaze: 'Sage' }, customTextFields: { Name: 'Ada' }, subscriptionOptionId: 's' }
    assert.deepEqual(readWanted(options, 'p'), options)
  })

  test('is nothing where it is written otherwise, and that is no reason to refuse it', () => {
    for (const options of [undefined, null, 'Sage', 7, {}]) assert.deepEqual(readWanted(options, 'p'), {})
    const odd = { variantId: 7, options: ['Sage'], customTextFields: { Name: 7 }, subscriptionOptionId: null, colour: 'red' }
    assert.deepEqual(readWanted(odd, 'p'), {})
    assert.deepEqual(readWanted({ options: null, customTextFields: 'Ada' }, 'p'), {})
  })

  test('the only variant of a product without options goes by the product’s id as well, in either case', () => {
    assert.equal(readWanted({ variantId: 'AB12' }, 'ab12').variantId, sharedStock)
    assert.equal(readWanted({ variantId: 'cd34' }, 'ab12').variantId, 'cd34')
  })
})

describe('the variant that is meant', () => {
  const found = (wanted: Wanted, facts = mug) => findVariant(facts, wanted)?.id

  test('is named by its id, in either case, and its choices do not matter then', () => {
    assert.equal(found({ variantId: 'A1' }), 'a1')
    assert.equal(found({ variantId: 'a1', options: { Glaze: 'Ash' } }), 'a1')
    assert.equal(found({ variantId: 'zz' }), undefined)
  })

  test('is named by a choice for every option, each by its name or value', () => {
    assert.equal(found({ options: { Glaze: 'Sage', Size: 'Large' } }), 'a1')
    assert.equal(found({ options: { Size: 'L', Glaze: '#b2beb5' } }), 'b2')
  })

  test('is none where a choice is left out, too many are made, or there is no such choice or option', () => {
    assert.equal(found({}), undefined)
    assert.equal(found({ options: { Glaze: 'Sage' } }), undefined)
    assert.equal(found({ options: { Glaze: 'Sage', Size: 'Large', Lid: 'Yes' } }), undefined)
    assert.equal(found({ options: { Glaze: 'Sage', Lid: 'Yes' } }), undefined)
    assert.equal(found({ options: { Glaze: 'Blue', Size: 'Large' } }), undefined)
  })

  test('is never one that the merchant hides', () => {
    assert.equal(found({ variantId: 'c3' }), undefined)
    const small = [
      { name: 'Large', value: 'L' },
      { name: 'Small', value: 'S' },
    ]
    const facts = { ...mug, options: [mug.options[0]!, { name: 'Size', choices: small }] }
    assert.equal(found({ options: { Glaze: 'Ash', Size: 'Small' } }, facts), undefined)
  })

  test('is the only one of a product without options', () => {
    assert.equal(found({}, plain), sharedStock)
    assert.equal(found({ options: {} }, plain), sharedStock)
    assert.equal(found({ options: { Glaze: 'Sage' } }, plain), undefined)
  })
})

test('a variant is told from others by its choices, and shown by its own picture or the product’s', () => {
  const image = (id: string) => ({ id, width: 1, height: 1, altText: '' })
  assert.deepEqual(shownVariant(mug, sage), { choices: 'Sage, Large' })
  assert.deepEqual(shownVariant({ ...mug, image: image('mug') }, sage), { choices: 'Sage, Large', imageId: 'mug' })
  assert.deepEqual(shownVariant({ ...mug, image: image('mug') }, { ...sage, image: image('sage') }), {
    choices: 'Sage, Large',
    imageId: 'sage',
  })
  assert.deepEqual(shownVariant(plain, plain.variants[0]!), {})
})

describe('the lines under a name in the cart', () => {
  const name = { title: 'Name', maxLength: 5, mandatory: true }
  const note = { title: 'Note', maxLength: 20, mandatory: false }
  const lines = (written: Record<string, string> | undefined, texts = [name, note]) =>
    described({ ...plain, texts }, plain.variants[0]!, written)?.map((line) => [line.name?.original, line.plainText?.original])

  test('are its choices, a colour with its code', () => {
    assert.deepEqual(described(mug, sage), [
      { name: { original: 'Glaze' }, colorInfo: { original: 'Sage', code: '#9caf88' }, lineType: 'COLOR' },
      { name: { original: 'Size' }, plainText: { original: 'Large' }, lineType: 'PLAIN_TEXT' },
    ])
  })

  test('leave out an option that the variant has no choice of', () => {
    assert.deepEqual(
      described(mug, variant('d4', { Size: 'Large' }))?.map((line) => line.name?.original),
      ['Size'],
    )
  })

  test('are then what the buyer wrote; a text without letters is left out', () => {
    assert.deepEqual(lines({ Name: 'Ada', Note: 'With love' }), [
      ['Name', 'Ada'],
      ['Note', 'With love'],
    ])
    assert.deepEqual(lines({ Name: 'Ada', Note: '  ' }), [['Name', 'Ada']])
    assert.deepEqual(lines({ Name: 'Ada' }), [['Name', 'Ada']])
  })

  test('cannot be where a text is missing that the product needs', () => {
    for (const written of [undefined, {}, { Name: '' }, { Name: '  ' }, { Note: 'Hello' }]) assert.equal(lines(written), undefined)
    assert.deepEqual(lines(undefined, [note]), [])
  })

  test('cannot be where a text is too long, or the product has no such text', () => {
    assert.deepEqual(lines({ Name: 'Grace' }), [['Name', 'Grace']])
    assert.equal(lines({ Name: 'Gracie' }), undefined)
    assert.equal(lines({ Name: 'Ada', Colour: 'Red' }), undefined)
  })
})
