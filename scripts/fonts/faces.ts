// The storefront's faces, and what of each a first page in a western language needs (decision 0123).
import { createRequire } from 'node:module'
import { join } from 'node:path'

export const app = join(import.meta.dirname, '../../apps/storefront/app')
export const { resolve } = createRequire(join(app, 'root.tsx'))

type Range = number | readonly [first: number, last: number]

/** What a first page needs: the letters and signs of western European languages. */
export const needed: readonly Range[] = [
  [0x20, 0x7e],
  [0xa0, 0xa1],
  0xa3,
  0xa7,
  0xa9,
  0xab,
  0xae,
  0xb0,
  0xb7,
  [0xbb, 0xff],
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
]

type Limits = number | { readonly min: number; readonly max: number }

export interface Style {
  readonly style: 'normal' | 'italic'
  /** What is cut from its whole file, as `fonts/<name>.woff2`. */
  readonly cut?: {
    readonly name: string
    readonly axes: Readonly<Record<string, Limits>>
    /** Features beside those that all have. */
    readonly features?: readonly string[]
  }
}

export interface Family {
  readonly name: string
  /** The package with its files, and how they are named: `{package}-{subset}-{axis}-{style}.woff2`. */
  readonly from: string
  readonly axis: string
  readonly weight: string
  /** Of faces that can be narrower. */
  readonly stretch?: string
  /** Weight and stretch of what is cut, where they have less. */
  readonly cutTo?: { readonly weight: string; readonly stretch?: string }
  readonly styles: readonly Style[]
  /** A face of the system with the metrics of this one, so that nothing moves when it arrives. */
  readonly fallback: { readonly local: 'serif' | 'sans'; readonly size: string; readonly ascent: string; readonly descent: string }
}

/** From thin in headings to sturdy in prices. */
const opsz = { min: 14, max: 72 }

/**
 * The usual ones, which the style sheet of every page has. Upright letters go up to the size of the name at the foot of each page, which is as
 * wide as the page; italics are smaller everywhere, and have to save what that costs. Its small italics have plain ascenders by a feature of
 * the font, `rvrn`: without it `h`, `l` and `d` have a swash, which is hard to read below 20 px. The display face is drawn in one weight: 340 to
 * 400 look alike, and cost 17 kB.
 */
const usual: readonly Family[] = [
  {
    name: 'Fraunces',
    from: '@fontsource-variable/fraunces',
    axis: 'opsz',
    weight: '100 900',
    styles: [
      { style: 'normal', cut: { name: 'fraunces', axes: { wght: 360, opsz: { ...opsz, max: 144 } } } },
      { style: 'italic', cut: { name: 'fraunces-italic', axes: { wght: 380, opsz: { ...opsz, max: 44 } }, features: ['rvrn'] } },
    ],
    fallback: { local: 'serif', size: '98%', ascent: '99.8%', descent: '26%' },
  },
  {
    name: 'Instrument Sans',
    from: '@fontsource-variable/instrument-sans',
    axis: 'wght',
    weight: '400 700',
    styles: [{ style: 'normal', cut: { name: 'instrument-sans', axes: { wght: { min: 400, max: 600 } } } }],
    fallback: { local: 'sans', size: '99%', ascent: '98%', descent: '25.3%' },
  },
]

/** What a shop may choose in their place, each with a style sheet of its own. */
const choices: readonly Family[] = [
  {
    name: 'Newsreader',
    from: '@fontsource-variable/newsreader',
    axis: 'opsz',
    weight: '200 800',
    styles: [
      { style: 'normal', cut: { name: 'newsreader', axes: { wght: 420, opsz } } },
      { style: 'italic', cut: { name: 'newsreader-italic', axes: { wght: 420, opsz } } },
    ],
    fallback: { local: 'serif', size: '89%', ascent: '82.9%', descent: '29.9%' },
  },
  {
    name: 'Inter',
    from: '@fontsource-variable/inter',
    axis: 'wght',
    weight: '100 900',
    cutTo: { weight: '400 640' },
    styles: [{ style: 'normal', cut: { name: 'inter', axes: { wght: { min: 400, max: 640 } } } }],
    fallback: { local: 'sans', size: '107%', ascent: '90.4%', descent: '22.5%' },
  },
  {
    name: 'Archivo',
    from: '@fontsource-variable/archivo',
    axis: 'wdth',
    weight: '100 900',
    stretch: '62% 125%',
    cutTo: { weight: '400 850', stretch: '72% 100%' },
    styles: [{ style: 'normal', cut: { name: 'archivo', axes: { wght: { min: 400, max: 850 }, wdth: { min: 72, max: 100 } } } }],
    fallback: { local: 'sans', size: '98%', ascent: '90%', descent: '21%' },
  },
  {
    // One weight, and small files: nothing is cut.
    name: 'Instrument Serif',
    from: '@fontsource/instrument-serif',
    axis: '400',
    weight: '400',
    styles: [{ style: 'normal' }, { style: 'italic' }],
    fallback: { local: 'serif', size: '73%', ascent: '135.6%', descent: '42.5%' },
  },
]

const fileName = ({ from }: Family): string => from.slice(from.lastIndexOf('/') + 1)

/** A file of the package: of western letters, or of those with marks that other languages have. */
export const fileOf = (family: Family, subset: 'latin' | 'latin-ext', { style }: Style): string =>
  `${family.from}/files/${fileName(family)}-${subset}-${family.axis}-${style}.woff2`

/** The style sheets: where from the app, and where from there the files are that were cut. */
export const sheets: readonly { readonly path: string; readonly folder: string; readonly families: readonly Family[] }[] = [
  { path: 'fonts.css', folder: './fonts/', families: usual },
  ...choices.map((family) => ({ path: `fonts/${fileName(family)}.css`, folder: './', families: [family] })),
]
