import { isPassing } from '../../../kernel/db/retry.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { freeSlug } from '../../../kernel/free-slug.ts'
import type { ProductExtras } from '../csv/beside.ts'
import type { RecordStock } from '../csv/record.ts'
import { findDraft } from '../edit/collection-store.ts'
import { forgetSlugs, saveChanged, takenSlugs } from '../edit/store.ts'
import type { ProductDraft } from '../product.ts'
import { nextRevision } from '../revision.ts'
import { saveCollection, saveProducts } from '../save.ts'
import { type Planned, planAll, readItems } from './batch.ts'
import type { ImportDeps, ProductChange, SaidStock } from './deps.ts'
import { differenceOf, withStock } from './difference.ts'
import { saveSubscriptions, withExtras } from './extras.ts'
import { addressesOf, type CollectionRow } from './ground.ts'
import { type EndedItem, itemsToDo, type MovedStock, saveEnded } from './items.ts'
import { failuresOf, fetchAll } from './pictures.ts'
import { changeImport, findImport, type MadeCollection, type StoredImport, takeOpen } from './store.ts'
import { Unfit } from './unfit.ts'

const batch = 50

interface Going {
  readonly planned: Planned
  readonly before: ProductDraft | undefined
  readonly after: ProductDraft
}

/** The collections that were not there yet. */
async function createCollections(db: Db, site: string, fresh: readonly CollectionRow[], now: Date): Promise<readonly MadeCollection[]> {
  if (fresh.length === 0) return []
  const [last] = await db.query<{ position: number }>(sql`
    select coalesce(max(position), -1)::integer as position from collection where site = ${site}`)
  const rows = await db.query<{ slug: string }>(sql`select slug from collection where site = ${site}`)
  const taken = new Set(['all-products', ...rows.map(({ slug }) => slug)])
  const made: MadeCollection[] = []
  for (const [i, { id, name, slug: wanted }] of fresh.entries()) {
    if (await findDraft(db, site, id)) continue
    const slug = freeSlug(wanted, (one) => taken.has(one))
    taken.add(slug)
    await saveCollection(db, site, { id, name, slug, description: '', visible: true, position: last!.position + 1 + i }, now)
    made.push({ id, name })
  }
  return made
}

/** Gives a new product an address that is free, and finds whether a changed one has taken another's. */
async function named(db: Db, site: string, { planned, before, after }: Going, given: Set<string>): Promise<ProductDraft | Unfit> {
  if (before && before.slug === after.slug) return after
  const taken = new Set([...(await takenSlugs(db, site, after.slug, before?.id)), ...given])
  if (before && taken.has(after.slug)) return new Unfit(`Another product has the address “${after.slug}”.`)
  const slug = before ? after.slug : freeSlug(after.slug, (one) => taken.has(one))
  given.add(slug)
  return planned.plan instanceof Unfit ? planned.plan : { ...after, slug }
}

/** Stock as a file says it, with its locations by their ids. */
const placedStock = (stock: RecordStock, locationId: (label: string) => string | undefined): SaidStock['stock'] =>
  'at' in stock && stock.at
    ? { quantity: stock.quantity, at: Object.fromEntries(stock.at.map(({ location, units }) => [locationId(location)!, units])) }
    : 'quantity' in stock
      ? { quantity: stock.quantity }
      : stock

