import type { Shop } from '@vitrine/contract'
import type { Platform } from '@vitrine/platform'

/** What everyone may know about the shop now; undefined where the platform does not answer. */
export async function shopNow({ fetch }: Pick<Platform, 'fetch'>, origin: string): Promise<Shop | undefined> {
  const answer = await fetch(`${origin}/vitrine/v1/shop`)
  if (!answer.ok) return undefined
  return ((await answer.json()) as { shop: Shop }).shop
}
