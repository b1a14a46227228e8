import type { Product, Route } from '@vitrine/contract'
import { raw, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Scope } from '../../kernel/http/handlers.ts'
import type { Json } from './difference.ts'

/** Asks a read of the contract, in the transaction of a write; undefined where it is refused, as for what is not there. */
export type Ask = (line: Route, input: object, scope: Scope<'user'>) => Promise<Json | undefined>

/** What the log asks of the shop to look at something. */
export interface AuditedShop {
  readonly ask: Ask
  /** What a merchant has written of a product, out of its document. */
  readonly readProduct: (document: string) => Product
  /** The inventory item of a product, and the product of an inventory item. */
  readonly inventoryIdOf: (id: string) => string
}

/** How a value of an entity is put back: its own update. */
export interface Update {
  readonly line: Route
  /** Under which name the update takes the entity; its fields are what can be put back. */
  readonly under: string
  readonly input: (id: string, patch: { readonly [key: string]: Json }, now: Json) => object
}

/** Something that the audit log knows how to look at. */
export interface Kind {
  /** As the API shows it now; undefined where there is none. `many`: it is one of very many that are looked at together. */
  readonly look: (scope: Scope<'user'>, id: string, shop: AuditedShop, many: boolean) => Promise<Json | undefined>
  /** Where its rows lie, or which part of the settings: what is held while it is looked at, so that nobody changes it in between. */
  readonly held:
    | { readonly table: string; readonly ids?: 'text' }
    | { readonly section: string }
    | { readonly rowOf: string }
    | { readonly stockOf: true }
    | undefined
  readonly name?: (entity: Entity) => Json | undefined
  readonly update?: Update
}

export type Entity = { readonly [key: string]: Json }

export const part = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value[key] : undefined
export const text = (value: Json | undefined): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
export const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** What can be read by its id at an address of its own. */
export function read(line: Route, hole: string, under: string, more: Omit<Kind, 'look'>): Kind {
  return { look: async (scope, id, { ask }) => part(await ask(line, { [hole]: id }, scope), under), ...more }
}

/** What there is one of, under its name as an id. */
export function single(line: Route, under: string, section: string, update: Route): Kind {
  return {
    look: async (scope, _, { ask }) => part(await ask(line, {}, scope), under),
    held: { section },
    update: { line: update, under, input: (_, patch) => ({ [under]: patch }) },
  }
}

/** What is read among all of its kind. */
export function listed(line: Route, all: string, more: Omit<Kind, 'look'>): Kind {
  return {
    look: async (scope, id, { ask }) => list(part(await ask(line, {}, scope), all)).find((one) => part(one, 'id') === id),
    ...more,
  }
}

/** A row as it lies in its table, where no read shows it, or one that would be too dear. */
export function row(table: string, columns: Sql, ids?: 'text'): Kind {
  return {
    async look({ db, site }, id) {
      const [found] = await db.query<Entity>(sql`select ${columns} from ${raw(table)} where site = ${site} and id = ${id}`)
      return found && (JSON.parse(JSON.stringify(found)) as Entity)
    },
    held: { table, ...(ids && { ids }) },
  }
}

export const revised = (line: Route, under: string): Update => ({
  line,
  under,
  input: (id, patch, now) => ({
    [under]: { ...patch, id, ...(part(now, 'revision') !== undefined && { revision: part(now, 'revision')! }) },
  }),
})

export const inSection = (section: string, name: string, update: Update): Omit<Kind, 'look'> => ({
  held: { section },
  name: (entity) => entity[name],
  update,
})
