import { isSame } from '../../kernel/canonical.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import { type CopiedFile, withCopies } from '../../kernel/query/picture-copies.ts'
import { findDraft } from './edit/collection-store.ts'
import { takeDrafts } from './edit/store.ts'
import { withFileFacts } from './media-facts.ts'
import type { Commerce } from './product.ts'
import { nextRevision } from './revision.ts'
import { saveCollection, saveProducts } from './save.ts'

export interface RenewDeps {
  readonly database: Database
  readonly clock: Clock
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
}

const batch = 50
const before = '00000000-0000-0000-0000-000000000000'

/** Products and collections say the size of what they show: they are written again where a file was replaced, some at a time. */
export const renewedCopies = (deps: RenewDeps): JobDefinition => ({
  queue: 'replaced-files',
  on: ['wix.media.site_media.v1.file_descriptor_updated'],
  async run({ site, entityId }) {
    const { database, clock } = deps
    const [file] = await database.query<CopiedFile & { name: string }>(sql`
      select id, width, height, placeholder, file_name as name from media where site = ${site} and id = ${entityId}`)
    if (!file) return
    for (let after: string | undefined = before; after !== undefined; ) {
      const from: string = after
      after = await database.transact((db) => renewProducts(db, site, file, from, clock.now(), deps))
    }
    await database.transact((db) => renewCollections(db, site, file, clock.now()))
  },
})

/** The last product that was looked at; undefined where there are no more. */
async function renewProducts(
  db: Db,
  site: string,
  file: CopiedFile & { readonly name: string },
  after: string,
  now: Date,
  { commerce: commerceOf }: RenewDeps,
): Promise<string | undefined> {
  const rows = await db.query<{ id: string; renamed: boolean }>(sql`
    select id, draft ->> 'fileId' = ${file.id} and facts -> 'file' ->> 'name' is distinct from ${file.name} as renamed from product
    where site = ${site} and id > ${after}::uuid and draft is not null
      and (jsonb_path_query_array(draft, '$.media[*].id') ? ${file.id} or draft ->> 'fileId' = ${file.id}
        or (jsonb_path_exists(draft, '$.media[*].poster') and jsonb_path_query_array(draft, '$.media[*].poster') ? ${file.id}))
    order by id limit ${batch}`)
  if (rows.length === 0) return undefined
  const renamed = new Set(rows.filter((row) => row.renamed).map(({ id }) => id))
  const commerce = await commerceOf(db, site)
  const drafts = await takeDrafts(
    db,
    site,
    commerce.currency,
    rows.map(({ id }) => id),
  )
  const former = [...drafts]
  const copied = former.map(([, draft]) => ({ ...draft, media: withCopies(draft.media, file) }))
  const changed = (await withFileFacts(db, site, copied)).filter((next, i) => {
    const [id, draft] = former[i]!
    return renamed.has(id) || !isSame(next.media, draft.media)
  })
  await saveProducts(db, site, commerce, changed, now)
  return rows.length < batch ? undefined : rows.at(-1)!.id
}

async function renewCollections(db: Db, site: string, file: CopiedFile, now: Date): Promise<void> {
  const rows = await db.query<{ id: string }>(sql`
    select id from collection where site = ${site} and facts -> 'picture' ->> 'id' = ${file.id} order by id`)
  if (rows.length === 0) return
  await nextRevision(db, site)
  for (const { id } of rows) {
    const draft = await findDraft(db, site, id)
    if (!draft?.picture) continue
    const picture = withCopies(draft.picture, file)
    if (!isSame(picture, draft.picture)) await saveCollection(db, site, { ...draft, picture }, now)
  }
}
