/**
 * Joins bytes that will be retained for long, in memory of their own. What `Buffer.from`, `Buffer.concat` and zlib return is mostly a slice
 * of a shared 64 kB block, and the whole block stays in memory for as long as one of its slices does.
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

/** The same as one buffer each, all in one block of memory. */
export function joinedApart(parts: readonly Uint8Array[]): Buffer[] {
  const all = joined(parts)
  let at = 0
  return parts.map(({ length }) => all.subarray(at, (at += length)))
}
