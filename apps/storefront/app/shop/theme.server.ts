import instrumentSerif from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url'
import type { Theme as Said } from '@vitrine/contract'
import archivoSheet from '../fonts/archivo.css?url'
import archivo from '../fonts/archivo.woff2?url'
import fraunces from '../fonts/fraunces.woff2?url'
import instrumentSans from '../fonts/instrument-sans.woff2?url'
import instrumentSerifSheet from '../fonts/instrument-serif.css?url'
import interSheet from '../fonts/inter.css?url'
import inter from '../fonts/inter.woff2?url'
import newsreaderSheet from '../fonts/newsreader.css?url'
import newsreader from '../fonts/newsreader.woff2?url'
import type { Theme } from './shop.ts'

interface Face {
  /** What a first page in a western language needs of it. */
  readonly file: string
  /** Where the style sheet of all pages does not have it. */
  readonly sheet?: string
}

const faces: Readonly<Record<string, Face>> = {
  'Fraunces Variable': { file: fraunces },
  'Instrument Sans Variable': { file: instrumentSans },
  'Newsreader Variable': { file: newsreader, sheet: newsreaderSheet },
  'Instrument Serif': { file: instrumentSerif, sheet: instrumentSerifSheet },
  'Inter Variable': { file: inter, sheet: interSheet },
  'Archivo Variable': { file: archivo, sheet: archivoSheet },
}

const usual = { '--font-display': '"Fraunces Variable"', '--font-text': '"Instrument Sans Variable"' } as const

/** The faces that a shop's tokens name first: one or two. */
function facesOf(tokens: Readonly<Record<string, string>>): Face[] {
  const names = Object.entries(usual).map(([token, family]) => /^["']?([^"',]+)/.exec(tokens[token] ?? family)?.[1] ?? '')
  return [...new Set(names)].flatMap((name) => (Object.hasOwn(faces, name) ? faces[name]! : []))
}

/** Only what no value can end is a declaration: it stands in a style element. */
const declared = (tokens: Readonly<Record<string, string>>): string =>
  Object.entries(tokens)
    .filter(([name, value]) => /^--[\w-]+$/.test(name) && !/[<>{};]/.test(value))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** What a shop's look changes about the style sheets of all pages; the dark theme is the system's unless the page says otherwise. */
function cssOf({ light, dark }: Said): string | null {
  const [day, night] = [declared(light), declared(dark)]
  if (!day && !night) return null
  return `:root{${day}}@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${night}}}:root[data-theme=dark]{${night}}`
}

const usualPaper = { light: '#faf7f2', dark: '#161310' } as const

/** How a shop's pages look, ready for their heads. */
export function showTheme(said: Said): Theme {
  const chosen = facesOf(said.light)
  return {
    css: cssOf(said),
    paper: {
      light: said.light['--color-paper'] ?? usualPaper.light,
      dark: said.dark['--color-paper'] ?? said.light['--color-paper'] ?? usualPaper.dark,
    },
    mark: said.mark,
    swatch: said.swatch,
    sheets: [...chosen.flatMap(({ sheet }) => sheet ?? []), ...said.fonts],
    faces: chosen.map(({ file }) => file),
  }
}
