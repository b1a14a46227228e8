import { join, relative } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'
import { root } from './test-files.ts'

export interface FileReport {
  readonly file: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly milliseconds: number
  /** What the file printed. */
  readonly output: string
  /** A text for each failed test, which begins with its name. */
  readonly failures: readonly string[]
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] } & { failures: string[] }

/** Runs test files, so many at once, and reports each as soon as it has ended. */
export async function runFiles(
  files: readonly string[],
  { atOnce, signal, onReport }: { readonly atOnce: number; readonly signal: AbortSignal; readonly onReport: (report: FileReport) => void },
): Promise<readonly FileReport[]> {
  if (files.length === 0 || signal.aborted) return []
  const running = new Map<string, Mutable<FileReport>>()
  const ended: FileReport[] = []
  const reportOf = (path: string | undefined): Mutable<FileReport> => {
    const file = relative(root, path ?? '')
    const report = running.get(file) ?? { file, passed: 0, failed: 0, skipped: 0, milliseconds: 0, output: '', failures: [] }
    running.set(file, report)
    return report
  }
  const end = (report: Mutable<FileReport>, milliseconds = 0) => {
    running.delete(report.file)
    report.milliseconds = milliseconds
    ended.push(report)
    onReport(report)
  }
  const events = run({ files: files.map((file) => join(root, file)), concurrency: atOnce, timeout: 600_000, signal, cwd: root })
  for await (const { type, data } of events) {
    switch (type) {
      case 'test:pass':
        if (data.details.type === 'suite') break
        if (isFile(data)) fail(reportOf(data.file), data.name, 'It holds no test.')
        else reportOf(data.file)[data.skip === undefined ? 'passed' : 'skipped']++
        break
      case 'test:fail': {
        const error = data.details.error as Error & { failureType?: string; exitCode?: number }
        // A parent that failed only because a test inside it did is no failure of its own.
        if (error.failureType === 'subtestsFailed') break
        const reason =
          isFile(data) && error.exitCode !== undefined ? `It ended with code ${error.exitCode}.` : readable(error.cause ?? error)
        fail(reportOf(data.file), data.name, reason)
        break
      }
      case 'test:stdout':
      case 'test:stderr':
        reportOf(data.file).output += data.message
        break
      case 'test:summary':
        if (data.file !== undefined) end(reportOf(data.file), data.duration_ms)
    }
  }
  // Files that ended before they could sum up.
  for (const report of running.values()) end(report)
  return ended
}

/** What the runner reports for a file itself, when no test in it did. */
const isFile = (data: { name: string; file?: string }): boolean =>
  data.file !== undefined && relative(root, data.name) === relative(root, data.file)

function fail(report: Mutable<FileReport>, name: string, reason: string): void {
  report.failed++
  report.failures.push(`${name.replace(`${root}/`, '')}\n${indent(reason)}`)
}

/** Of two errors at once Node shows neither. */
const bothOf = (error: unknown): unknown =>
  error instanceof SuppressedError ? { error: error.error, suppressed: bothOf(error.suppressed) } : error

const readable = (error: unknown): string =>
  inspect(bothOf(error), { colors: process.stdout.isTTY }).replace(
    /^ +at (?:.*node:(?:internal|async_hooks).*|async Promise\.all.*)\n?/gm,
    '',
  )

export const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ')
