import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastChangeText } from './last-change.ts'

const now = new Date('2026-11-20T12:00:00Z')
const lea = { kind: 'STAFF', name: 'Lea Brandt' } as const
const textOf = (act: 'CHANGED' | 'CREATED' | 'READ', at: string) => lastChangeText({ act, actor: lea, at }, 'Europe/Berlin', now)

test('who changed it, and when', () => {
  assert.equal(textOf('CHANGED', '2026-11-20T09:00:00Z'), 'Lea changed it 3 h ago')
  assert.equal(textOf('CREATED', '2026-10-01T09:00:00Z'), 'Lea added it on 1 Oct 2026')
})

test('reading is no change', () => {
  assert.equal(textOf('READ', '2026-11-20T09:00:00Z'), undefined)
})
