import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { weaknessOf } from './strength.ts'

const about = ['hanna.keller@example.com', 'Hanna Keller', 'Morrow & Co']
const says = (password: string) => weaknessOf(password, about)

test('what is shorter than eight signs is too short, whatever it is', () => {
  assert.equal(says('x9$Kq2!'), 'TOO_SHORT')
  assert.equal(says('🦊🦊🦊🦊'), 'TOO_SHORT')
})

test('the address, the name and the shop are no password, however they are dressed', () => {
  for (const password of ['hanna.keller@example.com', 'hannakeller', 'HannaKeller1', 'Morrow2026', 'm0rr0w2026', 'morrow&co', 'keller1990'])
    assert.equal(says(password), 'ABOUT_YOU', password)
})

test('what people take first is too common', () => {
  for (const password of ['password', 'Password1', 'P@ssw0rd!', 'qwerty123', 'letmein2026', 'iloveyou1', 'Sommer2026'])
    assert.equal(says(password), 'TOO_COMMON', password)
})

test('runs, repetitions, dates and single words are too easy', () => {
  for (const password of ['12345678', 'abcdefgh', 'aaaaaaaaaaaa', '87654321', 'abcabcabcabc', '24.12.1987', 'elephant', '1234512345'])
    assert.equal(says(password), 'TOO_EASY', password)
})

test('sentences, several words and what a machine makes are good', () => {
  for (const password of [
    'slow mornings, 1 cup',
    'kettle fox marble',
    'Vf8-kLq2-Zt7p',
    'ein langer satz über tassen',
    'k7#mPq2xW',
    '午後の紅茶とパン屋さん',
  ])
    assert.equal(says(password), undefined, password)
})

test('twelve different signs by chance are good, and no text is too odd to be measured', () => {
  const random = fc
    .uniqueArray(fc.constantFrom(...Array.from('bcdfghjkmnpqrstvwxz2346789#+-')), { minLength: 12, maxLength: 20 })
    .map((all) => all.join(''))
    .filter((text) => !/(.)(?:qwert|asdf|yxcv|zxcv|2345|6789|hjk|fgh|dfg|sdf)/.test(text))
  fc.assert(fc.property(random, (password) => says(password) === undefined))
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => says(text) !== null))
})
