const mostAtOnce = 10_000

/** `3 teapot` and `teapot 3` are three of them. */
export function readProductSearch(text: string): { readonly words: string; readonly quantity: number } {
  const [, before, words = '', after] = /^\s*(?:(\d{1,5})\s+(?=\D))?(.*?)(?:\s+(\d{1,5}))?\s*$/.exec(text) ?? []
  const said = Number(before ?? after ?? 1)
  return { words: words.trim(), quantity: Math.max(1, Math.min(mostAtOnce, said)) }
}
