import { fold } from '../../kernel/query/fold.ts'

/** As long as a slug that we make may be; one that is asked for may have 255 characters. */
const longest = 60

/**
 * A slug out of the first of these words that leaves anything: `Ada Lovelace` → `ada-lovelace`, `ada@example.com` → `ada`. Only what a path
 * can hold as it is: clients do not encode it.
 */
export function slugFrom(words: readonly (string | undefined)[]): string {
  for (const each of words) {
    const slug = slugged(each ?? '').slice(0, longest)
    if (slug !== '') return slug.replace(/-$/, '')
  }
  return 'member'
}

/** What a text is as a slug; nothing may be left of it. */
export const slugged = (text: string): string =>
  fold(text.replace(/@.*$/s, ''))
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')

/** A slug as somebody asks for it: letters and digits, and single hyphens or underscores between them. */
export const isSlug = (slug: string): boolean => /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/.test(slug)
