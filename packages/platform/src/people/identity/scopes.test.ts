import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { User } from '../../kernel/http/caller.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { grantable, ownRights, scopeBeyond } from './scopes.ts'

const user = (role: User['role']): User => ({ kind: 'user', site: 's', userId: 'u', role })

test('a scope is beyond rights that do not have it; everything is beyond all rights but all', () => {
  const own = new Set(['orders.read', 'orders.write'] as const)
  assert.equal(scopeBeyond(own, ['orders.read']), undefined)
  assert.equal(scopeBeyond(own, ['orders.read', 'products.read']), 'products.read')
  assert.equal(scopeBeyond(own, ['gone.read']), 'gone.read')
  assert.equal(scopeBeyond(own, null), '*')
  assert.equal(scopeBeyond(undefined, null), undefined)
  assert.equal(scopeBeyond(undefined, ['gone.read']), undefined)
})

test('an owner has all rights, and may give all; others give what they have', () => {
  assert.equal(ownRights(user('OWNER')), undefined)
  assert.equal(grantable(user('OWNER'), undefined), null)
  assert.deepEqual(grantable(user('OWNER'), ['orders.write']), ['orders.write'])
  const made = grantable(user('WAREHOUSE'), ['developers.write'])
  assert.ok(made instanceof Refusal && made.data.scope === 'developers.write')
  const unknown = grantable(user('OWNER'), ['everything'])
  assert.ok(unknown instanceof Refusal && unknown.data.scope === 'everything')
})
