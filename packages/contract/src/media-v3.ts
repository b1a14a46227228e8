import * as z from 'zod'
import { Decimal } from './primitives.ts'

/** A picture of the shop. */
export const ImageV3 = z.object({
  id: z.string(),
  url: z.string(),
  height: z.int(),
  width: z.int(),
  altText: z.string().optional(),
  filename: z.string().optional(),
})
export interface ImageV3 extends z.infer<typeof ImageV3> {}

const Film = z.object({
  id: z.string(),
  url: z.string(),
  resolutions: z.array(z.object({ url: z.string(), height: z.int(), width: z.int(), format: z.string() })),
  filename: z.string().optional(),
  /** Its poster. */
  posters: z.array(ImageV3),
  sizeInBytes: Decimal.optional(),
  durationInMilliseconds: z.int().optional(),
})

/** A picture or film of a product, under `image` or `video`. */
export const ProductMediaV3 = z.object({
  id: z.string(),
  url: z.string(),
  image: ImageV3.optional(),
  video: Film.optional(),
  altText: z.string().optional(),
  displayName: z.string().optional(),
  mediaType: z.enum(['IMAGE', 'VIDEO']),
  /** With the requested field `THUMBNAIL`. */
  thumbnail: z.object({ url: z.string(), height: z.int(), width: z.int(), altText: z.string().optional() }).optional(),
})
export interface ProductMediaV3 extends z.infer<typeof ProductMediaV3> {}

/** A model in three dimensions: a GLB or glTF file, its poster, its position among all media of the product, from 0. */
export const ProductModelV3 = z.object({
  id: z.string(),
  url: z.string(),
  thumbnail: ImageV3,
  altText: z.string().optional(),
  displayName: z.string().optional(),
  filename: z.string().optional(),
  sizeInBytes: Decimal.optional(),
  place: z.int(),
})
export interface ProductModelV3 extends z.infer<typeof ProductModelV3> {}

/** An amount as decimal text; also formatted for display with the requested field `CURRENCY`. */
export const MoneyV3 = z.object({ amount: Decimal, formattedAmount: z.string().optional() })
export interface MoneyV3 extends z.infer<typeof MoneyV3> {}
