import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from './fold.ts'
import { beginningsOf, stem, wordsOf } from './words.ts'

test('case and accents make no difference, letters that are no accents become their spelling', () => {
  assert.equal(fold('Café ÜBER Straße Łódź Smørrebrød'), 'cafe uber strasse lodz smorrebrod')
  assert.deepEqual(wordsOf('Früh-stücks·becher, 280 ml!'), ['fruh', 'stucks', 'becher', '280', 'ml'])
  assert.deepEqual(wordsOf('  '), [])
})

test('one and many are one word; words that only end like many stay', () => {
  for (const [many, one] of [
    ['vases', 'vase'],
    ['mugs', 'mug'],
    ['berries', 'berry'],
    ['dishes', 'dish'],
    ['glasses', 'glass'],
  ] as const)
    assert.equal(stem(many), one)
  for (const word of ['glass', 'bus', 'oasis', 'gas', 'lamp']) assert.equal(stem(word), word)
})

test('a text is looked for by the beginnings of its words, in both numbers', () => {
  assert.equal(beginningsOf('Moon vases'), "'moon':* & ('vases':* | 'vase')")
  assert.equal(beginningsOf(" '\\ "), undefined)
})
