import * as z from 'zod'
import { ModerationStatus, ReviewOriginType } from './enums.ts'
import { Image } from './items.ts'
import { Guid, Instant } from './primitives.ts'

export const VideoResolution = z.object({
  url: z.string().optional(),
  height: z.int().optional(),
  width: z.int().optional(),
  poster: Image.optional(),
  format: z.string().optional(),
})
export interface VideoResolution extends z.infer<typeof VideoResolution> {}

export const Video = z.object({ id: z.string().optional(), resolutions: z.array(VideoResolution).optional(), url: z.string().optional() })
export interface Video extends z.infer<typeof Video> {}

export const ReviewMedia = z.object({ image: Image.optional(), video: Video.optional() })
export interface ReviewMedia extends z.infer<typeof ReviewMedia> {}

export const ReviewContent = z.object({
  title: z.string().optional(),
  body: z.string().optional(),
  media: z.array(ReviewMedia),
  rating: z.int(),
})
export interface ReviewContent extends z.infer<typeof ReviewContent> {}

export const ReviewAuthor = z.object({ contactId: Guid.optional(), authorName: z.string().optional() })
export interface ReviewAuthor extends z.infer<typeof ReviewAuthor> {}

export const ReviewReply = z.object({ message: z.string(), createdDate: Instant.optional(), updatedDate: Instant.optional() })
export interface ReviewReply extends z.infer<typeof ReviewReply> {}

export const ReviewModeration = z.object({ moderationStatus: ModerationStatus, manuallyChanged: z.boolean() })
export interface ReviewModeration extends z.infer<typeof ReviewModeration> {}

export const ReviewOrigin = z.object({ type: ReviewOriginType, appId: z.string().optional() })
export interface ReviewOrigin extends z.infer<typeof ReviewOrigin> {}

/** A buyer's review of a product. */
export const Review = z.object({
  namespace: z.string(),
  entityId: z.string(),
  id: Guid,
  content: ReviewContent.optional(),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  author: ReviewAuthor.optional(),
  reply: ReviewReply.optional(),
  foundHelpful: z.int(),
  foundUnhelpful: z.int(),
  helpfulness: z.int(),
  moderation: ReviewModeration.optional(),
  revision: z.string().optional(),
  verified: z.boolean(),
  origin: ReviewOrigin.optional(),
  reviewDate: Instant.optional(),
  relevanceScore: z.number().optional(),
  publishCount: z.int(),
})
export interface Review extends z.infer<typeof Review> {}
