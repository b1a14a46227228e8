import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wordsOf } from '../../kernel/query/words.ts'
import { forgiven, remainsOf, searchVector, slips, soundsAlike, textOf } from './words.ts'

test('a single slip leaves something in common with the right word, in words of any length from three', () => {
  const word = fc.string({ unit: fc.constantFrom(...Array.from('abcdefghij')), minLength: 3, maxLength: 11 })
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom('drop', 'add', 'swap', 'other'), (right, at, slip) => {
      const i = at % (slip === 'swap' ? right.length - 1 : right.length)
      const typed =
        slip === 'drop'
          ? right.slice(0, i) + right.slice(i + 1)
          : slip === 'add'
            ? `${right.slice(0, i)}z${right.slice(i)}`
            : slip === 'swap'
              ? right.slice(0, i) + right[i + 1]! + right[i]! + right.slice(i + 2)
              : `${right.slice(0, i)}z${right.slice(i + 1)}`
      assert.ok(slips(right, typed) <= 1)
      const common = new Set(remainsOf(right))
      if (typed.length >= 3)
        assert.ok(
          remainsOf(typed).some((rest) => common.has(rest)),
          `${right} ${typed}`,
        )
    }),
  )
})

test('no word and nothing of it ends within a character, in any script', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ß', '\u{14502}', '\u{11099}', '\u{2080B}', ' '), maxLength: 60 })
  fc.assert(
    fc.property(text, (written) => {
      for (const word of wordsOf(written)) for (const rest of [word, ...remainsOf(word)]) assert.ok(rest.isWellFormed(), written)
    }),
  )
})

test('slips are counted as fingers make them', () => {
  assert.equal(slips('mug', 'mgu'), 1)
  assert.equal(slips('teapot', 'teapto'), 1)
  assert.equal(slips('espresso', 'expreso'), 2)
  assert.equal(slips('mug', 'mug'), 0)
  assert.equal(slips('', 'mug'), 3)
  assert.deepEqual(['ab', 'abc', 'abcdef', 'abcdefg'].map(forgiven), [0, 1, 1, 2])
})

test('longer words sound alike that differ in two letters of the same sound, and in no other', () => {
  assert.ok(soundsAlike('kaffee', 'coffee'))
  for (const [one, other] of [
    ['becher', 'better'],
    ['tee', 'tea'],
    ['kaffe', 'coffe'],
    ['kandle', 'candles'],
    ['kascade', 'coscada'],
  ] as const)
    assert.ok(!soundsAlike(one, other), `${one} ${other}`)
})

test('a vector holds each stem once, with the places and weights it stands at', () => {
  const { vector, words } = searchVector([
    ['A', 'Sage mugs'],
    ['D', "A mug, isn't it"],
  ])
  assert.deepEqual(words, ['a', 'isn', 'it', 'mug', 'sage', 't'])
  assert.match(vector, /'mug':2A,14D/)
})

test('of HTML only the text is found', () => {
  assert.deepEqual(wordsOf(textOf('<p class="x">Oat &amp; Ink<br>again</p>')), ['oat', 'ink', 'again'])
})
