/** So many colours tell a picture from others. */
const mostColours = 6
/** Two that are closer look the same: a distance in the cube of red, green and blue. */
const leastDistance = 48

type Colour = readonly [r: number, g: number, b: number]

/**
 * The colours of a picture, the most frequent first: the means of the fullest of 4,096 boxes of like colours, without those that look like one before.
 * Clear pixels do not count.
 */
export function colours(rgba: Buffer): string[] {
  const boxes = new Map<number, [count: number, r: number, g: number, b: number]>()
  for (let at = 0; at < rgba.length; at += 4) {
    const [r, g, b, a] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!, rgba[at + 3]!]
    if (a < 128) continue
    const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4)
    const box = boxes.get(key) ?? [0, 0, 0, 0]
    boxes.set(key, [box[0] + 1, box[1] + r, box[2] + g, box[3] + b])
  }
  const found: Colour[] = []
  for (const [count, r, g, b] of [...boxes.values()].toSorted(([one], [other]) => other - one)) {
    const mean: Colour = [Math.round(r / count), Math.round(g / count), Math.round(b / count)]
    if (found.every((other) => distance(mean, other) >= leastDistance)) found.push(mean)
    if (found.length === mostColours) break
  }
  return found.map((colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
}

const distance = (one: Colour, other: Colour) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
