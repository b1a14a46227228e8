import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** It runs other files again with another store of files, and asks the database nothing that those do not ask by themselves. */
const otherStore = 'scripts/files-in-a-bucket.test.ts'

/** They take longest, the longest first, and start before all others: otherwise one of them would be the last, with nothing beside it. */
const longest = [
  'testing/test/fuzz.test.ts',
  otherStore,
  'testing/test/idempotency-every-write.test.ts',
  'testing/test/crash.test.ts',
  'packages/platform/src/kernel/db/embedded.test.ts',
  'testing/test/races.test.ts',
  'packages/platform/src/kernel/http/linear-work.test.ts',
  'testing/test/key-wrap.test.ts',
  'testing/test/backup.test.ts',
  'testing/test/cli.test.ts',
  'packages/platform/src/kernel/jobs/jobs.test.ts',
  'testing/test/starts.test.ts',
  'testing/test/rate-limits.test.ts',
  'testing/test/subscriptions.test.ts',
  'e2e/first-sale.test.ts',
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

/** Whether a test file needs a database, or may: those of rules alone say the same on every PostgreSQL. */
export const needsDatabase = (file: string): boolean =>
  file !== otherStore &&
  /@vitrine\/testing\/|\.\.\/src\/|DATABASE_URL|from 'pg'|\/embedded\.ts'/.test(readFileSync(join(root, file), 'utf8'))

export const isJourney = (file: string): boolean => file.startsWith('e2e/')

/** Whether a test file needs a process of its own: it leaves something changed there that others would meet, or measures what it costs. */
export const runsAlone = (file: string): boolean =>
  /process\.env(\.\w+|\[[^\]]+\]) = |\bmock\b.*'node:test'|process\.(once|chdir)\(|setFlagsFromString|src\/rendered-hook\.ts/.test(
    readFileSync(join(root, file), 'utf8'),
  )

/** The files that match, below the paths that are wanted (all where none is), in the order in which they start. */
export function testFiles(wanted: readonly string[], ...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: (path) => /(^|\/)(node_modules|build)$/.test(path) })
    .filter((file) => wanted.length === 0 || wanted.some((path) => file === path || file.startsWith(`${path}/`)))
    .sort((one, other) => turnOf(one) - turnOf(other) || (one < other ? -1 : 1))
}
