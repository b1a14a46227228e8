import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from './fold.ts'
import { beginningsOf, cut, stem, wordsOf } from './words.ts'

test('case and accents make no difference, letters that are no accents become their spelling', () => {
  assert.equal(fold('Café ÜBER Straße Łódź Smørrebrød'), 'cafe uber strasse lodz smorrebrod')
  assert.deepEqual(wordsOf('Früh-stücks·becher, 280 ml!'), ['fruh', 'stucks', 'becher', '280', 'ml'])
  assert.deepEqual(wordsOf('  '), [])
})

test('a text is cut to a length, and never within a character', () => {
  assert.equal(cut('mugs', 4), 'mugs')
  assert.equal(cut('mugs', 3), 'mug')
  assert.equal(cut('a\u{14502}b', 2), 'a')
  assert.equal(cut('a\u{14502}b', 3), 'a\u{14502}')
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
