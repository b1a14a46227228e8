/** A key as this machine calls it: off a Mac ⌘ is Ctrl. */
export const keyOf = (key: string, platform: string = navigator.platform): string =>
  key === '⌘' && !/mac|iphone|ipad/i.test(platform) ? 'Ctrl' : key

/** Keys to press together, in a sentence: `⌘V`, `Ctrl+V`. */
export function keysText(keys: readonly string[], platform?: string): string {
  const named = keys.map((key) => keyOf(key, platform))
  return named.join(named.includes('Ctrl') ? '+' : '')
}
