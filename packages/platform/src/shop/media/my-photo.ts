import type { myPhoto } from '@vitrine/contract'
import { nameOf } from '../../kernel/http/caller.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { BuyersPictures } from './buyers-pictures.ts'

const side = 1024

/** Pictures that members take for their profiles. */
export const myPhotoOperations = (takeIn: BuyersPictures): Handlers<typeof myPhoto> => ({
  'POST /vitrine/v1/members/my/photo': staged(async ({ content }, { site, caller, now }) => {
    const member = caller.kind === 'member' ? { owner: caller.memberId, memberId: caller.memberId } : { owner: nameOf(caller) }
    const file = await takeIn({ site, caller, content, side, fileName: 'profile.webp', ...member, now })
    if (file instanceof Refusal) return file
    return { photo: { id: file.id, url: `/media/${file.id}`, width: file.width ?? side, height: file.height ?? side } }
  }),
})
