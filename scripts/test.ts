// Runs all tests, or those below the paths that are given, on one database server that is made for the run; then the browser journeys.
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'
import { getChromium } from '../e2e/chromium.ts'
import { startEmbedded } from '../packages/platform/src/db/embedded.ts'
import { brokenPromises } from './coverage.ts'

const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2).map((path) => relative(root, join(process.cwd(), path)))
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

const total = { passed: 0, failed: 0, skipped: 0 }
/** Of all files, to be told once more at the end. */
const failures: string[] = []

/** They take longest, the longest first, and are begun before all others: else one of them would be the last, with nothing beside it. */
const longest = [
  'testing/test/fuzz.test.ts',
  'testing/test/idempotency.test.ts',
  'testing/test/crash.test.ts',
  'packages/platform/src/db/embedded.test.ts',
  'testing/test/races.test.ts',
  'packages/platform/src/jobs/jobs.test.ts',
  'e2e/selling.test.ts',
  'e2e/payment.test.ts',
  'e2e/order.test.ts',
  'e2e/taxes.test.ts',
  'e2e/purchase.test.ts',
  'e2e/looks.test.ts',
  'e2e/admin-access.test.ts',
  'e2e/members.test.ts',
  'e2e/pay-by-link.test.ts',
  'e2e/coming-back.test.ts',
  'e2e/gift-cards.test.ts',
  'e2e/admin-live.test.ts',
  'e2e/account.test.ts',
  'e2e/admin.test.ts',
  'e2e/admin-drafts.test.ts',
  'e2e/ways-to-pay.test.ts',
  'e2e/admin-lists.test.ts',
  'e2e/admin-order.test.ts',
  'e2e/admin-members.test.ts',
  'e2e/admin-promotions.test.ts',
  'e2e/admin-delivery.test.ts',
  'e2e/what-the-shop-asks.test.ts',
  'e2e/admin-staff.test.ts',
]
const turnOf = (file: string): number => (longest.includes(file) ? longest.indexOf(file) : longest.length)

function filesOf(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: (path) => /(^|\/)(node_modules|build)$/.test(path) })
    .filter((file) => wanted.length === 0 || wanted.some((path) => file === path || file.startsWith(`${path}/`)))
    .sort((one, other) => turnOf(one) - turnOf(other) || (one < other ? -1 : 1))
}

/**
 * What a run leaves behind for a moment lies in memory where there is plenty. Each database is some 350 files, and ext4 looks for a place for
 * each of them among all those that were taken away within the last minutes: half a second of computing per database.
 */
function roomiest(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > 3 * gigabyte && process.availableMemory() > 6 * gigabyte) return '/dev/shm'
  } catch {} // there is none
  return tmpdir()
}
const gigabyte = 2 ** 30

interface FileReport {
  passed: number
  failed: number
  skipped: number
  output: string
  failures: string[]
}

/** Three at a time keep two cores busy, for each of them waits now and then: for the database, for a lock to time out. */
const testsAtOnce = 3
/** A journey is a server, a browser and a database: two are enough, and nobody in them waits in vain. */
const journeysAtOnce = 2

async function runFiles(files: readonly string[], atOnce: number): Promise<void> {
  if (files.length === 0 || stop.signal.aborted) return
  const reports = new Map<string, FileReport>()
  const reportOf = (file: string | undefined): FileReport => {
    const key = relative(root, file ?? '')
    const report = reports.get(key) ?? { passed: 0, failed: 0, skipped: 0, output: '', failures: [] }
    reports.set(key, report)
    return report
  }
  const events = run({
    files: files.map((file) => join(root, file)),
    concurrency: atOnce,
    timeout: 600_000,
    signal: stop.signal,
    cwd: root,
  })
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
        fail(
          reportOf(data.file),
          data.name,
          isFile(data) && error.exitCode !== undefined ? `It ended with code ${error.exitCode}.` : readable(error.cause ?? error),
        )
        break
      }
      case 'test:stdout':
      case 'test:stderr':
        reportOf(data.file).output += data.message
        break
      case 'test:summary':
        if (data.file === undefined) break
        say(relative(root, data.file), reportOf(data.file), data.duration_ms)
        reports.delete(relative(root, data.file))
    }
  }
  // Files that ended before they could sum up.
  for (const [file, report] of reports) say(file, report)
}

/** What the runner reports for a file itself, when no test in it did. */
const isFile = (data: { name: string; file?: string }): boolean =>
  data.file !== undefined && relative(root, data.name) === relative(root, data.file)

function fail(report: FileReport, name: string, reason: string): void {
  report.failed++
  report.failures.push(`✖ ${name.replace(`${root}/`, '')}\n${indent(reason)}`)
}

/** Of two errors at once Node shows neither. */
const bothOf = (error: unknown): unknown =>
  error instanceof SuppressedError ? { error: error.error, suppressed: bothOf(error.suppressed) } : error

const readable = (error: unknown): string =>
  inspect(bothOf(error), { colors: process.stdout.isTTY }).replace(
    /^ +at (?:.*node:(?:internal|async_hooks).*|async Promise\.all.*)\n?/gm,
    '',
  )

function say(file: string, report: FileReport, milliseconds?: number): void {
  const { passed, failed, skipped, output } = report
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  const time = milliseconds === undefined ? '' : `  ${(milliseconds / 1000).toFixed(1)} s`
  console.log(
    `${failed > 0 ? '✖' : '✔'} ${file}  ${passed}${failed > 0 ? `, ${failed} failed` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}${time}`,
  )
  if (failed === 0) return
  for (const failure of report.failures) {
    console.log(`\n${indent(failure)}`)
    failures.push(`${file}\n${indent(failure)}`)
  }
  if (output.trim() !== '') console.log(`\n${indent(`It printed:\n${output.trimEnd().split('\n').slice(-60).join('\n')}`)}`)
  console.log()
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ')

const journeys = filesOf('e2e/**/*.test.ts')
/** Where it has to be installed, that goes on beside the other tests. */
const chromium = journeys.length > 0 ? getChromium() : undefined
chromium?.catch(() => {}) // told when it is needed

const folder = mkdtempSync(join(roomiest(), 'vitrine-test-run-'))
chmodSync(folder, 0o755)
process.env.VITRINE_TEST_DATA = folder
process.env.TMPDIR = join(folder, 'tmp')
mkdirSync(process.env.TMPDIR)
chmodSync(process.env.TMPDIR, 0o1777)
// The platform is compiled once for all files, not once for each.
process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
const record = join(folder, 'record')
process.env.VITRINE_RECORD = record
const server = process.env.DATABASE_URL ? undefined : await startEmbedded({ dataDir: folder, durable: false, log: console.error })
try {
  await runFiles(filesOf('packages/**/*.test.ts', 'apps/**/*.test.ts', 'demo/**/*.test.ts', 'testing/**/*.test.ts'), testsAtOnce)
  delete process.env.VITRINE_RECORD
  if (chromium) process.env.CHROMIUM = await chromium
  await runFiles(journeys, journeysAtOnce)
  if (wanted.length === 0 && !stop.signal.aborted)
    for (const broken of brokenPromises(record)) {
      failures.push(broken)
      total.failed++
    }
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true })
}
if (stop.signal.aborted) total.failed++
if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.join('\n\n')}\n`)
if (total.skipped > 0) console.log(`${total.skipped} skipped`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
