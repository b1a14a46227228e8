import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ConditionalRates } from '@vitrine/contract'
import { limitText, type Prices, pricesFrom, pricesOf, pricesText, priceText, ratesOf, ratesToSave, wrongIn } from './rates.ts'

const units = { currency: 'EUR', weightUnit: 'KG' }
type Condition = ConditionalRates['conditions'][number]
const upTo = (value: string): Condition => ({ type: 'BY_TOTAL_WEIGHT', operator: 'LTE', value })
const worth = (value: string): Condition => ({ type: 'BY_TOTAL_PRICE', operator: 'GTE', value })
const rate = (amount: string, ...conditions: Condition[]): ConditionalRates => ({ amount, conditions, multiplyByQuantity: false })

describe('rates as a form', () => {
  test('a demo’s: by weight, free from a value as far as the heaviest step', () => {
    const rates = [rate('4.90', upTo('10')), rate('9.90', upTo('31.5')), rate('0.00', worth('80.00'), upTo('31.5'))]
    assert.deepEqual(pricesOf(rates), {
      by: 'weight',
      steps: [
        { upTo: '10', amount: '4.90' },
        { upTo: '31.5', amount: '9.90' },
      ],
      freeFrom: '80.00',
      perItem: false,
    })
    assert.equal(priceText(rates, units), '€4.90 – €9.90 by weight, free from €80.00')
    assert.equal(limitText(rates, units), 'up to 31.5 kg')
  })
  test('flat, free, by value and by units', () => {
    assert.equal(priceText([rate('5.90')], units), '€5.90')
    assert.equal(priceText([rate('0')], units), 'free')
    const byValue: Prices = {
      by: 'price',
      steps: [
        { upTo: '50', amount: '6' },
        { upTo: '', amount: '0' },
      ],
      freeFrom: '',
      perItem: false,
    }
    assert.equal(priceText(ratesOf(byValue), units), 'free – €6.00 by price')
    const byUnits: Prices = { by: 'quantity', steps: [{ upTo: '3', amount: '2.5' }], freeFrom: '', perItem: true }
    assert.equal(priceText(ratesOf(byUnits), units), '€2.50 per item')
    assert.equal(limitText(ratesOf(byUnits), units), 'up to 3 items')
  })
  test('each step begins where the one before ends, and is read back as it was written', () => {
    const prices: Prices = {
      by: 'weight',
      steps: [
        { upTo: '5', amount: '9.90' },
        { upTo: '20', amount: '8.90' },
        { upTo: '', amount: '30' },
      ],
      freeFrom: '150',
      perItem: false,
    }
    assert.deepEqual(
      ratesOf(prices).map(({ conditions }) => conditions.map(({ operator, value }) => `${operator} ${value}`)),
      [['LTE 5'], ['GT 5', 'LTE 20'], ['GT 20'], ['GTE 150']],
    )
    assert.deepEqual(pricesOf(ratesOf(prices)), prices)
    assert.deepEqual(pricesFrom(pricesText(prices)), prices)
    const costly = { ...prices, steps: prices.steps.map((step) => ({ ...step, cost: '7.10' })) }
    assert.deepEqual(pricesOf(ratesOf(costly)), costly)
    assert.deepEqual(
      ratesToSave({ ...prices, steps: [...costly.steps.slice(0, 1), ...prices.steps.slice(1)] }).map(({ carrierCost }) => carrierCost),
      ['7.10', null, null, null],
      'what was taken out is no longer there',
    )
    assert.deepEqual(pricesFrom(pricesText(costly)), costly)
    const perItem: Prices = { by: 'quantity', steps: [{ upTo: '', amount: '2.5' }], freeFrom: '40', perItem: true }
    assert.deepEqual(pricesFrom(pricesText(perItem)), perItem)
  })
  test('what no form of ours says is left alone', () => {
    const twoKinds = [rate('4', upTo('10')), rate('3', { type: 'BY_TOTAL_QUANTITY', operator: 'LTE', value: '2' })]
    assert.equal(pricesOf(twoKinds), undefined)
    assert.equal(pricesOf([rate('4', { ...upTo('10'), operator: 'EQ' })]), undefined)
    assert.equal(pricesOf([rate('4', upTo('10')), rate('0', worth('80'), upTo('5'))]), undefined)
    assert.match(priceText(twoKinds, units), /^€3\.00 – €4\.00, 2 rates/)
  })
  test('what is wrong is said', () => {
    const flat: Prices = { by: 'flat', steps: [{ upTo: '', amount: '4,90' }], freeFrom: '', perItem: false }
    assert.equal(wrongIn(flat, 'EUR'), undefined)
    assert.equal(wrongIn({ ...flat, steps: [{ upTo: '', amount: '-1' }] }, 'EUR'), 'A price is missing, or is none.')
    assert.equal(wrongIn({ ...flat, freeFrom: 'eighty' }, 'EUR'), '“Free from” is no amount.')
    const twice = [
      { upTo: '5', amount: '1' },
      { upTo: '5', amount: '2' },
    ]
    assert.equal(wrongIn({ ...flat, by: 'weight', steps: twice }, 'EUR'), 'Two steps end at the same place.')
    assert.equal(wrongIn({ ...flat, by: 'quantity', steps: [{ upTo: '1.5', amount: '1' }] }, 'EUR'), 'A quantity is a whole number.')
  })
})
