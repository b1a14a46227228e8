import type { ProductImportItem } from '@vitrine/contract'
import type { Database } from '../../../kernel/db/pool.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { labelOf } from '../csv/columns.ts'
import type { Remark } from '../csv/record.ts'
import { type Planned, planAll, type ReadItem, readItems, type ShopFacts } from './batch.ts'
import { type CountedItem, counted } from './counts.ts'
import { differenceOf, withStock } from './difference.ts'
import { addressesOf } from './ground.ts'
import { type CheckedItem, itemsToCheck, noteSkus, type StoredItem, saveChecked } from './items.ts'
import { changeImport, type StoredImport, takeOpen } from './store.ts'
import { Unfit } from './unfit.ts'

const batch = 200

/** What is said of a row whose SKU an earlier one has. */
export const sameSku = (first: number): string => `Row ${first} has the same SKU.`

const skusIn = ({ record, item }: ReadItem) => [
  ...(record.sku ? [{ sku: record.sku, row: item.row }] : []),
  ...record.variants.flatMap(({ sku, row }) => (sku ? [{ sku, row }] : [])),
]

/** Why a product cannot go in, with the cell that is to blame where there is one. */
function unfitIn({ columns, settings }: StoredImport, row: number, { message, at }: Unfit): Remark {
  if (!at) return { row, message }
  const column = settings?.columns.indexOf(at.field) ?? -1
  return { row: at.row ?? row, column: columns[column]?.name || labelOf(at.field), message }
}

/** What the column of the SKU is called, where the file has only one. */
function skuColumnOf({ columns, settings }: StoredImport): string | undefined {
  const all = columns.filter((_, i) => ['sku', 'variantSku'].includes(settings?.columns[i] ?? ''))
  return all.length === 1 ? all[0]!.name : undefined
}

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

export const picturesOf = ({ record }: ReadItem): number => new Set(addressesOf(record)).size

/** Tries some products, and writes down what becomes of them. */
export async function checkItems(
  db: Db,
  site: string,
  found: StoredImport,
  items: readonly StoredItem[],
  facts: ShopFacts,
): Promise<readonly CountedItem[]> {
  const { id } = found
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
  const skuColumn = skuColumnOf(found)
  const checked = results.map((result): CountedItem => {
    const { read, plan, before, stockBefore, match, besideBefore, besideAfter } = result
    const repeated = skusIn(read).filter(({ row }) => twice.has(row))
    const errors = [
      ...read.errors,
      ...repeated.map(({ row }) => ({ row, ...(skuColumn && { column: skuColumn }), message: sameSku(twice.get(row)!) })),
      ...(plan instanceof Unfit && read.errors.length === 0 ? [unfitIn(found, read.item.row, plan)] : []),
    ]
    const changes =
      plan instanceof Unfit || errors.length > 0
        ? []
        : differenceOf(
            before && { draft: before, stock: stockBefore, beside: besideBefore! },
            { draft: plan.after, stock: withStock(stockBefore, plan.stock), beside: besideAfter },
            wording,
          ).map((change) => ({ ...change, before: plain(change.before), after: plain(change.after) }))
    const { record } = read
    return {
      row: read.item.row,
      name: (record.name || before?.name || record.slug || '').slice(0, 200),
      sku: record.sku || record.variants.find(({ sku }) => sku)?.sku || before?.sku || '',
      outcome: outcomeOf(result, changes, existing, errors.length > 0),
      changes,
      errors: errors.slice(0, 100),
      guesses: read.guesses.slice(0, 100),
      productId: match?.productId ?? null,
      pictures: picturesOf(read),
    }
  })
  await saveChecked(db, site, id, checked)
  return checked
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
    const checked = await checkItems(db, site, found, items, await factsOf(site))
    await changeImport(db, site, id, { place: items.at(-1)!.row, counts: counted(found.counts, checked, 1) })
    return true
  })
