/** An XML text from its first element on: without its declaration, comments and document type. Undefined where it is none. */
export function afterProlog(text: string): string | undefined {
  for (let rest = text.replace(/^\uFEFF/, '').trimStart(); ; rest = rest.trimStart()) {
    const next = rest.startsWith('<?')
      ? after(rest, '?>')
      : rest.startsWith('<!--')
        ? after(rest, '-->')
        : /^<!doctype/i.test(rest)
          ? afterType(rest)
          : undefined
    if (next === undefined) return /^<[a-z]/i.test(rest) ? rest : undefined
    rest = next
  }
}

function after(text: string, mark: string): string | undefined {
  const at = text.indexOf(mark)
  return at < 0 ? undefined : text.slice(at + mark.length)
}

/** A document type ends at its first `>`, or at the one behind what it defines. */
function afterType(text: string): string | undefined {
  const end = text.indexOf('>')
  const defines = text.indexOf('[')
  if (defines < 0 || (end >= 0 && end < defines)) return after(text, '>')
  const close = /\]\s*>/.exec(text)
  return close ? text.slice(close.index + close[0].length) : undefined
}
