import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, askedBy, changed, columnsOf, lookOf, sameRows, viewOf } from './address.ts'
import type { Listing } from './listing.ts'

interface Cup {
  readonly id: string
}

const cups: Listing<Cup> = {
  name: 'cups',
  path: '/cups',
  title: 'Cups',
  one: 'cup',
  more: 'cups',
  columns: [
    { id: 'name', name: 'Name', head: true, cell: () => 'cup' },
    { id: 'made', name: 'Made', sort: 'createdDate', cell: () => '' },
    { id: 'glaze', name: 'Glaze', extra: true, cell: () => '' },
  ],
  usualSort: '-made',
  listFilters: [
    {
      name: 'state',
      title: 'State',
      verb: 'is',
      choices: [
        { value: 'whole', says: 'whole', means: () => ({ broken: false }) },
        { value: 'broken', says: 'broken', means: () => ({ broken: true }) },
      ],
    },
    { name: 'tag', title: 'Tag', verb: 'is', meansText: (tag) => ({ tag }) },
  ],
  views: [
    { id: 'all', name: 'All', search: '' },
    { id: 'whole', name: 'Whole', search: 'state=whole' },
  ],
  search: { hint: 'Name', means: (text) => ({ name: text }) },
  idOf: ({ id }) => id,
  called: () => 'a cup',
  read: async () => ({ rows: [], next: undefined, previous: undefined }),
  nothing: { title: 'No cups', words: '' },
}
const now = new Date('2026-11-21T12:00:00Z')
const asked = (search: string) => askedBy(cups, new URLSearchParams(search), now).query

test('an address asks for what all of it narrows, and for any of the choices of one', () => {
  assert.deepEqual(asked(''), { cursorPaging: { limit: 50 }, sort: [{ fieldName: 'createdDate', order: 'DESC' }] })
  assert.deepEqual(asked('state=whole,broken&tag=a,b&q= oat ').filter, {
    $and: [{ $or: [{ broken: false }, { broken: true }] }, { tag: 'a,b' }, { name: 'oat' }],
  })
  assert.deepEqual(asked('sort=made').sort, [{ fieldName: 'createdDate', order: 'ASC' }])
})

test('what an address does not know is as usual, and a cursor says all by itself', () => {
  assert.deepEqual(asked('state=lost&sort=-glaze&colour=blue'), asked(''))
  assert.deepEqual(asked('state=whole&after=abc'), { cursorPaging: { limit: 50, cursor: 'abc' } })
})

test('columns stand as the address says, the one that names the row always', () => {
  const of = (search: string) => columnsOf(cups.columns, new URLSearchParams(search)).shown.map(({ id }) => id)
  assert.deepEqual(of(''), ['name', 'made'])
  assert.deepEqual(of('columns=glaze,name'), ['glaze', 'name'])
  assert.deepEqual(of('columns=glaze,glaze,handle'), ['name', 'glaze'])
})

test('a view is known by its name or by what it says, in whatever order, and as changed where it says something else', () => {
  const of = (search: string) => {
    const { view, changed: isChanged } = viewOf(cups.views, new URLSearchParams(search))
    return [view?.id, isChanged]
  }
  assert.deepEqual(of(''), ['all', false])
  assert.deepEqual(of('state=whole&after=abc&from=51'), ['whole', false])
  assert.deepEqual(of('view=whole&state=whole&sort=made'), ['whole', true])
  assert.deepEqual(of('state=broken'), [undefined, true])
  assert.equal(lookOf('b=2&a=1&view=x&from=3'), 'a=1&b=2')
})

test('what changes begins at the first page and stays of the view it came from', () => {
  const next = changed(new URLSearchParams('state=whole&after=abc&from=51'), { sort: 'made', state: undefined }, cups.views[1])
  assert.equal(next.toString(), 'sort=made&view=whole')
  assert.equal(addressOf('/cups', { id: 'v1', name: 'Mine', search: 'tag=gift' }, true), '/cups?tag=gift&view=v1')
})

test('other columns are the same rows', () => {
  const same = (a: string, b: string) => sameRows(new URLSearchParams(a), new URLSearchParams(b))
  assert.equal(same('state=whole&columns=name', 'rows=roomy&state=whole&view=x'), true)
  assert.equal(same('state=whole', 'state=whole&after=abc'), false)
})
