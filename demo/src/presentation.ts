import type { HeroPieceSettings, HeroSettings, ShopSettings } from '@vitrine/platform/kernel/settings/shop-settings'
import { collectionIdOf, productIdOf } from './ids.ts'
import type { Catalogue, HeroEntry, PictureEntry } from './morrow.ts'
import { type Files, pictureAt } from './pictures.ts'

/** The hours that collections belong to, in their order through the morning. */
export const hours: readonly (readonly [slug: string, time: string, rise: number, picture: string])[] = [
  ['lighting', '6:10', 0.12, 'images/table-lamp/shade.webp'],
  ['kitchen', '6:40', 0.32, 'images/pour-over-set/ink.webp'],
  ['tableware', '7:30', 0.52, 'images/cereal-bowl/stack.webp'],
  ['textiles', '8:15', 0.68, 'images/linen-napkins/clay.webp'],
  ['vases', '9:05', 0.84, 'images/moon-vase/grass.webp'],
  ['scent', '9:40', 0.95, 'images/first-light-candle/clay.webp'],
  ['paper', '10:30', 1.12, 'images/slow-sun-print/oak.webp'],
]

/** What the pages of collections open with: a picture of a product that its line names, and what has to stay in sight of it. */
const openings: Readonly<Record<string, readonly (readonly [path: string, caption: string, focal?: PictureEntry['focalPoint']])[]>> = {
  lighting: [
    ['images/table-lamp/shade.webp', 'The linen shade of the'],
    ['images/candle-pair/ink.webp', '{0} in ink', { x: 0.48, y: 0.5 }],
  ],
  kitchen: [
    ['images/morning-blend/beans.webp', 'Roasted on Tuesdays:', { x: 0.53, y: 0.7 }],
    ['images/pour-over-set/chalk.webp', '{0} in chalk', { x: 0.48, y: 0.4 }],
  ],
  tableware: [
    ['images/cereal-bowl/stack.webp', 'Three glazes of the', { x: 0.5, y: 0.58 }],
    ['images/teapot/ink.webp', '{0} in ink', { x: 0.5, y: 0.6 }],
  ],
  textiles: [
    ['images/linen-napkins/folds.webp', 'Mitred corners of the'],
    ['images/tea-towel/hem.webp', '{0}, its hem'],
  ],
  vases: [
    ['images/shoulder-vase/olive.webp', 'Olive branches in the', { x: 0.5, y: 0.32 }],
    ['images/moon-vase/ink.webp', '{0} in ink'],
  ],
  scent: [
    ['images/first-light-candle/flame.webp', 'The first hour of the'],
    ['images/incense-holder/chalk.webp', '{0} in chalk'],
  ],
  paper: [
    ['images/slow-sun-print/oak.webp', '{0} in oak', { x: 0.5, y: 0.45 }],
    ['images/slow-sun-print/corner.webp', 'Solid timber, 2.2 cm deep:'],
  ],
}

type PieceRow = readonly [slug: string, x: number, y: number, detail: string, choices: Readonly<Record<string, string>>]

/** Places in percent of the picture, as the drawings have them. */
const pieces = (rows: readonly PieceRow[]): readonly HeroPieceSettings[] =>
  rows.map(([slug, x, y, detail, choices], i) => ({
    letter: String.fromCodePoint(97 + i),
    x: x / 100,
    y: y / 100,
    detail,
    productId: productIdOf(slug),
    choices,
  }))

const breakfast = pieces([
  ['water-pitcher', 19.6, 52, 'in clay', { Glaze: 'Clay' }],
  ['cereal-bowl', 43.5, 71, 'in sage', { Glaze: 'Sage' }],
  ['shoulder-vase', 56.5, 52, 'in chalk', { Glaze: 'Chalk' }],
  ['morning-mug', 70, 72, 'in oat', { Glaze: 'Oat' }],
  ['teapot', 86, 63, 'in ink', { Glaze: 'Ink' }],
  ['butter-dish', 4.2, 74.5, 'in chalk', { Glaze: 'Chalk' }],
])
const evening = pieces([
  ['table-lamp', 18.4, 33, 'in oat', { Glaze: 'Oat' }],
  ['incense-holder', 40, 79, 'in chalk', { Glaze: 'Chalk' }],
  ['slow-sun-print', 52, 62, 'in oak', { Frame: 'Oak' }],
  ['candle-pair', 63.5, 75, 'in ink', { Glaze: 'Ink' }],
  ['first-light-candle', 76.1, 77, 'in clay', { Vessel: 'Clay' }],
  ['bottle-vase', 89, 57, 'in oat', { Glaze: 'Oat' }],
])
const kitchen = pieces([
  ['cutting-board', 14.2, 45, 'in walnut', { Timber: 'Walnut' }],
  ['morning-blend', 27.5, 46.5, '250 g', { Weight: '250 g' }],
  ['pour-over-set', 45, 44, 'in chalk', { Glaze: 'Chalk' }],
  ['morning-mug', 64, 74, 'in ink', { Glaze: 'Ink' }],
  ['canister', 82, 58, 'in sage', { Glaze: 'Sage' }],
])

