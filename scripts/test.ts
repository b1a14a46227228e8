// Runs all tests, or those below the paths that are given, on one database server that is made for the run; then the browser journeys.
// With `--database` only those that need a database; with `--covering=FILE` of these as many as send every line of SQL that all tests of an earlier
// run sent, which left FILE because `VITRINE_SENT_SQL` named it.
// With `FILES=bucket` in the environment the shops of the platform's tests have their files in a bucket (S3), where they say nothing else.
// Files that failed run once more at the end, alone: what passes then is printed as flaky, and what fails again fails the run.
import { chmodSync, mkdirSync, mkdtempSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { getChromium } from '../e2e/chromium.ts'
import { startEmbedded } from '../packages/platform/src/kernel/db/embedded.ts'
import { testBucket } from '../testing/src/bucket.ts'
import { brokenPromises } from './coverage.ts'
import { coveringFiles, leaveSent, readSent } from './covering.ts'
import { isJourney, needsDatabase, root, testFiles } from './test-files.ts'
import { type FileReport, indent, runFiles } from './test-runner.ts'

const given = process.argv.slice(2)
const onlyDatabase = given.includes('--database')
const covering = given.find((path) => path.startsWith('--covering='))?.slice('--covering='.length)
const wanted = given.filter((path) => !path.startsWith('--')).map((path) => relative(root, join(process.cwd(), path)))
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
// Whoever reads the output has gone (`npm test | head`): the run ends, and takes its database with it.
for (const output of [process.stdout, process.stderr]) output.on('error', () => stop.abort())

/**
 * Three at a time keep two cores busy, for each of them waits now and then: for the database, for a lock to time out. One where all share a bucket,
 * because some count what is in it.
 */
const atOnce = process.env.FILES === 'bucket' ? 1 : 3
/** Where more files fail, it is no chance. */
const mostTriedAgain = 12
/** A Tuesday at noon in Berlin, for every process of the run; a little later than the clocks that tests hold still. */
const testDate = Date.parse('2026-11-24T11:00:00Z')

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

function print({ file, passed, failed, skipped, milliseconds, output, failures }: FileReport): void {
  const counts = [String(passed), failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(Boolean).join(', ')
  console.log(`${failed > 0 ? '✖' : '✔'} ${file}  ${counts}  ${seconds(milliseconds)}`)
  if (failed === 0) return
  for (const failure of failures) console.log(`\n${indent(`✖ ${failure}`)}`)
  if (output.trim() !== '') console.log(`\n${indent(`It printed:\n${output.trimEnd().split('\n').slice(-60).join('\n')}`)}`)
  console.log()
}
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const inReach = testFiles(
  wanted,
  'packages/**/*.test.ts',
  'apps/**/*.test.ts',
  'demo/**/*.test.ts',
  'testing/**/*.test.ts',
  'scripts/**/*.test.ts',
).filter((file) => !onlyDatabase || needsDatabase(file))
/** They say themselves where their files lie, in a bucket too. */
const inPlacesOfTheirOwn = new Set(['testing/test/backup.test.ts', 'testing/test/resumable-uploads.test.ts'])
const chosen = process.env.FILES === 'bucket' ? inReach.filter((file) => !inPlacesOfTheirOwn.has(file)) : inReach
const tests = covering === undefined ? chosen : coveringFiles(chosen, readSent(covering))
const journeys = testFiles(wanted, 'e2e/**/*.test.ts')
/** Where it has to be installed, that goes on beside the other tests. */
const chromium = journeys.length > 0 ? getChromium() : undefined
chromium?.catch(() => {}) // thrown when it is needed

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
const bucket = process.env.FILES === 'bucket' ? await testBucket({ signatures: false }) : undefined
if (bucket) process.env.VITRINE_TEST_BUCKET = JSON.stringify(bucket.settings)
process.env.VITRINE_TEST_DATE_SHIFT = String(testDate - Date.now())
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${join(root, 'testing/src/fixed-date.mjs')}`.trim()

const runAll = (files: readonly string[], atOnce: number): Promise<readonly FileReport[]> =>
  runFiles(files, {
    atOnce,
    signal: stop.signal,
    onReport: print,
    ready: async (file) => {
      if (isJourney(file) && chromium) process.env.CHROMIUM = await chromium
    },
  })

const flaky: string[] = []
const failures: string[] = []
let reports: FileReport[] = []
try {
  // The one journey of the second half is longer than any test there: it begins first, so that it is not alone at the end.
  reports = [...(await runAll(onlyDatabase ? [...journeys, ...tests] : [...tests, ...journeys], atOnce))]
  const failed = reports.filter((report) => report.failed > 0)
  if (failed.length > 0 && failed.length <= mostTriedAgain && !stop.signal.aborted) {
    console.log(`Once more, alone: ${failed.map(({ file }) => file).join(', ')}`)
    for (const first of failed) {
      const [second] = await runAll([first.file], 1)
      if (!second) break
      reports[reports.indexOf(first)] = second
      const failedAgain = new Set(second.failures.map(nameOf))
      for (const name of first.failures.map(nameOf)) if (!failedAgain.has(name)) flaky.push(`${first.file}: ${name}`)
    }
  }
  if (wanted.length === 0 && !stop.signal.aborted) failures.push(...brokenPromises(record))
  const leave = process.env.VITRINE_SENT_SQL
  if (leave !== undefined) leaveSent(leave, record, reports)
} finally {
  await bucket?.[Symbol.asyncDispose]()
  await server?.stop()
  // A browser that was told to end may still write.
  await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 })
}

function nameOf(failure: string): string {
  return failure.split('\n', 1)[0]!
}

const sum = (of: 'passed' | 'failed' | 'skipped'): number => reports.reduce((total, report) => total + report[of], 0)
const failedCount = sum('failed') + failures.length + (stop.signal.aborted ? 1 : 0)
for (const report of reports) for (const failure of report.failures) failures.push(`${report.file}\n${indent(`✖ ${failure}`)}`)
if (wanted.length === 0) {
  const slowest = reports.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 10)
  console.log(
    `\nThe slowest files:\n${slowest.map(({ file, milliseconds }) => `${seconds(milliseconds).padStart(8)}  ${file}`).join('\n')}`,
  )
}
if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.join('\n\n')}\n`)
if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped`)
for (const name of flaky) console.log(`flaky: ${name}`)
console.log(`${sum('passed')} passed, ${failedCount} failed`)
process.exitCode = failedCount > 0 || sum('passed') === 0 ? 1 : 0
