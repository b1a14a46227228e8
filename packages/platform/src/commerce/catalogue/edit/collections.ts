import type { Collection, CollectionInput, productWrites } from '@vitrine/contract'
import { newId } from '../../../kernel/db/id.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { freeSlug } from '../../../kernel/free-slug.ts'
import type { Handlers, Scope } from '../../../kernel/http/handlers.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { violation } from '../../../kernel/violation.ts'
import { originMark } from '../placeholders.ts'
import type { Commerce } from '../product.ts'
import { nextRevision } from '../revision.ts'
import { empty } from '../rules/picks.ts'
import { type CollectionDraft, saveCollection } from '../save.ts'
import { deleteCollection, findDraft, rememberSlug, slugsLike } from './collection-store.ts'
import { isSlug, slugOf, slugRule } from './slug.ts'
import { saveChanged, takeDrafts } from './store.ts'

interface CollectionDeps {
  readonly publicUrl: string
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
}

type CollectionWrites = Pick<
  Handlers<typeof productWrites>,
  | 'POST /stores/v1/collections'
  | 'PATCH /stores/v1/collections/{collection.id}'
  | 'DELETE /stores/v1/collections/{id}'
  | 'POST /stores/v1/collections/{id}/productIds'
  | 'POST /stores/v1/collections/{id}/productIds/delete'
>

type Write = Pick<Scope<'user'>, 'db' | 'site' | 'now'>

/** A collection with what was sent of it. */
export function changedCollection(before: CollectionDraft, { name, description, slug, visible }: CollectionInput): CollectionDraft {
  return {
    ...before,
    name: name ?? before.name,
    description: description ?? before.description,
    slug: slug ?? before.slug,
    visible: visible ?? before.visible,
  }
}

/** The merchant's operations on collections. */
export function collectionWrites({ publicUrl, commerce: commerceOf }: CollectionDeps): CollectionWrites {
  async function shown({ db, site }: Write, id: string): Promise<Collection> {
    const [row] = await db.query<{ document: string; products: number }>(sql`
      select document, products from collection where site = ${site} and id = ${id}`)
    const address = JSON.stringify(publicUrl).slice(1, -1)
    return { ...(JSON.parse(row!.document.replaceAll(originMark, address)) as Collection), numberOfProducts: row!.products }
  }

  /** Moves products into a collection, or out of it. */
  async function move({ db, site, now }: Write, ids: readonly string[], collectionIds: (before: readonly string[]) => readonly string[]) {
    const commerce = await commerceOf(db, site)
    const drafts = await takeDrafts(db, site, commerce.currency, ids)
    if (ids.some((id) => !drafts.has(id.toLowerCase()))) return false
    const changes = [...drafts.values()].map((before) => ({
      before,
      after: { ...before, collectionIds: collectionIds(before.collectionIds) },
    }))
    await saveChanged(
      db,
      site,
      commerce,
      changes.filter(({ before, after }) => before.collectionIds.length !== after.collectionIds.length),
      now,
    )
    return true
  }

  return {
    async 'POST /stores/v1/collections'({ collection: sent }, scope) {
      const { db, site, now } = scope
      const { name, slug } = sent
      if (typeof name !== 'string') return violation('collection.name', 'is required')
      if (typeof slug === 'string' && !isSlug(slug)) return violation('collection.slug', slugRule)
      await nextRevision(db, site)
      const wanted = slug ?? slugOf(name)
      const taken = await slugsLike(db, site, wanted)
      if (typeof slug === 'string' && taken.has(slug)) return refuse('COLLECTION_SLUG_TAKEN')
      const [last] = await db.query<{ position: number }>(sql`
        select coalesce(max(position), -1)::integer as position from collection where site = ${site}`)
      const id = newId()
      const draft = {
        id,
        name,
        slug: freeSlug(wanted, (one) => taken.has(one)),
        description: '',
        visible: true,
        position: last!.position + 1,
      }
      await saveCollection(db, site, changedCollection(draft, { ...sent, slug: undefined }), now)
      await rememberSlug(db, site, undefined, draft, now)
      return { collection: await shown(scope, id) }
    },

    async 'PATCH /stores/v1/collections/{collection.id}'({ collection: { id: given, ...sent } }, scope) {
      const { db, site, now } = scope
      const id = given.toLowerCase()
      const { slug } = sent
      if (typeof slug === 'string' && !isSlug(slug)) return violation('collection.slug', slugRule)
      await nextRevision(db, site)
      const before = await findDraft(db, site, id)
      if (!before) return refuse('COLLECTION_NOT_FOUND')
      if (typeof slug === 'string' && slug !== before.slug && (await slugsLike(db, site, slug, id)).has(slug))
        return refuse('COLLECTION_SLUG_TAKEN')
      const after = changedCollection(before, sent)
      await saveCollection(db, site, after, now)
      await rememberSlug(db, site, before.slug, after, now)
      return { collection: await shown(scope, id) }
    },

    async 'DELETE /stores/v1/collections/{id}'({ id: given }, scope) {
      const { db, site, now } = scope
      const id = given.toLowerCase()
      await nextRevision(db, site)
      const before = await findDraft(db, site, id)
      if (!before) return refuse('COLLECTION_NOT_FOUND')
      await empty(db, site, id, now)
      await deleteCollection(db, site, before, now)
      return {}
    },

    async 'POST /stores/v1/collections/{id}/productIds'({ id: given, productIds }, scope) {
      const id = given.toLowerCase()
      await nextRevision(scope.db, scope.site)
      if (!(await findDraft(scope.db, scope.site, id))) return refuse('COLLECTION_NOT_FOUND')
      const found = await move(scope, productIds, (before) => (before.some((one) => one.toLowerCase() === id) ? before : [...before, id]))
      return found ? {} : refuse('PRODUCT_NOT_FOUND')
    },

    async 'POST /stores/v1/collections/{id}/productIds/delete'({ id: given, productIds }, scope) {
      const { db, site } = scope
      const id = given.toLowerCase()
      await nextRevision(db, site)
      if (!(await findDraft(db, site, id))) return refuse('COLLECTION_NOT_FOUND')
      const rows = await db.query<{ id: string; byRule: boolean; byHand: boolean }>(sql`
        select id, rule_collection_ids @> ${[id]}::uuid[] as "byRule",
          coalesce(lower(draft->>'collectionIds')::jsonb ? ${id}, not rule_collection_ids @> ${[id]}::uuid[]) as "byHand"
        from product where site = ${site} and id = any(${productIds}::uuid[]) and collection_ids @> ${[id]}::uuid[] order by id`)
      const saved = rows.find(({ byRule, byHand }) => byRule && !byHand)
      if (saved) return violation('productIds', `has ${saved.id}, which the rule of the collection takes: change the product or the rule`)
      await move(
        scope,
        rows.map((row) => row.id),
        (before) => before.filter((one) => one.toLowerCase() !== id),
      )
      return {}
    },
  }
}
