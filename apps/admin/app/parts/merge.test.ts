import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { changedPart, merge } from './merge.ts'

const names = { street: 'Street', city: 'City', note: 'Note' }
type Key = keyof typeof names
const keys = Object.keys(names) as Key[]
const opened = { street: 'Elm 1', city: 'Bonn', note: '' }

describe('what two people did', () => {
  test('to different fields stands beside each other', () => {
    const { values, both, one } = merge(names, opened, { ...opened, street: 'Elm 1a' }, { ...opened, note: 'Ring twice' })
    assert.deepEqual(values, { street: 'Elm 1a', city: 'Bonn', note: 'Ring twice' })
    assert.deepEqual(both, [])
    assert.deepEqual(
      one.map(({ name }) => name),
      ['Street', 'Note'],
    )
  })

  test('to the same field is told with all three, and the newer is taken unless one chooses', () => {
    const { values, both, one } = merge(names, opened, { ...opened, street: 'Elm 1a' }, { ...opened, street: 'Elm 21' })
    assert.equal(values.street, 'Elm 21')
    assert.deepEqual(both, [{ key: 'street', name: 'Street', opened: 'Elm 1', theirs: 'Elm 1a', mine: 'Elm 21' }])
    assert.deepEqual(one, [])
  })

  test('both the same way is no quarrel', () => {
    const changed = { ...opened, street: 'Elm 2' }
    const { values, both, one } = merge(names, opened, changed, changed)
    assert.deepEqual([values.street, both.length, one.length], ['Elm 2', 0, 1])
  })

  const some = fc.record<Record<Key, string>>({
    street: fc.constantFrom('', 'a', 'b', 'c'),
    city: fc.constantFrom('', 'a', 'b'),
    note: fc.constantFrom('', 'a'),
  })
  test('is never lost: each word of theirs is kept, or told', () => {
    fc.assert(
      fc.property(some, some, some, (was, theirs, mine) => {
        const { values, both } = merge(names, was, theirs, mine)
        for (const key of keys) {
          const told = both.some((field) => field.key === key)
          if (theirs[key] !== was[key]) assert.ok(values[key] === theirs[key] || told, key)
          if (mine[key] !== was[key]) assert.equal(values[key], mine[key], key)
          if (theirs[key] === was[key] && mine[key] === was[key]) assert.equal(values[key], was[key])
          assert.equal(told, theirs[key] !== was[key] && mine[key] !== was[key] && theirs[key] !== mine[key])
        }
      }),
    )
  })

  test('does not hang on who of both is asked, but for what both changed', () => {
    fc.assert(
      fc.property(some, some, some, (was, theirs, mine) => {
        const [one, other] = [merge(names, was, theirs, mine), merge(names, was, mine, theirs)]
        const contested = new Set(one.both.map(({ key }) => key))
        assert.deepEqual(new Set(other.both.map(({ key }) => key)), contested)
        for (const key of keys) if (!contested.has(key)) assert.equal(one.values[key], other.values[key])
      }),
    )
  })
})

describe('the part that changed', () => {
  test('is told by whole words', () => {
    assert.deepEqual(changedPart('Günterstalstraße 12', 'Günterstalstraße 12a, back house'), ['Günterstalstraße ', '12a, back house', ''])
    assert.deepEqual(changedPart('Ring twice.', 'Please ring twice.'), ['', 'Please ring ', 'twice.'])
    assert.deepEqual(changedPart('', 'All of it'), ['', 'All of it', ''])
    assert.deepEqual(changedPart('a b', ''), ['', '', ''])
  })

  test('with what stands around it is the whole text', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (was, now) => assert.equal(changedPart(was, now).join(''), now)))
  })
})
