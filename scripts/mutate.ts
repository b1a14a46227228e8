// Breaks the rules on purpose, one small change at a time, and counts how many changes the test beside each file notices:
// `npm run mutate`, or `npm run mutate -- cart/rules payments/` for files whose path has one of these in it. Options are in stryker.config.json.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

const root = join(import.meta.dirname, '..')

/** Percent of the changes. What survives beyond it is mostly the wording of messages. */
const least = 85

/** What is run where no file is named. Any other with a test beside it can be, too, as long as that needs no database. */
const files = [
  'packages/platform/src/**/rules.ts',
  'packages/platform/src/**/*-rules.ts',
  'packages/platform/src/people/identity/redirect-uri.ts',
  'packages/platform/src/commerce/payments/books.ts',
  'packages/platform/src/commerce/selling/line.ts',
]

const asked = process.argv.slice(2)
const found = globSync(asked.length > 0 ? 'packages/*/src/**/*.ts' : files, { cwd: root })
  .filter((file) => existsSync(join(root, testOf(file))))
  .filter((file) => asked.length === 0 || asked.some((part) => file.includes(part)))
  .sort()

const below: string[] = []
process.chdir(root)
for (const file of found) {
  const mutants = await new Stryker({
    mutate: [file],
    commandRunner: { command: `node_modules/.bin/node --test-reporter=dot ${testOf(file)}` },
  }).runMutationTest()
  const survivors = mutants.filter(({ status }) => status === 'Survived')
  const counted = mutants.filter(({ status }) => status === 'Survived' || status === 'Killed' || status === 'Timeout')
  const share = counted.length === 0 ? 100 : (100 * (counted.length - survivors.length)) / counted.length
  if (share < least) below.push(file)
  // A change that never ends is noticed; on a busy machine any test may run out of time.
  const late = mutants.filter(({ status }) => status === 'Timeout').length
  const note = late > 0 ? `, ${late} of them by running out of time` : ''
  console.log(`${share.toFixed(1).padStart(5)} %  ${counted.length - survivors.length} of ${counted.length}  ${file}${note}`)
  for (const { location, replacement = '' } of survivors)
    console.log(`         survived: line ${location.start.line}, ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`)
}
if (found.length === 0) throw new Error(`no file with a test beside it has ${asked.join(' or ')} in its path`)
if (below.length > 0) {
  console.error(`Less than ${least} % of the changes were noticed in ${below.join(', ')}`)
  process.exitCode = 1
}

function testOf(file: string): string {
  return file.replace(/\.ts$/, '.test.ts')
}
