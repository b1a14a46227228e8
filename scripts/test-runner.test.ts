import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runFiles } from './test-runner.ts'

test('a run that is stopped before its processes are ready ends', { timeout: 60_000 }, async () => {
  const stop = new AbortController()
  const files = ['scripts/covering.test.ts', 'scripts/sql-fragments.test.ts', 'scripts/covering.test.ts']
  const running = runFiles(files, { atOnce: 2, signal: stop.signal })
  setImmediate(() => stop.abort())
  const reports = await running
  assert.ok(reports.length > 0 && reports.every(({ passed, failed }) => passed === 0 && failed === 1))
})
