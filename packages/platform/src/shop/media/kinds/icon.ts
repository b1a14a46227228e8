import type { Source } from './source.ts'
import { broken } from './unfit.ts'

/** The size of the largest picture of an icon, all of which have to be in it. */
export async function readIcon(source: Source): Promise<{ readonly width: number; readonly height: number }> {
  const head = await source.read(0, 6)
  const count = head.length === 6 ? head.readUInt16LE(4) : 0
  if (count === 0 || count > 256) broken('It has no pictures, or too many.')
  let width = 0
  let height = 0
  for (let i = 0; i < count; i++) {
    const entry = await source.read(6 + i * 16, 16)
    if (entry.length < 16) broken('It ends too early.')
    const [length, at] = [entry.readUInt32LE(8), entry.readUInt32LE(12)]
    if (length < 40 || at < 6 + count * 16 || at + length > source.size) broken('A picture of it lies outside of it.')
    const start = await source.read(at, 8)
    const isPng = start.equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
    if (!isPng && start.readUInt32LE(0) !== 40) broken('A picture of it cannot be read.')
    width = Math.max(width, entry[0] || 256)
    height = Math.max(height, entry[1] || 256)
  }
  return { width, height }
}
