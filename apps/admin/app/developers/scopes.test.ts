import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOf } from '@vitrine/contract'
import { givable, saidOf, scopesOf } from './scopes.ts'

test('nobody gives more than they have', () => {
  const warehouse = givable(rightsOf.WAREHOUSE)
  assert.deepEqual(
    warehouse.map(({ area, most }) => `${area} ${most}`),
    ['orders write', 'payments read', 'products read', 'delivery read', 'views write', 'sharedViews write'],
  )
  const all = Object.fromEntries(givable(rightsOf.OWNER).map(({ area, most }) => [area, most]))
  const own = [...rightsOf.OWNER].filter((right) => !right.startsWith('account.'))
  assert.deepEqual(new Set(scopesOf(all)), new Set(own), 'all but an account, which a program has none of')
})

test('says what a key may', () => {
  assert.equal(saidOf(undefined), 'everything')
  assert.equal(saidOf([...rightsOf.OWNER]), 'everything')
  assert.equal(saidOf(scopesOf({ products: 'read', orders: 'write', taxes: 'none' })), 'orders write, products read')
  assert.equal(saidOf([]), 'nothing')
})
