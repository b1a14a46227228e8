import type { myPhoto } from '@vitrine/contract'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { saveOriginal } from './add.ts'
import type { BuyersPictures } from './buyers-pictures.ts'

const side = 1024

/** Pictures that members take for their profiles. */
export const myPhotoOperations = (takeIn: BuyersPictures): Handlers<typeof myPhoto> => ({
  'POST /vitrine/v1/members/my/photo': staged(async ({ content }, { site, caller, now, transact }) => {
    const memberId = caller.kind === 'member' ? caller.memberId : undefined
    const saved = await takeIn({ site, caller, content, side, fileName: 'profile.webp', owner: memberId })
    if (saved instanceof Refusal) return saved
    const file = await transact((db) => saveOriginal(db, saved, { site, now, ...(memberId !== undefined && { memberId }) }))
    return { photo: { id: file.id, url: `/media/${file.id}`, width: file.width ?? side, height: file.height ?? side } }
  }),
})
