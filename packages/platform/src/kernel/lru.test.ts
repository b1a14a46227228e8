import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lruOf } from './lru.ts'

test('holds so many, and forgets first what was asked for longest ago', () => {
  const cache = lruOf<string, string>(3)
  for (const key of ['a', 'b', 'c']) cache.set(key, key)
  cache.get('a')
  cache.set('d', 'd')
  assert.deepEqual([...cache.keys()].sort(), ['a', 'c', 'd'])
  cache.set('d', 'again')
  assert.equal(cache.size, 3, 'what is set again takes no more room')
})

test('forgets what is older than its time, of each entry or of all', (context) => {
  let now = 1000
  context.mock.method(performance, 'now', () => now)
  const all = lruOf<string, string>(3, { ttl: 100 })
  const each = lruOf<string, string>(3)
  all.set('a', 'a')
  each.set('a', 'a', { ttl: 100 })
  each.set('b', 'b')
  now += 101
  assert.equal(all.get('a'), undefined)
  assert.equal(each.get('a'), undefined)
  assert.equal(each.get('b'), 'b')
})
