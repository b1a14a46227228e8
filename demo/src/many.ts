import { createHash } from 'node:crypto'
import type { Picture, ProductDraft } from '@vitrine/platform/commerce/catalogue/product'
import { saveCollection, saveProducts } from '@vitrine/platform/commerce/catalogue/save'
import { type StockItemCount, setStock } from '@vitrine/platform/commerce/inventory/stock'
import type { Database } from '@vitrine/platform/kernel/db/pool'
import { minor } from '@vitrine/pricing'
import { uuidOf } from './ids.ts'
import { randomFrom } from './random.ts'

export interface ManyOptions {
  readonly now?: Date
  readonly currency?: string
  readonly locale?: string
  /** Pictures to share among the products; without any they name some that are not there. */
  readonly pictures?: readonly Picture[]
  readonly onProgress?: (done: number, count: number) => void
}

/** Products at a time: one transaction. */
const batch = 250

/**
 * Fills a shop with products to measure with: ten collections, names of three words, prices, colours, sizes, texts, stock.
 * The same count gives the same products, beside those that are there; tells nobody (no events).
 */
export async function seedMany(database: Database, site: string, count: number, options: ManyOptions = {}): Promise<void> {
  const { now = new Date(), currency = 'EUR', locale = 'en-IE', pictures = somePictures, onProgress } = options
  const collectionIds = stockItems.map((name) => uuidOf(`collection ${name}`))
  await database.transact(async (db) => {
    for (const [position, name] of stockItems.entries()) {
      const draft = {
        id: collectionIds[position]!,
        slug: `many-${slugOf(name)}`,
        name,
        description: `${name} for every day.`,
        visible: true,
        position,
      }
      await saveCollection(db, site, draft, now)
    }
  })
  for (let from = 0; from < count; from += batch) {
    const drafts = Array.from({ length: Math.min(batch, count - from) }, (_, i) => believable(from + i, collectionIds, pictures, now))
    const random = randomFrom(from + 1)
    const counts = drafts.flatMap(({ id, variants }) =>
      variants.map(
        (variant): StockItemCount => ({
          productId: id,
          variantId: variant.id,
          quantity: random() < 0.06 ? 0 : Math.floor(1 + random() * 60),
        }),
      ),
    )
    await database.transact(async (db) => {
      await saveProducts(db, site, { currency, locale }, drafts, now, { announce: false })
      await setStock(db, site, counts, now)
    })
    onProgress?.(from + drafts.length, count)
  }
}

const stockItems = ['Cups', 'Bowls', 'Plates', 'Vases', 'Lamps', 'Linen', 'Boards', 'Candles', 'Tins', 'Prints']
const kinds = ['Cup', 'Bowl', 'Plate', 'Vase', 'Lamp', 'Napkin', 'Board', 'Candle', 'Tin', 'Print']
const qualities = words(`quiet slow early late warm plain tall low wide narrow round deep soft bright pale dark heavy light little grand
  northern southern coastal inland winter summer autumn spring morning evening midday twilight rainy sunlit misty dewy frosty
  patient honest humble gentle careful steady simple modest generous faithful lasting everyday sunday market harbour meadow forest
  orchard garden river lakeside mountain valley island village cottage kitchen pantry parlour attic cellar workshop studio kiln`)
const matters = words(`stoneware porcelain earthenware terracotta oak walnut ash beech birch linen cotton wool hemp brass copper pewter iron
  steel glass beeswax soy paper cork slate marble granite basalt clay ash-glazed salt-glazed wood-fired raku speckled ribbed fluted
  faceted carved burnished smoked dipped brushed woven knitted stitched folded pressed turned thrown coiled cast blown hammered`)
