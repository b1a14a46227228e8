import type { ProductLabel, ProductLabelKind, productLabels } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { newId } from '../../../kernel/db/id.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { fold } from '../../../kernel/query/fold.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { violation } from '../../../kernel/violation.ts'
import { undoableMs } from '../edit/bulk/operations.ts'
import { step } from '../edit/bulk/run.ts'
import { findJob, insertJob, type LabelTarget, showJob } from '../edit/bulk/store.ts'
import type { Write } from '../edit/many.ts'
import type { Commerce } from '../product.ts'
import { nextRevision, readCatalogue } from '../revision.ts'
import { isLarge } from '../sample.ts'
import { nameId } from '../v3/ids.ts'
import { beginRenaming } from './follow.ts'
import { asksFor } from './rules.ts'
import { findLabels, findLabelsOfMany, findRuledCollections, isBusy, type RuledCollection, type StoredLabel } from './store.ts'

interface LabelDeps {
  /** Lets what was begun go on soon. */
  readonly pokeJobs: () => void
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
}

const compareNames = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare

const orders: Readonly<Record<'NAME' | 'PRODUCTS' | 'UPDATED', (a: StoredLabel, b: StoredLabel) => number>> = {
  NAME: () => 0,
  PRODUCTS: (a, b) => b.products - a.products,
  UPDATED: (a, b) => b.updatedAt.getTime() - a.updatedAt.getTime(),
}

const shown = ({ id, name, products, updatedAt }: StoredLabel): ProductLabel => ({
  id,
  name,
  products,
  updatedDate: updatedAt.toISOString(),
})

const notFound = (kind: ProductLabelKind) => refuse(kind === 'brand' ? 'BRAND_NOT_FOUND' : 'RIBBON_NOT_FOUND')

/** Brands and ribbons for the people who run the shop. */
export function productLabelOperations({ commerce: commerceOf, pokeJobs }: LabelDeps): Handlers<typeof productLabels> {
  const known = new LRUCache<string, Promise<readonly StoredLabel[]>>({ max: 50 })

  /** By name. They are read again when the catalogue has changed. */
  async function read(db: Db, site: string, kind: ProductLabelKind): Promise<readonly StoredLabel[]> {
    const { revision, products } = await readCatalogue(db, site)
    const key = `${site} ${kind} ${revision}`
    const here = known.get(key)
    if (here) return here
    const reading = (isLarge(products) ? findLabelsOfMany : findLabels)(db, site, kind).then((labels) =>
      labels.toSorted((a, b) => compareNames(a.name, b.name)),
    )
    known.set(key, reading)
    reading.catch(() => known.delete(key))
    return reading
  }

  /** The collections whose rules ask for a label. A rule that other products meet by another spelling of it does not follow. */
  async function rulesFor(db: Db, site: string, kind: ProductLabelKind, { id, name }: StoredLabel, all: readonly StoredLabel[]) {
    const hasTwin = all.some((other) => other.id !== id && fold(other.name) === fold(name))
    return (await findRuledCollections(db, site)).flatMap((collection): (RuledCollection & { readonly follows: boolean })[] => {
      const asked = asksFor(collection.rule, kind, name)
      return asked ? [{ ...collection, follows: asked === 'name' && !hasTwin }] : []
    })
  }

  interface Change {
    readonly kind: ProductLabelKind
    readonly from: StoredLabel
    /** Absent where its products have none from now on. */
    readonly to?: { readonly id: string; readonly name: string }
    readonly changeRules?: boolean
  }

  async function begin(scope: Write, all: readonly StoredLabel[], { kind, from, to, changeRules }: Change) {
    const { db, site, now } = scope
    if (await isBusy(db, site, kind, to ? [from.id, to.id] : [from.id])) return refuse('PRODUCT_LABEL_BUSY')
    const commerce = await commerceOf(db, site)
    const follows = changeRules && to && fold(to.name) !== fold(from.name)
    const rules = follows
      ? (await rulesFor(db, site, kind, from, all)).flatMap((one) => (one.follows ? [{ collectionId: one.id, before: one.rule }] : []))
      : []
    const label: LabelTarget = { kind, id: from.id, ...(to && { toId: to.id, renaming: { kind, from: from.name, to: to.name, rules } }) }
    const change = to ? { set: kind === 'brand' ? { brand: to.name } : { ribbon: to.name } } : { set: { clear: [kind] } }
    const id = newId()
    const undoUntil = new Date(now.getTime() + undoableMs)
    await insertJob(db, site, { id, target: { label }, change, total: from.products, createdAt: now, undoUntil })
    if (label.renaming) await beginRenaming(scope, label.renaming)
    await step(scope, id, commerce)
    pokeJobs()
    return { job: showJob((await findJob(db, site, id))!) }
  }

  /** The labels of a kind while nobody else changes the shop's catalogue. */
  async function take({ db, site }: Write, kind: ProductLabelKind, id: string) {
    await nextRevision(db, site)
    const { products } = await readCatalogue(db, site)
    const all = await (isLarge(products) ? findLabelsOfMany : findLabels)(db, site, kind)
    return { all, label: all.find((one) => one.id === id.toLowerCase()) }
  }

  return {
    async 'GET /vitrine/v1/products/labels/{kind}'({ kind, search, sort, limit, offset }, { db, site }) {
      const wanted = fold((search ?? '').trim())
      const found = (await read(db, site, kind)).filter(({ name }) => fold(name).includes(wanted))
      const labels = found.toSorted(orders[sort]).slice(offset, offset + limit)
      return { labels: labels.map(shown), total: found.length }
    },

    async 'GET /vitrine/v1/products/labels/{kind}/{id}'({ kind, id }, { db, site }) {
      const all = await read(db, site, kind)
      const label = all.find((one) => one.id === id.toLowerCase())
      if (!label) return notFound(kind)
      const rules = await rulesFor(db, site, kind, label, all)
      return { label: shown(label), collections: rules.map(({ id: of, name, follows }) => ({ id: of, name, follows })) }
    },

    async 'POST /vitrine/v1/products/labels/{kind}/{id}/rename'({ kind, id, name: sent, changeRules }, scope) {
      const name = sent.trim()
      const most = kind === 'brand' ? 50 : 30
      if (name === '') return violation('name', 'is empty')
      if (name.length > most) return violation('name', `is longer than ${most} characters`)
      const { all, label } = await take(scope, kind, id)
      if (!label) return notFound(kind)
      if (name === label.name) return violation('name', 'is its name already')
      if (all.some((other) => other.name === name)) return refuse('PRODUCT_LABEL_TAKEN')
      return begin(scope, all, { kind, from: label, to: { id: nameId(kind, name), name }, changeRules })
    },

    async 'POST /vitrine/v1/products/labels/{kind}/{id}/merge'({ kind, id, intoId, changeRules }, scope) {
      const { all, label } = await take(scope, kind, id)
      const into = all.find((one) => one.id === intoId.toLowerCase())
      if (!label || !into) return notFound(kind)
      if (label.id === into.id) return violation('intoId', 'is the same one')
      return begin(scope, all, { kind, from: label, to: into, changeRules })
    },

    async 'DELETE /vitrine/v1/products/labels/{kind}/{id}'({ kind, id }, scope) {
      const { all, label } = await take(scope, kind, id)
      return label ? begin(scope, all, { kind, from: label }) : notFound(kind)
    },
  }
}
