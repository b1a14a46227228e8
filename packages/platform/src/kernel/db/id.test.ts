import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate, version } from 'uuid'
import { isId, newId } from './id.ts'

test('ids are UUIDv7 of their moment, none twice, and sort as they were made', () => {
  const from = Date.now()
  const ids = Array.from({ length: 5000 }, newId)
  const until = Date.now()
  for (const id of ids) {
    assert.ok(validate(id) && version(id) === 7 && isId(id), id)
    const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    assert.ok(from <= at && at <= until, `${id} is of ${at}`)
  }
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(ids.toSorted(), ids)
  assert.equal(new Set(ids.map((id) => id.slice(-12))).size, ids.length, 'what is random differs')
})
