import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundedQueue } from './bounded-queue.ts'

/** Work that ends when it is told to. */
function works() {
  const begun: number[] = []
  const ends = new Map<number, () => void>()
  const work = (id: number) => () => {
    begun.push(id)
    return new Promise<number>((resolve) => ends.set(id, () => resolve(id)))
  }
  return { begun, work, end: (id: number) => ends.get(id)!() }
}

test('so many run at once, the next wait in their order, and what is more is refused at once', async () => {
  const { begun, work, end } = works()
  const queue = boundedQueue({ atOnce: 2, waiting: 2 })
  const answers = [1, 2, 3, 4, 5].map((id) => queue.run(work(id)))
  assert.equal(answers[4], undefined)
  assert.deepEqual(begun, [1, 2])
  end(2)
  assert.equal(await answers[1], 2)
  assert.deepEqual(begun, [1, 2, 3])
  end(1)
  await answers[0]
  end(3)
  await answers[2]
  end(4)
  assert.equal(await answers[3], 4)
  const again = queue.run(work(6))
  end(6)
  assert.equal(await again, 6)
})

test('work that fails makes room as well', async () => {
  const queue = boundedQueue({ atOnce: 1, waiting: 1 })
  const failing = queue.run(() => Promise.reject(new Error('no')))!
  const next = queue.run(async () => 'next')!
  await assert.rejects(failing, /no/)
  assert.equal(await next, 'next')
})
