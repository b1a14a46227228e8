import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const document = 'docs/security.md'

interface Row {
  readonly area: string
  readonly tries: string
  readonly answer: string
  readonly file: string
}

const text = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")`
/** `attack({ area: '…', tries: '…', answer: '…' })`, the title of a test. */
const titles = new RegExp(String.raw`attack\(\{\s*area:\s*${text},\s*tries:\s*${text},\s*answer:\s*${text},?\s*\}\)`, 'g')
/** `// attack: area | what is tried | what is answered`, above a test that cannot import `attack`. */
const comments = /^\s*\/\/ attack: ([^|\n]+) \| ([^|\n]+) \| ([^|\n]+)\n(?=\s*(?:\/\/ attack:|(?:void )?(?:test|it|describe)\())/gm

interface Found extends Omit<Row, 'file'> {
  /** Where it stands in the source. */
  readonly index: number
}

const literal = (single: string | undefined, double: string | undefined): string => (single ?? double ?? '').replace(/\\(.)/g, '$1')

/** The attacks that title a test of a source. */
export const attacksIn = (source: string): Found[] =>
  [...source.matchAll(titles)].map(({ index, 1: a, 2: b, 3: c, 4: d, 5: e, 6: f }) => ({
    index,
    area: literal(a, b),
    tries: literal(c, d),
    answer: literal(e, f),
  }))

const commentedIn = (source: string): Omit<Row, 'file'>[] =>
  [...source.matchAll(comments)].map(([, area, tries, answer]) => ({ area: area!.trim(), tries: tries!.trim(), answer: answer!.trim() }))

function rowsOf(file: string): Row[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [...attacksIn(source), ...commentedIn(source)].map(({ area, tries, answer }) => ({ area, tries, answer, file }))
}

/** Each attack that a test tries, by area. */
function rows(): Row[] {
  const files = globSync(['packages/**/*.test.ts', 'apps/**/*.test.ts', 'testing/**/*.test.ts', 'e2e/**/*.test.ts', 'demo/**/*.test.ts'], {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|build)$/.test(path),
  })
  return files.sort().flatMap(rowsOf)
}

const cell = (words: string): string => words.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** The document of all attacks, written from the tests that try them. */
export function attacksDocument(): { readonly file: string; readonly text: string } {
  const all = rows()
  const areas = [...new Set(all.map(({ area }) => area))].sort()
  let number = 0
  const section = (area: string) => `## ${area}

| # | what is tried | what is answered | test |
| --- | --- | --- | --- |
${all
  .filter((row) => row.area === area)
  .map(({ tries, answer, file }) => `| ${++number} | ${cell(tries)} | ${cell(answer)} | [${basename(file)}](${relative('docs', file)}) |`)
  .join('\n')}
`
  return {
    file: document,
    text: `# Attacks and answers

<!-- Written by scripts/docs.ts from the tests: see testing/src/attack.ts. -->

What somebody hostile may try, and what the shop answers. Each row is a test that \`npm test\` runs. How to report a vulnerability is in [SECURITY.md](../SECURITY.md).

${areas.map(section).join('\n')}`,
  }
}
