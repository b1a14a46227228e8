import type { reviewBuyers } from '@vitrine/contract'
import { nameOf } from '../../kernel/http/caller.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { BuyersPictures } from './buyers-pictures.ts'
import { originalPath } from './links.ts'
import { insertMedia } from './store.ts'
import { searchWords } from './words.ts'

const side = 2048
const fileName = 'review.webp'

/** The folder of what visitors have uploaded. */
const folderId = 'visitor-uploads-root'

/** Pictures that buyers take for their reviews. The same picture of somebody else is another file: each goes with its review. */
export const reviewPictureOperations = (
  takeIn: BuyersPictures,
  origin: string,
): Handlers<Pick<typeof reviewBuyers, 'POST /vitrine/v1/reviews/pictures'>> => ({
  'POST /vitrine/v1/reviews/pictures': staged(async ({ content }, { site, caller, now, transact }) => {
    const uploadedBy = nameOf(caller)
    const saved = await takeIn({ site, caller, content, side, fileName, owner: uploadedBy })
    if (saved instanceof Refusal) return saved
    await transact((db) =>
      insertMedia(db, site, saved, now, undefined, {
        folderId,
        displayName: null,
        labels: [],
        operationStatus: 'READY',
        sourceUrl: null,
        externalInfo: null,
        uploadedBy,
        words: searchWords([fileName]),
      }),
    )
    const { id, width, height } = saved
    return { picture: { id, url: origin + originalPath(id), width: width ?? side, height: height ?? side, filename: fileName } }
  }),
})
