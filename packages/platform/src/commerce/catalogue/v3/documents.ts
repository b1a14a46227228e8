import type { ProductField } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../kernel/db/sql.ts'
import type { CommerceSettings } from '../../../kernel/settings/sections.ts'
import type { Found } from '../document-cache.ts'
import type { Names } from './names.ts'
import { productV3, type ShopFacts } from './product.ts'
import { findSources } from './store.ts'

export interface V3Deps {
  readonly publicUrl: string
  readonly commerce: (db: Db, site: string) => Promise<Pick<CommerceSettings, 'currency' | 'locale' | 'weightUnit'>>
}

/** Which parts are asked for, each once; in one order, so that the same is known again. */
export interface Asked {
  readonly fields: ReadonlySet<ProductField>
  readonly key: string
  readonly single: boolean
}

export function askedOf(fields: readonly ProductField[] | null | undefined, single: boolean): Asked {
  const sorted = [...new Set(fields ?? [])].sort()
  return { fields: new Set(sorted), key: `${single ? 1 : 0} ${sorted.join()}`, single }
}

export interface ProductV3Documents {
  /** The JSON of these products in their order; those that went away meanwhile are left out. `revision` is the catalogue's. */
  write(db: Db, site: string, found: readonly Found[], asked: Asked, revision: number): Promise<readonly string[]>
}

const megabyte = 1024 * 1024

/**
 * Products in the form of catalogue v3. They are derived from what their merchants wrote when they are read, and cached by their revision,
 * their stock and the parts that were asked for: the caller has just read revision and stock.
 */
export function productV3Documents({ publicUrl, commerce }: V3Deps, { collections }: Names): ProductV3Documents {
  const cache = new LRUCache<string, string>({
    maxSize: 64 * megabyte,
    sizeCalculation: (text, key) => 2 * (text.length + key.length) + 200,
  })

  return {
    async write(db, site, found, asked, revision) {
      const breadcrumbs = asked.fields.has('BREADCRUMBS_INFO')
      // A unit is a setting of the shop, which changes no product's revision.
      const unit = asked.fields.has('WEIGHT_MEASUREMENT_UNIT_INFO') ? ` ${(await commerce(db, site)).weightUnit}` : ''
      const keyOf = (state: Found) =>
        `${site} ${state.id} ${state.revision} ${state.levels} ${asked.key}${unit}${breadcrumbs ? ` ${revision}` : ''}`
      const here = found.map((state) => cache.get(keyOf(state)))
      const missing = found.flatMap(({ id }, i) => (here[i] === undefined ? [id] : []))
      if (missing.length === 0) return here as string[]
      const { currency, locale, weightUnit } = await commerce(db, site)
      const shop: ShopFacts = {
        publicUrl,
        currency,
        locale,
        weightUnit,
        ...(breadcrumbs && { collections: await collections(db, site, revision) }),
      }
      const sources = await findSources(db, site, currency, missing)
      return found.flatMap(({ id }, i) => {
        const known = here[i]
        if (known !== undefined) return [known]
        const source = sources.get(id)
        if (!source) return []
        const text = JSON.stringify(productV3(source, asked.fields, asked.single, shop))
        cache.set(keyOf(source.state), text)
        return [text]
      })
    },
  }
}
