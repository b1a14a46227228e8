import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { Prepared } from '../../kernel/http/wire.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { shopOperations } from './public-shop.ts'
import { type PinnedProduct, type Window } from './window.ts'

const line = 'GET /vitrine/v1/shop'
const site = newId()
const [cups, vases] = [newId(), newId()]
const picture = { id: 'breakfast~mv2.webp', alt: 'A table', width: 2000, height: 1125, focalPoint: { x: 0.57, y: 0.15 } }

const sections: Sections = {
  shop: {
    name: 'Morrow',
    tagline: 'Objects for slow mornings',
    about: '',
    wordmark: { text: 'Morrow', picture },
    language: 'en',
    theme: { light: { '--color-paper': '#faf7f2' }, dark: {}, mark: 'sun', swatch: 'dipped', fonts: [] },
    heroes: [
      {
        picture,
        headline: 'Breakfast, unhurried',
        textPosition: 'top-start',
        ground: 'light',
        pieces: [
          { letter: 'a', x: 0.2, y: 0.5, productId: 'mug', choices: { Glaze: 'Oat' }, detail: 'in oat' },
          { letter: 'b', x: 0.4, y: 0.7, productId: 'gone' },
        ],
      },
    ],
    home: [{ kind: 'words', text: 'We throw {0}', pictures: [picture] }],
    collections: [
      {
        id: vases,
        hour: { time: '6:10', rise: 0.12 },
        opening: [{ picture, caption: 'The {0} in chalk', link: { label: 'Moon Vase', href: '/products/moon-vase' } }],
      },
    ],
    menu: [],
    footer: { groups: [], legal: [] },
    contact: { address: [] },
  },
  commerce: {
    currency: 'EUR',
    locale: 'en-IE',
    country: 'DE',
    timeZone: 'Europe/Berlin',
    weightUnit: 'KG',
    unpaidOrderMinutes: 30,
    firstOrderNumber: 1,
  },
  shipping: { zones: [] },
  taxes: {
    defaultGroupId: 'a',
    regions: [{ id: 'de', name: 'Germany', country: 'DE', taxIncludedInPrice: true, shippingTaxed: true, rates: [] }],
  },
  mail: { from: 'a@b.c', replyTo: '' },
  revisions: '1',
}

function shop() {
  const world = {
    settings: sections,
    revision: 1,
    piece: { slug: 'mug', name: 'Morning Mug', price: minor(2600), inStock: true } as PinnedProduct,
    window: {
      products: 25,
      collections: [
        { id: cups, slug: 'cups', name: 'Cups', description: 'For tea', products: 9 },
        { id: vases, slug: 'vases', name: 'Vases', description: '', products: 4, picture },
      ],
    } as Window,
    windows: 0,
  }
  const handlers = shopOperations({
    expressCheckoutOf: () => undefined,
    publicUrl: 'https://shop.example',
    readSettings: () => Promise.resolve(world.settings),
    catalogueRevision: () => Promise.resolve(world.revision),
    readWindow() {
      world.windows++
      return Promise.resolve(world.window)
    },
    findPinnedProducts: (_, __, asked) => Promise.resolve(asked.map(({ productId }) => (productId === 'mug' ? world.piece : undefined))),
  })
  const handler = handlers[line] as (input: object, scope: object) => Promise<unknown>
  async function read() {
    const answer = await handler({}, { db: {} as Db, site })
    assert.ok(answer instanceof Prepared)
    return contract[line].ok.parse(JSON.parse(answer.json.toString())).shop
  }
  return { world, read }
}

test('says how the shop looks, what it has, and what the things in its wide pictures cost', async () => {
  const { read } = shop()
  const shown = await read()
  assert.deepEqual(shown.heroes[0]?.pieces, [
    {
      letter: 'a',
      x: 0.2,
      y: 0.5,
      slug: 'mug',
      name: 'Morning Mug',
      detail: 'in oat',
      price: '26.00',
      formattedPrice: '€26.00',
      inStock: true,
    },
  ])
  assert.equal(shown.heroes[0]?.picture.url, 'https://shop.example/media/breakfast~mv2.webp')
  assert.deepEqual(
    shown.collections.map(({ slug, hour }) => [slug, hour?.time]),
    [
      ['vases', '6:10'],
      ['cups', undefined],
    ],
  )
  const [opened, plain] = shown.collections
  assert.deepEqual(opened?.opening, [
    {
      picture: { ...picture, url: 'https://shop.example/media/breakfast~mv2.webp' },
      caption: 'The {0} in chalk',
      link: { label: 'Moon Vase', href: '/products/moon-vase' },
    },
  ])
  assert.equal(plain?.opening, undefined)
  assert.deepEqual([shown.id, shown.taxIncludedInPrices, shown.numberOfProducts, shown.currency], [site, true, 25, 'EUR'])
})

test('keeps its answer, and makes a new one when settings, catalogue, stock or a price change', async () => {
  const { world, read } = shop()
  await read()
  await read()
  assert.equal(world.windows, 1)
  world.piece = { ...world.piece, inStock: false }
  assert.equal((await read()).heroes[0]?.pieces[0]?.inStock, false)
  world.revision = 2
  world.piece = { ...world.piece, price: minor(2800) }
  assert.equal((await read()).heroes[0]?.pieces[0]?.price, '28.00')
  world.settings = { ...sections, shop: { ...sections.shop, name: 'Evening' } }
  assert.equal((await read()).name, 'Evening')
  assert.equal(world.windows, 4)
})
