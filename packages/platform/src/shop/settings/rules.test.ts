import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeZoneOf } from '../../kernel/settings/time-zone.ts'
import { isCountry, isCurrency, localeOf } from './rules.ts'

test('knows currencies and countries that there are, and no others', () => {
  assert.deepEqual(['EUR', 'JPY', 'KWD', 'ABC', 'eur', 'XAU'].map(isCurrency), [true, true, true, false, false, false])
  assert.deepEqual(['DE', 'US', 'XQ'].map(isCountry), [true, true, false])
})

test('what counts no money is no currency: metals, units of account, codes for tests and for none', () => {
  assert.deepEqual(['XAU', 'XAG', 'XDR', 'XTS', 'XXX', ''].map(isCurrency), [false, false, false, false, false, false])
})

test('a locale is one that numbers can be written in, under its best name', () => {
  assert.deepEqual(['en-ie', 'de-AT', 'pt_BR', 'xx-YY', 'not a locale', '-'].map(localeOf), [
    'en-IE',
    'de-AT',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a time zone has a name, and summers', () => {
  assert.deepEqual(['Europe/Berlin', 'america/new_york', 'UTC', '+02:00', 'Mars/Olympus', ''].map(timeZoneOf), [
    'Europe/Berlin',
    'America/New_York',
    'UTC',
    undefined,
    undefined,
    undefined,
  ])
})
