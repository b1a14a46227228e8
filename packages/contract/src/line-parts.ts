import * as z from 'zod'
import { ItemTypePreset } from './enums.ts'
import { float, Instant, text } from './primitives.ts'

export const TranslatableInput = (original: number, translated: number) =>
  z.object({ original: text(original, 1), translated: text(translated).nullish() })

/** How an item is described where a line of a cart, an order or a draft has it itself. */
export const describedBy = (most: number) =>
  z
    .array(
      z.object({
        name: z.object({ original: text(100), translated: text(200).nullish() }).nullish(),
        plainText: z.object({ original: text(600), translated: text(600).nullish() }).nullish(),
        colorInfo: z.object({ original: text(500), translated: text(500).nullish(), code: text(50).nullish() }).nullish(),
      }),
    )
    .max(most)

export const ImageInput = z.object({
  id: text(250).nullish(),
  url: text(2048).nullish(),
  height: z.int().min(0).max(100_000).nullish(),
  width: z.int().min(0).max(100_000).nullish(),
  altText: text(1000).nullish(),
  filename: text(250).nullish(),
})

export const PhysicalPropertiesInput = z.object({
  weight: float(0, 999_999_999.99).optional(),
  sku: text(40).nullish(),
  shippable: z.boolean().nullish(),
})

export const PageUrlInput = z.object({ relativePath: text(2048).nullish(), url: text(2048).nullish() })

export const ItemTypeInput = z.object({ preset: ItemTypePreset.nullish(), custom: text(100).nullish() })

export const ServicePropertiesInput = z.object({
  scheduledDate: Instant.max(40).nullish(),
  numberOfParticipants: z.int().min(1).max(10_000).nullish(),
})
