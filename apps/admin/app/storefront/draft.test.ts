import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Look } from '@vitrine/contract'
import { changesOf, draftOf, sentOf, wrongOf } from './draft.ts'

const picture = { id: 'a.webp', url: '/media/a.webp', alt: 'A table', width: 10, height: 10 }
const hero = (headline: string) => ({ picture, headline, textPosition: 'top-start' as const, ground: 'light' as const, products: [] })
const look: Look = {
  revision: '1',
  wordmark: { text: 'Morrow' },
  colors: {
    light: { paper: '#faf7f2', ink: '#1c1a17', accent: '#b4512d' },
    dark: { paper: '#161310', ink: '#f3ede3', accent: '#e58c66' },
    darkIsDerived: true,
  },
  fonts: { display: 'FRAUNCES', text: 'INSTRUMENT_SANS' },
  corners: 'SOFT',
  spacing: 'GENEROUS',
  mark: 'SUN',
  swatch: 'PLAIN',
  heroes: [hero('One'), hero('Two')],
  sections: [
    { kind: 'hero', hero: 1, visible: true, pictures: [] },
    { kind: 'shelf', visible: false, pictures: [], title: 'New' },
  ],
}

test('a look is sent as it was read', () => {
  const draft = draftOf(look)
  const sent = sentOf(draft)
  assert.deepEqual(sent.colors, { light: look.colors.light, dark: null })
  assert.deepEqual(sent.heroes?.[0], { ...hero('One'), picture: { id: 'a.webp', alt: 'A table' } })
  assert.deepEqual(sent.sections, [
    { kind: 'hero', hero: 1, visible: true, pictures: [] },
    { kind: 'shelf', visible: false, pictures: [], title: 'New' },
  ])
  assert.deepEqual(changesOf(draft, draftOf(look)), [])
})

test('sections follow the wide picture that they show, and go with it', () => {
  const draft = draftOf(look)
  const [one, two] = draft.heroes
  assert.deepEqual(sentOf({ ...draft, heroes: [two!, one!] }).sections?.[0]?.hero, 0)
  assert.deepEqual(
    sentOf({ ...draft, heroes: [one!] }).sections?.map(({ kind }) => kind),
    ['shelf'],
  )
})

test('what changed is named', () => {
  const draft = draftOf(look)
  const after = { ...draft, corners: 'ROUND' as const, notice: 'Closed on Monday.' }
  assert.deepEqual(
    changesOf(draft, after).map(({ name }) => name),
    ['Announcement', 'Corners'],
  )
})

test('says what cannot be saved', () => {
  const draft = draftOf(look)
  assert.equal(wrongOf(draft), undefined)
  assert.ok(wrongOf({ ...draft, wordmark: { text: ' ' } }))
  assert.ok(wrongOf({ ...draft, colors: { ...draft.colors, light: { ...draft.colors.light, ink: 'black' } } }))
  assert.ok(wrongOf({ ...draft, heroes: [{ ...draft.heroes[0]!, link: { label: 'Go', href: '' } }] }))
})
