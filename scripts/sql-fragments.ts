import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { withoutValues } from '../testing/src/sql-line.ts'
import { root } from './test-files.ts'

/** The shortest that says something: `and`, `)` and the like stand everywhere. */
const leastLength = 6

/** The SQL that is written in a source, in fragments: lines of templates that are tagged with `sql`, parted where a value or other SQL is put in. */
export function sqlFragmentsOf(file: string, text: string): readonly string[] {
  const fragments: string[] = []
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      for (const { value } of quasi.quasis)
        for (const line of value.raw.split('\n')) {
          const fragment = withoutValues(line)
          if (fragment.length >= leastLength && /[a-z]/i.test(fragment)) fragments.push(fragment)
        }
    },
  }).visit(parseSync(file, text).program)
  return fragments
}

/** Those of the platform. */
export function sqlFragments(): ReadonlySet<string> {
  const files = globSync('packages/platform/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  return new Set(files.flatMap((file) => sqlFragmentsOf(file, readFileSync(join(root, file), 'utf8'))))
}

const wordsOf = (text: string): readonly string[] => text.match(/[a-z_]+/gi) ?? []

/** Says which fragments a line holds. */
export function finderOf(fragments: Iterable<string>): (line: string) => readonly string[] {
  const byWord = Map.groupBy(fragments, (fragment) => wordsOf(fragment).toSorted((one, other) => other.length - one.length)[0])
  const known = new Map<string, readonly string[]>()
  return (line) => {
    const before = known.get(line)
    if (before) return before
    const found = [...new Set(wordsOf(line))].flatMap((word) => byWord.get(word)?.filter((fragment) => line.includes(fragment)) ?? [])
    known.set(line, found)
    return found
  }
}
