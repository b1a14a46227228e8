import type { Picture, ProductDraft, VariantDraft } from '@vitrine/platform/commerce/catalogue/product'
import { sharedStock } from '@vitrine/platform/commerce/catalogue/product'
import { saveCollection, saveProducts } from '@vitrine/platform/commerce/catalogue/save'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import { newId } from '@vitrine/platform/kernel/db/id'
import { minor } from '@vitrine/pricing'
import type { TestPlatform } from './platform.ts'

export interface Stocked {
  readonly currency: string
  readonly products: readonly { readonly id: string; readonly slug: string; readonly collections: readonly string[] }[]
  readonly collections: readonly { readonly id: string; readonly slug: string; readonly name: string }[]
  readonly plain: { readonly id: string }
  readonly other: { readonly id: string }
  /** Costs nothing and is not delivered. */
  readonly gratis: { readonly id: string }
  /** For the merchant's eyes only. */
  readonly hidden: Stocked['products'][number]
  /** A product that has to be chosen before it is bought, and one way to choose it. */
  readonly withOptions: {
    readonly id: string
    readonly slug: string
    readonly name: string
    readonly pictures: number
    readonly variants: number
    readonly options: readonly (readonly [name: string, type: string])[]
    readonly choice: Record<string, string>
  }
}

const picture = (name: string): { readonly kind: 'image' } & Picture => ({
  kind: 'image',
  id: `${newId()}~mv2.jpg`,
  width: 1600,
  height: 2000,
  alt: `${name} on a table`,
  title: name,
})

/** A small catalogue with something for every question that can be asked of one. */
export async function stockCatalogue({ platform: { database }, site, clock }: TestPlatform): Promise<Stocked> {
  const now = clock.now()
  const collections = ['Morning', 'Evening', 'Linen'].map((name) => ({ id: newId(), slug: name.toLowerCase(), name }))
  const [morning, evening, linen] = collections.map(({ id }) => id) as [string, string, string]

  const plain = (name: string, price: number, collectionIds: readonly string[], more: Partial<ProductDraft> = {}): ProductDraft => ({
    id: newId(),
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    visible: true,
    itemType: 'PHYSICAL',
    description: `<p>${name}, made by hand.</p>`,
    sku: `SKU-${name.toUpperCase().replaceAll(' ', '')}`,
    price: minor(price),
    weight: 0.5,
    sections: [{ title: 'Care', html: '<p>Dishwasher safe.</p>' }],
    media: [picture(name)],
    options: [],
    manageVariants: false,
    variants: [],
    collectionIds,
    ...more,
  })

  const glazes = ['Sage', 'Ink']
  const sizes = ['Small', 'Large']
  const variants: VariantDraft[] = glazes.flatMap((glaze) =>
    sizes.map((size) => ({
      id: newId(),
      sku: `MUG-${glaze}-${size}`.toUpperCase(),
      choices: { Glaze: glaze, Size: size },
      price: minor(size === 'Small' ? 2600 : 3200),
      weight: size === 'Small' ? 0.3 : 0.45,
    })),
  )
  const mug = plain('Morning Mug', 2600, [morning, evening], {
    media: [picture('Morning Mug'), picture('Morning Mug in Ink'), picture('Morning Mug in a hand')],
    brand: 'Vitrine',
    ribbon: 'New',
    options: [
      {
        name: 'Glaze',
        kind: 'color',
        choices: [
          { name: 'Sage', hex: '#9AA58F' },
          { name: 'Ink', hex: '#2B3040' },
        ],
      },
      { name: 'Size', kind: 'drop_down', choices: sizes.map((name) => ({ name })) },
    ],
    manageVariants: true,
    variants,
  })
  const drafts = [
    mug,
    plain('Breakfast Bowl', 2200, [morning]),
    plain('Cereal Spoon', 900, [morning]),
    plain('Candle Holder', 3400, [evening]),
    plain('Night Lamp', 12_900, [evening]),
    plain('Table Runner', 5800, [linen, evening], { price: minor(4900), fullPrice: minor(5800) }),
    plain('Tea Towel', 1400, [linen, morning]),
    plain('Napkin', 700, [linen]),
    plain('Teapot', 6900, [morning, evening]),
    plain('Gift Voucher', 5000, [], { itemType: 'DIGITAL', media: [], weight: 0 }),
    plain('Desktop Picture', 0, [], { itemType: 'DIGITAL', weight: 0 }),
  ]
  const hidden = plain('Hidden Prototype', 100, [morning], { visible: false })

  await database.transact(async (db) => {
    for (const [position, collection] of collections.entries()) {
      await saveCollection(db, site, { ...collection, description: '', visible: true, position }, now)
    }
    for (const [i, draft] of [...drafts, hidden].entries()) {
      await saveProducts(db, site, { currency: 'EUR', locale: 'en' }, [draft], new Date(now.getTime() + i * 1000))
    }
    const counts = [...drafts, hidden].flatMap(({ id, manageVariants, variants }) =>
      (manageVariants ? variants.map((variant) => variant.id) : [sharedStock]).map((variantId) => ({
        productId: id,
        variantId,
        quantity: 1000,
      })),
    )
    await setStock(db, site, counts, now)
  })

  const byName = (name: string) => drafts.find((draft) => draft.name === name)!
  return {
    currency: 'EUR',
    products: drafts.map(({ id, slug, collectionIds }) => ({ id, slug, collections: collectionIds })),
    collections,
    plain: byName('Breakfast Bowl'),
    other: byName('Napkin'),
    gratis: byName('Desktop Picture'),
    hidden: { id: hidden.id, slug: hidden.slug, collections: hidden.collectionIds },
    withOptions: {
      id: mug.id,
      slug: mug.slug,
      name: mug.name,
      pictures: 3,
      variants: 4,
      options: [
        ['Glaze', 'color'],
        ['Size', 'drop_down'],
      ],
      choice: { Glaze: 'Ink', Size: 'Large' },
    },
  }
}
