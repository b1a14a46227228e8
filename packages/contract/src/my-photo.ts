import * as z from 'zod'
import { MemberImage } from './members.ts'
import { operation, operations } from './operation.ts'

/** Bytes of a file, as base64. */
const Content = z
  .string()
  .min(4)
  .max(1_000_000)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'is no base64')

export const myPhoto = operations({
  /**
   * Takes a picture in for a profile: JPEG, PNG, WebP or AVIF. It is made upright and no larger than 1024 pixels, and what a camera wrote beside
   * it (where, when, with what) is left out. It shows when it is put into `profile.photo` or `profile.cover`.
   */
  'POST /vitrine/v1/members/my/photo': operation({
    as: 'member',
    summary: "Upload a picture for one's profile",
    input: z.object({ content: Content }),
    ok: z.object({ photo: MemberImage }),
    errors: ['PHOTO_NOT_TAKEN'],
  }),
})
