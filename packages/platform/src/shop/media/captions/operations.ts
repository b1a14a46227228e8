import { type FilmCaption, type filmCaptions, mostCaptions } from '@vitrine/contract'
import { sql } from '../../../kernel/db/sql.ts'
import { type Handlers, staged } from '../../../kernel/http/handlers.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { Unfit } from '../kinds/unfit.ts'
import { derivativePath } from '../links.ts'
import { OriginalsUnavailable } from '../originals.ts'
import { violated } from '../requests.ts'
import { findFile } from '../store.ts'
import { type TakeFileDeps, withinQuota } from '../take-file.ts'
import { type Caption, captionName, captionsOf, deleteCaption, saveCaption } from './store.ts'
import { takeCaptions } from './take.ts'

export interface CaptionDeps {
  readonly origin: string
  readonly files: Pick<TakeFileDeps, 'database' | 'originals' | 'events' | 'readSettings'>
  readonly report: (fault: unknown, where: string) => void
}

/** What is said in films, as text for those who do not hear it or speak another language. */
export function captionOperations({ origin, files, report }: CaptionDeps): Handlers<typeof filmCaptions> {
  const { originals, events } = files
  const shown = (fileId: string, { language, label, digest, bytes, updatedAt }: Caption): FilmCaption => ({
    language,
    label,
    url: origin + derivativePath(fileId, captionName(digest)),
    sizeInBytes: String(bytes),
    updatedDate: updatedAt.toISOString(),
  })

  return {
    async 'GET /vitrine/v1/media/files/{fileId}/captions'({ fileId }, { db, site, merchant }) {
      const file = await findFile(db, site, fileId)
      if (!file || (file.private && !merchant)) return refuse('FILE_NOT_FOUND')
      return { captions: (await captionsOf(db, site, fileId)).map((caption) => shown(fileId, caption)) }
    },

    'PUT /vitrine/v1/media/files/{fileId}/captions/{language}': staged(
      async ({ fileId, language: said, label, content }, { site, now }) => {
        const [language] = Intl.getCanonicalLocales(said)
        try {
          const taken = await takeCaptions(originals, site, content)
          if (taken instanceof Unfit) return refuse('UPLOAD_NOT_TAKEN', { reason: taken.reason })
          return await withinQuota(files, { site, now }, taken, async (context) => {
            const { db } = context
            const locked = await db.query(sql`select 1 from media where site = ${site} and id = ${fileId} and member_id is null for update`)
            const file = locked.length > 0 ? await findFile(db, site, fileId) : undefined
            if (!file) return refuse('FILE_NOT_FOUND')
            if (file.kind !== 'VIDEO') return violated('fileId', 'is no film', 'NOT_A_VIDEO')
            const there = await captionsOf(db, site, fileId)
            if (there.length >= mostCaptions && !there.some((one) => one.language === language))
              return violated('language', `would be more than ${mostCaptions} captions of a film`, 'TOO_MANY_CAPTIONS')
            const caption = { language: language!, label: label.trim() || language!, ...taken, updatedAt: now }
            await saveCaption(context, fileId, caption)
            await events.updated(context, [file])
            return { caption: shown(fileId, caption) }
          })
        } catch (error) {
          if (!(error instanceof OriginalsUnavailable)) throw error
          report(error, 'media originals')
          return refuse('SERVICE_UNAVAILABLE')
        }
      },
    ),

    async 'DELETE /vitrine/v1/media/files/{fileId}/captions/{language}'({ fileId, language }, context) {
      const { db, site } = context
      const file = await findFile(db, site, fileId)
      if (!file) return refuse('FILE_NOT_FOUND')
      if (await deleteCaption(context, fileId, Intl.getCanonicalLocales(language)[0]!)) await events.updated(context, [file])
      return {}
    },
  }
}
