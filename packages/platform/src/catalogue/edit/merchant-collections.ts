import type { MerchantCollection, merchantCollections } from '@vitrine/contract'
import { type Db, sql } from '../../db/sql.ts'
import type { Handlers } from '../../http/handlers.ts'
import { refuse } from '../../refusal.ts'
import { mediaPath } from '../address.ts'
import { type CollectionFacts, nextRevision, saveCollection } from '../save.ts'
import { findDraft } from './collections.ts'
import { findPictures } from './store.ts'
import { violation } from './violation.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly visible: boolean
  readonly products: number
  readonly position: number
  readonly facts: CollectionFacts
}

const most = 1000

const findAll = (db: Db, site: string, id?: string): Promise<Row[]> =>
  db.query<Row>(sql`
    select id, name, slug, visible, products, position, facts from collection
    where site = ${site} ${id === undefined ? sql`` : sql`and id = ${id}`} order by position, id limit ${most}`)

/** Collections for the people who run the shop. */
export function merchantCollectionOperations({ publicUrl }: { readonly publicUrl: string }): Handlers<typeof merchantCollections> {
  const shown = ({ id, name, slug, visible, products, facts: { description, picture } }: Row): MerchantCollection => ({
    id,
    name,
    slug,
    description,
    visible,
    ...(picture && { mediaId: picture.id, image: publicUrl + mediaPath(picture.id) }),
    products,
  })
  return {
    async 'GET /vitrine/v1/collections'(_input, { db, site }) {
      return { collections: (await findAll(db, site)).map(shown) }
    },

    async 'PUT /vitrine/v1/collections/order'({ ids }, { db, site, now }) {
      await nextRevision(db, site)
      const rows = await findAll(db, site)
      const known = new Map(rows.map((row) => [row.id, row]))
      const first = [...new Set(ids.map((id) => id.toLowerCase()))]
      if (first.some((id) => !known.has(id))) return refuse('COLLECTION_NOT_FOUND')
      const order = [...first, ...rows.flatMap(({ id }) => (first.includes(id) ? [] : [id]))]
      for (const [position, id] of order.entries()) {
        if (known.get(id)!.position === position) continue
        await saveCollection(db, site, { ...(await findDraft(db, site, id))!, position }, now)
      }
      return {}
    },

    async 'PUT /vitrine/v1/collections/{id}/cover'({ id: given, mediaId, alt }, { db, site, now }) {
      const id = given.toLowerCase()
      await nextRevision(db, site)
      const draft = await findDraft(db, site, id)
      if (!draft) return refuse('COLLECTION_NOT_FOUND')
      const { picture: _, ...rest } = draft
      const picture = mediaId === null ? undefined : (await findPictures(db, site, [mediaId])).get(mediaId)
      if (mediaId !== null && !picture) return violation('mediaId', 'is no picture among the files of the shop')
      await saveCollection(db, site, { ...rest, ...(picture && { picture: { ...picture, alt: alt ?? picture.alt } }) }, now)
      const [row] = await findAll(db, site, id)
      return { collection: shown(row!) }
    },
  }
}
