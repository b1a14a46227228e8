import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { strengthOf } from './strength.ts'

const steps = (password: string, ...known: string[]) => strengthOf(password, known).steps

suite('how well a password would stand guessing', () => {
  test('nothing is written yet', () =>
    assert.deepEqual(strengthOf(''), { steps: 0, words: 'Ten letters or more. A short sentence is best.' }))

  test('says how many letters are missing', () => {
    assert.equal(strengthOf('morning').words, '3 letters more.')
    assert.equal(strengthOf('mornings!').words, 'One letter more.')
  })

  for (const password of ['aaaaaaaaaaaa', '1234567890', 'abcdefghijkl', 'password1234', 'qwertyuiop12', 'Summer2026!!'])
    test(`${password} is easy to guess`, () => assert.equal(steps(password), 1))

  test('the owner’s own name and address make it weaker', () => {
    assert.equal(steps('hannakeller77', 'hanna.keller@example.com'), 1)
    assert.ok(steps('hannakeller77') > steps('hannakeller77', 'hanna.keller@example.com'))
  })

  test('a short sentence is strong', () => assert.equal(steps('slow mornings, good bread'), 4))

  test('a sentence may be in any script', () => assert.equal(steps('спокойное утро, хороший хлеб'), 4))

  test('random signs are strong when there are enough of them', () => {
    assert.equal(steps('k7!Vq2#mZp9&xT'), 3)
    assert.equal(steps('k7!Vq2#mZp9&xTw4'), 4)
  })

  test('a word more never makes it weaker', () => {
    const sentence = 'two cups of black coffee'.split(' ')
    const grown = sentence.map((_, at) => steps(sentence.slice(0, at + 1).join(' ')))
    assert.deepEqual(grown, [...grown].sort())
  })
})
