import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MembershipsQuestion } from '../selling/membership-services.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import { membershipsOf } from './memberships.ts'

const plugin = { id: 'p', appId: 'a', type: 'MEMBERSHIPS', name: 'Classes', baseUrl: 'https://classes.example', active: true } as const
const asked = { site: 's', currency: 'EUR', language: 'en' }
const { signal } = new AbortController()
const item = { reference: { appId: 'b', catalogItemId: 'yoga' }, rootCatalogItemId: 'yoga', participants: 2 }
const question: MembershipsQuestion = {
  ...asked,
  providerId: 'p',
  memberId: 'm',
  lines: [{ id: 'l', ...item }],
  selected: [{ id: 'ten', lineIds: ['l'] }],
}
const lineItem = { catalogReference: item.reference, rootCatalogItemId: 'yoga', serviceProperties: { numberOfParticipants: 2 } }
const no = (code: string, data?: unknown) => async () => {
  throw new NoAnswer('no', { code, data })
}

test('eligible memberships are asked with the selection, and none where the buyer chose none', async () => {
  const requests: object[] = []
  const answer = {
    eligibleMemberships: [{ id: 'ten', name: { original: 'Ten classes' }, lineItemIds: ['l'], credits: { total: 10, remaining: 4 } }],
    invalidMemberships: [{ membership: { id: 'old', expirationDate: '2026-01-01T00:00:00Z' }, reason: 'EXPIRED' }],
    selectedMemberships: [{ id: 'ten', lineItemIds: ['l'] }],
  }
  const service = membershipsOf(plugin, async (_plugin, _asked, request) => {
    requests.push(request)
    return answer
  })
  assert.deepEqual(await service.membershipsFor(question, signal), {
    eligible: [{ id: 'ten', name: 'Ten classes', lineIds: ['l'], credits: { total: 10, remaining: 4 } }],
    invalid: [{ membership: { id: 'old', name: 'Classes', lineIds: [], endsAt: Date.UTC(2026, 0, 1) }, reason: 'EXPIRED' }],
    selected: [{ id: 'ten', lineIds: ['l'] }],
  })
  await service.membershipsFor({ ...question, selected: [] }, signal)
  const lineItems = [{ id: 'l', ...lineItem }]
  assert.deepEqual(requests, [
    { lineItems, memberId: 'm', selectedMemberships: { memberships: [{ id: 'ten', lineItemIds: ['l'] }] } },
    { lineItems, memberId: 'm', selectedMemberships: { memberships: [] } },
  ])
  assert.deepEqual([service.id, service.appId], ['p', 'a'])
})

test('a selection that is refused is an answer; what cannot be read is none', async () => {
  assert.deepEqual(await membershipsOf(plugin, no('INSUFFICIENT_BALANCE')).membershipsFor(question, signal), {
    refused: 'INSUFFICIENT_BALANCE',
  })
  await assert.rejects(membershipsOf(plugin, no('TIMEOUT')).membershipsFor(question, signal), { code: 'TIMEOUT' })
  for (const nonsense of [null, [], { eligibleMemberships: {} }, { eligibleMemberships: [{ name: {} }] }, { selectedMemberships: [7] }])
    await assert.rejects(membershipsOf(plugin, async () => nonsense).membershipsFor(question, signal), { code: 'UNUSABLE_ANSWER' })
})

test('a service with the updated methods says what lines cost, and the selection is judged by that', async () => {
  const existing = (remaining: number) =>
    membershipsOf({ ...plugin, updatedMethods: true }, async (_plugin, _asked, request, _signal, further) => {
      assert.deepEqual([further, Object.keys(request)], ['EXISTING_MEMBERSHIPS', ['lineItems', 'memberId']])
      const membership = { id: 'ten', name: { original: 'Ten classes' }, credits: { total: 10, remaining } }
      return { memberships: [{ membership, coveredLineItems: [{ lineItemId: 'l', redemptionCost: 3 }] }] }
    }).membershipsFor(question, signal)
  const of = async (remaining: number) => {
    const said = await existing(remaining)
    assert.ok('selected' in said)
    return [said.eligible.map(({ lineIds }) => lineIds), said.selected.length]
  }
  assert.deepEqual(
    [await of(3), await of(2)],
    [
      [[['l']], 1],
      [[['l']], 0],
    ],
  )
})

test('a charge goes by its key, and what was charged under that before is the charge', async () => {
  const charge = (call: Parameters<typeof membershipsOf>[1]) =>
    membershipsOf(plugin, call).charge({ ...asked, memberId: 'm', membershipId: 'ten', idempotencyKey: 'k', item }, signal)
  const told = await charge(async (_plugin, { requestId }, request, _signal, further) => {
    assert.deepEqual(
      [requestId, further, request],
      ['k', 'CHARGE_MEMBERSHIP', { memberId: 'm', membershipId: 'ten', idempotencyKey: 'k', ...lineItem }],
    )
    return { transactionId: 't' }
  })
  assert.deepEqual(told, { transactionId: 't' })
  assert.deepEqual(await charge(no('MEMBERSHIP_ALREADY_CHARGED', { transactionId: 't' })), { transactionId: 't' })
  assert.deepEqual(await charge(no('MEMBERSHIP_ALREADY_CHARGED')), { refused: 'MEMBERSHIP_ALREADY_CHARGED' })
  assert.deepEqual(await charge(no('MEMBERSHIP_CANNOT_BE_CHARGED')), { refused: 'MEMBERSHIP_CANNOT_BE_CHARGED' })
  await assert.rejects(charge(no('PLUGIN_FAILED')), { code: 'PLUGIN_FAILED' })
  for (const nonsense of [undefined, {}, { transactionId: 7 }, { transactionId: 'x'.repeat(101) }])
    await assert.rejects(
      charge(async () => nonsense),
      { code: 'UNUSABLE_ANSWER' },
    )
})

test('whether a charge can be voided is asked, and that it is', async () => {
  const transaction = { ...asked, transactionId: 't' }
  const voidability = (answer: unknown) => membershipsOf(plugin, async () => answer).voidability(transaction, signal)
  assert.deepEqual(await voidability({ voidable: true }), { voidable: true })
  assert.deepEqual(await voidability({ reason: 'Too late.' }), { voidable: false, reason: 'Too late.' })
  await assert.rejects(voidability(undefined), { code: 'UNUSABLE_ANSWER' })
  assert.equal(await membershipsOf(plugin, async () => ({})).void(transaction, signal), undefined)
  assert.deepEqual(await membershipsOf(plugin, no('TRANSACTION_ALREADY_VOIDED')).void(transaction, signal), {
    refused: 'TRANSACTION_ALREADY_VOIDED',
  })
})
