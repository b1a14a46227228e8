import { minor } from '@vitrine/pricing'
import { newId } from '../../../kernel/db/id.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import { setStock } from '../../inventory/stock.ts'
import { documentCache } from '../document-cache.ts'
import { facts } from '../facts.ts'
import { catalogueOperations } from '../operations.ts'
import type { ProductDraft } from '../product.ts'
import { saveCollection, saveProducts } from '../save.ts'
import { searchOperations } from '../search.ts'
import { productV3Operations } from '../v3/operations.ts'
import { variantOperations } from '../v3/variants.ts'

/** For tests: a shop, and the ways into it. */
export const commerce = { currency: 'EUR', locale: 'en-IE', weightUnit: 'KG' } as const
export const publicUrl = 'https://shop.example'
export const now = new Date('2026-11-21T07:30:00.000Z')

export function exampleProduct(given: Partial<ProductDraft> = {}): ProductDraft {
  const name = given.name ?? 'Morning Mug'
  return {
    id: newId(),
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    visible: true,
    itemType: 'PHYSICAL',
    description: '<p>Holds the first coffee of the day.</p>',
    sku: name.slice(0, 3).toUpperCase(),
    price: minor(2600),
    sections: [],
    media: [],
    options: [],
    manageVariants: false,
    variants: [],
    collectionIds: [],
    ...given,
  }
}

/** A mug in two glazes and two sizes; the large one costs four more. */
export function exampleMug(given: Partial<ProductDraft> = {}): ProductDraft {
  const glazes = [
    { name: 'Sage', hex: '#9AA58F' },
    { name: 'Ink', hex: '#2E3A4B' },
  ]
  const sizes = ['Regular', 'Large']
  const picture = (name: string) => ({ kind: 'image' as const, id: `${name}~mv2.webp`, width: 1000, height: 1250, alt: `A mug in ${name}` })
  return exampleProduct({
    brand: 'Morrow',
    ribbon: 'Bestseller',
    weight: 0.38,
    media: [picture('sage'), picture('ink')],
    options: [
      { name: 'Glaze', kind: 'color', choices: glazes.map((glaze) => ({ ...glaze, pictures: [`${glaze.name.toLowerCase()}~mv2.webp`] })) },
      { name: 'Size', kind: 'drop_down', choices: sizes.map((name) => ({ name })) },
    ],
    manageVariants: true,
    variants: glazes.flatMap((glaze) =>
      sizes.map((size) => ({
        id: newId(),
        sku: `MUG-${glaze.name}-${size}`,
        choices: { Glaze: glaze.name, Size: size },
        price: minor(size === 'Large' ? 3000 : 2600),
        picture: `${glaze.name.toLowerCase()}~mv2.webp`,
      })),
    ),
    ...given,
  })
}

export const save = (db: Database, site: string, ...drafts: ProductDraft[]): Promise<void> =>
  db.transact((tx) => saveProducts(tx, site, commerce, drafts, now))

export async function addCollection(
  db: Database,
  site: string,
  name: string,
  given: { id?: string; visible?: boolean; position?: number } = {},
): Promise<string> {
  const id = given.id ?? newId()
  const draft = { id, slug: name.toLowerCase(), name, description: '', visible: given.visible ?? true, position: given.position ?? 0 }
  await db.transact((tx) => saveCollection(tx, site, draft, now))
  return id
}

/** So many units of each variant, in the order of the draft; null where they are not counted. */
export async function stockUp(db: Database, site: string, draft: ProductDraft, quantities: readonly (number | null)[]): Promise<void> {
  const shelves = draft.manageVariants ? draft.variants.map(({ id }) => id) : ['00000000-0000-0000-0000-000000000000']
  const counts = shelves.map((variantId, i) => ({ productId: draft.id, variantId, quantity: quantities[i] ?? null }))
  await db.transact((tx) => setStock(tx, site, counts, now))
}

type Kind = 'visitor' | 'app'

/** Calls operations as the kernel does; answers that are bytes already are read. */
export function caller(db: Database) {
  const documents = documentCache({ publicUrl, bytes: 8_000_000, commerce: async () => commerce })
  const known = facts({ publicUrl })
  const prices = () => Promise.resolve(commerce)
  const operations = {
    ...catalogueOperations({ publicUrl, commerce: prices, documentCache: documents }),
    ...searchOperations({ publicUrl, commerce: prices, documentCache: documents, facts: known }),
    ...productV3Operations({ publicUrl, commerce: prices }),
    ...variantOperations({ publicUrl, commerce: prices }),
  } as unknown as Record<
    string,
    (input: object, scope: object) => Promise<{ json?: { toString(): string }; code?: string; data?: unknown }>
  >
  return {
    facts: known,
    async call<Answer>(site: string, line: string, input: object, kind: Kind = 'visitor'): Promise<Answer> {
      const answer = await operations[line]!(input, { db, site, caller: { kind }, merchant: kind === 'app', now, requestId: 'test' })
      return (answer.json === undefined ? answer : JSON.parse(answer.json.toString())) as Answer
    },
  }
}
