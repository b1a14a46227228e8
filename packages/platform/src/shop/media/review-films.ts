import { type reviewBuyers, visitorFolder } from '@vitrine/contract'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { uploadPath } from './files/uploads.ts'
import type { UploadLinks, UploadStatement } from './upload-links.ts'

const mostBytes = 50_000_000
const mostSeconds = 60
const linkMs = 3_600_000

/** Films that buyers send for their reviews: each is a file of its own, which goes with its review. */
export const reviewFilmOperations = (
  links: Pick<UploadLinks, 'create'>,
  origin: string,
): Handlers<Pick<typeof reviewBuyers, 'POST /vitrine/v1/reviews/film-upload'>> => ({
  async 'POST /vitrine/v1/reviews/film-upload'(_, scope) {
    const statement: UploadStatement = {
      fileName: 'review',
      folderId: visitorFolder,
      private: false,
      labels: [],
      externalInfo: null,
      most: mostBytes,
      // Cameras record slightly more than the requested length.
      mostMs: (mostSeconds + 1) * 1000,
      uploadedBy: nameOf(scope.caller),
      kinds: ['VIDEO'],
      once: true,
    }
    return { uploadUrl: origin + uploadPath + (await links.create(scope, statement, linkMs)), mostBytes, mostSeconds }
  },
})
