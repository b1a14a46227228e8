import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { Font } from './faces.ts'

/** Letters that the shop's own faces do not know: Hebrew, Arabic, Thai, Chinese, Japanese, Korean. */
const far =
  /[\u0590-\u08ff\u0e00-\u0e7f\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufb1d-\ufdff\ufe30-\ufe4f\ufe70-\ufefe\uff00-\uffef\u{20000}-\u{3ffff}]/u

const homes = {
  arabic: import.meta.resolve('@fontsource-variable/noto-sans-arabic/package.json'),
  hebrew: import.meta.resolve('@fontsource-variable/noto-sans-hebrew/package.json'),
  thai: import.meta.resolve('@fontsource-variable/noto-sans-thai/package.json'),
  sc: import.meta.resolve('@fontsource-variable/noto-sans-sc/package.json'),
  jp: import.meta.resolve('@fontsource-variable/noto-sans-jp/package.json'),
  kr: import.meta.resolve('@fontsource-variable/noto-sans-kr/package.json'),
}
type Family = keyof typeof homes

/** One of the files in which a family comes, and what is in it. */
interface Slice {
  readonly path: string
  readonly ranges: readonly (readonly [number, number])[]
}

const slices = new Map<Family, Promise<readonly Slice[]>>()

function slicesOf(family: Family): Promise<readonly Slice[]> {
  const known = slices.get(family) ?? readSlices(family)
  slices.set(family, known)
  return known
}

async function readSlices(family: Family): Promise<readonly Slice[]> {
  const folder = dirname(fileURLToPath(homes[family]))
  const parts = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(parts)
    .filter(([part]) => part.startsWith('[') || part === family)
    .map(([part, ranges]) => ({
      path: join(folder, 'files', `noto-sans-${family}-${part.replace(/[[\]]/g, '')}-wght-normal.woff2`),
      ranges: ranges.split(',').map((range) => {
        const [from = '', to = from] = range.slice(2).split('-')
        return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
      }),
    }))
}

const holds = ({ ranges }: Slice, code: number): boolean => ranges.some(([from, to]) => code >= from && code <= to)

/** A Han letter is drawn as the writer's country does: kana beside it tell Japanese, hangul Korean. */
function familiesFor(text: string): readonly Family[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['arabic', 'hebrew', 'thai', 'jp', 'sc', 'kr']
  if (/\p{Script=Hangul}/u.test(text)) return ['arabic', 'hebrew', 'thai', 'kr', 'sc', 'jp']
  return ['arabic', 'hebrew', 'thai', 'sc', 'jp', 'kr']
}

/** Slices as plain fonts of one weight: what pdfkit can embed a part of. */
const plain = new LRUCache<string, Promise<Buffer>>({ max: 120 })

function plainOf(slice: Slice): Promise<Buffer> {
  const known = plain.get(slice.path) ?? cutOut(slice)
  plain.set(slice.path, known)
  return known
}

async function cutOut({ path, ranges }: Slice): Promise<Buffer> {
  const letters = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
  // Few documents need it, and it brings a machine of its own along.
  const { default: subset } = await import('subset-font')
  return subset(await readFile(path), letters.join(''), { targetFormat: 'sfnt', variationAxes: { wght: 400 } })
}

/** The fonts for those letters of a text which are far from the shop's faces; none for most texts. */
export async function farFonts(text: string): Promise<readonly Font[]> {
  const families = familiesFor(text)
  const needed = new Set<Slice>()
  for (const letter of new Set(text)) {
    if (!far.test(letter)) continue
    for (const family of families) {
      const slice = (await slicesOf(family)).find((each) => holds(each, letter.codePointAt(0)!))
      if (!slice) continue
      needed.add(slice)
      break
    }
  }
  return Promise.all(
    [...needed].map(async (slice) => {
      const font = await plainOf(slice)
      return { id: slice.path, bytes: () => font }
    }),
  )
}
