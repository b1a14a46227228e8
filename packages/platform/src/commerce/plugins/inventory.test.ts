import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NoAnswer } from '../selling/outside-calls.ts'
import type { CallPlugin } from './call.ts'
import { inventoryOf } from './inventory.ts'

const plugin = { id: 'p', appId: 'a', type: 'INVENTORY', name: 'Seats', baseUrl: 'https://seats.example', active: true } as const
const reference = { appId: 'a', catalogItemId: 'wheel', options: { date: '1' } }
const asked = { site: 's', currency: 'EUR', language: 'en', requestId: 'r', orderId: 'o', items: [{ reference, quantity: 2 }] } as const
const { signal } = new AbortController()

test('units are asked for in the published form, under the id of the change', async () => {
  const calls: unknown[] = []
  const call: CallPlugin = async (_plugin, { requestId }, request, _signal, question) => {
    calls.push([question, requestId, request])
    return {}
  }
  const service = inventoryOf(plugin, call)
  assert.equal(await service.decrement({ ...asked, reason: 'ORDER_PLACED' }, true, signal), 'DONE')
  assert.equal(await service.increment({ ...asked, reason: 'ORDER_CANCELED' }, signal), 'DONE')
  const items = [{ catalogReference: reference, quantity: 2, subscriptionItem: false }]
  assert.deepEqual(calls, [
    [undefined, 'r', { items, restrictInventoryValue: true, orderId: 'o', reason: 'ORDER_PLACED' }],
    ['INCREMENT_STOCK', 'r', { items, orderId: 'o', reason: 'ORDER_CANCELED' }],
  ])
})

test('what the published form says no with is an answer; anything else is silence', async () => {
  const saying = (code: string) =>
    inventoryOf(plugin, async () => {
      throw new NoAnswer('no', { code })
    })
  assert.equal(await saying('DECREMENT_NOT_POSSIBLE').decrement({ ...asked, reason: 'ORDER_PLACED' }, true, signal), 'REFUSED')
  assert.equal(await saying('INCREMENT_NOT_POSSIBLE').increment({ ...asked, reason: 'ORDER_CANCELED' }, signal), 'REFUSED')
  await assert.rejects(saying('TIMEOUT').decrement({ ...asked, reason: 'ORDER_PLACED' }, true, signal), { code: 'TIMEOUT' })
})
