import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { differences, type Json, valueAt, withValue } from './difference.ts'

test('names each value that changed, with what it was and what it is', () => {
  assert.deepEqual(differences({ name: 'Books', rate: { de: '7' }, kept: 1 }, { name: 'Maps', rate: { de: '5' }, kept: 1 }), [
    { path: ['name'], before: 'Books', after: 'Maps' },
    { path: ['rate', 'de'], before: '7', after: '5' },
  ])
})

test('lists of things with ids are told apart by them, whichever came or went', () => {
  const a = { id: 'a', price: '1' }
  const b = { id: 'b', price: '2' }
  assert.deepEqual(differences({ rates: [a, b] }, { rates: [{ ...a, price: '3' }] }), [
    { path: ['rates', '#a', 'price'], before: '1', after: '3' },
    { path: ['rates', '#b'], before: b },
  ])
  assert.deepEqual(withValue({ rates: [a] }, ['rates', '#b'], b), { rates: [a, b] })
  assert.deepEqual(withValue({ rates: [a, b] }, ['rates', '#a'], undefined), { rates: [b] })
  assert.deepEqual(withValue({ rates: [a, b] }, ['rates', '#b', 'price'], '9'), { rates: [a, { ...b, price: '9' }] })
})

test('a list in another order, and one without ids, is one value', () => {
  const [a, b] = [{ id: 'a' }, { id: 'b' }]
  assert.deepEqual(differences({ places: [a, b] }, { places: [b, a] }), [{ path: ['places'], before: [a, b], after: [b, a] }])
  assert.deepEqual(differences({ tags: ['x'] }, { tags: ['x', 'y'] }), [{ path: ['tags'], before: ['x'], after: ['x', 'y'] }])
})

test('says nothing of stamps, of secrets wherever they lie, and of what is empty on both sides', () => {
  assert.deepEqual(differences({ revision: '1', hook: { secret: 'a' }, tags: [] }, { revision: '2', hook: { secret: 'b' } }), [])
  const [hooks] = differences({ hooks: [] }, { hooks: [{ url: 'https://a.example', token: 'x', deep: { password: 'y' } }] })
  assert.deepEqual(hooks, { path: ['hooks'], before: [], after: [{ url: 'https://a.example', deep: {} }] })
})

test('what is too long is only said to have changed', () => {
  assert.deepEqual(differences({ note: 'a' }, { note: 'b'.repeat(9000) }), [{ path: ['note'], cut: true }])
})

test('something that was made or deleted is told value by value', () => {
  assert.deepEqual(differences(undefined, { name: 'Books', at: { city: 'Leipzig' } }), [
    { path: ['name'], after: 'Books' },
    { path: ['at', 'city'], after: 'Leipzig' },
  ])
})

const key = fc.constantFrom('name', 'rate', 'places', 'city')
const leaf = fc.oneof(fc.string({ maxLength: 5, minLength: 1 }), fc.integer(), fc.boolean())
const { entity } = fc.letrec<{ entity: Json; value: Json }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(leaf, { maxLength: 3 }) as fc.Arbitrary<Json>, tie('entity')),
  entity: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }) as fc.Arbitrary<Json>,
}))

test('putting every value back makes what there was', () => {
  fc.assert(
    fc.property(entity, entity, (before, after) => {
      const back = differences(before, after).reduce<Json>((value, { path, before: was }) => withValue(value, path, was as Json), after)
      assert.deepEqual(differences(before, back), [])
    }),
  )
})

test('a path leads to the value that it names', () => {
  fc.assert(
    fc.property(entity, entity, (before, after) => {
      for (const field of differences(before, after)) {
        assert.deepEqual(valueAt(before, field.path), field.before)
        assert.deepEqual(valueAt(after, field.path), field.after)
      }
    }),
  )
})
