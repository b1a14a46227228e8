import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Line, minor } from '@vitrine/pricing'
import { membershipsApp } from './apps.ts'
import { membershipsOffered, noServiceMemberships, type ServiceMemberships } from './membership-services.ts'

const line = (id: string, more: Partial<Line> = {}): Line => ({ id, quantity: 2, price: minor(1500), shippable: false, ...more })
const lines = [line('a'), line('b')]
const ten = {
  id: 'ten',
  appId: 'app',
  name: 'Ten classes',
  scopes: [],
  lineIds: ['a'],
  off: { percent: '100' },
  credits: { total: 10, remaining: 1 },
  endsAt: 0,
}
const choice = { id: 'ten', appId: 'APP', lineIds: ['a'] }
const said: ServiceMemberships = {
  ...noServiceMemberships,
  memberships: [ten],
  accepted: [{ id: 'ten', appId: 'app', lineIds: ['a'] }],
  appIds: new Set(['app']),
}
const offered = (services: ServiceMemberships, choices: readonly (typeof choice)[], of: readonly Line[] = lines) =>
  membershipsOffered(of, [], services, choices, 1)
const unmet = (...asked: Parameters<typeof offered>) => offered(...asked).services.unmet

describe('a membership of a service', () => {
  test('pays where its service accepts it, whatever its credits and its end: those are the service’s to count', () => {
    const { eligible, selected, discounts, services } = offered(said, [choice])
    assert.deepEqual(
      eligible.map(({ membership, lineIds }) => [membership.id, lineIds]),
      [['ten', ['a']]],
    )
    assert.deepEqual(selected, [{ id: 'ten', appId: 'app', lineIds: ['a'] }])
    assert.deepEqual(
      discounts.map(({ source, lineIds, off }) => [source, lineIds, off]),
      [['MEMBERSHIP', ['a'], { percent: '100' }]],
    )
    assert.deepEqual(services.unmet, [])
  })

  test('does not pay where its service does not accept it, and says why', () => {
    const refused = { ...said, accepted: [], because: new Map([['app', 'INSUFFICIENT_BALANCE']]) }
    const { selected, discounts, invalid } = offered(refused, [choice])
    assert.deepEqual([selected, discounts, invalid.map(({ reason }) => reason)], [[], [], ['INSUFFICIENT_BALANCE']])
    assert.deepEqual(unmet(refused, [choice]), [{ reason: 'INSUFFICIENT_BALANCE', lineIds: ['a'] }])
    assert.deepEqual(unmet({ ...said, accepted: [] }, [choice]), [{ reason: 'NOT_APPLICABLE_TO_LINE_ITEMS', lineIds: ['a'] }])
  })

  test('does not pay while its service is silent, or is none of the shop’s any more', () => {
    const silent = { ...noServiceMemberships, appIds: new Set(['app']), because: new Map([['app', 'TIMEOUT']]) }
    assert.deepEqual(unmet(silent, [choice]), [{ reason: 'TIMEOUT', lineIds: ['a'] }])
    assert.deepEqual(unmet(noServiceMemberships, [choice]), [{ reason: 'NOT_FOUND', lineIds: ['a'] }])
  })

  test('is not missed for lines that are gone, and the shop’s own are no service’s', () => {
    assert.deepEqual(unmet({ ...said, accepted: [] }, [choice], [line('b')]), [])
    assert.deepEqual(unmet(said, [{ ...choice, appId: membershipsApp }]), [])
  })

  test('never pays for a gift card', () => {
    assert.deepEqual(offered(said, [choice], [line('a', { giftCard: true })]).selected, [])
  })
})
