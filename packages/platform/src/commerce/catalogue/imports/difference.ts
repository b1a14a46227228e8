import type { ProductImportItem } from '@vitrine/contract'
import type { Beside } from '../csv/beside.ts'
import { productColumns } from '../csv/columns.ts'
import type { RecordStock } from '../csv/record.ts'
import { productRows } from '../csv/write.ts'
import { type Counted, merchantProduct } from '../edit/merchant-product.ts'
import type { ProductDraft } from '../product.ts'

type Changes = ProductImportItem['changes']

/** A product as its own file would write it. */
export interface Seen {
  readonly draft: ProductDraft
  readonly stock: ReadonlyMap<string, Counted>
  readonly beside: Beside
}

export interface Wording {
  readonly currency: string
  readonly publicUrl: string
  readonly labels: ReadonlyMap<string, string>
}

const mostChanges = 60
const longest = 300
const times = { createdAt: new Date(0), updatedAt: new Date(0) }
/** What identifies a product or a variant changes with neither. */
const identity = new Set(['id', 'variantId'])
const labels = new Map<string, string>(productColumns)

function cellsOf({ draft, stock, beside }: Seen, { currency, publicUrl, labels: collections }: Wording) {
  const product = merchantProduct(draft, stock, times, { currency, publicUrl })
  const rows = productRows(product, collections, beside).map((row) =>
    Object.fromEntries(productColumns.map(([name], i) => [name, row[i]!])),
  )
  const isOfVariant = (name: string) =>
    /^(?:option|variant)/.test(name) || ((name === 'stock' || name === 'stockByLocation') && product.manageVariants)
  const own = Object.entries(rows[0]!).filter(([name]) => !isOfVariant(name))
  const variants = new Map(
    product.variants.map((variant, i) => [
      variant.id,
      {
        name: product.options.flatMap(({ name }) => variant.choices[name] ?? []).join(' / '),
        cells: new Map(Object.entries(rows[i]!).filter(([name]) => isOfVariant(name) && !/^option\d+(?:Name|Value)$/.test(name))),
      },
    ]),
  )
  return { own: new Map(own), variants }
}

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** What is other, field by field, in the words of the products file. */
export function differenceOf(before: Seen | undefined, after: Seen, wording: Wording): Changes {
  const was = before && cellsOf(before, wording)
  const is = cellsOf(after, wording)
  const changes: Changes = []
  const compare = (old: ReadonlyMap<string, string> | undefined, now: ReadonlyMap<string, string>, variant?: string) => {
    for (const [name, text] of now) {
      const earlier = old?.get(name) ?? ''
      if (identity.has(name) || earlier === text) continue
      changes.push({ field: labels.get(name) ?? name, ...(variant !== undefined && { variant }), before: cut(earlier), after: cut(text) })
    }
  }
  compare(was?.own, is.own)
  for (const [id, { name, cells }] of is.variants) {
    const old = was?.variants.get(id)
    if (was && !old) changes.push({ field: 'Variant', variant: name, before: '', after: name })
    compare(old?.cells, cells, name)
  }
  return changes.slice(0, mostChanges)
}

/** What there will be. */
export function withStock(stock: ReadonlyMap<string, Counted>, said: ReadonlyMap<string, RecordStock>): ReadonlyMap<string, Counted> {
  const after = new Map(stock)
  for (const [id, one] of said)
    after.set(
      id,
      'quantity' in one
        ? { tracked: true, inStock: one.quantity > 0, quantity: one.quantity }
        : { tracked: false, inStock: one.inStock, quantity: after.get(id)?.quantity ?? 0 },
    )
  return after
}
