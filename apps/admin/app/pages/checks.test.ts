import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageField } from '@vitrine/contract'
import { checksOf } from './checks.ts'
import { slugOf } from './text.ts'

const values = new Map<PageField, string>([
  ['SHOP_NAME', 'Morrow'],
  ['ADDRESS', 'Torstraße 112'],
  ['EMAIL', 'hello@morrow.example'],
  ['PHONE', ''],
  ['TAX_IDS', ''],
])

test('a page is checked for what its kind names, by a field or in words, and for what is to be filled in', () => {
  const checks = checksOf(
    'IMPRINT',
    [
      { kind: 'PARAGRAPH', text: [{ field: 'SHOP_NAME' }, { text: ', Torstraße 112, ' }, { field: 'PHONE' }, { field: 'TAX_IDS' }] },
      { kind: 'LIST', items: [{ text: [{ text: 'Represented by [name], register [number]' }] }] },
    ],
    values,
  )
  assert.deepEqual(
    checks.map(({ ok, says }) => `${ok ? '+' : '-'} ${says}`),
    [
      '- 2 places in [brackets] are to be filled in',
      '+ Shop name: named',
      '+ Address: named',
      '- Email: not named',
      '- Phone: nothing is set, so it is left out',
      '- Tax numbers: nothing is set, so it is left out',
    ],
  )
  assert.deepEqual(checksOf('OTHER', [], values), [])
})

test('an address is made of a title', () => {
  assert.equal(slugOf('Über uns & die Größe!'), 'uber-uns-die-grosse')
  assert.equal(slugOf('  '), '')
  assert.ok(slugOf('a '.repeat(100)).length <= 80)
})
