/** The picture size of an MP4 film: the largest track of its movie box. */
export function sizeOfFilm(bytes: Buffer): { width: number; height: number } | undefined {
  const movie = boxes(bytes).find(({ type }) => type === 'moov')
  if (!movie) return undefined
  let size: { width: number; height: number } | undefined
  for (const track of boxes(movie.body)) {
    if (track.type !== 'trak') continue
    const head = boxes(track.body).find(({ type }) => type === 'tkhd')?.body
    if (!head || head.length < 84) continue
    // Width and height are the last eight bytes of the header, 16.16 fixed point.
    const width = Math.round(head.readUInt32BE(head.length - 8) / 65_536)
    const height = Math.round(head.readUInt32BE(head.length - 4) / 65_536)
    if (width > 0 && height > 0 && width * height > (size ? size.width * size.height : 0)) size = { width, height }
  }
  return size
}

function boxes(bytes: Buffer): { type: string; body: Buffer }[] {
  const found: { type: string; body: Buffer }[] = []
  let at = 0
  while (at + 8 <= bytes.length) {
    let size = bytes.readUInt32BE(at)
    let head = 8
    if (size === 1 && at + 16 <= bytes.length) {
      size = Number(bytes.readBigUInt64BE(at + 8))
      head = 16
    }
    if (size === 0) size = bytes.length - at
    if (size < head || at + size > bytes.length) break
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + head, at + size) })
    at += size
  }
  return found
}
