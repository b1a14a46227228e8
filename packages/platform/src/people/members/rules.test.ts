import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Refusal } from '../../kernel/refusal.ts'
import { after, tableOfActs } from './rules.ts'

const state = { status: 'APPROVED', privacyStatus: 'PRIVATE', activityStatus: 'ACTIVE' } as const

test('the document about members shows the rules as they are', async () => {
  const text = await readFile(new URL('../../../../../docs/members.md', import.meta.url), 'utf8')
  const cells = (table: string) => table.replace(/ +/g, ' ').replace(/-+/g, '-').trim()
  assert.ok(cells(text).includes(cells(tableOfActs())), `docs/members.md should have\n\n${tableOfActs()}`)
})

test('what changes nothing is the same object', () => {
  assert.equal(after(state, 'approve'), state)
  assert.equal(after(state, 'leaveCommunity'), state)
})

test('who is disconnected comes back by nothing, and leaves the community', () => {
  const gone = after({ ...state, privacyStatus: 'PUBLIC' as const }, 'disconnect')
  assert.deepEqual(gone, { ...state, status: 'OFFLINE' })
  for (const act of ['approve', 'block', 'mute', 'unmute', 'joinCommunity'] as const)
    assert.ok(after({ ...state, status: 'OFFLINE' as const }, act) instanceof Refusal, act)
})
