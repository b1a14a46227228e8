import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { escaped } from './markup.ts'
import { columnsOf } from './plain.ts'

/** Each sign of the first plane, without halves of others. */
const signs = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code + 1)).filter((sign) => sign.isWellFormed())

describe('texts that are passed over quickly', () => {
  test('take as many columns as beside a sign that has to be looked at', () => {
    for (const sign of signs) assert.equal(columnsOf(`a${sign}`), columnsOf(`漢a${sign}`) - 2, JSON.stringify(sign))
    assert.equal(columnsOf('€60.00'), 6)
    assert.equal(columnsOf('e\u0301'), 1)
    assert.equal(columnsOf('©\ufe0f'), columnsOf('漢©\ufe0f') - 2)
  })

  test('are escaped as beside a sign that has to be', () => {
    for (const sign of [...signs, '\ud800', '\ud83d\ude00'])
      assert.equal(`${escaped(`a${sign}`)}&lt;`, escaped(`a${sign}<`), JSON.stringify(sign))
    assert.equal(escaped(`<a href="x">Käthe's & €5</a>\u0007`), '&lt;a href=&quot;x&quot;&gt;Käthe&#39;s &amp; €5&lt;/a&gt;')
  })
})
