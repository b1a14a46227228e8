import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ShippingOptionSettings } from '@vitrine/contract'
import { ratesOf } from '../rates.ts'
import { calculated, columnsOf, costColumns, costOf, lossOf, priceOf, pricesIn, rowsOf, stepFor, withShare, wrongIn } from './sheet.ts'

const method = (title: string, rates: ShippingOptionSettings['rates']): ShippingOptionSettings => ({
  id: title,
  title,
  rates,
  active: true,
  deliveryDays: { min: 2, max: 3 },
  deliveryRegionId: '',
  deliveryRegionIds: [],
  revision: '1',
  createdDate: '',
  updatedDate: '',
})
const light = { upTo: '5', amount: '8.90' }
const heavy = { upTo: '31.5', amount: '14.90' }

describe('the sheet of weights', () => {
  test('keeps what the carrier takes beside each price, and says what is lost', () => {
    const costly = { ...heavy, cost: '15.20' }
    const rates = ratesOf({ by: 'weight', steps: [light, costly], freeFrom: '', perItem: false })
    assert.deepEqual(
      rates.map(({ carrierCost }) => carrierCost),
      [undefined, '15.20'],
    )
    const rows = rowsOf([method('Standard', rates)])
    assert.equal(rows[0]!.cells[costOf('31.5')], '15.20')
    assert.deepEqual(pricesIn(rows[0]!.cells, false)?.steps, [light, costly])
    assert.deepEqual(pricesIn({ ...rows[0]!.cells, [costOf('31.5')]: '' }, false)?.steps, [light, heavy])
    const columns = columnsOf(rows, [], 'kg')
    assert.deepEqual(
      columns.map(({ key }) => key),
      ['5', '31.5', 'any', 'free', 'days'],
    )
    assert.deepEqual(
      costColumns(columns).map(({ key }) => priceOf(key)),
      ['5', '31.5', 'any'],
    )
    assert.equal(priceOf('5'), undefined)
    assert.deepEqual(
      [lossOf('14.90', '15.20', 'EUR'), lossOf('15.20', '15.20', 'EUR'), lossOf('14.90', '', 'EUR'), lossOf('', '1', 'EUR')],
      [30, undefined, undefined, undefined],
    )
    assert.deepEqual([withShare('8.70', '10', 2), withShare('10', '7,5', 2), withShare('900', '10', 0)], ['9.57', '10.75', '990'])
  })

  test('lends a weight without a price of its own that of the next step, and nothing beyond the last', () => {
    const rows = rowsOf([
      method('Standard', ratesOf({ by: 'weight', steps: [light, heavy], freeFrom: '80', perItem: false })),
      method('Express', ratesOf({ by: 'flat', steps: [{ upTo: '', amount: '24.90' }], freeFrom: '', perItem: false })),
    ])
    const columns = columnsOf(rows, ['2', '10', '40'], 'kg')
    const lent = (row: number) => columns.map(({ key }) => stepFor(columns, key, (of) => rows[row]!.cells[of] ?? '')?.key)
    //                          2    5    10      31.5    40         any        free       days
    assert.deepEqual(lent(0), ['5', '5', '31.5', '31.5', undefined, undefined, undefined, undefined])
    assert.deepEqual(lent(1), ['any', 'any', 'any', 'any', 'any', undefined, undefined, undefined])
  })

  test('has a row for each way by weight or at one price, and a column for each step there is', () => {
    const rows = rowsOf([
      method('Standard', ratesOf({ by: 'weight', steps: [light, heavy], freeFrom: '80', perItem: false })),
      method('Express', ratesOf({ by: 'flat', steps: [{ upTo: '', amount: '24.90' }], freeFrom: '', perItem: false })),
      method(
        'Bulky',
        ratesOf({
          by: 'quantity',
          steps: [
            { upTo: '', amount: '5' },
            { upTo: '2', amount: '9' },
          ],
          freeFrom: '',
          perItem: false,
        }),
      ),
    ])
    assert.deepEqual(
      rows.map(({ method, cells }) => [method.title, cells]),
      [
        ['Standard', { '5': '8.90', '31.5': '14.90', free: '80', days: '2–3' }],
        ['Express', { any: '24.90', free: '', days: '2–3' }],
      ],
    )
    assert.deepEqual(
      columnsOf(rows, ['10'], 'kg').map(({ name }) => name),
      ['up to 5 kg', 'up to 10 kg', 'up to 31.5 kg', 'above', 'Free from', 'Days'],
    )
    assert.deepEqual(pricesIn(rows[0]!.cells, false), { by: 'weight', steps: [light, heavy], freeFrom: '80', perItem: false })
    assert.equal(pricesIn({ '5': ' ', free: '80', days: '' }, false), undefined)
  })
  test('calculates with what is there, to the cent', () => {
    assert.equal(calculated('=old*1.05', '8.90', 2), '9.35')
    assert.equal(calculated('=old + 0.5', '8.90', 2), '9.40')
    assert.equal(calculated('=OLD-1', '8,90', 2), '7.90')
    assert.equal(calculated('=old*1.1', '495', 0), '545')
    assert.equal(calculated('=old-10', '8.90', 2), undefined)
    assert.equal(calculated('=sum(A1)', '8.90', 2), undefined)
    assert.equal(calculated('9.90', '8.90', 2), '9.90')
    assert.equal(calculated('=old*2', '', 2), '')
  })
  test('says what a cell wants', () => {
    assert.equal(wrongIn('5', 'x', 'EUR'), 'an amount')
    assert.equal(wrongIn('5', '9,90', 'EUR'), undefined)
    assert.equal(wrongIn('days', '3–2', 'EUR'), 'a number of days, or two: 2–3')
    assert.equal(wrongIn('days', '2–3', 'EUR'), undefined)
    assert.equal(wrongIn('free', '', 'EUR'), undefined)
  })
})
