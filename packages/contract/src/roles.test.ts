import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areaOf, contract, type Route, rightsOf } from './index.ts'

const lines = Object.keys(contract) as Route[]

test('each operation for administrators belongs to an area that its path says', () => {
  const of = (line: Route) => areaOf(line)
  assert.equal(of('POST /ecom/v1/orders/{id}/cancel'), 'orders')
  assert.equal(of('POST /ecom/v1/order-billing/refund-payments'), 'payments')
  assert.equal(of('POST /stores/v2/coupons'), 'promotions')
  assert.equal(of('PATCH /billing/v1/tax-regions/{taxRegion.id}'), 'taxes')
  assert.equal(of('POST /gift-cards/v1/gift-cards'), 'giftCards')
  assert.equal(of('PATCH /v1/pickup-locations/{pickupLocation.id}'), 'delivery')
})

test('what no area names is a setting, which the owner alone changes', () => {
  assert.equal(areaOf('PATCH /vitrine/v1/payment-settings'), 'settings')
  for (const [role, rights] of Object.entries(rightsOf)) assert.equal(rights.has('settings.write'), role === 'OWNER')
})

test('an owner may do everything', () => {
  for (const line of lines) assert.ok(rightsOf.OWNER.has(`${areaOf(line)}.write`), line)
})

test('whoever may change an area may see it', () => {
  for (const [role, rights] of Object.entries(rightsOf))
    for (const right of rights)
      if (right.endsWith('.write')) assert.ok(rights.has(right.replace('.write', '.read') as typeof right), `${role} ${right}`)
})
