import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPassing } from '../db/retry.ts'
import { emittedError } from './emitted-error.ts'

const copyOf = (error: Error) => Object.assign({}, error, { message: error.message, stack: error.stack, queue: 'emails' })

test('a copy of an error is an error again, with its stack, its code and what was added', () => {
  const error = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const made = emittedError(copyOf(error)) as Error & { readonly code: string; readonly queue: string }
  assert.ok(made instanceof Error)
  assert.deepEqual([made.message, made.stack, made.code, made.queue], ['deadlock detected', error.stack, '40P01', 'emails'])
  assert.equal(isPassing(made), true)
  assert.equal(isPassing(emittedError(copyOf(new Error('timeout exceeded when trying to connect')))), true)
  assert.equal(isPassing(emittedError(copyOf(new Error('anything')))), false)
})

test('what is an error stays as it is, and so does what is none', () => {
  const error = new Error('x')
  for (const other of [error, 'x', null, undefined, { code: 1 }]) assert.equal(emittedError(other), other)
})
