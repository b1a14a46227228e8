/** `Morrow <shop@morrow.example>` in its parts. */
export function senderOf(text: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = text] = /^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(text) ?? []
  return { name, address }
}

/** A name with what mail reads as the end of one stands in quotes. */
export const senderFrom = (name: string, address: string): string =>
  name === '' ? address : `${/[,;:@.()[\]\\]/.test(name) ? `"${name.replaceAll('\\', '')}"` : name} <${address}>`
