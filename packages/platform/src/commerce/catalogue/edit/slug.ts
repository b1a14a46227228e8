/** A name as part of an address: `Crème brûlée, 2 pieces` → `creme-brulee-2-pieces`; scripts without Latin letters stay as they are. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    // Marks over letters, and hyphens that only show at the end of a line.
    .replace(/[\u0300-\u036f\u00ad]/g, '')
    .replaceAll('ß', 'ss')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 90)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'product' : slug
}

export const isSlug = (text: string): boolean => /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(text)

/** What `isSlug` asks for, to whoever sent something else. */
export const slugRule = 'may have lowercase letters, digits, and single hyphens between them'
