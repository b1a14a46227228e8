import type { FileAuthor, mediaLibrary } from '@vitrine/contract'
import { isSame } from '../../../kernel/canonical.ts'
import type { Context } from '../../../kernel/db/context.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { nameOf } from '../../../kernel/http/caller.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { withCopies } from '../../../kernel/query/picture-copies.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { readSection } from '../../../kernel/settings/change.ts'
import type { Section } from '../../../kernel/settings/sections.ts'
import { writeSettings } from '../../../kernel/settings/settings.ts'
import { type DescriptorFacts, fileDescriptor } from '../descriptor.ts'
import type { FileEvents } from '../file-events.ts'
import { eraseFiles } from '../files/trash.ts'
import { violated } from '../requests.ts'
import { findFile, findFiles, type ShopFile } from '../store.ts'
import type { FindUsed } from '../unused.ts'
import { searchWords } from '../words.ts'
import { takeDerivatives } from './derivatives.ts'
import { focalAfter } from './rules.ts'

export interface ReplaceDeps extends DescriptorFacts {
  readonly events: FileEvents
  /** What shows files: each answers those of some that it does. */
  readonly findUsed: readonly FindUsed[]
  readonly staffNames: (db: Db, site: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

type Line = 'POST /vitrine/v1/media/files/{fileId}/replace' | 'GET /vitrine/v1/media/files/{fileId}/history'

/** What changes the content behind the id of a file, and by whom it came. */
export function replaceOperations({ events, findUsed, staffNames, ...facts }: ReplaceDeps): Pick<Handlers<typeof mediaLibrary>, Line> {
  return {
    async 'POST /vitrine/v1/media/files/{fileId}/replace'({ fileId, withFileId, removeOther }, { caller, ...context }) {
      if (fileId === withFileId) return violated('withFileId', 'is the file itself', 'SAME_FILE')
      const { db, site, now } = context
      const [file, other] = await lockFiles(context, fileId, withFileId)
      if (!file || !other) return refuse('FILE_NOT_FOUND')
      for (const [field, { trashed }] of [['fileId', file] as const, ['withFileId', other] as const])
        if (trashed) return violated(field, 'is in the trash', 'FILE_IN_TRASH')
      if (other.private && !file.private) return violated('withFileId', 'is private, and the file is shown to everybody', 'FILE_IS_PRIVATE')
      if (file.kind !== other.kind) return refuse('FILE_KIND_DIFFERS', { kind: file.kind, otherKind: other.kind })
      if (file.operationStatus === 'PENDING' || other.operationStatus !== 'READY') return refuse('FILE_NOT_READY')
      await takeDerivatives(context, fileId, withFileId)
      await takeContent(context, file, other, nameOf(caller))
      const used = removeOther === true ? (await Promise.all(findUsed.map((find) => find(db, site, [withFileId])))).flat() : [withFileId]
      const otherRemoved = used.length === 0
      if (otherRemoved) await eraseFiles(context, events, sql`id = ${withFileId}`, 1)
      const replaced = (await findFile(db, site, fileId))!
      await renewSettings(context, replaced)
      await events.updated({ db, site, now }, [replaced])
      return { file: fileDescriptor(replaced, site, facts), otherRemoved }
    },

    async 'GET /vitrine/v1/media/files/{fileId}/history'({ fileId }, { db, site }) {
      const file = await findFile(db, site, fileId)
      if (!file) return refuse('FILE_NOT_FOUND')
      const { createdAt, replacedAt } = file
      const authors = [authorOf(file.uploadedBy), authorOf(file.replacedBy)]
      const names = await staffNames(
        db,
        site,
        authors.flatMap((author) => (author?.kind === 'USER' ? [author.id] : [])),
      )
      const [uploadedBy, replacedBy] = authors.map((author) => author && { ...author, ...named(names.get(author.id)) })
      return {
        history: {
          ...(uploadedBy && { uploadedBy }),
          uploadedDate: createdAt.toISOString(),
          ...(replacedBy && { replacedBy }),
          ...(replacedAt && { replacedDate: replacedAt.toISOString() }),
        },
      }
    },
  }
}

/** Both as they are, which nobody else changes until the transaction ends. */
async function lockFiles({ db, site }: Context, fileId: string, otherId: string): Promise<readonly (ShopFile | undefined)[]> {
  const ids = [fileId, otherId]
  await db.query(sql`select 1 from media where site = ${site} and id = any(${ids}::text[]) and member_id is null order by id for update`)
  const found = await findFiles(db, site, ids)
  return ids.map((id) => found.find((file) => file.id === id))
}

/** The row of a file says what the other's does of its content; the former bytes go. */
async function takeContent({ db, site, now }: Context, file: ShopFile, other: ShopFile, by: string): Promise<void> {
  const focal = focalAfter(file.focal, file, other)
  const displayName = file.displayName ?? file.fileName
  await db.query(sql`
    with former as (
      insert into file_to_remove (site, digest, asked_at)
      select ${site}::uuid, ${file.digest}, ${now}::timestamptz where ${file.digest} not in ('', ${other.digest}) on conflict do nothing
    )
    update media set mime = other.mime, file_name = other.file_name, display_name = ${displayName}, digest = other.digest, bytes = other.bytes, width = other.width,
      height = other.height, alpha = other.alpha, colour = other.colour, placeholder = other.placeholder, details = other.details,
      operation_status = 'READY', failure = null, focal_x = ${focal.x}, focal_y = ${focal.y},
      words = ${searchWords([other.fileName, displayName, ...file.labels])}::tsvector,
      updated_at = ${now}, replaced_by = ${by}, replaced_at = ${now}
    from media other
    where media.site = ${site} and media.id = ${file.id} and other.site = ${site} and other.id = ${other.id}`)
  // Work on what there was is over, however it ended.
  await db.query(sql`delete from media_job where site = ${site} and media_id = ${file.id}`)
}

/** Settings say the size of the pictures that they name. */
async function renewSettings({ db, site, now }: Context, file: ShopFile): Promise<void> {
  const sections = await db.query<{ section: Section }>(sql`
    select section from site_setting where site = ${site} and position(${JSON.stringify(file.id)} in document::text) > 0 order by section for update`)
  for (const { section } of sections) {
    const said = await readSection(db, site, section)
    const renewed = withCopies(said!.document, file)
    if (!isSame(renewed, said!.document)) await writeSettings(db, site, section, renewed, now)
  }
}

const kindOf = { user: 'USER', app: 'APP', member: 'MEMBER', visitor: 'VISITOR' } as const

/** Who a caller's name stands for. */
function authorOf(name: string | null): FileAuthor | undefined {
  const [, kind, id] = /^(user|app|member|visitor):(.+)$/.exec(name ?? '') ?? []
  return kind === undefined || id === undefined ? undefined : { kind: kindOf[kind as keyof typeof kindOf], id }
}

const named = (name: string | undefined) => (name === undefined ? {} : { name })
