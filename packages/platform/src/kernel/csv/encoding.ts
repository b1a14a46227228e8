/** What texts in CSV files are written in. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

/** What a byte order mark says, or zeros at every other place do. */
function marked(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  const some = head.subarray(0, 1000 - (1000 % 2))
  const zeros = [0, 0]
  for (const [i, byte] of some.entries()) if (byte === 0) zeros[i % 2]!++
  if (zeros[1]! > some.length / 5) return 'utf-16le'
  return zeros[0]! > some.length / 5 ? 'utf-16be' : undefined
}

/** What a file is written in, by its mark, or else by whether all of it can be UTF-8. */
export async function encodingOf(parts: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const part of parts) {
      const found = isFirst ? marked(part) : undefined
      if (found) return found
      isFirst = false
      decoder.decode(part, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** A file as text, without its byte order mark. */
export async function* decoded(parts: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const part of parts) {
    const text = decoder.decode(part, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
