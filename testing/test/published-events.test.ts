// Compares every event with the published client's typings (scripts/published/published.json): its type, its envelope, its fields.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type EventType, events } from '@vitrine/contract'
import { envelopeOf } from '@vitrine/platform/shop/webhooks/envelope'
import * as z from 'zod'

interface PublishedEvent {
  readonly type: string
  /** The member of the envelope with the payload; null without an envelope. */
  readonly member: string | null
  /** The type of the payload, and all of its fields. */
  readonly carries: string | null
  readonly fields: readonly string[]
}
const file = new URL('../../scripts/published/published.json', import.meta.url)
const { events: published } = JSON.parse(readFileSync(file, 'utf8')) as { readonly events: readonly PublishedEvent[] }
const nobody = '33333333-3333-4333-8333-333333333333'
const occurredAt = new Date('2026-11-28T10:00:00.000Z')

const typeOf = ({ type }: PublishedEvent): EventType => {
  assert.ok(type in events, `${type} is told`)
  return type as EventType
}

const envelope = (type: EventType, data: object) =>
  envelopeOf({ id: nobody, type, entityId: nobody, occurredAt, sequence: 1_234, payload: {}, by: null }, data)

test('every event of the published client is one of ours, of the same kind', () => {
  assert.ok(published.length >= 44)
  for (const event of published) {
    const { kind } = events[typeOf(event)]
    assert.equal(kind === 'plain' ? null : `${kind}Event`, event.member, event.type)
  }
})

test('the type of each is its entity and its slug; ids, time and sequence are those of its envelope', () => {
  for (const event of published) {
    const type = typeOf(event)
    if (event.member === null) continue
    const said = JSON.parse(envelope(type, {})) as Record<string, unknown>
    assert.equal(`${String(said['entityFqdn'])}_${String(said['slug'])}`, type)
    assert.deepEqual(
      [said['id'], said['entityId'], said['eventTime'], said['entityEventSequence'], said['triggeredByAnonymizeRequest']],
      [nobody, nobody, occurredAt.toISOString(), '1234', false],
      type,
    )
    assert.ok(said[event.member], `${type} has its ${event.member}`)
    assert.equal(Object.keys(said).filter((name) => name.endsWith('Event')).length, 1, type)
  }
})

/** Fields of ours beyond the published types: how a total is made up, and the current status beside the previous one. */
const beyond: ReadonlySet<string> = new Set(['Checkout.reasons', 'PaymentStatusUpdated.newPaymentStatus'])

test('each payload has only the fields of the published type and the listed extra ones', () => {
  const unknown = new Set<string>()
  for (const event of published) {
    if (event.carries === null) continue
    const { properties = {} } = z.toJSONSchema(events[typeOf(event)].data, { io: 'output', unrepresentable: 'any' })
    for (const name of Object.keys(properties)) if (!event.fields.includes(name)) unknown.add(`${event.carries}.${name}`)
    assert.ok(Object.keys(properties).length > 0, `${event.type} carries nothing`)
  }
  assert.deepEqual(unknown, beyond)
})
