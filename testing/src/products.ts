import type { Platform } from '@vitrine/platform'
import { givePlans } from '@vitrine/platform/commerce/catalogue/plans/store'
import type { ProductDraft } from '@vitrine/platform/commerce/catalogue/product'
import { saveProduct } from '@vitrine/platform/commerce/catalogue/save'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import type { Plan } from '@vitrine/platform/commerce/selling/plans'
import { newId } from '@vitrine/platform/kernel/db/id'
import { addOriginal } from '@vitrine/platform/shop/media/add'
import { Unfit } from '@vitrine/platform/shop/media/inspect'
import { minor } from '@vitrine/pricing'
import { testSections } from './shop.ts'

export const storesAppId = '215238eb-22a5-4c36-9e7b-e7c08025e04e'

/** The variant of a product that has no choices. */
export const shared = '00000000-0000-0000-0000-000000000000'

export interface NewTestProduct {
  readonly site: string
  readonly name: string
  /** In cents. */
  readonly price: number
  /** Units; null where they are not counted. */
  readonly stock?: number | null
  /** Colours, each with a stock of its own. */
  readonly colours?: Readonly<Record<string, number>>
  readonly weight?: number
  readonly itemType?: ProductDraft['itemType']
  readonly taxGroupId?: string
  readonly plans?: readonly Plan[]
  /** It is sold by one of its plans alone. */
  readonly onlyByPlan?: true
  /** What its buyer may fetch: see `addFile`. */
  readonly fileId?: string
  /** A discount by percentage: `20`. */
  readonly percentOff?: string
  /** What its buyer may write on it. */
  readonly texts?: ProductDraft['texts']
  readonly id?: string
  /** Shoppers do not see it. */
  readonly hidden?: true
}

export interface TestProduct {
  readonly id: string
  readonly slug: string
  readonly variants: Readonly<Record<string, string>>
  /** What `add-to-cart` wants of it. */
  readonly reference: (colour?: string) => {
    readonly appId: string
    readonly catalogItemId: string
    readonly options?: { readonly variantId: string }
  }
}

/** Takes a file in that only its buyers are handed. */
export async function addFile(
  { platform, site, clock }: { platform: Platform; site: string; clock: { now(): Date } },
  bytes: Buffer,
  fileName: string,
): Promise<string> {
  const file = await addOriginal(platform.database, platform.originals, bytes, {
    site,
    fileName,
    private: true,
    now: clock.now(),
  })
  if (file instanceof Unfit) throw new Error(file.message)
  return file.id
}

/** Puts a product on the shelves of a test's shop. */
export async function addProduct({ database }: Platform, choice: NewTestProduct, now: Date): Promise<TestProduct> {
  const id = choice.id ?? newId()
  const slug = `${choice.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${id.slice(-6)}`
  const colours = Object.entries(choice.colours ?? {})
  const variants = Object.fromEntries(colours.map(([name]) => [name, newId()]))
  const price = minor(choice.price)
  const draft: ProductDraft = {
    id,
    name: choice.name,
    slug,
    visible: choice.hidden !== true,
    itemType: choice.itemType ?? 'PHYSICAL',
    description: `<p>${choice.name}</p>`,
    sku: `SKU-${id.slice(-6)}`,
    price,
    weight: choice.weight ?? 0.5,
    ...(choice.taxGroupId && { taxGroupId: choice.taxGroupId }),
    ...(choice.fileId !== undefined && { fileId: choice.fileId }),
    ...(choice.texts && { texts: choice.texts }),
    ...(choice.percentOff !== undefined && { percentOff: choice.percentOff }),
    sections: [],
    media: [],
    options: colours.length > 0 ? [{ name: 'Glaze', kind: 'color', choices: colours.map(([name]) => ({ name, hex: '#9AA58F' })) }] : [],
    manageVariants: colours.length > 0,
    variants: colours.map(([name]) => ({ id: variants[name]!, sku: `SKU-${id.slice(-6)}-${name}`, choices: { Glaze: name }, price })),
    collectionIds: [],
  }
  const { commerce } = testSections
  await database.transact(async (db) => {
    await saveProduct(db, choice.site, commerce, draft, now)
    const counts =
      colours.length > 0
        ? colours.map(([name, quantity]) => ({ productId: id, variantId: variants[name]!, quantity }))
        : [{ productId: id, variantId: shared, quantity: choice.stock === undefined ? 100 : choice.stock }]
    await setStock(db, choice.site, counts, now)
    const { plans, site, onlyByPlan } = choice
    if (plans) await givePlans({ db, site, now }, id, plans, { soldOnce: !onlyByPlan, currency: commerce.currency })
  })
  return {
    id,
    slug,
    variants,
    reference: (colour) => ({ appId: storesAppId, catalogItemId: id, ...(colour && { options: { variantId: variants[colour]! } }) }),
  }
}
