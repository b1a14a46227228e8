import { type Minor, minor } from '@vitrine/pricing'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { findAllProducts } from './all-products.ts'
import { allProducts } from './document.ts'
import type { Facts } from './facts.ts'
import { countVisible } from './find.ts'
import { levelAt, some } from './levels.ts'
import type { Picture } from './product.ts'
import { findCollections } from './store.ts'

/** The shop's visible collections in their order, and how many products it shows in all. */
export async function readWindow(db: Db, site: string) {
  const { rows } = await findCollections(db, site, {
    where: sql`true`,
    order: sql`collection.position, collection.id`,
    hidden: false,
    limit: 1000,
    offset: 0,
  })
  const all = await findAllProducts(db, site)
  return {
    collections: rows
      .filter(({ id }) => id !== allProducts.id)
      .map(({ id, slug, name, products, facts }) => ({
        id,
        slug,
        name,
        products,
        description: facts.description,
        ...(facts.picture && { picture: shown(facts.picture) }),
        ...(facts.seo && { seo: facts.seo }),
      })),
    products: await countVisible(db, site),
    ...(all.isSaid && {
      allProducts: {
        ...(all.name !== allProducts.name && { name: all.name }),
        ...(all.description && { description: all.description }),
        visible: all.visible,
        ...(all.picture && { picture: shown(all.picture) }),
        ...(all.seo && { seo: all.seo }),
      },
    }),
  }
}

const shown = ({ id, alt, width, height, focalPoint, placeholder }: Picture) => ({
  id,
  alt,
  width,
  height,
  ...(focalPoint && { focalPoint }),
  ...(placeholder !== undefined && { placeholder }),
})

interface PinnedReference {
  readonly productId: string
  readonly choices?: Readonly<Record<string, string>>
}

interface Unit {
  readonly slug: string
  readonly name: string
  readonly price: Minor
  readonly inStock: boolean
}

/**
 * Products as wide pictures name them: the cheapest visible variant that has the choices made, in the order asked for.
 * Undefined where the product is gone or no variant has them.
 */
export const findPinnedProducts =
  ({ find }: Facts) =>
  async (db: Db, site: string, asked: readonly PinnedReference[]): Promise<readonly (Unit | undefined)[]> => {
    const known = await find(
      db,
      site,
      asked.map(({ productId }) => productId),
    )
    return asked.map(({ productId, choices = {} }) => {
      const product = known.get(productId.toLowerCase())
      if (!product) return undefined
      const { facts, levels } = product
      const those = facts.variants.filter(
        (variant) => variant.visible && Object.entries(choices).every(([option, choice]) => variant.choices[option] === choice),
      )
      if (those.length === 0) return undefined
      const price = minor(Math.min(...those.map((variant) => variant.price)))
      return { slug: facts.slug, name: facts.name, price, inStock: those.some(({ shelf }) => some(levelAt(levels, shelf))) }
    })
  }
