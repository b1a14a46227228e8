import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { savingText } from './codes.ts'

const text = (amount: string) => `€${amount}`
const automatic = { step: 'DISCOUNT', name: 'Three bags', amount: '4.50' } as const
const byCode = { step: 'DISCOUNT', code: 'TEA10', amount: '2.00' } as const

suite('what is said of a code that is on', () => {
  test('how much it saves, beside a discount that applies by itself', () =>
    assert.equal(savingText([automatic, byCode], 'TEA10', text), 'TEA10 saves you €2.00.'))

  test('nothing without a code: a discount that applies by itself has none', () =>
    assert.equal(savingText([automatic], undefined, text), undefined))

  test('nothing of a code that takes nothing off', () => assert.equal(savingText([automatic], 'TEA10', text), undefined))
})
