import { type Db, sql } from '../../../kernel/db/sql.ts'
import { lruOf } from '../../../kernel/lru.ts'
import { findChoices } from '../find.ts'
import { findCollections } from '../store.ts'
import { type ChoiceIndex, choiceIndex } from './fields.ts'

/** What products refer to by name, read again when the catalogue has changed. */
export interface Names {
  choices(db: Db, site: string, revision: number): Promise<ChoiceIndex>
  /** The collections that shoppers see, by id. */
  collections(db: Db, site: string, revision: number): Promise<ReadonlyMap<string, { readonly name: string; readonly slug: string }>>
}

const mostCollections = 10_000

export function names(): Names {
  const choices = lruOf<string, ChoiceIndex>(500)
  const collections = lruOf<string, ReadonlyMap<string, { readonly name: string; readonly slug: string }>>(500)
  return {
    async choices(db, site, revision) {
      const key = `${site} ${revision}`
      const known = choices.get(key)
      if (known) return known
      const index = choiceIndex(await findChoices(db, site))
      choices.set(key, index)
      return index
    },
    async collections(db, site, revision) {
      const key = `${site} ${revision}`
      const known = collections.get(key)
      if (known) return known
      const { rows } = await findCollections(db, site, {
        where: sql`true`,
        order: sql`collection.position, collection.id`,
        hidden: false,
        limit: mostCollections,
        offset: 0,
      })
      const found = new Map(rows.map(({ id, name, slug }) => [id, { name, slug }]))
      collections.set(key, found)
      return found
    },
  }
}
