/**
 * Bytes that are kept for long, on end and in memory of their own. What `Buffer.from`, `Buffer.concat` and zlib answer is mostly a part of a
 * block of 64 kB that others have parts of, and the whole block stays for as long as one of its parts does.
 */
export function joined(parts: readonly Uint8Array[]): Buffer {
  const all = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** The same as one piece each, all in one memory. */
export function joinedApart(parts: readonly Uint8Array[]): Buffer[] {
  const all = joined(parts)
  let at = 0
  return parts.map(({ length }) => all.subarray(at, (at += length)))
}
