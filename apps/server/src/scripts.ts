import { hash } from 'node:crypto'

/**
 * A page whose scripts were all given one nonce, with as little of it left as can be: a script that is the same each time is named by its digest
 * in the policy instead, and only one with such a mark in it, which is another for each visitor, keeps the nonce. What somebody smuggled into
 * the page has no nonce, so it is not named.
 */
export function knownScripts(
  page: string,
  nonce: string,
  marks: readonly string[],
): { readonly text: string; readonly scripts: readonly string[] } {
  const attribute = ` nonce="${nonce}"`
  const scripts = new Set<string>()
  const parts: string[] = []
  let from = 0
  for (let at = page.indexOf(attribute); at >= 0; at = page.indexOf(attribute, from)) {
    parts.push(page.slice(from, at))
    from = at + attribute.length
    if (!/<script[^<>]*$/.test(page.slice(Math.max(0, at - 300), at))) continue
    const body = page.slice(page.indexOf('>', from) + 1, page.indexOf('</script>', from))
    if (marks.some((mark) => body.includes(mark))) parts.push(attribute)
    else if (body !== '') scripts.add(`'sha256-${hash('sha256', body, 'base64')}'`)
  }
  return { text: parts.join('') + page.slice(from), scripts: [...scripts] }
}
