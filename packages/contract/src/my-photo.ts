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
   * Uploads a picture for a profile: JPEG, PNG, WebP or AVIF. It is rotated upright and no larger than 1024 pixels, and camera metadata
   * (where, when, with what) is removed. It shows once it is set as `profile.photo` or `profile.cover`.
   */
  'POST /vitrine/v1/members/my/photo': operation({
    as: 'member',
    summary: "Upload a picture for one's profile",
    input: z.object({ content: Content }),
    ok: z.object({ photo: MemberImage }),
    errors: ['PHOTO_NOT_TAKEN'],
  }),
})
