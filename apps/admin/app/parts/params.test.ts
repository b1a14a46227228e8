import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withParams } from './params.ts'

test('an address with something changed has what is new, loses what is empty, and the one before stays as it was', () => {
  const before = new URLSearchParams({ q: 'mug', after: 'c1', state: 'SENT' })
  assert.equal(`${withParams(before, { q: 'vase', after: undefined, state: '', sort: '-name' })}`, 'q=vase&sort=-name')
  assert.equal(`${before}`, 'q=mug&after=c1&state=SENT')
})