const glazes = [
  { name: 'Sage', hex: '#9AA58F' },
  { name: 'Oat', hex: '#D3C3A3' },
  { name: 'Ink', hex: '#2E3A4B' },
  { name: 'Clay', hex: '#B3654C' },
  { name: 'Chalk', hex: '#EAE3D6' },
]
const sizes = ['Small', 'Regular', 'Large']
const sentences = [
  'Made by hand in small batches, so that no two are quite alike.',
  'It holds the first coffee of the day, and usually the second.',
  'Light enough to carry with one hand, heavy enough to stay where it stands.',
  'The rim thins out just where it is touched, and the foot is left bare.',
  'It grows softer with the years; use it every day.',
  'Looks finished with a single branch, or with nothing at all.',
]

function words(text: string): string[] {
  return text.split(/\s+/)
}

const somePictures: readonly Picture[] = Array.from({ length: 40 }, (_, i) => ({
  id: `${createHash('sha256').update(`picture ${i}`).digest('hex').slice(0, 32)}~mv2.webp`,
  width: 1000,
  height: 1250,
  alt: 'A piece of the shop on paper, in morning light',
}))

function believable(n: number, collectionIds: readonly string[], pictures: readonly Picture[], now: Date): ProductDraft {
  const random = randomFrom(n * 7919 + 17)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const kind = Math.floor(random() * kinds.length)
  const name = `${capital(pick(qualities))} ${capital(pick(matters))} ${kinds[kind]}`
  const sku = `M${n.toString(36).toUpperCase().padStart(5, '0')}`
  const base = minor(500 + Math.floor(random() ** 2 * 290) * 100)
  const reduced = random() < 0.15
  const colours = pickSome(glazes, 2 + Math.floor(random() * 2), random)
  const dimensions = random() < 0.25 ? sizes.slice(0, 2) : []
  const own = pickSome(pictures, colours.length, random)
  const id = uuidOf(`product ${n}`)
  interface Combination {
    readonly choices: Readonly<Record<string, string>>
    readonly extra: number
    readonly picture: number
  }
  const combinations = colours.flatMap((glaze, i): readonly Combination[] =>
    dimensions.length === 0
      ? [{ choices: { Glaze: glaze.name }, extra: 0, picture: i }]
      : dimensions.map((size, step) => ({
          choices: { Glaze: glaze.name, Size: size },
          extra: step * 400,
          picture: i,
        })),
  )
  return {
    id,
    name,
    slug: `${slugOf(name)}-${n}`,
    visible: true,
    itemType: 'PHYSICAL',
    description: `<p>${pick(sentences)} ${pick(sentences)}</p>`,
    sku,
    brand: 'Morrow',
    ...(random() < 0.1 && { ribbon: pick(['New', 'Bestseller', 'Last pieces']) }),
    price: base,
    ...(reduced && { fullPrice: minor(base + 600) }),
    weight: Math.round((0.1 + random() * 2) * 100) / 100,
    sections: [{ title: 'Care', html: pick(sentences) }],
    media: own.map((picture) => ({ kind: 'image', ...picture })),
    options: [
      { name: 'Glaze', kind: 'color', choices: colours.map((glaze, i) => ({ ...glaze, pictures: own[i] ? [own[i].id] : [] })) },
      ...(dimensions.length > 0 ? [{ name: 'Size', kind: 'drop_down' as const, choices: dimensions.map((size) => ({ name: size })) }] : []),
    ],
    manageVariants: true,
    variants: combinations.map(({ choices, extra, picture }, i) => ({
      id: uuidOf(`variant ${n} ${i}`),
      sku: `${sku}-${i}`,
      choices,
      price: minor(base + extra),
      ...(reduced && { fullPrice: minor(base + extra + 600) }),
      ...(own[picture] && { picture: own[picture].id }),
    })),
    collectionIds: [collectionIds[kind]!, ...(random() < 0.2 ? [pick(collectionIds)] : [])],
    numericId: 1_000_000_000 + n,
    createdAt: new Date(now.getTime() - Math.floor(random() * 365 * 86_400_000)),
  }
}

function pickSome<T>(from: readonly T[], count: number, random: () => number): T[] {
  const rest = [...from]
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(Math.floor(random() * rest.length), 1)[0]!)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
