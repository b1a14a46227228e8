import type { InfoSection, infoSectionsV3 } from '@vitrine/contract'
import { plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { type Fields, readFilter } from '../../../kernel/query/filter.ts'
import { readKeyset } from '../../../kernel/query/keyset.ts'
import { readable } from '../../../kernel/query/readable.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { productsOfSection, sectionIdSql } from './ids.ts'
import { richContent } from './rich-content.ts'

const id = sectionIdSql(sql`product.id`, sql`section.number`)
const title = sql`(section.value->>'title')`
const uniqueName = sql`(product.slug || '-' || section.number)`
const productId = sql`product.id`

const fields: Fields = {
  id: { kind: 'id', column: id },
  title: { kind: 'text', column: title, sort: title },
  uniqueName: { kind: 'text', column: uniqueName, sort: uniqueName },
  createdDate: { kind: 'instant', column: sql`product.created_at`, sort: sql`product.created_at` },
  updatedDate: { kind: 'instant', column: sql`product.updated_at`, sort: sql`product.updated_at` },
}
/** Products in their order, so that a page is read from the index of their ids. */
const usual = [{ fieldName: 'productId', order: 'ASC' }] as const
const sorted: Fields = { ...fields, productId: { kind: 'id', column: productId, sort: productId } }

interface Row {
  readonly id: string
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly uniqueName: string
  readonly title: string
  readonly html: string
  readonly keys: readonly string[]
}

const among = (site: string): Sql => sql`
  product cross join lateral jsonb_array_elements(product.draft->'sections') with ordinality as section (value, number)
  where product.site = ${site}`

const selection = (site: string, keys: Sql): Sql => sql`
  select ${id} as id, product.revision, product.created_at as "createdAt", product.updated_at as "updatedAt", ${uniqueName} as "uniqueName",
    ${title} as title, section.value->>'html' as html, ${keys}
  from ${among(site)}`

function shown({ createdAt, updatedAt, html, ...row }: Row, asked: readonly string[] | null | undefined): InfoSection {
  return {
    id: row.id,
    revision: String(row.revision),
    createdDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
    uniqueName: row.uniqueName,
    title: row.title,
    description: richContent(html),
    plainDescription: html,
    ...(asked?.includes('ASSIGNED_PRODUCTS_COUNT') && { assignedProductsCount: 1 }),
  }
}

/** The titled texts of products, read from what their merchants wrote. */
export const infoSectionOperations: Handlers<typeof infoSectionsV3> = {
  async 'GET /stores/v3/info-sections/query'({ query, fields: asked }, { db, site }) {
    return readable(async () => {
      const keyset = readKeyset(query ?? {}, { fields: sorted, id, usual, root: 'query' })
      const { rows, metadata } = keyset.page(
        await db.query<Row>(plannedEachTime(sql`${selection(site, keyset.keys)} and ${keyset.where} ${keyset.tail}`)),
      )
      return { infoSections: rows.map((row) => shown(row, asked)), pagingMetadata: metadata }
    })
  },

  async 'GET /stores/v3/info-sections/{infoSectionId}'({ infoSectionId: given, fields: asked }, { db, site }) {
    const sectionId = given.toLowerCase()
    const [row] = await db.query<Row>(sql`
      ${selection(site, sql`array[]::text[] as keys`)} and product.id = any(${productsOfSection(sectionId)}::uuid[]) and ${id} = ${sectionId}::uuid`)
    return row ? { infoSection: shown(row, asked) } : refuse('INFO_SECTION_NOT_FOUND')
  },

  async 'POST /stores/v3/info-sections/count'({ filter }, { db, site }) {
    return readable(async () => {
      const [row] = await db.query<{ count: number }>(
        plannedEachTime(sql`select count(*)::integer as count from ${among(site)} and ${readFilter(filter ?? {}, fields, 'input')}`),
      )
      return { count: row!.count }
    })
  },
}
