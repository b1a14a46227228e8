import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutOf, narrowest, pinnedText, widest, widthsText, widthsWith, widthsWithout } from './columns.ts'

const columns = [
  { id: 'number', head: true, className: 'fit' },
  { id: 'placed', className: 'soft fit' },
  { id: 'customer', className: 'clip' },
  { id: 'items', className: 'clip' },
  { id: 'country', extra: true },
]
const layout = (search: string) => {
  const { shown, pinned, widths } = layoutOf(columns, new URLSearchParams(search))
  return { shown: shown.map(({ id }) => id), pinned, widths: Object.fromEntries(widths) }
}

test('what names the row is pinned where it stands first and nobody said otherwise', () => {
  assert.deepEqual(layout('').pinned, ['number'])
  assert.deepEqual(layout('columns=placed,number').pinned, [])
  assert.deepEqual(layout('pinned=none').pinned, [])
})

test('pinned columns stand first, in their order; what is not shown is not pinned', () => {
  assert.deepEqual(layout('pinned=items,number'), {
    shown: ['number', 'items', 'placed', 'customer'],
    pinned: ['number', 'items'],
    widths: {},
  })
  assert.deepEqual(layout('pinned=country,ghost').pinned, [])
})

test('the address says what is pinned only where it is not as usual', () => {
  assert.equal(pinnedText(columns, ['number']), undefined)
  assert.equal(pinnedText(columns, []), 'none')
  assert.equal(pinnedText(columns, ['items', 'number']), 'number,items')
  assert.equal(pinnedText(columns, ['items']), 'items')
})

test('widths are whole pixels within bounds; what is none is left out', () => {
  assert.deepEqual(layout('widths=customer.220,items.9999,number.3,ghost.100,placed.wide,country').widths, {
    customer: 220,
    items: widest,
    number: narrowest,
  })
  assert.equal(widthsText(new Map([['customer', 220]])), 'customer.220')
  assert.equal(widthsText(new Map()), undefined)
})

test('columns before the one that gets wider keep their width, but for those as wide as their content', () => {
  const now = new Map([
    ['number', 80],
    ['placed', 90],
    ['customer', 250.4],
    ['items', 300],
  ])
  assert.deepEqual(
    [...widthsWith(columns, now, new Map(), 'items', 340)],
    [
      ['customer', 250],
      ['items', 340],
    ],
  )
  assert.deepEqual(
    [...widthsWith(columns, now, new Map([['items', 300]]), 'number', 10)],
    [
      ['items', 300],
      ['number', narrowest],
    ],
  )
})

test('a column is as wide as usual again', () => {
  assert.deepEqual([...widthsWithout(new Map([['items', 300]]), 'items')], [])
})
