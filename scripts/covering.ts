/**
 * What runs on a second PostgreSQL: of the files that speak to the database as few as together send every fragment of the platform's SQL that all of
 * them send, the quickest first, and those whose answer hangs on how the server sorts, locks and waits.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Record } from '../testing/src/record.ts'
import { finderOf, sqlFragments } from './sql-fragments.ts'

/** What a file sent, and how long it took. */
export interface Sent {
  readonly file: string
  readonly milliseconds: number
  /** Fragments of the platform's SQL. */
  readonly fragments: readonly string[]
}

/** Connections, locks, races, migrations, and filters with all sorts: there the same SQL may end otherwise on another server. */
const always =
  /^packages\/platform\/src\/kernel\/(db\/(?!embedded)|jobs\/|events\/)|^testing\/test\/(races|crash|query-laws(-\w+)*)\.test\.ts$/
/** A file that takes longer than a minute sends much that has nothing to do with the server: it is not run for the few fragments that it alone sends. */
const mostMilliseconds = 60_000

/** Leaves what the files of a run sent for the next one. */
export function leaveSent(
  path: string,
  recordFolder: string,
  reports: readonly { readonly file: string; readonly milliseconds: number }[],
): void {
  const records = globSync('*.json', { cwd: recordFolder }).map(
    (name) => JSON.parse(readFileSync(join(recordFolder, name), 'utf8')) as Record,
  )
  const took = new Map(reports.map(({ file, milliseconds }) => [file, milliseconds]))
  const find = finderOf(sqlFragments())
  const sent = records.map(({ file, lines }): Sent => {
    const fragments = new Set(lines.flatMap(find))
    return { file, fragments: [...fragments], milliseconds: took.get(file) ?? 0 }
  })
  writeFileSync(path, JSON.stringify(sent))
}

/** What a run left; nothing where it broke off before. */
export const readSent = (path: string): readonly Sent[] => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Sent[]) : [])

/** Of these files those that are enough; all of them where nothing is known. */
export function coveringFiles(files: readonly string[], sent: readonly Sent[]): readonly string[] {
  const known = new Map(sent.filter(({ file }) => files.includes(file)).map((each) => [each.file, each]))
  if (known.size === 0) return files
  const chosen = new Set(files.filter((file) => always.test(file)))
  const missing = new Set<string>()
  for (const { fragments, milliseconds } of known.values())
    if (milliseconds <= mostMilliseconds) for (const fragment of fragments) missing.add(fragment)
  const strike = (file: string) => {
    for (const fragment of known.get(file)?.fragments ?? []) missing.delete(fragment)
  }
  chosen.forEach(strike)
  // Greedy: whichever sends most of what is missing for its time.
  while (missing.size > 0) {
    let best: { readonly file: string; readonly worth: number } | undefined
    for (const { file, fragments, milliseconds } of known.values()) {
      if (chosen.has(file) || milliseconds > mostMilliseconds) continue
      const worth = fragments.filter((fragment) => missing.has(fragment)).length / (milliseconds + 200)
      if (worth > (best?.worth ?? 0)) best = { file, worth }
    }
    if (!best) break
    chosen.add(best.file)
    strike(best.file)
  }
  // What a later one sends as well, an earlier choice may have become needless for.
  const counts = new Map<string, number>()
  for (const file of chosen) for (const fragment of known.get(file)?.fragments ?? []) counts.set(fragment, (counts.get(fragment) ?? 0) + 1)
  for (const file of [...chosen].toSorted((one, other) => (known.get(other)?.milliseconds ?? 0) - (known.get(one)?.milliseconds ?? 0))) {
    const fragments = known.get(file)?.fragments ?? []
    if (always.test(file) || fragments.some((fragment) => counts.get(fragment) === 1)) continue
    chosen.delete(file)
    for (const fragment of fragments) counts.set(fragment, counts.get(fragment)! - 1)
  }
  return files.filter((file) => chosen.has(file))
}
