import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { areaOf, copiedText, drawnOut, edgesOf, filledOver, pastedOver, placesIn, sumOf } from './range.ts'

const area = (top: number, left: number, bottom: number, right: number) => ({ top, left, bottom, right })
const texts = (fillings: readonly { row: number; column: number; text: string }[]) =>
  fillings.map(({ row, column, text }) => `${row},${column}=${text}`)

describe('a range of cells', () => {
  test('goes from one corner to the other, whichever comes first', () => {
    assert.deepEqual(areaOf({ row: 3, column: 0 }, { row: 1, column: 2 }), area(1, 0, 3, 2))
    assert.equal(placesIn(area(1, 0, 3, 2)).length, 9)
    assert.deepEqual(
      placesIn(area(1, 0, 2, 1)).map((place) => edgesOf(place, area(1, 0, 2, 1))),
      ['top left', 'top right', 'bottom left', 'bottom right'],
    )
    assert.equal(edgesOf({ row: 2, column: 1 }, area(1, 0, 3, 2)), '')
  })

  test('takes a block from its first cell on, and a smaller one again and again where it fits', () => {
    const block = [
      ['1', '2'],
      ['3', '4'],
    ]
    assert.deepEqual(texts(pastedOver(block, area(5, 1, 5, 1))), ['5,1=1', '5,2=2', '6,1=3', '6,2=4'])
    assert.deepEqual(texts(pastedOver([['7']], area(0, 0, 1, 1))), ['0,0=7', '0,1=7', '1,0=7', '1,1=7'])
    assert.deepEqual(texts(pastedOver([['1'], ['2']], area(0, 0, 3, 0))), ['0,0=1', '1,0=2', '2,0=1', '3,0=2'])
    assert.deepEqual(texts(pastedOver([['1'], ['2']], area(0, 0, 2, 0))), ['0,0=1', '1,0=2'])
    assert.deepEqual(texts(pastedOver([['1', '2'], ['3']], area(0, 0, 0, 0))), ['0,0=1', '0,1=2', '1,0=3'])
    assert.deepEqual(pastedOver([], area(0, 0, 0, 0)), [])
  })

  test('is drawn out to one side only, the further one', () => {
    assert.deepEqual(drawnOut(area(1, 1, 2, 2), { row: 5, column: 3 }), area(1, 1, 5, 2))
    assert.deepEqual(drawnOut(area(1, 1, 2, 2), { row: 2, column: 5 }), area(1, 1, 2, 5))
    assert.deepEqual(drawnOut(area(1, 1, 2, 2), { row: 0, column: 1 }), area(0, 1, 2, 2))
    assert.deepEqual(drawnOut(area(1, 1, 2, 2), { row: 2, column: 1 }), area(1, 1, 2, 2))
  })

  test('fills what it is drawn out over with its own texts in their order', () => {
    const textAt = ({ row, column }: { row: number; column: number }) => `${row}${column}`
    assert.deepEqual(texts(filledOver(area(1, 0, 2, 0), area(1, 0, 5, 0), textAt)), ['3,0=10', '4,0=20', '5,0=10'])
    assert.deepEqual(texts(filledOver(area(3, 0, 4, 0), area(1, 0, 4, 0), textAt)), ['1,0=30', '2,0=40'])
    assert.deepEqual(texts(filledOver(area(0, 1, 0, 1), area(0, 0, 0, 2), textAt)), ['0,0=01', '0,2=01'])
    assert.deepEqual(
      filledOver(area(0, 0, 0, 0), area(0, 0, 1, 0), () => undefined),
      [],
    )
  })

  test('is copied as spreadsheets read it', () => {
    assert.equal(
      copiedText([
        ['Mug', '5'],
        ['10" plate', ''],
      ]),
      'Mug\t5\n10" plate\t',
    )
    assert.equal(copiedText([['"a"']]), '"""a"""')
  })

  test('has a sum of what is a number in it', () => {
    assert.equal(sumOf(['31', '9', '24', '3']), '67')
    assert.equal(sumOf(['26.00', '1,5', 'x', '']), '27.50')
    assert.equal(sumOf(['0.1', '0.2']), '0.3')
    assert.equal(sumOf(['-3', '+1', '−2.5']), '−4.5')
    assert.equal(sumOf(['900000', '100000']), '1,000,000')
    assert.equal(sumOf(['-0.50', '0.25']), '−0.25')
    assert.equal(sumOf(['a', '']), undefined)
  })
})
