import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Field } from './columns.ts'
import { filmsIn, preorderIn, stockIn, subscriptionsIn } from './own-beside.ts'
import { Cells, columnsAt, Reading } from './reading.ts'

/** A row with these cells, and what was wrong with it. */
function row<T>(cells: Partial<Record<Field, string>>, read: (reading: Reading, cells: Cells) => T, { clears = false } = {}) {
  const columns = Object.keys(cells) as Field[]
  const reading = new Reading({ columns, header: columns, clears, weightUnit: 'KG' })
  const value = read(
    reading,
    new Cells(
      2,
      columns.map((field) => cells[field] ?? ''),
      columnsAt(columns),
    ),
  )
  return { value, wrong: reading.errors.map(({ column, message }) => `${column}: ${message}`) }
}

describe('stock of several locations', () => {
  const stock = (cells: Partial<Record<Field, string>>, least = 0) => row(cells, (reading, of) => stockIn(reading, of, least))

  test('is what they have together, with what each has', () => {
    assert.deepEqual(stock({ stockByLocation: 'Warehouse: 12; Shop: 3' }), {
      value: {
        quantity: 15,
        at: [
          { location: 'Warehouse', units: 12 },
          { location: 'Shop', units: 3 },
        ],
      },
      wrong: [],
    })
  })

  test('agrees with the stock in all, where that is written too', () => {
    assert.deepEqual(stock({ stock: '15', stockByLocation: 'Warehouse: 12; Shop: 3' }).wrong, [])
    assert.match(stock({ stock: '20', stockByLocation: 'Warehouse: 12; Shop: 3' }).wrong[0]!, /have 15 together, and the stock is 20/)
    assert.match(stock({ stock: 'InStock', stockByLocation: 'Shop: 3' }).wrong[0]!, /not counted, but its locations are/)
  })

  test('is that in all where no location is named', () => {
    assert.deepEqual(stock({ stock: '7', stockByLocation: '' }).value, { quantity: 7 })
    assert.deepEqual(stock({ stock: '7' }).value, { quantity: 7 })
    assert.equal(stock({ stockByLocation: ' ' }).value, undefined)
  })

  test('is refused where a location is there twice, in whatever case, or a part cannot be read', () => {
    assert.match(stock({ stockByLocation: 'Shop: 3; shop: 4' }).wrong[0]!, /“shop” is there twice/)
    assert.match(stock({ stockByLocation: 'Shop: 3; Warehouse' }).wrong[0]!, /“Warehouse” is not written as/)
  })

  test('is below zero only as far as it is taken in advance, at each location', () => {
    assert.match(stock({ stockByLocation: 'Shop: -3; Warehouse: 5' }).wrong[0]!, /cannot be below 0: Shop: -3/)
    assert.deepEqual(stock({ stockByLocation: 'Shop: -3; Warehouse: 5' }, -3).wrong, [])
    assert.equal(stock({ stockByLocation: 'Shop: -4' }, -3).wrong.length, 1)
  })

  test('has a limit in all', () => {
    assert.deepEqual(stock({ stockByLocation: 'A: 600000000; B: 400000000' }).wrong, [])
    assert.match(stock({ stockByLocation: 'A: 600000000; B: 400000001' }).wrong[0]!, /at the most/)
  })
})

describe('how a product is taken in advance', () => {
  const preorder = (cells: Partial<Record<Field, string>>, clears = false) => row(cells, preorderIn, { clears })

  test('is whether, how many, until when and with which words', () => {
    const cells = { preorder: 'yes', preorderLimit: '50', preorderDate: '2027-05-14', preorderMessage: 'Fired in May' }
    const value = { enabled: true, limit: 50, expectedDate: '2027-05-14', message: 'Fired in May' }
    assert.deepEqual(preorder(cells), { value, wrong: [] })
  })

  test('stays as it is where nothing is written; an empty cell takes away what there is where the merchant said so', () => {
    const empty = { preorderLimit: '', preorderDate: '', preorderMessage: '' }
    assert.equal(preorder(empty).value, undefined)
    assert.equal(preorder({}, true).value, undefined)
    assert.deepEqual(preorder(empty, true).value, { limit: null, expectedDate: null, message: null })
  })

  test('has a day that there is', () => {
    for (const preorderDate of ['2027-02-30', '14.05.2027', '2027-13-01', 'May', '2027-5-14'])
      assert.match(preorder({ preorderDate }).wrong[0]!, /is no day/, preorderDate)
    assert.deepEqual(preorder({ preorderDate: '2028-02-29' }).wrong, [])
  })

  test('has a limit from 0 to 100,000, and a message of at most 250 characters', () => {
    for (const preorderLimit of ['100001', '-1', '1.5', 'many', '9999999'])
      assert.equal(preorder({ preorderLimit }).wrong.length, 1, preorderLimit)
    for (const preorderLimit of ['0', '100000']) assert.deepEqual(preorder({ preorderLimit }).wrong, [])
    assert.deepEqual(preorder({ preorderMessage: 'x'.repeat(250) }).wrong, [])
    assert.match(preorder({ preorderMessage: 'x'.repeat(251) }).wrong[0]!, /251 characters/)
  })
})

test('films have an id and the address of a picture, and a place where it is said; others are refused and the rest is read', () => {
  const { value, wrong } = row({ films: '2 abc https://a.example/p.webp; def https://a.example/q.webp; ghi' }, filmsIn)
  assert.deepEqual(value, [
    { id: 'abc', poster: 'https://a.example/p.webp', place: 2 },
    { id: 'def', poster: 'https://a.example/q.webp' },
  ])
  assert.match(wrong[0]!, /“ghi” is not written as/)
})

test('a list that is empty leaves what there is, and takes it away where the merchant said so', () => {
  const options = (cells: Partial<Record<Field, string>>, clears: boolean) => row(cells, subscriptionsIn, { clears }).value
  assert.deepEqual(options({ subscriptionOptions: 'Monthly; ; Weekly' }, false), ['Monthly', 'Weekly'])
  assert.equal(options({ subscriptionOptions: '' }, false), undefined)
  assert.deepEqual(options({ subscriptionOptions: '' }, true), [])
  assert.equal(options({}, true), undefined)
})
