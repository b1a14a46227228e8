import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { unknownMembers } from './unknown-members.ts'

const ok = z.object({ order: z.object({ number: z.string(), tags: z.array(z.object({ name: z.string(), id: z.string() })) }) })
const input = z.object({
  id: z.string().optional(),
  order: z.object({ note: z.string().nullish(), tags: z.array(z.object({ name: z.string() })).default([]) }).optional(),
  prices: z.record(z.string(), z.object({ amount: z.string() })).optional(),
  custom: z.looseObject({}).optional(),
  any: z.unknown(),
  either: z.union([z.object({ card: z.string() }), z.object({ cash: z.boolean() })]).optional(),
  read: z.preprocess((value) => value, z.object({ inner: z.string() })).optional(),
})

test('a payload that its schema knows has none', () => {
  const payload = {
    id: '1',
    order: { note: null, tags: [{ name: 'a' }] },
    prices: { EUR: { amount: '1' } },
    custom: { anything: { goes: 1 } },
    any: { thing: [1] },
    either: { cash: true },
    read: { inner: 'x' },
  }
  assert.deepEqual(unknownMembers(payload, { input, ok }), [])
  assert.deepEqual(unknownMembers({ gone: undefined }, { input, ok }), [], 'what is undefined was never sent')
})

test('what would be dropped is named where it stands, in objects, lists, records, alternatives and behind a preprocess', () => {
  const payload = {
    ids: '1',
    order: { notes: 'x', tags: [{ name: 'a' }, { name: 'b', color: 'red' }] },
    prices: { EUR: { amount: '1', vat: '0' } },
    either: { card: 'x', brand: 'VISA' },
    read: { inner: 'x', outer: 'y' },
  }
  assert.deepEqual(unknownMembers(payload, { input, ok }), [
    'either.brand',
    'ids',
    'order.notes',
    'order.tags[1].color',
    'prices.EUR.vat',
    'read.outer',
  ])
})

test('of many no more than twenty are named', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x${i}`, i]))
  assert.equal(unknownMembers({ order: many, ...many }, { input, ok }).length, 20)
})

test('what the answer has at the same place may be sent back', () => {
  const read = { order: { number: '10001', tags: [{ name: 'a', id: '1' }] } }
  assert.deepEqual(unknownMembers(read, { input, ok }), [])
  assert.deepEqual(unknownMembers({ order: { ...read.order, tax: '1' }, number: '10001' }, { input, ok }), ['number', 'order.tax'])
})
