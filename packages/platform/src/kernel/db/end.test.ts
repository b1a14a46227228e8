import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { endingTogether } from './end.ts'
import { type Sql, sql } from './sql.ts'
import { manualTimers } from './test/timers.ts'

/** A database that commits nothing before it is told to. */
function slow() {
  const sent: Sql[][] = []
  const open: (() => void)[] = []
  const timers = manualTimers()
  const saved = (statements: readonly Sql[]) =>
    new Promise<void>((resolve) => {
      sent.push([...statements])
      open.push(resolve)
    })
  return {
    /** What went out, each group with one COMMIT. */
    sent,
    /** Commits the first that is under way. */
    async keep() {
      open.shift()!()
      await turn()
      await turn()
    },
    pass: timers.pass,
    end: endingTogether(
      {
        alone: (statement) => saved([statement]).then(() => undefined),
        together: (statements) => saved(statements).then(() => statements.map(() => undefined)),
      },
      timers,
    ),
  }
}

const one = sql`select 1`

test('what comes while others are kept goes with one COMMIT behind them', async () => {
  const { end, keep, sent } = slow()
  const ends = [end(one, true)]
  await turn()
  assert.deepEqual(
    sent.map(({ length }) => length),
    [1],
  )
  for (let i = 0; i < 3; i++) {
    ends.push(end(one, true))
    await turn()
  }
  assert.equal(sent.length, 1)
  await keep()
  assert.deepEqual(
    sent.map(({ length }) => length),
    [1, 3],
  )
  await keep()
  await Promise.all(ends)
})

test('nobody waits for others that take long, nor behind as many as go together', async () => {
  const { end, keep, pass, sent } = slow()
  const ends = [end(one, true)]
  await turn()
  ends.push(end(one, true))
  await turn()
  pass(4)
  assert.equal(sent.length, 1)
  pass(1)
  assert.deepEqual(
    sent.map(({ length }) => length),
    [1, 1],
  )
  ends.push(...Array.from({ length: 17 }, () => end(one, true)))
  await turn()
  await turn()
  assert.deepEqual(
    sent.map(({ length }) => length),
    [1, 1, 16, 1],
  )
  for (const _ of sent) await keep()
  await Promise.all(ends)
})

test('one whose outcome must be known neither waits nor is waited for', async () => {
  const { end, keep, sent } = slow()
  const ends = [end(one, false), end(one, false), end(one, true)]
  await turn()
  assert.deepEqual(
    sent.map(({ length }) => length),
    [1, 1, 1],
  )
  for (const _ of ends) await keep()
  await Promise.all(ends)
})
