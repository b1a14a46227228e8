import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { root } from './test-files.ts'

/** Numbers and parameters do not tell lines of SQL apart, nor does how many stand in a row. */
export const withoutValues = (line: string): string =>
  line
    .trim()
    .replace(/\$\d+(?:, \$\d+)*|\d+/g, '$')
    .replace(/\s+/g, ' ')

/** The shortest that says something: `and`, `)` and the like stand everywhere. */
const leastLength = 6

/** The SQL that is written in a source, in pieces: lines of templates that are tagged with `sql`, parted where a value or other SQL is put in. */
export function sqlPiecesOf(file: string, text: string): readonly string[] {
  const pieces: string[] = []
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      for (const { value } of quasi.quasis)
        for (const line of value.raw.split('\n')) {
          const piece = withoutValues(line)
          if (piece.length >= leastLength && /[a-z]/i.test(piece)) pieces.push(piece)
        }
    },
  }).visit(parseSync(file, text).program)
  return pieces
}

/** Those of the platform. */
export function sqlPieces(): ReadonlySet<string> {
  const files = globSync('packages/platform/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  return new Set(files.flatMap((file) => sqlPiecesOf(file, readFileSync(join(root, file), 'utf8'))))
}

const wordsOf = (text: string): readonly string[] => text.match(/[a-z_]+/gi) ?? []

/** Says which pieces a line holds. */
export function finderOf(pieces: Iterable<string>): (line: string) => readonly string[] {
  const byWord = new Map<string, string[]>()
  for (const piece of pieces) {
    const [longest] = wordsOf(piece).toSorted((one, other) => other.length - one.length)
    byWord.set(longest!, [...(byWord.get(longest!) ?? []), piece])
  }
  const known = new Map<string, readonly string[]>()
  return (line) => {
    const before = known.get(line)
    if (before) return before
    const found = [...new Set(wordsOf(line))].flatMap((word) => byWord.get(word)?.filter((piece) => line.includes(piece)) ?? [])
    known.set(line, found)
    return found
  }
}
