import { type reviewBuyers, visitorFolder } from '@vitrine/contract'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { uploadPath } from './files/uploads.ts'
import { countSentToday } from './sent-by-visitors.ts'
import type { UploadLinks, UploadStatement } from './upload-links.ts'

const filmsADay = 10
const mostBytes = 50_000_000
const linkMs = 3_600_000

/** Films that buyers send for their reviews: each is a file of its own, which goes with its review. */
export const reviewFilmOperations = (
  links: Pick<UploadLinks, 'create'>,
  origin: string,
): Handlers<Pick<typeof reviewBuyers, 'POST /vitrine/v1/reviews/film-upload'>> => ({
  async 'POST /vitrine/v1/reviews/film-upload'(_, scope) {
    const uploadedBy = nameOf(scope.caller)
    if ((await countSentToday(scope.db, scope.site, uploadedBy, scope.now)) >= filmsADay)
      return refuse('REVIEW_FILMS_LIMIT_EXCEEDED', { limit: filmsADay })
    const statement: UploadStatement = {
      fileName: 'review',
      folderId: visitorFolder,
      private: false,
      labels: [],
      externalInfo: null,
      most: mostBytes,
      uploadedBy,
      kinds: ['VIDEO'],
      ownFiles: filmsADay,
    }
    return { uploadUrl: origin + uploadPath + (await links.create(scope, statement, linkMs)), mostBytes }
  },
})
