import { readFileSync } from 'node:fs'
import { type Family, fileOf, needed, resolve, type Style } from './faces.ts'

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0')
const neededRanges = needed.map((range) => `U+${typeof range === 'number' ? hex(range) : range.map(hex).join('-')}`)

/** The letters that the files of a package have, as it says itself. */
function rangesOf({ from }: Family): Readonly<Record<'latin' | 'latin-ext', readonly string[]>> {
  const said = JSON.parse(readFileSync(resolve(`${from}/unicode.json`), 'utf8')) as Record<'latin' | 'latin-ext', string>
  return { latin: said.latin.split(','), 'latin-ext': said['latin-ext'].split(',') }
}

const locals = {
  serif: ['Georgia', 'Noto Serif', 'DejaVu Serif'],
  sans: ['Arial', 'Liberation Sans', 'DejaVu Sans'],
}

const rule = (declarations: readonly (readonly [name: string, value: string | undefined])[]): string =>
  `@font-face {\n${declarations.flatMap(([name, value]) => (value === undefined ? [] : `  ${name}: ${value};\n`)).join('')}}\n`

interface Face {
  style: Style['style']
  weight: string
  stretch: string | undefined
  url: string
  ranges: readonly string[]
}

function face(family: Family, { style, weight, stretch, url, ranges }: Face): string {
  const variable = family.from.startsWith('@fontsource-variable/')
  return rule([
    ['font-family', `"${family.name}${variable ? ' Variable' : ''}"`],
    ['font-style', style],
    ['font-weight', weight],
    ['font-stretch', stretch],
    ['font-display', 'swap'],
    ['src', `url("${url}") format("${variable ? 'woff2-variations' : 'woff2'}")`],
    ['unicode-range', ranges.join(', ')],
  ])
}

/** The whole files of a family, which are fetched when a page has a letter of theirs. */
function wholeFaces(family: Family): string[] {
  const ranges = rangesOf(family)
  const { weight, stretch } = family
  return family.styles.flatMap((style) =>
    // What a first page needs stands last: where nothing is cut, that is the file of western letters.
    (style.cut ? (['latin', 'latin-ext'] as const) : (['latin-ext', 'latin'] as const)).map((subset) =>
      face(family, { ...style, weight, stretch, url: fileOf(family, subset, style), ranges: ranges[subset] }),
    ),
  )
}

const cutFaces = (family: Family, folder: string): string[] =>
  family.styles.flatMap(({ style, cut }) => {
    const { weight, stretch } = family.cutTo ?? family
    return cut ? [face(family, { style, weight, stretch, url: `${folder}${cut.name}.woff2`, ranges: neededRanges })] : []
  })

function fallbackFace({ name, fallback: { local, size, ascent, descent } }: Family): string {
  return rule([
    ['font-family', `"${name} Fallback"`],
    ['src', locals[local].map((one) => `local("${one}")`).join(', ')],
    ['size-adjust', size],
    ['ascent-override', ascent],
    ['descent-override', descent],
    ['line-gap-override', '0%'],
  ])
}

/** A style sheet of some families. `folder` is where it finds the files that were cut. */
export const sheetOf = ({ families, folder }: { readonly families: readonly Family[]; readonly folder: string }): string =>
  [
    '/* Written by scripts/fonts.ts. Of two faces with a letter the later one is taken: so what is cut for a first page stands after the whole files. */\n',
    ...families.flatMap(wholeFaces),
    ...families.flatMap((family) => cutFaces(family, folder)),
    '/* Faces of the system with the metrics of the real ones, so that nothing moves when they arrive. */\n',
    ...families.map(fallbackFace),
  ].join('')
