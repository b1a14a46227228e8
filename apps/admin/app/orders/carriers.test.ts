import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carrierIn, carrierName, isKnownCarrier } from './carriers.ts'

test('a shipping method that names a carrier preselects it', () => {
  assert.equal(carrierIn('DHL GoGreen'), 'DHL')
  assert.equal(carrierIn('Standard with Swiss Post'), 'Swiss Post')
  assert.equal(carrierIn('Upscale delivery'), '')
  assert.equal(carrierIn(undefined), '')
})

test('however a carrier is written, it is known or not', () => {
  assert.ok(isKnownCarrier('canadaPost'))
  assert.ok(isKnownCarrier('ROYAL MAIL'))
  assert.ok(!isKnownCarrier('Bike courier'))
})

test('a known carrier is written as it is called, any other as it came', () => {
  assert.deepEqual(['dhl', 'canadaPost', 'UPS', 'Bike courier'].map(carrierName), ['DHL', 'Canada Post', 'UPS', 'Bike courier'])
})
