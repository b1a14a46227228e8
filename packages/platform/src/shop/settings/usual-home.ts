import type { HomeSectionSettings } from '../../kernel/settings/shop-settings.ts'

/** What stands on a shop's home page that has not laid it out. */
export const usualHome = (heroes: number, collections: number): readonly HomeSectionSettings[] => [
  ...(heroes > 0 ? [{ kind: 'hero', hero: 0 } as const] : []),
  ...(collections > 1 ? [{ kind: 'collections' } as const] : []),
  { kind: 'best' },
  ...Array.from({ length: Math.max(0, heroes - 1) }, (_, at) => ({ kind: 'hero', hero: at + 1 }) as const),
  { kind: 'shelf' },
  { kind: 'reviews' },
  { kind: 'words' },
]
