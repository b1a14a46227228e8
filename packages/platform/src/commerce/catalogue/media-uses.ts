import type { FileUse } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { ProductDraft } from './product.ts'

interface Using {
  readonly id: string
  readonly name: string
  readonly changedAt: Date
}

const useOf = (kind: FileUse['kind'], { id, name, changedAt }: Using): FileUse => ({ kind, id, name, changedDate: changedAt.toISOString() })

/** Where products and collections use a file: `most` of each at the most, by name. */
export async function usesInCatalogue(db: Db, site: string, fileId: string, most: number): Promise<readonly FileUse[]> {
  const [shown, sold, covers] = await Promise.all([
    db.query<Using & { options: ProductDraft['options'] | null }>(sql`
      select id, name, updated_at as "changedAt", draft -> 'options' as options from product
      where site = ${site} and draft is not null and jsonb_path_query_array(draft, '$.media[*].id') ? ${fileId}
      union all
      select id, name, updated_at, null from product
      where site = ${site} and jsonb_path_exists(draft, '$.media[*].poster') and jsonb_path_query_array(draft, '$.media[*].poster') ? ${fileId}
        and not jsonb_path_query_array(draft, '$.media[*].id') ? ${fileId}
      order by name, id limit ${most}`),
    db.query<Using>(sql`
      select id, name, updated_at as "changedAt" from product where site = ${site} and draft ? 'fileId' and draft ->> 'fileId' = ${fileId} order by name, id limit ${most}`),
    db.query<Using>(sql`
      select id, name, updated_at as "changedAt" from collection where site = ${site} and facts -> 'picture' ->> 'id' = ${fileId} order by name, id limit ${most}`),
  ])
  return [
    ...shown.flatMap(({ options, ...product }) => [
      useOf('PRODUCT', product),
      ...(options ?? []).flatMap((option) =>
        option.choices
          .filter(({ pictures = [] }) => pictures.includes(fileId))
          .map((choice) => useOf('CHOICE', { ...product, name: `${product.name}, ${option.name}: ${choice.name}` })),
      ),
    ]),
    ...sold.map((product) => useOf('DOWNLOAD', product)),
    ...covers.map((collection) => useOf('COLLECTION', collection)),
  ]
}

/** Those of some files that products or collections use. */
export async function usedInCatalogue(db: Db, site: string, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select shown.id from product, jsonb_array_elements_text(jsonb_path_query_array(draft, '$.media[*].id')) as shown(id)
    where site = ${site} and draft is not null and jsonb_path_query_array(draft, '$.media[*].id') ?| ${ids}::text[] and shown.id = any(${ids}::text[])
    union select poster.id from product, jsonb_array_elements_text(jsonb_path_query_array(draft, '$.media[*].poster')) as poster(id)
    where site = ${site} and jsonb_path_exists(draft, '$.media[*].poster') and poster.id = any(${ids}::text[])
    union select draft ->> 'fileId' from product where site = ${site} and draft ? 'fileId' and draft ->> 'fileId' = any(${ids}::text[])
    union select facts -> 'picture' ->> 'id' from collection where site = ${site} and facts -> 'picture' ->> 'id' = any(${ids}::text[])`)
  return rows.map(({ id }) => id)
}
