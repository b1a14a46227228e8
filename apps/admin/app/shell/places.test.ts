import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Right } from '@vitrine/contract'
import { isMarked, menuOf, placeAt, placesOf } from './places.ts'

const everything: ReadonlySet<Right> = Object.assign(new Set<Right>(), { has: () => true })
const sections = menuOf(everything).flat()

test('every section has a key of its own', () => {
  const keys = sections.map(({ key }) => key)
  assert.equal(new Set(keys).size, keys.length)
  // `g` begins the next combination.
  assert.ok(keys.every((key) => /^[a-fh-z]$/.test(key)))
})

test('a menu has no place that somebody may not enter', () => {
  const places = placesOf(menuOf(new Set(['orders.read'])))
  assert.deepEqual([...new Set(places.map(({ needs }) => needs))], ['orders.read'])
  assert.ok(places.some(({ name }) => name === 'Returns'))
})

test('an address belongs to the innermost place', () => {
  assert.equal(placeAt('/shipping/weights')?.name, 'Weight-based rates')
  assert.equal(placeAt('/orders/1')?.name, 'Orders')
})

test('one section is marked, or a place within it', () => {
  const marked = (pathname: string) => sections.filter(({ to, within = [] }) => isMarked(to, within, pathname)).map(({ name }) => name)
  assert.deepEqual(marked('/'), ['Home'])
  assert.deepEqual(marked('/start'), ['Home'])
  assert.deepEqual(marked('/orders'), ['Orders'])
  assert.deepEqual(marked('/orders/1'), ['Orders'])
  assert.deepEqual(marked('/shipping/weights'), [])
  assert.deepEqual(marked('/more'), [])
})
