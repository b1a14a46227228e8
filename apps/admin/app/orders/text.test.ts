import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ago, briefHours } from './text.ts'

test('says how long ago something was, and nothing where the clocks disagree', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const said = (iso: string) => ago(iso, now)
  assert.equal(said('2026-11-22T11:59:40Z'), '20 s ago')
  assert.equal(said('2026-11-22T11:59:57Z'), 'just now')
  assert.equal(said('2026-11-22T11:58:59Z'), '1 min ago')
  assert.equal(said('2026-11-22T11:00:00Z'), '1 h ago')
  assert.equal(said('2026-11-21T12:00:01Z'), '23 h ago')
  assert.equal(said('2026-11-21T11:00:00Z'), undefined)
  assert.equal(said('2026-11-22T12:00:01Z'), undefined)
})

test('a list says full hours briefly, and others as they are', () => {
  assert.equal(briefHours('17:00–19:00'), '17–19 h')
  assert.equal(briefHours('09:30–11:00'), '09:30–11:00')
})
