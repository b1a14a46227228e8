import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSlug, slugFrom, slugged } from './slug.ts'

test('a slug is made of words without case, accents and signs, of an email address without its domain', () => {
  assert.equal(slugged('Ada Lovelace'), 'ada-lovelace')
  assert.equal(slugged('  Ærø & Œuvre! '), 'aero-oeuvre')
  assert.equal(slugged('ada.b@example.com'), 'ada-b')
  assert.equal(slugged('日本'), '', 'nothing that a path holds as it is')
  assert.equal(slugged('日本 Ada 2'), 'ada-2')
})

test('the first words that leave anything are taken, and a member without any is called member', () => {
  assert.equal(slugFrom([undefined, '', '日本', 'Ada', 'Eve']), 'ada')
  assert.equal(slugFrom([]), 'member')
  assert.equal(slugFrom(['!?']), 'member')
})

test('a slug that we make is at most 60 characters long and does not end with a hyphen', () => {
  assert.equal(slugFrom(['a'.repeat(100)]), 'a'.repeat(60))
  assert.equal(slugFrom([`${'a'.repeat(59)} bc`]), 'a'.repeat(59))
})

test('what is asked for as a slug has single hyphens or underscores between letters and digits', () => {
  for (const good of ['ada', 'Ada_2', 'a-b-c', '7']) assert.equal(isSlug(good), true, good)
  for (const bad of ['', '-ada', 'ada-', 'a--b', 'a-_b', 'a b', 'é', 'a/b', 'ada\n']) assert.equal(isSlug(bad), false, bad)
})

test('whatever a member is called, a slug that we make is one', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 3 }), (words) => {
      const slug = slugFrom(words)
      assert.ok(isSlug(slug) && slug.length <= 60, slug)
    }),
    { numRuns: 300 },
  )
})
