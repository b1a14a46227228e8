import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { completions } from './completions.ts'

const vases = ['Shoulder Vase', 'Bottle Vase', 'Vasco’s Moon Vase', 'Two Vessels, printable']

suite('what somebody may be about to type', () => {
  test('is a word of the names that were found, the most frequent first', () => {
    assert.deepEqual(completions('vas', vases), ['vase', 'vasco’s'])
    assert.deepEqual(completions('VAS', vases), ['vase', 'vasco’s'])
  })

  test('keeps the words before the last', () => {
    assert.deepEqual(completions('  moon  va', vases), ['moon vase', 'moon vasco’s'])
    assert.deepEqual(completions('vase v', vases), ['vase vasco’s', 'vase vessels'])
  })

  test('is nothing for a word that is whole, for none, and where nothing begins so', () => {
    assert.deepEqual(completions('vase', vases), [])
    assert.deepEqual(completions('  ', vases), [])
    assert.deepEqual(completions('tagine', vases), [])
    assert.deepEqual(completions('as', vases), [])
  })

  test('is three at most', () => {
    assert.deepEqual(completions('m', ['Moon', 'Mug', 'Morning', 'Milk']), ['milk', 'moon', 'morning'])
  })
})
