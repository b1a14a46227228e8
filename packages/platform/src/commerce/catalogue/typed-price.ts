export interface TypedPrice {
  /** What is looked for besides. */
  readonly words: string
  readonly whole: string
  /** Undefined where none were written: then it is any price that begins so. */
  readonly cents: string | undefined
}

const number = String.raw`(\d{1,7})(?:[.,](\d{1,2}))?(?![\d.,]*\d)`
const price = new RegExp(String.raw`[€$£]\s*${number}|(?<![\d.,])${number}\s*(?:€|eur\b|euros?\b)`, 'iu')

/** A price in what a shopper typed: `mug €26`, `26,50 euro`. Undefined where there is none, or more than one. */
export function typedPrice(text: string): TypedPrice | undefined {
  const found = price.exec(text)
  if (!found) return undefined
  const words = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  if (price.test(words)) return undefined
  return { words: words.trim(), whole: found[1] ?? found[3] ?? '', cents: found[2] ?? found[4] }
}
