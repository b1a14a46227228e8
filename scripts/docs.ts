// Writes the documents that the code knows best; with --check it only says which of them are out of date, and which links lead nowhere.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type CommonCode, commonCodes, contract, type Operation, type RefusalCode, refusals } from '../packages/contract/src/index.ts'
import { openapi } from '../packages/contract/src/openapi.ts'
import { whatToDo } from '../packages/contract/src/refusals/what-to-do.ts'
import { type Behaviour, brandOf, sandboxCards } from '../packages/platform/src/commerce/payments/cards.ts'
import { attacksDocument } from './attacks.ts'
import { coverageFaults } from './coverage.ts'
import { fieldFaults, fieldsNotSentDocument } from './published/fields.ts'
import { operationFaults, publishedOperations } from './published/operations.ts'

const root = join(import.meta.dirname, '..')
const check = process.argv.includes('--check')
const faults: string[] = []

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The facts in `data`, as the printed contract has them. */
const { schemas } = openapi({ title: 'Vitrine', version: '0' }).components
interface Fields {
  readonly properties?: { readonly data?: { readonly properties?: object } }
}
const factsOf = (code: RefusalCode): string =>
  Object.keys((schemas[`Refusal.${code}`] as Fields | undefined)?.properties?.data?.properties ?? {})
    .map((name) => `\`${name}\``)
    .join(', ')

const byStatus = [
  ['400', 'Change the input. The same request is refused again.'],
  ['401', 'Renew the token, or ask for another password or code.'],
  ['402', 'Let the buyer pay in another way; `retryable` says whether the same one may be tried again.'],
  ['403', 'Call with another right, or as somebody else.'],
  ['404', 'Read the list again: the id is of another shop, or what it named was deleted.'],
  [
    '409',
    'Read the entity again: its state does not allow this now. What is in the way stands in `data`, where there is something to say.',
  ],
  ['410', 'Ask for a new link or invitation: this one is over.'],
  ['428', 'Change what the call depends on first, then send it again.'],
  [
    '429, 503',
    'Wait for `Retry-After` seconds where the answer has it, and send it again, a write under the same `Idempotency-Key`. The client does so for 503 by itself.',
  ],
  ['500', 'Send it again once, a write under the same `Idempotency-Key`; report the request id if it stays.'],
]

function errors(): string {
  const lines = Object.entries<Operation>(contract)
  const codes = Object.keys(refusals) as RefusalCode[]
  const row = (code: RefusalCode) => [`\`${code}\``, String(refusals[code].status), refusals[code].description, factsOf(code)]
  const isCommon = (code: RefusalCode): code is CommonCode => (commonCodes as readonly string[]).includes(code)
  const own = codes.filter((code) => !isCommon(code))
  return `# Refusals

<!-- Written by scripts/docs.ts from packages/contract/src/refusals.ts. -->

A foreseen no is answered with its status and this body; \`data\` holds the facts of the last column.

\`\`\`json
{ "message": "…", "details": { "applicationError": { "code": "OWNED_CART_NOT_FOUND", "description": "…", "data": {} } } }
\`\`\`

Where fields are at fault (400) each of them is named instead:

\`\`\`json
{ "message": "…", "details": { "validationError": { "fieldViolations": [{ "field": "lineItems[0].quantity", "description": "…", "violatedRule": "MIN", "data": { "threshold": 1 } }] } } }
\`\`\`

Codes stay, sentences may get better. A fault of ours is a 500 with \`INTERNAL\` and the request id as its only fact; every answer carries that id in \`X-Wix-Request-Id\`.

## Of any operation

${table(
  ['code', 'status', 'meaning', 'facts', 'what to do'],
  codes.filter(isCommon).map((code) => [...row(code), whatToDo[code]]),
)}

## What to do, by status

The sentence of a code says what is in the way; its status says what a program does then.

${table(['status', 'what to do'], byStatus)}

## Of single operations

${table(['code', 'status', 'meaning', 'facts'], own.map(row))}

## By operation

${table(
  ['operation', 'may refuse with'],
  lines
    .filter(([, { errors }]) => errors.length > 0)
    .map(([line, { errors }]) => [`\`${line}\``, errors.map((code) => `\`${code}\``).join(' ')]),
)}
`
}

function actionOf(card: Behaviour): string {
  switch (card.kind) {
    case 'APPROVE':
      return 'approves'
    case 'DECLINE':
      return `declines: \`${card.reason}\`, “${card.message}”${card.retryable ? ' May be tried again.' : ''}`
    case 'THREE_D_SECURE_EACH_TIME':
      return 'asks the buyer to confirm on the bank’s page (3-D Secure), and each time it is charged again'
    case 'ONCE':
      return 'approves, and declines each time it is charged again'
    case 'THREE_D_SECURE':
      return 'asks the buyer to confirm on the bank’s page (3-D Secure)'
    case 'TIME_OUT':
      return 'never answers; the bank has never heard of the payment afterwards'
    case 'LATE':
      return 'answers “pending”, and approves by itself five seconds later'
    case 'TWICE':
      return 'approves at once, and then tells the shop so twice more'
    case 'DISPUTE':
      return 'approves; five seconds after the money was taken the bank takes it back (a chargeback)'
    case 'DISPUTE_WON':
      return 'the same, and two seconds later the bank gives it again'
  }
}

