import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sections } from '../../kernel/settings/sections.ts'
import { blockersOf, type LiveFacts, liveChecklist } from './live-checklist.ts'

const page = (kind: string) => ({ kind }) as never
const settings = {
  payments: { stripe: { mode: 'LIVE' } },
  pages: { published: ['IMPRINT', 'PRIVACY', 'TERMS', 'WITHDRAWAL'].map(page) },
  taxes: { regions: [{}] },
  shipping: { zones: [{ options: [{}] }] },
} as unknown as Sections

const ready: LiveFacts = {
  settings,
  account: { takesCharges: true },
  checks: [
    { id: 'HTTPS', status: 'OK', message: 'Reached by https.' },
    { id: 'EMAIL', status: 'OK', message: 'Emails go out.' },
  ],
  hasHeard: true,
  isRealTime: true,
}
const found = (facts: Partial<LiveFacts>, id: string) => liveChecklist({ ...ready, ...facts }).find((item) => item.id === id)!

test('nothing keeps a shop that has everything', () => {
  assert.deepEqual(
    liveChecklist(ready).filter(({ status }) => status !== 'OK'),
    [],
  )
})

test('the account, https, email and the clock keep a shop with live keys from it', () => {
  const open = { id: 'EMAIL' as const, status: 'FAILED' as const, message: 'Everybody reads the emails.' }
  const items = liveChecklist({ ...ready, account: { takesCharges: false }, checks: [open], isRealTime: false })
  assert.deepEqual(blockersOf(items, 'LIVE'), ['ACCOUNT', 'EMAIL', 'CLOCK'])
  assert.deepEqual(blockersOf(items, 'TEST'), ['ACCOUNT'])
  assert.equal(found({ checks: [open] }, 'EMAIL').message, open.message)
  assert.match(found({ account: { refused: 'Invalid API Key.' } }, 'ACCOUNT').message, /Invalid API Key/)
  assert.equal(found({ account: undefined }, 'WEBHOOK').status, 'FAILED')
})

test('pages, taxes and delivery are asked for, and keep nobody from it', () => {
  const missing = { ...settings, pages: { published: [page('TERMS')] }, taxes: { regions: [] }, shipping: { zones: [] } } as never
  const items = liveChecklist({ ...ready, settings: missing, hasHeard: false })
  assert.deepEqual(blockersOf(items, 'LIVE'), [])
  assert.deepEqual(
    items.filter(({ status }) => status === 'WARNING').map(({ id }) => id),
    ['WEBHOOK', 'LEGAL_PAGES', 'TAXES', 'DELIVERY'],
  )
  assert.match(found({ settings: missing }, 'LEGAL_PAGES').message, /an imprint, a privacy policy, the right of withdrawal/)
})
