import { createHash } from 'node:crypto'

/** An id that the same words give again, in the form of a random UUID: the demo shop is the same in every installation. */
export function uuidOf(words: string): string {
  const hex = createHash('sha256').update(`morrow ${words}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const demoSite = uuidOf('site')

/** The client id of the demo shop's app for headless clients. */
export const demoClientId = '4f1c2b7e-6a35-4c8e-9d20-7a1b3c5d7e9f'

/** Who owns the demo shop: what was written at its admin before they came is theirs. */
export const demoOwnerId = uuidOf('owner')

export const productIdOf = (slug: string): string => uuidOf(`product ${slug}`)
export const collectionIdOf = (slug: string): string => uuidOf(`collection ${slug}`)
export const taxGroups = {
  standard: uuidOf('tax group standard'),
  food: uuidOf('tax group food'),
  vouchers: uuidOf('tax group vouchers'),
} as const
