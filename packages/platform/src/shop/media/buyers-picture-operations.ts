import type { Image, returns, reviewBuyers } from '@vitrine/contract'
import { nameOf } from '../../kernel/http/caller.ts'
import { type Handlers, type StagedScope, staged } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { BuyersPictures } from './buyers-pictures.ts'
import { originalPath } from './links.ts'

const side = 2048

type PictureRoutes = Pick<typeof reviewBuyers, 'POST /vitrine/v1/reviews/pictures'> &
  Pick<typeof returns, 'POST /vitrine/v1/returns/pictures'>

/** Pictures that buyers take for their reviews and returns. The same picture of somebody else is another file: each goes with what it is of. */
export function buyersPictureOperations(takeIn: BuyersPictures, origin: string): Handlers<PictureRoutes> {
  const taken =
    (filename: string) =>
    async ({ content }: { readonly content: string }, { site, caller, now }: Pick<StagedScope, 'site' | 'caller' | 'now'>) => {
      const file = await takeIn({ site, caller, content, side, fileName: filename, owner: nameOf(caller), now })
      if (file instanceof Refusal) return file
      const { id, width, height } = file
      const picture: Image = { id, url: origin + originalPath(id), width: width ?? side, height: height ?? side, filename }
      return { picture }
    }
  return {
    'POST /vitrine/v1/reviews/pictures': staged(taken('review.webp')),
    'POST /vitrine/v1/returns/pictures': staged(taken('return.webp')),
  }
}
