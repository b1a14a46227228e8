import type { Member } from '@vitrine/contract'
import type { Media } from '@vitrine/ui'
import { ownFile } from '../shop/own-file.ts'

/** A member's picture, where they have one. */
export function photoOf({ profile }: Pick<Member, 'profile'>): Media | undefined {
  const { photo } = profile ?? {}
  return photo?.url ? { url: ownFile(photo.url), width: photo.width || 512, height: photo.height || 512, alt: '' } : undefined
}

/** What stands where a picture would: `HK`. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => Array.from(word)[0] ?? [])
    .slice(0, 2)
    .join('')
    .toUpperCase()
