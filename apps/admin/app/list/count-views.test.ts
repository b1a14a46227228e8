import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countText } from './count-text.ts'
import { type Count, countViews, mostCounted } from './count-views.ts'

const stored: Readonly<Record<string, number>> = { open: 38, all: 2670, archived: 1000, imported: 25_000 }
const filters = Object.keys(stored).map((name) => ({ name }))

async function stepsOf(count: Count) {
  const steps: (readonly (number | undefined)[])[] = []
  for await (const step of countViews(count, filters)) steps.push(step)
  return steps
}

test('every view is counted exactly as far as 10,000, those with few first', async () => {
  const asked: (readonly [readonly unknown[], number])[] = []
  const count = async (of: readonly Readonly<Record<string, unknown>>[], most: number) => {
    asked.push([of.map(({ name }) => name), most])
    return of.map(({ name }) => Math.min(most, stored[String(name)]!))
  }
  const steps = await stepsOf(count)
  assert.deepEqual(steps, [
    [38, undefined, undefined, undefined],
    [38, 2670, 1000, 10_001],
  ])
  assert.deepEqual(
    steps.at(-1)!.map((found) => countText(found!, mostCounted + 1)),
    ['38', '2,670', '1,000', '10,000+'],
  )
  assert.deepEqual(asked[1], [['all', 'archived', 'imported'], 10_001])
})

test('small lists are counted once', async () => {
  let times = 0
  const steps = await stepsOf(async (of) => (times++, of.map(() => 7)))
  assert.deepEqual([times, steps], [1, [[7, 7, 7, 7]]])
})
