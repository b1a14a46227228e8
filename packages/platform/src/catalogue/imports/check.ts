import type { ProductImportItem } from '@vitrine/contract'
import type { Database } from '../../db/pool.ts'
import { type Planned, planAll, type ReadItem, readItems, type ShopFacts } from './batch.ts'
import { differenceOf, withStock } from './difference.ts'
import { addressesOf } from './ground.ts'
import { type CheckedItem, itemsToCheck, noteSkus, saveChecked } from './items.ts'
import { Unfit } from './plan.ts'
import { changeImport, takeOpen } from './store.ts'

const batch = 200

const skusIn = ({ record, item }: ReadItem) => [
  ...(record.sku ? [{ sku: record.sku, row: item.row }] : []),
  ...record.variants.flatMap(({ sku, row }) => (sku ? [{ sku, row }] : [])),
]

function outcomeOf(
  { match, plan }: Planned,
  changes: ProductImportItem['changes'],
  existing: string,
  hasErrors: boolean,
): CheckedItem['outcome'] {
  if (hasErrors || plan instanceof Unfit) return 'ERROR'
  if (!match) return 'NEW'
  if (existing === 'SKIP') return 'SKIPPED'
  return changes.length > 0 ? 'CHANGED' : 'UNCHANGED'
}

/** The dry run of the next products; whether there are more. */
export const checkSome = (
  database: Database,
  site: string,
  id: string,
  now: Date,
  factsOf: (site: string) => Promise<ShopFacts>,
): Promise<boolean> =>
  database.transact(async (db) => {
    const found = await takeOpen(db, site, id, 'CHECKING')
    if (!found?.staged) return false
    const items = await itemsToCheck(db, site, id, found.place, batch)
    if (items.length === 0) {
      await changeImport(db, site, id, { state: 'CHECKED', place: 0, endedAt: now })
      return false
    }
    const facts = await factsOf(site)
    const reads = await readItems(db, site, found, items, facts)
    const skus = reads.flatMap(skusIn)
    const twice = await noteSkus(db, site, id, skus)
    // Within one product, variants may not share one either.
    const seen = new Map<string, number>()
    for (const { sku, row } of skus) {
      const first = seen.get(sku)
      if (first !== undefined && first !== row && !twice.has(row)) (twice as Map<number, number>).set(row, first)
      else seen.set(sku, row)
    }
    const { results, collections, pretended } = await planAll(db, site, found, reads, facts, true)
    const wording = { currency: facts.commerce.currency, publicUrl: facts.publicUrl, labels: collections.labels() }
    const plain = (text: string) => [...pretended].reduce((all, [from, to]) => all.replaceAll(from, to), text)
    const { existing } = found.settings!
    const counts = { ...found.counts }
    const checked = results.map((result): CheckedItem => {
      const { read, plan, before, stockBefore, match } = result
      const repeated = skusIn(read).filter(({ row }) => twice.has(row))
      const errors = [
        ...read.errors,
        ...repeated.map(({ row }) => ({ row, message: `Row ${twice.get(row)} has the same SKU.` })),
        ...(plan instanceof Unfit && read.errors.length === 0 ? [{ row: read.item.row, message: plan.message }] : []),
      ]
      const changes =
        plan instanceof Unfit || errors.length > 0
          ? []
          : differenceOf(
              before && { draft: before, stock: stockBefore },
              { draft: plan.after, stock: withStock(stockBefore, plan.stock) },
              wording,
            ).map((change) => ({ ...change, before: plain(change.before), after: plain(change.after) }))
      const outcome = outcomeOf(result, changes, existing, errors.length > 0)
      counts.processed++
      counts[({ NEW: 'new', CHANGED: 'changed', UNCHANGED: 'unchanged', SKIPPED: 'skipped', ERROR: 'errors' } as const)[outcome]]++
      if (read.guesses.length > 0) counts.guessed++
      counts.pictures += new Set(addressesOf(read.record)).size
      const { record } = read
      return {
        row: read.item.row,
        name: (record.name || before?.name || record.slug || '').slice(0, 200),
        sku: record.sku || record.variants.find(({ sku }) => sku)?.sku || before?.sku || '',
        outcome,
        changes,
        errors: errors.slice(0, 100),
        guesses: read.guesses.slice(0, 100),
        productId: match?.productId ?? null,
      }
    })
    await saveChecked(db, site, id, checked)
    await changeImport(db, site, id, { place: items.at(-1)!.row, counts })
    return true
  })