/** Everything of one batch, in the transaction of `db`. */
async function write(
  deps: ImportDeps,
  { db, site, now }: { readonly db: Db; readonly site: string; readonly now: Date },
  found: StoredImport,
  limit: number,
): Promise<boolean> {
  const { id, actor } = found
  const items = await itemsToDo(db, site, id, found.place, limit)
  if (items.length === 0) {
    await changeImport(db, site, id, { state: 'DONE', endedAt: now, place: 0 })
    return false
  }
  // Whoever writes the catalogue of a shop waits here.
  await nextRevision(db, site)
  const facts = await deps.factsOf(db, site)
  const reads = await readItems(db, site, found, items, facts)
  const { results, collections, locationId } = await planAll(db, site, found, reads, facts, false)
  const made = await createCollections(db, site, [...collections.fresh.values()], now)
  const failures = await failuresOf(db, site, id, [...new Set(reads.flatMap(({ record }) => addressesOf(record)))])
  const wording = { currency: facts.commerce.currency, publicUrl: facts.publicUrl, labels: collections.labels() }
  const ended: EndedItem[] = []
  const audited: ProductChange[] = []
  const created = new Map<string, ProductDraft>()
  const changed = new Map<string, { before: ProductDraft; after: ProductDraft }>()
  const said: (SaidStock & { row: number })[] = []
  const given = new Set<string>()
  const besides: { readonly productId: string; readonly extras: Partial<ProductExtras> }[] = []
  for (const planned of results) {
    const { plan, before, read, extras, extrasBefore, besideBefore, besideAfter } = planned
    const row = read.item.row
    const fail = (message: string) =>
      ended.push({ row, state: 'FAILED', errors: [{ row, message }], productId: null, before: null, after: null, stock: null })
    if (plan instanceof Unfit) {
      fail(plan.message)
      continue
    }
    const after = await named(db, site, { planned, before, after: plan.after }, given)
    if (after instanceof Unfit) {
      fail(after.message)
      continue
    }
    const productId = after.id.toLowerCase()
    const known = changed.get(productId)
    if (before) changed.set(productId, { before: known?.before ?? before, after })
    else created.set(productId, after)
    said.push(...[...plan.stock].map(([variantId, stock]) => ({ productId, variantId, stock: placedStock(stock, locationId), row })))
    if (Object.keys(extras).length > 0) besides.push({ productId, extras })
    const changes = differenceOf(
      before && { draft: before, stock: planned.stockBefore, beside: besideBefore! },
      { draft: after, stock: withStock(planned.stockBefore, plan.stock), beside: besideAfter },
      wording,
    )
    audited.push({ id: productId, name: after.name, was: before !== undefined, is: true, changes })
    const errors = [...new Set(plan.missing)].map((url) => ({
      row,
      message: `${url.slice(0, 200)}: ${failures.get(url) ?? 'this is no picture that can be fetched.'}`,
    }))
    ended.push({
      row,
      state: 'DONE',
      errors,
      productId,
      before: before ? withExtras(before, extrasBefore) : null,
      after: withExtras(after, { ...extrasBefore, ...extras }),
      stock: null,
    })
  }
  await saveProducts(db, site, facts.commerce, [...created.values()], now)
  await forgetSlugs(
    db,
    site,
    [...created.values()].map(({ slug }) => slug),
  )
  if (changed.size > 0) await saveChanged(db, site, facts.commerce, [...changed.values()], now)
  for (const { productId, extras } of besides) {
    if (extras.preorder) await deps.setPreorder({ db, site, now }, productId, extras.preorder, actor)
    await saveSubscriptions({ db, site, now }, productId, extras, facts.commerce.currency)
  }
  const moved = new Map<number, readonly MovedStock[]>()
  for (const [row, some] of Map.groupBy(said, (one) => one.row))
    moved.set(row, [...(await deps.setStock({ db, site, now }, some, actor, found.fileName)).values()].flat())
  await saveEnded(
    db,
    site,
    id,
    ended.map((one) => ({ ...one, stock: moved.get(one.row) ?? null })),
  )
  await deps.note({ db, site, now }, actor, 'IMPORT', audited)
  const failed = ended.filter(({ state }) => state === 'FAILED').length
  const { counts } = found
  await changeImport(db, site, id, {
    place: items.at(-1)!.row,
    ...(made.length > 0 && { collections: [...found.collections, ...made] }),
    counts: {
      ...counts,
      processed: counts.processed + items.length,
      done: counts.done + ended.length - failed,
      failed: counts.failed + failed,
    },
  })
  return true
}

/** A product that cannot be written at all is left out, so that it does not hold up the others. */
const leaveOut = (deps: ImportDeps, site: string, id: string): Promise<boolean> =>
  deps.database.transact(async (db) => {
    const found = await takeOpen(db, site, id, 'RUNNING')
    if (!found) return false
    const [item] = await itemsToDo(db, site, id, found.place, 1)
    if (!item) return true
    const { row } = item
    const error = { row, message: 'This product could not be saved.' }
    await saveEnded(db, site, id, [{ row, state: 'FAILED', errors: [error], productId: null, before: null, after: null, stock: null }])
    const { counts } = found
    await changeImport(db, site, id, { place: row, counts: { ...counts, processed: counts.processed + 1, failed: counts.failed + 1 } })
    return true
  })

/** The next products of an import: first their pictures, then all else in one transaction. Whether there are more. */
export async function applySome(deps: ImportDeps, site: string, id: string): Promise<boolean> {
  const { database } = deps
  const now = deps.clock.now()
  const found = await findImport(database, site, id)
  if (found?.state !== 'RUNNING') return false
  const items = await itemsToDo(database, site, id, found.place, batch)
  const facts = await deps.factsOf(database, site)
  const reads = await readItems(database, site, found, items, facts)
  const addresses = [...new Set(reads.flatMap(({ record }) => addressesOf(record)))].filter(
    (url) => !url.startsWith(`${facts.publicUrl}/media/`),
  )
  await fetchAll(database, site, id, addresses, { fetchPicture: deps.fetchPicture, now })
  const some = (limit: number) =>
    database.transact(async (db) => {
      const open = await takeOpen(db, site, id, 'RUNNING')
      return open ? write(deps, { db, site, now }, open, limit) : false
    })
  try {
    return await some(batch)
  } catch (error) {
    if (isPassing(error)) throw error
    deps.report(error, 'import of products')
    // One of them is to blame: one after the other, until it is found.
    return some(1).catch((again: unknown) => {
      if (isPassing(again)) throw again
      return leaveOut(deps, site, id)
    })
  }
}
