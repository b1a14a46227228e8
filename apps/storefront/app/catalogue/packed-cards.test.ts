import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packCards, unpackCards } from './packed-cards.ts'
import type { CardView } from './product.ts'

const media = (url: string, alt: string) => ({ url, alt, width: 1000, height: 1250, focus: undefined })
const card: CardView = {
  id: '0190b5c0-0000-7000-8000-000000000001',
  slug: 'morning-mug',
  name: 'Morning Mug',
  price: 26,
  before: 30,
  perUnit: undefined,
  from: true,
  ribbon: 'New',
  rating: { average: '4.3', count: 7 },
  out: false,
  preorder: undefined,
  picture: media('/media/mug.webp', 'A mug'),
  second: media('https://elsewhere.example/media/side.webp', ''),
  colours: { option: 'Glaze', plain: false, choices: [{ name: 'Oat', colour: '#D3C3A3', out: true }] },
  note: undefined,
  simple: false,
  shippable: true,
}
const bare: CardView = {
  ...card,
  before: undefined,
  from: undefined,
  ribbon: undefined,
  rating: undefined,
  picture: undefined,
  second: undefined,
  colours: undefined,
  note: 'Three grinds',
  simple: true,
}

test('a card that was packed is the same card', () => {
  assert.deepEqual(unpackCards(packCards([card, bare])), [card, bare])
})

test('choices that two cards share are written once', () => {
  const text = packCards([card, { ...card, id: 'b' }])
  assert.equal(text.split('#D3C3A3').length, 2)
})

test('names may contain the separators', () => {
  const odd: CardView = {
    ...card,
    name: 'Cup, 50% | "large" = {\n}',
    picture: { ...media('/media/a~mv2.webp', 'Ä, b|c=d'), width: 720, focus: { x: 0.5, y: 0.25 } },
    colours: { option: 'Glaze|x', plain: true, choices: [{ name: 'Oat, dark = 2', colour: 'rgb(1, 2, 3)', out: false }] },
  }
  assert.deepEqual(unpackCards(packCards([odd])), [odd])
})

test('no cards are an empty string', () => {
  assert.equal(packCards([]), '')
  assert.deepEqual(unpackCards(''), [])
})
