import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { rightsOf, type StaffRole } from '@vitrine/contract'
import type { App, User } from '../../kernel/http/caller.ts'
import type { StaffSettings } from '../../kernel/settings/staff-settings.ts'
import { demandsSecondStep, mayDecideAbout, secondStepDue } from './rules.ts'

const noon = new Date('2026-11-22T12:00:00Z')
const settings = (secondStep: StaffSettings['secondStep'], from?: string): StaffSettings => ({
  revision: 1,
  secondStep,
  ...(from && { from }),
})

suite('a second step', () => {
  test('is demanded of whom the rules name, and of nobody else', () => {
    const demanded = (secondStep: StaffSettings['secondStep']) =>
      (Object.keys(rightsOf) as StaffRole[]).filter((role) => demandsSecondStep(settings(secondStep), role, noon))
    assert.deepEqual(demanded('NOBODY'), [])
    assert.deepEqual(demanded('OWNERS'), ['OWNER'])
    assert.deepEqual(demanded('EVERYBODY'), Object.keys(rightsOf))
  })

  test('is only asked for until its day', () => {
    const rules = settings('EVERYBODY', '2026-11-22T12:00:00.001Z')
    assert.equal(secondStepDue(rules, 'SUPPORT')?.toISOString(), '2026-11-22T12:00:00.001Z')
    assert.equal(demandsSecondStep(rules, 'SUPPORT', noon), false)
    assert.equal(demandsSecondStep(rules, 'SUPPORT', new Date(noon.getTime() + 1)), true)
  })
})

suite('who decides about people in a role', () => {
  const of = (role: StaffRole): User => ({ kind: 'user', site: 's', userId: 'u', role })
  const scoped = (...roles: StaffRole[]): App => ({
    kind: 'app',
    site: 's',
    appId: 'a',
    rights: new Set(roles.flatMap((role) => [...rightsOf[role]])),
  })

  test('can do all that they can', () => {
    assert.ok(mayDecideAbout(of('OWNER'), 'OWNER'))
    assert.ok(mayDecideAbout({ kind: 'app', site: 's', appId: 'a' }, 'OWNER'))
    assert.ok(mayDecideAbout(scoped('SUPPORT', 'ORDERS'), 'SUPPORT'))
  })

  test('is nobody who can do less', () => {
    for (const role of Object.keys(rightsOf) as StaffRole[]) if (role !== 'OWNER') assert.ok(!mayDecideAbout(of(role), 'OWNER'), role)
    assert.ok(!mayDecideAbout(scoped('SUPPORT'), 'ORDERS'))
    assert.ok(!mayDecideAbout({ kind: 'app', site: 's', appId: 'a', rights: new Set(['staff.read', 'staff.write']) }, 'OWNER'))
  })
})
