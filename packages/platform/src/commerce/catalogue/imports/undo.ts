import { canonical } from '../../../kernel/canonical.ts'
import { type Beside, noExtras, nothingBeside, type ProductExtras } from '../csv/beside.ts'
import { collectionLabels } from '../csv/write.ts'
import { deleteProduct, readDrafts, saveChanged } from '../edit/store.ts'
import type { ProductDraft } from '../product.ts'
import { nextRevision } from '../revision.ts'
import type { ImportDeps, ProductChange } from './deps.ts'
import { differenceOf } from './difference.ts'
import { findExtras, type SavedDraft, saveSubscriptions, withExtras, withoutExtras } from './extras.ts'
import { findCollections, findStock } from './ground.ts'
import { type EndedItem, itemsToUndo, saveEnded } from './items.ts'
import { changeImport, takeOpen } from './store.ts'
import { takeBackCollections } from './take-back-collections.ts'
import { undone } from './undo-rules.ts'

const batch = 50

/** Fields that an import of an earlier version did not save are not compared. */
const alike = (current: SavedDraft, after: SavedDraft): SavedDraft => ('preorder' in after ? current : withoutExtras(current).draft)

/** What is to be written beside the draft. */
function backAgain(current: SavedDraft, back: SavedDraft): Partial<ProductExtras> {
  const [was, is] = [withoutExtras(current).extras, withoutExtras(back).extras]
  return Object.fromEntries(
    Object.entries(is).filter(([name, value]) => canonical(value) !== canonical(was[name as keyof ProductExtras])),
  ) as Partial<ProductExtras>
}

/** Of the audit log, only the draft is compared. */
const besideOf = ({ fileId }: ProductDraft): Beside => ({ ...nothingBeside, fileId })

/** What is said of stock that could not be taken back, because it was sold since. */
function shortOf(
  { options, variants }: ProductDraft,
  { variantId, units }: { readonly variantId: string; readonly units: number },
): string {
  const choices = variants.find(({ id }) => id.toLowerCase() === variantId)?.choices
  const name = choices && options.flatMap(({ name }) => choices[name] ?? []).join(' / ')
  const were = units === 1 ? '1 unit of its stock was' : `${units} units of its stock were`
  return `${name ? `${name}: ` : ''}${were} sold since and could not be taken back.`
}

/** Takes back the last products of an import that are not taken back yet; whether there are more. */
export const undoSome = (deps: ImportDeps, site: string, id: string): Promise<boolean> =>
  deps.database.transact(async (db) => {
    const now = deps.clock.now()
    const found = await takeOpen(db, site, id, 'UNDOING')
    if (!found) return false
    const items = await itemsToUndo(db, site, id, found.place, batch)
    if (items.length === 0) {
      await takeBackCollections(db, site, found.collections, now)
      await changeImport(db, site, id, { state: 'UNDONE', endedAt: now })
      return false
    }
    await nextRevision(db, site)
    const facts = await deps.factsOf(db, site)
    const { currency } = facts.commerce
    const wording = { currency, publicUrl: facts.publicUrl, labels: collectionLabels(await findCollections(db, site)) }
    const ids = items.flatMap(({ productId }) => productId ?? [])
    const read = await readDrafts(db, site, currency, ids)
    const extras = await findExtras(db, site, ids)
    const drafts = new Map([...read].map(([id, draft]) => [id, withExtras(draft, extras.get(id) ?? noExtras)] as const))
    const besides = new Map<string, Partial<ProductExtras>>()
    const sold = await deps.soldAmong(
      db,
      site,
      items.flatMap(({ before, productId }) => (before === null && productId !== null ? [productId] : [])),
    )
    const ended: EndedItem[] = []
    const changed = new Map<string, { before: ProductDraft; after: ProductDraft }>()
    const audited: ProductChange[] = []
    for (const { row, before, after, stock, productId } of items) {
      const end = (errors: readonly string[]) =>
        ended.push({
          row,
          state: errors.length > 0 ? 'CONFLICT' : 'UNDONE',
          errors: errors.map((message) => ({ row, message })),
          productId,
          before,
          after,
          stock,
        })
      const current = productId === null ? undefined : drafts.get(productId)
      if (!current || productId === null) {
        end(before === null ? [] : ['The product was deleted since.'])
        continue
      }
      if (before === null) {
        if (sold.has(productId)) end(['The product was sold since, and stays.'])
        else if (canonical(alike(current, after!)) !== canonical(after)) end(['The product was changed since, and stays.'])
        else {
          await deleteProduct(db, site, productId, now)
          drafts.delete(productId)
          audited.push({ id: productId, name: current.name, was: true, is: false, changes: [] })
          end([])
        }
        continue
      }
      const { draft, kept } = undone(before, after!, current)
      const back: SavedDraft = draft
      drafts.set(productId, { ...current, ...back })
      besides.set(productId, { ...besides.get(productId), ...backAgain(current, back) })
      changed.set(productId, { before: changed.get(productId)?.before ?? withoutExtras(current).draft, after: withoutExtras(back).draft })
      end(kept.length === 0 ? [] : [`Changed since, and left as it is: ${kept.slice(0, 20).join(', ')}.`])
    }
    await saveChanged(db, site, facts.commerce, [...changed.values()], now)
    for (const [productId, own] of besides) {
      if (own.preorder) await deps.setPreorder({ db, site, now }, productId, own.preorder, found.actor)
      await saveSubscriptions({ db, site, now }, productId, own, currency)
    }
    const stockNow = await findStock(db, site, [...changed.keys()])
    for (const [productId, { before, after }] of changed) {
      const stock = stockNow.get(productId) ?? new Map()
      audited.push({
        id: productId,
        name: after.name,
        was: true,
        is: true,
        changes: differenceOf(
          { draft: before, stock, beside: besideOf(before) },
          { draft: after, stock, beside: besideOf(after) },
          wording,
        ),
      })
    }
    // One row after the other, as they were moved: the last first. A new product that stays has its stock.
    for (const { row, productId, before, stock } of items) {
      if (productId === null || before === null || !stock || stock.length === 0 || !drafts.has(productId)) continue
      const moved = stock.map((one) => ({ ...one, productId }))
      const { saved, short } = await deps.putBack({ db, site, now }, moved, found.actor, found.fileName)
      const messages = [
        ...(saved.length > 0 ? ['Whether its stock is tracked was changed since: the stock is left as it is.'] : []),
        ...short.slice(0, 20).map((one) => shortOf(drafts.get(productId)!, one)),
      ]
      const at = ended.findIndex((one) => one.row === row)
      if (messages.length > 0)
        ended[at] = {
          ...ended[at]!,
          state: 'CONFLICT',
          errors: [...ended[at]!.errors, ...messages.map((message) => ({ row, message }))],
        }
    }
    await saveEnded(db, site, id, ended)
    await deps.note({ db, site, now }, found.actor, 'UNDO', audited)
    const { counts } = found
    await changeImport(db, site, id, {
      place: items.at(-1)!.row,
      counts: {
        ...counts,
        processed: counts.processed + items.length,
        conflicts: counts.conflicts + ended.filter(({ state }) => state === 'CONFLICT').length,
      },
    })
    return true
  })
