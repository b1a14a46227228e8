import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashOf, maskOf, newCode, openCode, plainCode, sealCode, suffixOf } from './code.ts'

const key = Buffer.alloc(32, 7)
const other = Buffer.alloc(32, 8)
const code = 'W2XY-3456-789B-CDFG'

test('a new code is four times four letters and digits that cannot be mistaken for each other', () => {
  const codes = Array.from({ length: 50 }, newCode)
  for (const one of codes) assert.match(one, /^([2-9BCDFGHJKLMNPQRSTVWXZ]{4}-){3}[2-9BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  assert.equal(new Set(codes).size, 50)
})

test('a code is the same however it is typed', () => {
  for (const typed of ['w2xy-3456-789b-cdfg', ' W2XY 3456 789B CDFG ', 'w2xy3456789bcdfg', 'Ｗ2XY-3456-789B-CDFG']) {
    assert.equal(plainCode(typed), 'W2XY3456789BCDFG', typed)
    assert.deepEqual(hashOf(key, typed), hashOf(key, code), typed)
  }
  assert.notDeepEqual(hashOf(key, 'W2XY-3456-789B-CDFH'), hashOf(key, code))
  assert.notDeepEqual(hashOf(other, code), hashOf(key, code), 'of another shop')
})

test('only the last four are shown', () => {
  assert.equal(maskOf(suffixOf(code)), '****-****-****-CDFG')
})

describe('a code that is kept for its emails', () => {
  test('is opened by the shop’s key, and by no other', () => {
    assert.equal(openCode(key, sealCode(key, code)), code)
    assert.throws(() => openCode(other, sealCode(key, code)))
  })

  test('says nothing of itself, and is sealed differently each time', () => {
    const [one, two] = [sealCode(key, code), sealCode(key, code)]
    assert.equal(one.includes(Buffer.from(code)), false)
    assert.notDeepEqual(one, two)
  })

  test('is not opened once a bit of it was changed', () => {
    const sealed = sealCode(key, code)
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      assert.throws(() => openCode(key, changed), `byte ${at}`)
    }
  })
})
