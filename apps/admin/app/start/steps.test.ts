import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { abilitiesOf, afterSteps, type Facts, missingIn, progressOf, sellsWhen, stepsOf, timeUntil, whyNoOrders } from './steps.ts'

const empty: Facts = {
  name: 'My shop',
  address: '',
  country: 'Germany',
  currency: 'euro',
  products: 0,
  product: undefined,
  taxRegions: 0,
  deliveries: [],
  payments: [],
  lookPublished: false,
  legalMissing: ['Imprint', 'Privacy'],
  emailFault: 'No mail server is set.',
  orders: 0,
  open: false,
}
const doneOf = (facts: Partial<Facts>) =>
  stepsOf({ ...empty, ...facts })
    .filter(({ done }) => done)
    .map(({ id }) => id)

describe('the way to the first order', () => {
  test('begins with nothing', () => {
    assert.deepEqual(doneOf({}), [])
    assert.equal(progressOf(stepsOf(empty)), 'None of ten done')
  })

  test('has each step done once it is true, and no other', () => {
    assert.deepEqual(doneOf({ name: 'Halde' }), [])
    assert.deepEqual(doneOf({ name: 'Halde', address: 'Leipzig' }), ['place'])
    assert.deepEqual(doneOf({ address: 'Leipzig' }), [])
    assert.deepEqual(doneOf({ products: 1, product: 'Mug' }), ['product'])
    assert.deepEqual(doneOf({ taxRegions: 1 }), ['tax'])
    assert.deepEqual(doneOf({ deliveries: ['DHL'] }), ['delivery'])
    assert.deepEqual(doneOf({ payments: ['Bank transfer'] }), ['payment'])
    assert.deepEqual(doneOf({ lookPublished: true }), ['look'])
    assert.deepEqual(doneOf({ legalMissing: [] }), ['legal'])
    assert.deepEqual(doneOf({ emailFault: undefined }), ['email'])
    assert.deepEqual(doneOf({ orders: 3 }), ['order'])
    assert.deepEqual(doneOf({ open: true }), ['open'])
    assert.equal(progressOf(stepsOf({ ...empty, orders: 3, products: 2, product: 'Mug' })), 'Two of ten done')
  })

  test('names what there is', () => {
    const about = (facts: Partial<Facts>, id: string) => stepsOf({ ...empty, ...facts }).find((step) => step.id === id)!.about
    assert.equal(about({ products: 3, product: 'Mug' }, 'product'), 'Mug and 2 more')
    assert.equal(about({ deliveries: ['A', 'B', 'C', 'D', 'E'] }, 'delivery'), 'A, B, C and 2 more')
    assert.equal(about({}, 'email'), 'No mail server is set.')
  })
})

test('what is missing before it sells is said by number', () => {
  assert.deepEqual([sellsWhen([2, 4, 5]), sellsWhen([5])], ['It sells when 2, 4 and 5 are done.', 'It sells when 5 is done.'])
  assert.deepEqual([afterSteps([2, 4]), afterSteps([4])], ['after 2 and 4', 'after 4'])
})

test('a shop can be opened when nothing else is missing, and sells then', () => {
  const ready: Facts = { ...empty, name: 'Halde', products: 1, product: 'Mug', deliveries: ['DHL'], payments: ['Card'] }
  const said = (facts: Facts) => [missingIn(stepsOf(facts)), timeUntil(stepsOf(facts), facts.name)]
  assert.deepEqual(said({ ...ready, deliveries: [] }), [[4], 'about 3 minutes until Halde can sell'])
  assert.deepEqual(said(ready), [[], 'about a minute until Halde can sell'])
  assert.deepEqual(said({ ...ready, open: true }), [[], 'Halde can sell'])
})

test('why there is no order is what nobody can buy without', () => {
  const why = (facts: Partial<Facts>) => whyNoOrders(stepsOf({ ...empty, ...facts }))
  const ready = { products: 1, product: 'Mug', deliveries: ['DHL'], payments: ['Card'] }
  assert.deepEqual(why({ products: 1, product: 'Mug' }), {
    title: 'No orders yet: the shop is not open',
    words: 'Delivery and payment are missing, about 7 minutes.',
    does: 'Go on with delivery',
  })
  assert.equal(why({ ...ready, products: 0 })?.words, 'A first product is missing, about 4 minutes.')
  assert.equal(why({ ...ready, payments: [], open: true })?.title, 'No orders yet: nobody can buy')
  assert.equal(why(ready)?.does, 'Open the shop')
  assert.equal(why({ ...ready, open: true }), undefined)
})

test('what a shopper can do goes by what there is', () => {
  const can = (facts: Partial<Facts>) => abilitiesOf({ ...empty, ...facts }).map((one) => one.can)
  assert.deepEqual(can({}), [false, false, false, false])
  assert.deepEqual(can({ open: true, products: 1, deliveries: ['DHL'], payments: ['Card'] }), [true, true, true, true])
})