/** How Morrow presents itself. */
export function presentation({ shop, collections, products }: Catalogue, files: Files): ShopSettings {
  const wide = ({ path, alt }: HeroEntry, x: number, y: number) => ({ picture: pictureAt(files, path, alt, { x, y }) })
  const at = (name: string): HeroEntry => {
    const found = shop.heroes.find(({ path }) => path === `hero/${name}.webp`)
    if (!found) throw new Error(`the catalogue has no wide picture ${name}`)
    return found
  }
  const heroes: readonly HeroSettings[] = [
    {
      ...wide(at('breakfast'), 0.57, 0.15),
      headline: 'Breakfast,\nunhurried',
      say: 'Stoneware, linen, light and coffee for the first hours of the day. Thrown, woven and roasted in small batches.',
      link: { label: 'Lay the table', href: '/collections/tableware' },
      hour: { time: '7:30', rise: 0.52 },
      textPosition: 'top-start',
      ground: 'light',
      pieces: breakfast,
    },
    {
      ...wide(at('evening'), 0.5, 1),
      headline: 'The last hour of\u00a0light',
      say: 'For the hour after the day ends and the hour before it begins: lamps, candles, slow smoke.',
      link: { label: 'Light the room', href: '/collections/lighting' },
      hour: { time: '17:50', rise: 0.3 },
      textPosition: 'bottom-end',
      ground: 'dark',
      pieces: evening,
    },
    {
      ...wide(at('kitchen'), 0.45, 0.12),
      headline: 'Coffee\nfirst',
      say: 'Roasted on Tuesdays, sent on Wednesdays.',
      link: { label: 'Choose your grind', href: '/products/morning-blend' },
      hour: { time: '6:40', rise: 0.32 },
      textPosition: 'top-end',
      ground: 'light',
      pieces: kitchen,
    },
  ]
  const small = (path: string) => pictureAt(files, path, '')
  const productOf = (path: string) => {
    const found = products.find(({ pictures }) => pictures.some((picture) => picture.path === path))
    if (!found) throw new Error(`no product is shown in ${path}`)
    return found
  }
  const ofProduct = (path: string, focal?: PictureEntry['focalPoint']) => {
    const shown = productOf(path).pictures.find((picture) => picture.path === path)
    return pictureAt(files, path, shown?.alt ?? '', focal ?? shown?.focalPoint)
  }
  const nameOf = (slug: string) => collections.find((collection) => collection.slug === slug)?.name ?? slug
  return {
    name: shop.name,
    tagline: shop.tagline,
    about: shop.about,
    wordmark: { text: shop.name },
    language: 'en',
    theme: {
      light: { '--color-paper': '#faf7f2', '--color-ink': '#1c1a17', '--color-accent': '#b4512d' },
      dark: { '--color-paper': '#161310', '--color-ink': '#f3ede3', '--color-accent': '#e58c66' },
      mark: 'sun',
      swatch: 'dipped',
      dipped: ['Glaze', 'Vessel'],
      fonts: [],
    },
    notice: 'Delivery in the EU is free from €80. Thirty days to change your mind.',
    heroes,
    home: [
      { kind: 'hero', hero: 0, theme: 'light' },
      { kind: 'hero', hero: 1, theme: 'dark' },
      {
        kind: 'collections',
        title: 'The morning, hour by hour',
        pictures: hours.map(([, , , path]) => small(path)),
      },
      {
        kind: 'best',
        title: 'Reached for most',
        link: { label: 'All objects', href: '/products' },
        pictures: [ofProduct('images/shoulder-vase/olive.webp')],
        slugs: ['shoulder-vase', 'morning-mug', 'pour-over-set', 'first-light-candle', 'table-lamp'],
      },
      {
        kind: 'story',
        hero: 2,
        title: 'Coffee first',
        text: 'Roasted on Tuesdays, sent on Wednesdays.',
        link: { label: 'Choose your grind', href: '/products/morning-blend' },
      },
      {
        kind: 'words',
        text: 'Morrow makes a small number of things for the first hours of the day. We throw {0}, weave {1} and roast {2} in small batches, and stop when the shelf is full.',
        pictures: ['images/throwing-class/main.webp', 'images/tea-towel/oat.webp', 'images/morning-blend/main.webp'].map(small),
      },
      {
        kind: 'shelf',
        title: 'New on the shelf',
        link: { label: 'All that is new', href: '/products?sort=newest' },
        slugs: ['water-pitcher', 'moon-vase', 'house-espresso-tin', 'dome-pendant'],
      },
      { kind: 'reviews', title: 'Letters to the studio' },
      { kind: 'hero', hero: 1, theme: 'light' },
      { kind: 'hero', hero: 0, theme: 'dark' },
    ],
    delivery: { price: '4.90', freeFrom: '80.00', place: 'Germany' },
    promises: ['Thirty days to change your mind, also after the first coffee'],
    collections: hours.map(([slug, time, rise]) => ({
      id: collectionIdOf(slug),
      hour: { time, rise },
      opening: (openings[slug] ?? []).map(([path, caption, focal]) => {
        const product = productOf(path)
        return {
          picture: ofProduct(path, focal),
          caption,
          link: { label: product.name, href: `/products/${product.slug}` },
        }
      }),
    })),
    menu: [
      { label: 'All objects', href: '/products' },
      { label: 'Tableware', href: '/collections/tableware' },
      { label: 'Coffee', href: '/collections/kitchen' },
      { label: 'Vases', href: '/collections/vases' },
      { label: 'Lighting', href: '/collections/lighting' },
    ],
    footer: {
      groups: [
        { title: 'The morning', links: hours.map(([slug]) => ({ label: nameOf(slug), href: `/collections/${slug}` })) },
        {
          title: 'Help',
          links: [
            { label: 'Delivery', href: '/shipping' },
            { label: 'Returns, thirty days', href: '/returns' },
            { label: 'Where is my order', href: '/orders' },
            { label: 'Gift card', href: '/gift-card' },
            { label: 'Accessibility', href: '/accessibility' },
            { label: 'Write to us', href: 'mailto:hello@morrow.example' },
          ],
        },
      ],
      legal: [],
      words: shop.about,
    },
    contact: {
      email: 'hello@morrow.example',
      phone: '+49 30 23125 077',
      address: ['Morrow studio', 'Kastanienallee 77', '10435 Berlin', 'Germany'],
    },
  }
}
