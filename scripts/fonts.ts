// The storefront's faces, cut down to what a first page in a western language needs. The files are committed: run this after an update of
// the faces or a change of what is cut (decision 0123).
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const folder = join(import.meta.dirname, '../apps/storefront/app/fonts')
const { resolve } = createRequire(join(folder, '../root.tsx'))

/** As `unicode-range` of `fonts.css` says it; a test holds them together. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xa1],
  0xa3,
  0xa7,
  0xa9,
  0xab,
  0xae,
  0xb0,
  0xb7,
  [0xbb, 0xbf],
  [0xc0, 0xff],
  [0x152, 0x153],
  [0x2010, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  0x2022,
  0x2026,
  [0x2039, 0x203a],
  0x20ac,
  0x2122,
  0x2192,
  0x2212,
] as const
const characters = ranges
  .flatMap((range) => {
    const [first, last] = typeof range === 'number' ? [range, range] : range
    return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
  })
  .join('')

/** The display face is drawn in one weight: the tokens' 340 to 400 look alike, and their range would cost 17 kB a file. */
const faces = [
  { name: 'fraunces', from: 'fraunces/files/fraunces-latin-opsz-normal.woff2', axes: { wght: 360, opsz: { min: 14, max: 72 } } },
  { name: 'fraunces-italic', from: 'fraunces/files/fraunces-latin-opsz-italic.woff2', axes: { wght: 380, opsz: { min: 14, max: 72 } } },
  {
    name: 'instrument-sans',
    from: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
  },
  // What a shop may choose in their place.
  { name: 'newsreader', from: 'newsreader/files/newsreader-latin-opsz-normal.woff2', axes: { wght: 420, opsz: { min: 14, max: 72 } } },
  {
    name: 'newsreader-italic',
    from: 'newsreader/files/newsreader-latin-opsz-italic.woff2',
    axes: { wght: 420, opsz: { min: 14, max: 72 } },
  },
  { name: 'inter', from: 'inter/files/inter-latin-wght-normal.woff2', axes: { wght: { min: 400, max: 640 } } },
  {
    name: 'archivo',
    from: 'archivo/files/archivo-latin-wdth-normal.woff2',
    axes: { wght: { min: 400, max: 850 }, wdth: { min: 72, max: 100 } },
  },
] as const

/** Options that its types do not know yet. */
const less = { keepFeatures: ['kern', 'liga', 'lnum', 'tnum', 'locl'], noHinting: true }

for (const { name, from, axes } of faces) {
  const whole = readFileSync(resolve(`@fontsource-variable/${from}`))
  const cut = await subsetFont(whole, characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    ...less,
  })
  writeFileSync(join(folder, `${name}.woff2`), cut)
  console.log(`${name.padEnd(16)} ${whole.length} → ${cut.length} bytes`)
}
