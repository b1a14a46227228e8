import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compared, factsOf, slugsOf } from './compare.ts'

const vase = (over: Partial<Compared>): Compared => ({
  options: [],
  sections: [],
  variants: [],
  stock: { some: true },
  colours: undefined,
  ...over,
})

test('an address names each thing once, and four at the most', () => {
  const of = (text: string) => slugsOf(new URLSearchParams(text))
  assert.deepEqual(of('of=a,b,a&add=c'), ['a', 'b', 'c'])
  assert.deepEqual(of('of=a,b,c,d,e'), ['a', 'b', 'c', 'd'])
  assert.deepEqual(of(''), [])
  assert.deepEqual(of(`of=,${'x'.repeat(101)}`), [])
})

test('what differs stands first, and what nothing is said of is left out', () => {
  const facts = factsOf([
    vase({ sections: [{ title: 'Care', text: 'A damp cloth' }], weight: '1.6 kg' }),
    vase({ sections: [{ title: 'Care', text: 'A damp cloth' }], weight: '0.9 kg' }),
  ])
  assert.deepEqual(
    facts.map(({ label, differs }) => [label, differs]),
    [
      ['Weighs', true],
      ['Availability', false],
      ['Care', false],
    ],
  )
})

test('options are compared by their choices, colours by their colours', () => {
  const glaze = (choices: readonly string[]) =>
    vase({
      options: [{ name: 'Glaze', plain: false, choices: choices.map((name) => ({ name, pictures: [] })) }],
      colours: { option: 'Glaze', plain: false, choices: choices.map((name) => ({ name, colour: '#fff', out: false })) },
    })
  const [fact] = factsOf([glaze(['Sage', 'Ink']), glaze(['Clay'])])
  assert.deepEqual(fact?.values, ['Sage, Ink', 'Clay'])
  assert.deepEqual(
    fact?.colours?.map((one) => one?.choices.length),
    [2, 1],
  )
})

test('a thing is sold out when all of its variants are', () => {
  const variant = (some: boolean) => ({ id: 'v', choices: {}, price: 1, sku: '', planPrices: [], planPerUnit: [], stock: { some } })
  const [fact] = factsOf([vase({ variants: [variant(false), variant(false)] }), vase({ variants: [variant(false), variant(true)] })])
  assert.deepEqual(fact?.values, ['Sold out', 'In stock'])
})

test('sizes are compared where the catalogue says them, each in its own unit', () => {
  const facts = factsOf([
    vase({ dimensions: { height: '25.40', width: '19.6', unit: 'CM' } }),
    vase({ dimensions: { height: '10', width: '0', unit: 'IN' } }),
    vase({ dimensions: { height: '5', unit: 'UNKNOWN_DIMENSIONS_UNIT' } }),
  ])
  const valuesOf = (label: string) => facts.find((fact) => fact.label === label)?.values
  assert.deepEqual(valuesOf('Tall'), ['25.4 cm', '10 in', ''])
  assert.deepEqual(valuesOf('Across'), ['19.6 cm', '', ''])
  assert.equal(valuesOf('Deep'), undefined)
})
