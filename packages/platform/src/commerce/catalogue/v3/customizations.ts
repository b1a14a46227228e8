import type { Brand, CursorQuery, Customization, customizationsV3, RibbonV3 } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { type Db, plannedEachTime, sql } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { listed, listing } from '../../../kernel/query/listed.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { findLabels, findLabelsOfMany, type StoredLabel } from '../labels/store.ts'
import { unitSeparator } from '../product.ts'
import { readCatalogue } from '../revision.ts'
import { isLarge, usualSample } from '../sample.ts'
import { nameId } from './ids.ts'

const dated = { createdDate: 'instant', updatedDate: 'instant' } as const

const customizationListing = listing<Customization>(
  { id: 'id', name: 'text', customizationType: 'text', customizationRenderType: 'text', ...dated },
  ({ id, name, customizationType, customizationRenderType, createdDate, updatedDate }) => ({
    id,
    name,
    customizationType,
    customizationRenderType,
    createdDate,
    updatedDate,
  }),
)
const namedListing = listing<Brand | RibbonV3>({ id: 'id', name: 'text', ...dated }, ({ id, name, createdDate, updatedDate }) => ({
  id,
  name,
  createdDate,
  updatedDate,
}))

interface ChoiceRow {
  readonly name: string
  readonly choice: string
  readonly kind: 'color' | 'drop_down' | 'free_text'
  readonly hex: string | null
  readonly maxLength: number | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What the products of a shop share, as the catalogue had it at some revision. */
interface Shared {
  readonly customizations: readonly Customization[]
  readonly brands: readonly Brand[]
  readonly ribbons: readonly RibbonV3[]
}

/** The catalogue that is read. */
interface ReadAt {
  readonly revision: number
  readonly isMany: boolean
}

/** How many products have each option; about so many in a large catalogue. */
async function countByOption(db: Db, site: string, isMany: boolean): Promise<ReadonlyMap<string, number>> {
  const counts = await db.query<{ name: string; products: number }>(
    plannedEachTime(sql`
      select split_part(token, ${unitSeparator}, 1) as name, count(distinct product.id)::integer as products
      from product cross join unnest(product.choices) as token where product.site = ${site} ${isMany ? usualSample.condition : sql``} group by 1`),
  )
  return new Map(counts.map(({ name, products }) => [name, products * (isMany ? usualSample.oneOf : 1)]))
}

async function readCustomizations(db: Db, site: string, { revision, isMany }: ReadAt): Promise<Customization[]> {
  const rows = await db.query<ChoiceRow>(sql`
    select name, choice, kind, hex, max_length as "maxLength", created_at as "createdAt", updated_at as "updatedAt"
    from option_choice where site = ${site} order by name, position, choice`)
  const products = await countByOption(db, site, isMany)
  const options = Map.groupBy(rows, ({ name, kind }) => `${kind === 'free_text' ? 'modifier' : 'option'} ${name}`)
  return [...options.values()].map((own) => {
    const [{ name, kind, maxLength }] = own as [ChoiceRow, ...ChoiceRow[]]
    const head = {
      revision: String(revision),
      createdDate: new Date(Math.min(...own.map(({ createdAt }) => createdAt.getTime()))).toISOString(),
      updatedDate: new Date(Math.max(...own.map(({ updatedAt }) => updatedAt.getTime()))).toISOString(),
      key: name,
      name,
    }
    if (kind === 'free_text')
      return {
        id: nameId('modifier', name),
        ...head,
        customizationType: 'MODIFIER',
        customizationRenderType: 'FREE_TEXT',
        freeTextInput: { minCharCount: 0, maxCharCount: maxLength ?? 0, title: name, key: name },
      }
    return {
      id: nameId('option', name),
      ...head,
      customizationType: 'PRODUCT_OPTION',
      customizationRenderType: kind === 'color' ? 'SWATCH_CHOICES' : 'TEXT_CHOICES',
      choicesSettings: {
        choices: own.map(({ choice, hex }) => ({
          id: nameId('choice', name, choice),
          choiceType: hex === null ? 'CHOICE_TEXT' : 'ONE_COLOR',
          key: choice,
          name: choice,
          ...(hex !== null && { colorCode: hex }),
        })),
      },
      assignedProductsCount: products.get(name) ?? 0,
    }
  })
}

const shownName = ({ id, name, createdAt, updatedAt }: StoredLabel, revision: string) => ({
  id,
  revision,
  createdDate: createdAt.toISOString(),
  updatedDate: updatedAt.toISOString(),
  name,
})

type Part = 'assignedProductsCount' | 'assignedProductCount'

/** Without the count of products, where nobody asks for it. */
function without<T extends object>(entity: T, part: Part, asked: readonly string[] | null | undefined): T {
  if (asked?.includes(part === 'assignedProductCount' ? 'ASSIGNED_PRODUCT_COUNT' : 'ASSIGNED_PRODUCTS_COUNT')) return entity
  const { [part]: _, ...rest } = entity as T & { readonly [P in Part]?: number }
  return rest as unknown as T
}

/** Options, brands and ribbons: what products of catalogue v3 share. They are read again when the catalogue has changed. */
export function customizationOperations(): Handlers<typeof customizationsV3> {
  const known = new LRUCache<string, Promise<readonly object[]>>({ max: 300 })

  async function shared<K extends keyof Shared>(db: Db, site: string, kind: K): Promise<Shared[K]> {
    const { revision, products } = await readCatalogue(db, site)
    const key = `${site} ${kind} ${revision}`
    const here = known.get(key)
    if (here) return here as Promise<unknown> as Promise<Shared[K]>
    const reading = read(db, site, kind, { revision, isMany: isLarge(products) })
    known.set(key, reading)
    reading.catch(() => known.delete(key))
    return reading as Promise<unknown> as Promise<Shared[K]>
  }

  async function read(db: Db, site: string, kind: keyof Shared, at: ReadAt): Promise<readonly object[]> {
    if (kind === 'customizations') return readCustomizations(db, site, at)
    const labelKind = kind === 'brands' ? 'brand' : 'ribbon'
    const rows = await (at.isMany ? findLabelsOfMany(db, site, labelKind) : findLabels(db, site, labelKind))
    return rows.map((row) => ({
      ...shownName(row, String(at.revision)),
      ...(kind === 'brands' ? { assignedProductsCount: row.products } : { assignedProductCount: row.products }),
    }))
  }

  const most = 100
  /** How many there are: pages are turned over, because a filter means the same wherever it is read. */
  async function count<T extends { readonly id: string }>(
    db: Db,
    entities: readonly T[],
    filter: CursorQuery['filter'],
    by: Parameters<typeof listed<T>>[3],
  ) {
    let total = 0
    let cursor: string | undefined
    for (;;) {
      const page = await listed(db, entities, { filter, cursorPaging: { limit: most, ...(cursor !== undefined && { cursor }) } }, by)
      if ('code' in page) return page
      total += page.rows.length
      cursor = page.metadata.cursors.next
      if (!page.metadata.hasNext || cursor === undefined) return { count: total }
    }
  }

  return {
    async 'GET /stores/v3/customizations/query'({ query, fields }, { db, site }) {
      const page = await listed(db, await shared(db, site, 'customizations'), query ?? {}, customizationListing)
      if ('code' in page) return page
      return { customizations: page.rows.map((row) => without(row, 'assignedProductsCount', fields)), pagingMetadata: page.metadata }
    },
    async 'GET /stores/v3/customizations/{customizationId}'({ customizationId, fields }, { db, site }) {
      const found = (await shared(db, site, 'customizations')).find(({ id }) => id === customizationId.toLowerCase())
      return found ? { customization: without(found, 'assignedProductsCount', fields) } : refuse('CUSTOMIZATION_NOT_FOUND')
    },
    async 'POST /stores/v3/customizations/count'({ filter }, { db, site }) {
      return count(db, await shared(db, site, 'customizations'), filter, customizationListing)
    },

    async 'GET /stores/v3/brands/query'({ query, fields }, { db, site }) {
      const page = await listed<Brand>(db, await shared(db, site, 'brands'), query ?? {}, namedListing)
      if ('code' in page) return page
      return { brands: page.rows.map((row) => without(row, 'assignedProductsCount', fields)), pagingMetadata: page.metadata }
    },
    async 'GET /stores/v3/brands/{brandId}'({ brandId, fields }, { db, site }) {
      const found = (await shared(db, site, 'brands')).find(({ id }) => id === brandId.toLowerCase())
      return found ? { brand: without(found, 'assignedProductsCount', fields) } : refuse('BRAND_NOT_FOUND')
    },
    async 'POST /stores/v3/brands/count'({ filter }, { db, site }) {
      return count<Brand>(db, await shared(db, site, 'brands'), filter, namedListing)
    },

    async 'POST /stores/v3/ribbons/query'({ query, fields }, { db, site }) {
      const page = await listed<RibbonV3>(db, await shared(db, site, 'ribbons'), query ?? {}, namedListing)
      if ('code' in page) return page
      return { ribbons: page.rows.map((row) => without(row, 'assignedProductCount', fields)), pagingMetadata: page.metadata }
    },
    async 'GET /stores/v3/ribbons/{ribbonId}'({ ribbonId, fields }, { db, site }) {
      const found = (await shared(db, site, 'ribbons')).find(({ id }) => id === ribbonId.toLowerCase())
      return found ? { ribbon: without(found, 'assignedProductCount', fields) } : refuse('RIBBON_NOT_FOUND')
    },
    async 'POST /stores/v3/ribbons/count'({ filter }, { db, site }) {
      return count<RibbonV3>(db, await shared(db, site, 'ribbons'), filter, namedListing)
    },
  }
}