const names = { VISA: 'Visa', MASTERCARD: 'Mastercard', AMEX: 'American Express', DISCOVER: 'Discover', OTHER: '' }
const spaced = (number: string): string =>
  number.length === 15 ? number.replace(/(.{4})(.{6})/, '$1 $2 ') : number.replaceAll(/.{4}(?=.)/g, '$& ')

const cards = (): string =>
  table(
    ['number', 'brand', 'what it does'],
    // Object keys that look like whole numbers are sorted by their size; the approving Visa comes first.
    Object.entries(sandboxCards)
      .sort(([a], [b]) => Number(b === '4242424242424242') - Number(a === '4242424242424242'))
      .map(([number, card]) => [`\`${spaced(number)}\``, names[brandOf(number)], actionOf(card)]),
  )

/** The part of a document between `<!-- name -->` and `<!-- /name -->`. */
function part(file: string, name: string, text: string): string {
  const whole = readFileSync(join(root, file), 'utf8')
  const pattern = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`)
  if (!pattern.test(whole)) throw new Error(`${file} has no place for ${name}`)
  return whole.replace(pattern, (_, start: string, end: string) => start + text + end)
}

/** Every decision by its number, and which numbers are none. */
function decisions(): string {
  const files = globSync('docs/decisions/[0-9]*.md', { cwd: root }).sort()
  const list = files.map((file) => {
    const name = file.slice('docs/decisions/'.length)
    const [, title = ''] = /^# \d+[.:]? (.+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
    if (title === '') throw new Error(`${file} has no title such as "# 12. …"`)
    return { number: Number(name.slice(0, 4)), line: `- ${name.slice(0, 4)} [${title}](${name})` }
  })
  const numbers = new Set(list.map(({ number }) => number))
  const unused = Array.from({ length: Math.max(...numbers) }, (_, i) => i + 1).filter((number) => !numbers.has(number))
  return `# Decisions

<!-- Written by scripts/docs.ts. -->

${list.map(({ line }) => line).join('\n')}

No decision has the number ${unused.join(', ')}: numbers are given out before a decision is written, and these were not needed.
`
}

function keep(file: string, text: string): void {
  const path = join(root, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  if (check) faults.push(`${file} is out of date: node scripts/docs.ts`)
  else {
    writeFileSync(path, text)
    console.log(`${file} is written`)
  }
}

keep('docs/errors.md', errors())
keep('docs/decisions/README.md', decisions())
const attacks = attacksDocument()
keep(attacks.file, attacks.text)
keep('docs/published-operations.md', publishedOperations())
keep('docs/fields-not-sent.md', fieldsNotSentDocument())
keep('docs/sandbox.md', part('docs/sandbox.md', 'cards', cards()))

const documents = globSync(['*.md', 'docs/**/*.md', 'apps/*/*.md', 'packages/*/*.md', 'demo/*.md', 'bench/*.md'], { cwd: root })
for (const file of documents) {
  for (const [, link] of readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g))
    if (!existsSync(join(root, dirname(file), link!))) faults.push(`${file}: ${link} is not there`)
}

faults.push(...fieldFaults(), ...operationFaults())
if (check) faults.push(...coverageFaults())

for (const fault of faults) console.error(fault)
if (check) console.log(`${documents.length} documents, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
