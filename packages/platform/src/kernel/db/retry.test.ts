import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { breaksLine, DatabaseUnavailable, isPassing, isTooSlow, retrying } from './retry.ts'
import { manualTimers } from './test/timers.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

describe('an error', () => {
  const passing = ['40001', '40P01', '55P03', '57P01', '57P02', '57P03', '53300', '25006', '08006', '08003', '08P01']
  const sockets = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']
  const codeless = [
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
  ]
  const lasting = ['23505', '23514', '22003', '22P02', '42P01', '42703', '0A000', '57014', '25P02', 'ENOENT', 'XX000']

  test('of contention, a restart, a failover or the line may be gone the next time', () => {
    for (const code of [...passing, ...sockets]) assert.equal(isPassing(coded(code)), true, code)
    for (const message of codeless) assert.equal(isPassing(new Error(message)), true, message)
  })

  test('of a value, a constraint or the statement itself stays', () => {
    for (const code of lasting) assert.equal(isPassing(coded(code)), false, code)
    for (const other of [new Error('anything'), 'Connection terminated', null, undefined, { code: '40001' }]) {
      assert.equal(isPassing(other), false)
    }
  })

  test('of contention leaves the connection good, of the line does not', () => {
    for (const code of ['40001', '40P01', '55P03', '53300', ...lasting]) assert.equal(breaksLine(coded(code)), false, code)
    for (const code of ['57P01', '57P02', '57P03', '25006', '08006', ...sockets]) assert.equal(breaksLine(coded(code)), true, code)
    for (const message of codeless) assert.equal(breaksLine(new Error(message)), true, message)
  })

  test('of a statement that took too long is known by its code', () => {
    assert.equal(isTooSlow(coded('57014')), true)
    assert.equal(isTooSlow(coded('40001')), false)
  })
})

describe('retrying', () => {
  test('runs again until it works', async () => {
    let tries = 0
    const answer = await retrying(async () => {
      if (++tries < 4) throw coded('40001')
      return 'done'
    })
    assert.equal(answer, 'done')
    assert.equal(tries, 4)
  })

  test('passes on at once what will not pass', async () => {
    let tries = 0
    const lasting = coded('23505')
    await assert.rejects(
      retrying(async () => {
        tries++
        throw lasting
      }),
      lasting,
    )
    assert.equal(tries, 1)
  })

  test('gives up after its patience, says that nothing is known to have changed, and why', async () => {
    const timers = manualTimers()
    const cause = coded('57P03')
    await assert.rejects(
      retrying(async () => Promise.reject(cause), 120, timers),
      (error) => error instanceof DatabaseUnavailable && error.cause === cause,
    )
    assert.ok(timers.now() <= 120)
    assert.ok(timers.slept.length >= 2, 'after several tries')
  })
})
