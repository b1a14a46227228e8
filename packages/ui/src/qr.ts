// QR codes after ISO/IEC 18004: bytes, correction level M, versions 1 to 13: up to 331 bytes.

/** For each version of level M: correction words a block, then how many blocks of how many data words. */
const layouts: readonly (readonly [ecc: number, ...blocks: (readonly [count: number, words: number])[]])[] = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
  [30, [1, 50], [4, 51]],
  [22, [6, 36], [2, 37]],
  [22, [8, 37], [1, 38]],
]

/** Where the small squares stand. */
const marks: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
  [6, 34, 62],
]

const exp: number[] = []
const log: number[] = []
for (let at = 0, value = 1; at < 255; at++) {
  exp[at] = value
  log[value] = at
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0)
}
const times = (a: number, b: number) => (a === 0 || b === 0 ? 0 : exp[(log[a]! + log[b]!) % 255]!)

/** Reed-Solomon: the remainder of the words divided by the generator of so many. */
export function correction(words: readonly number[], count: number): number[] {
  let generator = [1]
  for (let at = 0; at < count; at++) {
    const next = [...generator, 0]
    for (let i = 0; i < generator.length; i++) next[i + 1]! ^= times(generator[i]!, exp[at]!)
    generator = next
  }
  const rest = Array.from({ length: count }, () => 0)
  for (const word of words) {
    const factor = word ^ rest.shift()!
    rest.push(0)
    for (let i = 0; i < count; i++) rest[i]! ^= times(generator[i + 1]!, factor)
  }
  return rest
}

const dataWords = (version: number) =>
  layouts[version - 1]!.slice(1).reduce<number>((sum, block) => sum + (block as [number, number])[0] * (block as [number, number])[1], 0)

/** The words of a text as they go into the squares, with those that correct them in between. */
function wordsOf(bytes: Uint8Array, version: number): number[] {
  const capacity = dataWords(version)
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >> at) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, capacity * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  const words: number[] = []
  for (let at = 0; at < bits.length; at += 8) words.push(bits.slice(at, at + 8).reduce((value, bit) => (value << 1) | bit, 0))
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad)

  const [ecc, ...blocks] = layouts[version - 1]!
  const parts: { data: number[]; check: number[] }[] = []
  let from = 0
  for (const [count, length] of blocks)
    for (let n = 0; n < count; n++) {
      const data = words.slice(from, from + length)
      parts.push({ data, check: correction(data, ecc) })
      from += length
    }
  const longest = Math.max(...parts.map(({ data }) => data.length))
  const columns = (pick: 'data' | 'check', length: number) =>
    Array.from({ length }, (_, at) => parts.flatMap((part) => part[pick][at] ?? [])).flat()
  return [...columns('data', longest), ...columns('check', ecc)]
}

/** Fifteen bits of level M and a mask, eighteen of a version, with what corrects them. */
function guarded(value: number, generator: number, length: number, spare: number): number {
  let rest = value
  for (let at = 0; at < spare; at++) rest = (rest << 1) ^ ((rest >> (spare - 1)) * generator)
  return (value << spare) | (rest & ((1 << length) - 1))
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** The squares of a QR code, row by row, `true` where they are dark; undefined where the text is too long for one. */
export function qr(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text)
  const version = layouts.findIndex((_, at) => bytes.length <= dataWords(at + 1) - (at + 1 < 10 ? 2 : 3)) + 1
  if (version === 0) return undefined
  const size = version * 4 + 17
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const fixed = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const set = (x: number, y: number, value: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    dark[y]![x] = value
    fixed[y]![x] = true
  }

  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const far = Math.max(Math.abs(dx), Math.abs(dy))
        set(cx + dx, cy + dy, far !== 2 && far !== 4)
      }
  const places = marks[version - 1]!
  for (const cx of places)
    for (const cy of places) {
      const inCorner = (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)
      if (inCorner) continue
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
    }
  const writeFormat = (mask: number) => {
    // Level M is 00.
    const bits = guarded(mask, 0x537, 10, 10) ^ 0x5412
    const bit = (at: number) => ((bits >> at) & 1) === 1
    for (let at = 0; at <= 5; at++) set(8, at, bit(at))
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for (let at = 9; at < 15; at++) set(14 - at, 8, bit(at))
    for (let at = 0; at < 8; at++) set(size - 1 - at, 8, bit(at))
    for (let at = 8; at < 15; at++) set(8, size - 15 + at, bit(at))
    set(8, size - 8, true)
  }
  writeFormat(0)
  if (version >= 7) {
    const bits = guarded(version, 0x1f25, 12, 12)
    for (let at = 0; at < 18; at++) {
      const [a, b] = [size - 11 + (at % 3), Math.floor(at / 3)]
      set(a, b, ((bits >> at) & 1) === 1)
      set(b, a, ((bits >> at) & 1) === 1)
    }
  }

  const words = wordsOf(bytes, version)
  let next = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++)
      for (let side = 0; side < 2; side++) {
        const x = right - side
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
        if (fixed[y]![x]) continue
        dark[y]![x] = next < words.length * 8 && ((words[next >> 3]! >> (7 - (next & 7))) & 1) === 1
        next++
      }
  }

  const flip = (mask: number) => {
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (!fixed[y]![x] && masks[mask]!(x, y)) dark[y]![x] = !dark[y]![x]
  }
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let mask = 0; mask < masks.length; mask++) {
    flip(mask)
    writeFormat(mask)
    const found = unrest(dark)
    if (found < least) [best, least] = [mask, found]
    flip(mask)
  }
  flip(best)
  writeFormat(best)
  return dark
}

/** How hard a pattern is to read: long runs, blocks, what looks like a corner, and more of one shade than of the other. */
function unrest(dark: readonly (readonly boolean[])[]): number {
  const size = dark.length
  let sum = 0
  const lines = [...dark, ...Array.from({ length: size }, (_, x) => dark.map((row) => row[x]!))]
  for (const line of lines) {
    const text = line.map((one) => (one ? '1' : '0')).join('')
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2
    for (const corner of ['10111010000', '00001011101'])
      for (let at = text.indexOf(corner); at >= 0; at = text.indexOf(corner, at + 1)) sum += 40
  }
  let count = 0
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const one = dark[y]![x]
      if (one) count++
      if (x + 1 < size && y + 1 < size && one === dark[y]![x + 1] && one === dark[y + 1]![x] && one === dark[y + 1]![x + 1]) sum += 3
    }
  return sum + Math.floor(Math.abs((count * 20) / (size * size) - 10)) * 10
}
