import { mock } from 'node:test'

/** Lets mocked time run until `promise` is settled and tells how many milliseconds that took. Needs `mock.timers` with `setTimeout`. */
export async function elapse(promise: Promise<unknown>, step = 10): Promise<number> {
  let settled = false
  const done = () => {
    settled = true
  }
  promise.then(done, done)
  for (let passed = 0; ; passed += step) {
    for (let i = 0; i < 5; i++) await new Promise(setImmediate)
    if (settled) return passed
    if (passed > 600_000) throw new Error('never settled')
    mock.timers.tick(step)
  }
}
