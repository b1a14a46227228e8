import { type Db, sql } from '../../kernel/db/sql.ts'

export interface StoredView {
  readonly id: string
  readonly list: string
  readonly owner: string
  readonly shared: boolean
  readonly name: string
  readonly search: string
  readonly columns: readonly string[]
  readonly position: number
  readonly revision: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = sql`id, list, owner, shared, name, search, columns, position, revision::text as revision, created_at as "createdAt",
  updated_at as "updatedAt"`

/** The shared views of a list, and those of one's own, in their order. */
export async function findViews(db: Db, site: string, list: string, owner: string): Promise<readonly StoredView[]> {
  return [...(await findKind(db, site, { list, owner, shared: true })), ...(await findKind(db, site, { list, owner, shared: false }))]
}

/** The views that stand beside one: the shared ones, or those of the same owner. */
export const findKind = (
  db: Db,
  site: string,
  { list, owner, shared }: Pick<StoredView, 'list' | 'owner' | 'shared'>,
): Promise<StoredView[]> =>
  db.query<StoredView>(sql`
    select ${columns} from saved_view
    where site = ${site} and list = ${list} and ${shared ? sql`shared` : sql`not shared and owner = ${owner}`}
    order by position, id limit 100`)

/** A view, locked until the transaction ends; somebody else's own is none. */
export async function lockView(db: Db, site: string, id: string, owner: string): Promise<StoredView | undefined> {
  const [found] = await db.query<StoredView>(sql`
    select ${columns} from saved_view where site = ${site} and id = ${id} and (shared or owner = ${owner}) for update`)
  return found
}

export const insertView = (db: Db, site: string, view: StoredView): Promise<unknown> =>
  db.query(sql`
    insert into saved_view (site, id, list, owner, shared, name, search, columns, position, revision, created_at, updated_at)
    values (${site}, ${view.id}, ${view.list}, ${view.owner}, ${view.shared}, ${view.name}, ${view.search}, ${view.columns}::text[],
      ${view.position}, ${view.revision}, ${view.createdAt}, ${view.updatedAt})`)

export const updateView = (db: Db, site: string, view: StoredView): Promise<unknown> =>
  db.query(sql`
    update saved_view set owner = ${view.owner}, shared = ${view.shared}, name = ${view.name}, search = ${view.search},
      columns = ${view.columns}::text[], position = ${view.position}, revision = ${view.revision}, updated_at = ${view.updatedAt}
    where site = ${site} and id = ${view.id}`)

/** Lets views stand in this order; where they stand is no change of what they are. */
export const arrange = (db: Db, site: string, ids: readonly string[]): Promise<unknown> =>
  db.query(sql`
    update saved_view set position = at from unnest(${ids}::uuid[]) with ordinality as place (view_id, at)
    where site = ${site} and id = view_id`)

export async function deleteView(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`delete from saved_view where site = ${site} and id = ${id}`)
}
