import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fontTokens } from './fonts.ts'

test('the usual faces change nothing', () => {
  assert.deepEqual(fontTokens({ display: 'FRAUNCES', text: 'INSTRUMENT_SANS' }), {})
})

test('another face of headlines says how heavy names are, small and large', () => {
  for (const display of ['NEWSREADER', 'INSTRUMENT_SERIF', 'INSTRUMENT_SANS', 'INTER', 'ARCHIVO'] as const) {
    const tokens = fontTokens({ display, text: 'INSTRUMENT_SANS' })
    for (const token of ['--font-display', '--weight-display', '--weight-name', '--weight-name-big'])
      assert.ok(tokens[token], `${display} ${token}`)
  }
})

test('a face of texts has its own stack and leading', () => {
  const tokens = fontTokens({ display: 'FRAUNCES', text: 'ARCHIVO' })
  assert.match(tokens['--font-text']!, /^"Archivo Variable","Archivo Fallback",/)
  assert.equal(tokens['--leading-text'], '1.5')
  assert.equal(tokens['--font-display'], undefined)
})
