import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localeIn } from './locale.ts'

test('a language without a country is written as the given country writes it', () => {
  for (const [locale, written] of [
    ['en', 'en-DE'],
    ['zh-Hant', 'zh-Hant-DE'],
    ['en-u-ca-buddhist', 'en-DE-u-ca-buddhist'],
  ] as const)
    assert.equal(localeIn(locale, 'DE'), written)
})

test('a language with a country keeps it', () => {
  assert.equal(localeIn('de-AT', 'DE'), 'de-AT')
  assert.equal(localeIn('zh-Hant-TW', 'DE'), 'zh-Hant-TW')
})

test('what is no language, and a country that is none, change nothing', () => {
  assert.equal(localeIn('', 'DE'), '')
  assert.equal(localeIn('no language', 'DE'), 'no language')
  assert.equal(localeIn('en', 'Germany'), 'en')
})
