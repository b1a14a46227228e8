import type { reviewBuyers } from '@vitrine/contract'
import { nameOf } from '../../kernel/http/caller.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { BuyersPictures } from './buyers-pictures.ts'
import { originalPath } from './links.ts'

const side = 2048
const fileName = 'review.webp'

/** Pictures that buyers take for their reviews. The same picture of somebody else is another file: each goes with its review. */
export const reviewPictureOperations = (
  takeIn: BuyersPictures,
  origin: string,
): Handlers<Pick<typeof reviewBuyers, 'POST /vitrine/v1/reviews/pictures'>> => ({
  'POST /vitrine/v1/reviews/pictures': staged(async ({ content }, { site, caller, now }) => {
    const file = await takeIn({ site, caller, content, side, fileName, owner: nameOf(caller), now })
    if (file instanceof Refusal) return file
    const { id, width, height } = file
    return { picture: { id, url: origin + originalPath(id), width: width ?? side, height: height ?? side, filename: fileName } }
  }),
})
