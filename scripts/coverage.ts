// Writes docs/coverage.md: which test exercises which answer of which call, which value of which enumeration, and which event. It comes
// from what the tests were seen to do (testing/src/record.ts). `node scripts/coverage.ts` runs them for it, or only those that are given;
// with --check it says what is missing, without running anything.
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import * as wire from '../packages/contract/src/index.ts'
import { attack } from '../testing/src/attack.ts'
import { answerOf, enumerations, isMeaningless, type Record, valueOf } from '../testing/src/record.ts'
import { attacksIn } from './attacks.ts'
import { runFiles } from './test-runner.ts'

const root = join(import.meta.dirname, '..')
const document = 'docs/coverage.md'

/** Tests that throw dice, race or are killed bring about something else each time, and prove no single row. */
const unsteady = /(fuzz|races|crash|histories|laws)\.test\.ts$/
const unsteadyTests = /random histories|one of them takes it/

/** Tests that run over all calls, or are about something else: named only where there is nobody better. */
const sweeping = /(access|rights|audit|idempotency|client\.test|late-payments)/

interface Wanted {
  /** What was seen, as a test's record has it. */
  readonly key: string
  readonly cells: readonly string[]
}
interface Part {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly Wanted[]
}
interface Evidence {
  readonly file: string
  readonly test: string
}

const calls: { readonly [title: string]: readonly wire.Route[] } = {
  'Current cart': routes(/^\w+ \/ecom\/v1\/carts\/current/),
  Checkout: routes(/^\w+ \/ecom\/v1\/checkouts/),
  'Orders and payment collection': [
    'GET /ecom/v1/orders/{id}',
    'POST /ecom/v1/orders/search',
    'POST /ecom/v1/orders',
    'PATCH /ecom/v1/orders/{order.id}',
    'POST /ecom/v1/bulk/orders/update',
    'POST /ecom/v1/orders/{id}/cancel',
    'POST /ecom/v1/bulk/orders/update-tags',
    'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/prepare-payment-collection',
    'GET /ecom/v1/payments-collector/orders/{ecomOrderId}/payment-collectability-status',
    'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/void-authorized-payments',
    'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/capture-authorized-payments',
  ],
  'Authentication service': routes(
    /\/_api\/iam\/(authentication\/(v2|v1\/sso)|recovery|verification)\//,
    /\/vitrine\/v1\/(sign-in|captcha)(\/|$)/,
    /\/vitrine\/v1\/members\/my\/(sessions|login-email|password|factors|recovery-codes|devices|passkeys)(\/|$)/,
    /\/vitrine\/v1\/settings\/sign-in$|\/signon\//,
  ),
  'Members API': routes(
    /\/members\/v1\/members(\/|$)/,
    /\/vitrine\/v1\/members(?!\/my\/(sessions|password|factors|recovery-codes|devices|passkeys)(\/|$))(\/|$)/,
  ),
  Newsletter: routes(/\/vitrine\/v1\/newsletter\//),
  'OAuth token endpoint': routes(
    /\/oauth2\/|\/_api\/iam\/authentication\/v1\/logout$/,
    /\/vitrine\/v1\/(authorize-requests|device-accounts|apps|api-keys|signing-keys)(\/|$)/,
  ),
  'Back-in-stock notifications': routes(/\/(back-in-stock-service\/v1|vitrine\/v1\/(back-in-stock|waiting-list|price-alerts))(\/|$)/),
  'Wish lists': routes(/\/wishlists\//),
  Reviews: routes(/^\w+ (\/reviews|\/vitrine\/v1\/(reviews|questions))(\/|$)/),
  Recommendations: routes(/^\w+ (\/v1|\/vitrine\/v1)\/recommendations\//),
  'Redirect sessions': routes(/\/redirects-api\/|\/vitrine\/v1\/redirect-sessions\//),
}
/** What these calls imply: whatever else sells, is paid, delivered or reckoned with. */
const implied = [
  /\/ecom\/v1\/(orders|payments|payments-collector|fulfillments|gift-cards|discount-rules|delivery-profiles|shipping-options|checkout-settings)/,
  /\/(stores\/v2\/(bulk\/)?coupons|gift-cards\/v1|billing\/v1|v1\/(pickup-locations|local-delivery-options|bulk\/payments-collector))/,
  /\/(draft-orders|invoices|abandoned-checkouts?|recovery-settings|order-billing|memberships|additional-fees|service-plugins|bulk\/payments|ecommerce-settings|orders-settings|site-properties|currency_converter)(\/|$)/,
  /\/subscription-options(\/|$)/,
  /\/stores\/v1\/(bulk\/)?(products|collections)(\/|$)|\/vitrine\/v1\/(products|collections)(\/|$)|\/site-media\/|\/stores-reader\/v1\/variants\//,
  /\/ecom\/v\d\/(carts|calculate-totals)(\/|$)|\/delivery-rates\//,
  /\/stores\/v3\/|\/categories\/v1\//,
  /\/inventoryItems\/|\/vitrine\/v1\/(inventory|locations)(\/|$)|\/locations\/v1\//,
  /\/vitrine\/v1\/(orders|payment-collections|payment-settings|checkouts|checkout-form|checkout-page|consents|sandbox|delivery|taxes)/,
  /\/vitrine\/v1\/(cart-tester|promotions|emails|email-sender|packing-slips|dashboard|audit|store-clock|general-settings|order-numbers|system-checks)(\/|$)/,
]

function routes(...patterns: readonly RegExp[]): wire.Route[] {
  return (Object.keys(wire.contract) as wire.Route[]).filter((line) => patterns.some((pattern) => pattern.test(line)))
}

/** The specification's words for an enumeration, and the contract's. */
const shared: readonly (readonly [string, string])[] = [
  ['Order payment status', 'PaymentStatus'],
  ['Fulfilment status', 'FulfillmentStatus'],
  ['Approval status, order status', 'OrderStatus'],
  ['Activity types', 'OrderActivityType'],
  ['Order approval strategy', 'OrderApprovalStrategy'],
  ['Status of drafts', 'DraftOrderStatus'],
  ['Where the discounts and fees of drafts come from', 'DraftOrderSource'],
  ['Why an order cannot be edited', 'NonDraftableReason'],
  ['Restock type', 'RestockType'],
  ['Payment transaction status', 'PaymentTransactionStatus'],
  ['Transaction status', 'TransactionStatus'],
  ['Authorization capture status', 'AuthorizationCaptureStatus'],
  ['Authorization void status', 'AuthorizationVoidStatus'],
  ['Authorized-payment action', 'AuthorizedPaymentAction'],
  ['Duration units', 'DurationUnit'],
  ['Refund status', 'RefundStatus'],
  ['Refundability', 'RefundableStatus'],
  ['Non-refundable reasons', 'NonRefundableReason'],
  ['Payment collectability', 'PaymentCollectabilityStatus'],
  ['Sort order', 'SortOrder'],
  ['Item availability', 'ItemAvailabilityStatus'],
  ['Item type', 'ItemTypePreset'],
  ['Checkout line item type', 'CheckoutLineItemType'],
  ['Subscription frequency', 'SubscriptionFrequency'],
  ['Weight unit', 'WeightUnit'],
  ['Payment option', 'PaymentOptionType'],
  ['Pickup method', 'PickupMethod'],
  ['Charge type', 'ChargeType'],
  ['Discount scope', 'DiscountType'],
  ['Discount kind', 'DiscountKind'],
  ['Tax rate type', 'RateType'],
  ['Manual calculation reason', 'ManualCalculationReason'],
  ['Fallback reason', 'FallbackReason'],
  ['Tax jurisdiction', 'JurisdictionType'],
  ['Taxable address type', 'TaxableAddressType'],
  ['Tax id type', 'VatType'],
  ['Channel type', 'ChannelType'],
  ['Checkout channel info', 'CheckoutChannelType'],
  ['Severity', 'Severity'],
  ['Suggested fix', 'SuggestedFix'],
  ['Digital file type', 'FileType'],
  ['Description line type', 'DescriptionLineType'],
  ['Member status', 'MemberStatus'],
  ['Member privacy status', 'MemberPrivacyStatus'],
  ['Member activity status', 'MemberActivityStatus'],
  ['Member field sets', 'MemberFieldSet'],
  ['Deletion of members', 'MemberDeletionState'],
  ['Tags of e-mails', 'EmailTag'],
  ['Tags of telephones', 'PhoneTag'],
  ['Tags of addresses', 'AddressTag'],
  ['Privacy status of identities', 'IdentityPrivacyStatus'],
  ['Identity status', 'IdentityStatusName'],
  ['Pending reasons', 'IdentityPendingReason'],
  ['Factor types', 'FactorType'],
  ['Factor status', 'IdentityFactorStatus'],
  ['Login states', 'LoginState'],
  ['Sections of the member area', 'MembersAccountSection'],
  ['Back in stock', 'BackInStockStatus'],
  ['Moderation of reviews', 'ModerationStatus'],
  ['Origin of reviews', 'ReviewOriginType'],
  ['Authors of reviews', 'ReviewAuthorType'],
]

/** Values that today's wire has beside those of the specification. Where nothing brings them about they have no row. */
const beyond: ReadonlySet<string> = new Set(
  Object.entries({
    OrderActivityType:
      'ORDER_NOT_FULFILLED DOWNLOAD_LINK_SENT SHIPPING_CONFIRMATION_EMAIL_SENT FULFILLER_EMAIL_SENT PICKUP_READY_EMAIL_SENT ORDER_PARTIALLY_PAID DRAFT_ORDER_CHANGES_APPLIED SAVED_PAYMENT_METHOD AUTHORIZED_PAYMENT_CREATED AUTHORIZED_PAYMENT_CAPTURED AUTHORIZED_PAYMENT_VOIDED REFUND_INITIATED PAYMENT_REFUNDED PAYMENT_REFUND_FAILED REFUNDED_AS_STORE_CREDIT RECEIPT_CREATED RECEIPT_SENT CHARGEBACK_CREATED CHARGEBACK_REVERSED',
    NonDraftableReason: 'TAXABLE_EXISTING_ADDITIONAL_FEE COUPON_BEHAVIOR_IS_UNDEFINED',
    PaymentTransactionStatus: 'PENDING_MERCHANT',
    TransactionStatus: 'PENDING_MERCHANT',
    AuthorizationVoidStatus: 'PENDING FAILED',
    RefundStatus: 'SCHEDULED STARTED',
    NonRefundableReason:
      'PROVIDER_IS_DOWN DISABLED_BY_PROVIDER PENDING_REFUND FORBIDDEN TRANSACTION_NOT_FOUND ORDER_IS_REJECTED AMOUNT_OFFSET_BY_CHARGEBACK',
    PaymentCollectabilityStatus:
      'NONCOLLECTABLE_MISSING_PAYMENT_METHOD NONCOLLECTABLE_ORDER_HAS_SUBSCRIPTIONS NONCOLLECTABLE_ORDER_HAS_CHARGEBACKS NONCOLLECTABLE_SUBSCRIPTION_CYCLE_ALREADY_PASSED NONCOLLECTABLE_ORDER_HAS_UNSUPPORTED_SUBSCRIPTION NONCOLLECTABLE_CUSTOM_AMOUNT_NOT_SUPPORTED',
    PaymentOptionType: 'MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER',
    ChannelType: 'PAYPAL_AGENTIC_CHECKOUT STRIPE_AGENTIC_CHECKOUT WIX_INVOICES_PLATFORM UCP_AGENTIC_CHECKOUT',
    FileType: 'SECURE_RAW',
    MemberDeletionState: 'PURGED_EXTERNALLY',
    IdentityPendingReason: 'PENDING_REQUIRED_FIELDS_MISSING',
    LoginState: 'REQUIRE_FIRST_FACTOR REQUIRE_MISSING_FIELDS',
  }).flatMap(([name, values]) => values.split(' ').map((value) => valueOf(name, value))),
)

/** Refusals that the wire declares and this platform never gives, and what it does instead. */
const instead: readonly { readonly answer: RegExp; readonly says: string }[] = [
  { answer: / ITEM_NOT_AVAILABLE$/, says: 'never: the line is taken in, and its `availability` says so' },
  { answer: / INVALID_SELECTED_CARRIER_SERVICE_OPTION$/, says: 'never: it is `SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND`' },
  {
    answer:
      /(estimate-totals|create-checkout|^POST \/ecom\/v1\/checkouts|^PATCH \/ecom\/v1\/checkouts\/\{checkout\.id\}) CALCULATION_ERROR$/,
    says: 'never: `calculationErrors` of the answer say so',
  },
  { answer: /draft-orders CATALOG_ITEM_ALREADY_EXIST$/, says: 'never: it is `MULTIPLE_ADDS_FOR_SAME_LINE_ITEM`' },
  { answer: /by-cart-id\/\{id\} CART_NOT_FOUND$/, says: 'never: it is `CHECKOUT_NOT_FOUND`' },
  { answer: /^PATCH \/ecom\/v1\/carts\/current OWNED_CART_NOT_FOUND$/, says: 'never: the update makes the cart' },
  { answer: /carts\/current\/remove-coupon COUPON_LOCKED$/, says: 'never: a buyer’s current cart has no settings that lock its codes' },
  {
    answer: /carts\/current\/remove-gift-card GIFT_CARD_LOCKED$/,
    says: 'never: a buyer’s current cart has no settings that lock its codes',
  },
  { answer: /get-checkout-url DELIVERY_METHOD_NO_LONGER_AVAILABLE$/, says: 'never: the checkout page offers others' },
  { answer: /create-order CHECKOUT_CHANGED$/, says: 'never: it is sent no total to compare with' },
  { answer: /create-order (PAYMENT_ERROR|SITE_NOT_ACCEPTING_PAYMENTS)$/, says: 'never: it takes no payment, that follows' },
  { answer: /^MemberDeletionState\.DELETED$/, says: 'never: of an account that is purged is no answer but `MEMBER_NOT_FOUND`' },
  { answer: /^IdentityStatusName\.(DELETED|OFFLINE)$/, says: 'never: nobody signs in to an account that is gone' },
  { answer: /^IdentityFactorStatus\.(INACTIVE|REQUIRE_REENROLL)$/, says: 'never: a factor counts or is taken away' },
  { answer: /confirm-payment PAYMENT_NOT_WAITING$/, says: 'never: it is `PAYMENT_TOKEN_INVALID`' },
]

const insteadOf = (key: string): string | undefined => instead.find(({ answer }) => answer.test(key))?.says

const code = (text: string): string => `\`${text}\``

/** What the table has rows for; of the values beyond the specification those in `exercised`. */
function parts(exercised: { has(key: string): boolean }): Part[] {
  const rowsOf = (lines: readonly wire.Route[]): Wanted[] =>
    lines.flatMap((line) =>
      ['200', ...wire.contract[line].errors].map((answer, i) => ({
        key: answerOf(line, answer),
        cells: [i === 0 ? code(line) : '', code(answer)],
      })),
    )
  const named = Object.entries(calls).map(([title, lines]) => ({ title, head: ['call', 'answer'], rows: rowsOf(lines) }))
  const said = new Set(Object.values(calls).flat())
  const beside = routes(...implied).filter((line) => !said.has(line))
  return [
    ...named,
    { title: 'Calls that these imply', head: ['call', 'answer'], rows: rowsOf(beside) },
    ...shared.map(([title, name]) => ({
      title,
      head: ['value'],
      rows: enumerations
        .get(name)!
        .filter((value) => !isMeaningless(value))
        .map((value) => ({ key: valueOf(name, value), cells: [code(value)] }))
        .filter(({ key }) => !beyond.has(key) || exercised.has(key)),
    })),
    {
      title: 'Events',
      head: ['event'],
      rows: Object.keys(wire.events)
        .filter((type) =>
          /^wix\.(ecom\.v1\.(cart|checkout|order|fulfillments|back_in_stock)|members\.v1\.|reviews\.v1\.|headless\.v1\.redirect_session|iam\.signon\.v1\.)/.test(
            type,
          ),
        )
        .map((type) => ({ key: type, cells: [code(type)] })),
    },
  ]
}

const everything = { has: () => true }

interface Written {
  readonly pattern: RegExp
  readonly source: string
}
const writtenIn = new Map<string, readonly Written[]>()

/** The tests of a file: how each may be called, and what stands in it. */
function testsOf(file: string): readonly Written[] {
  const known = writtenIn.get(file)
  if (known) return known
  const path = join(root, file)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const literals = [...text.matchAll(/\b(?:test|it)\(\s*(`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g)].map(
    ({ index, 1: quoted }) => {
      const title = quoted!.slice(1, -1).replace(/\\(.)/g, '$1')
      return { index, parts: quoted!.startsWith('`') ? title.split(/\$\{[^}]*\}/) : [title] }
    },
  )
  const attacks = attacksIn(text).map(({ index, tries, answer }) => ({ index, parts: [attack({ tries, answer })] }))
  const heads = [...literals, ...attacks].sort((one, other) => one.index - other.index)
  const written = heads.map(({ index, parts }, i) => ({
    pattern: new RegExp(`(^| > )${parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')}$`, 's'),
    source: text.slice(index, heads[i + 1]?.index),
  }))
  writtenIn.set(file, written)
  return written
}

const findTest = ({ file, test }: Evidence): Written | undefined => testsOf(file).find(({ pattern }) => pattern.test(test))

function readRecords(folder: string): Record[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record)
    .filter(({ file }) => !unsteady.test(file))
    .map((record) => ({
      ...record,
      tests: Object.fromEntries(Object.entries(record.tests).filter(([test]) => !unsteadyTests.test(test))),
    }))
}

/** What the client calls a call. */
const functions = new Map(
  globSync('packages/client/src/*.ts', { cwd: root })
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/(\w+): api\('([^']+)'\)/g)])
    .map(([, name, line]) => [line!, `.${name}(`]),
)

/** All that was seen: by whom, the likeliest to be about it first. */
function witnesses(records: readonly Record[]): Map<string, Evidence[]> {
  const found = new Map<string, (Evidence & { readonly seen: number })[]>()
  for (const { file, tests } of records)
    for (const [test, things] of Object.entries(tests)) {
      const keys = Object.keys(things)
      for (const key of keys) {
        const all = found.get(key) ?? []
        if (findTest({ file, test })) all.push({ file, test, seen: keys.length })
        found.set(key, all)
      }
    }
  const rank = ({ file, test, seen }: Evidence & { seen: number }, name: string) =>
    (sweeping.test(file) && !file.includes('published') ? 4e6 : 0) +
    (test.includes(name) ? 0 : findTest({ file, test })!.source.includes(name) ? 1e6 : 2e6) +
    seen
  for (const [key, all] of found) {
    const name = key.endsWith(' 200') ? (functions.get(key.slice(0, -4)) ?? '200') : key.split(/[ .]/).at(-1)!
    all.sort((a, b) => rank(a, name) - rank(b, name) || (`${a.file} ${a.test}` < `${b.file} ${b.test}` ? -1 : 1))
  }
  return found
}

const gap = '**none**'
const cellOf = ({ file, test }: Evidence): string => `[${relative('testing/test', file)}](../${file}) ${test.replaceAll('|', '\\|')}`
const evidenceOf = (cell: string): Evidence | undefined => {
  const [, file, test] = /^\[[^\]]*\]\(\.\.\/([^)]*)\) (.*)$/.exec(cell) ?? []
  return file === undefined ? undefined : { file, test: test!.replaceAll('\\|', '|') }
}

/** What the document says so far, by what was seen. */
function readTable(): Map<string, Evidence> {
  const path = join(root, document)
  const said = new Map<string, Evidence>()
  if (!existsSync(path)) return said
  const text = readFileSync(path, 'utf8')
  for (const { title, rows } of parts(everything)) {
    const section = text.split(`\n### ${title}\n`)[1]?.split('\n### ')[0] ?? ''
    const lines = section.split('\n').filter((line) => line.startsWith('| '))
    let call = ''
    const byCells = new Map<string, Evidence>()
    for (const line of lines.slice(2)) {
      const cells = line.slice(2, -2).split(/(?<!\\) \| ?/)
      const evidence = evidenceOf(cells.at(-1)!.trim())
      const first = cells[0]!.trim()
      if (first !== '') call = first
      if (evidence) byCells.set(cells.length === 3 ? `${call} ${cells[1]!.trim()}` : first, evidence)
    }
    let line = ''
    for (const { key, cells } of rows) {
      if (cells[0] !== '') line = cells[0]!
      const evidence = byCells.get(cells.length === 2 ? `${line} ${cells[1]}` : cells[0]!)
      if (evidence) said.set(key, evidence)
    }
  }
  return said
}

function write(chosen: ReadonlyMap<string, Evidence>): void {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const sections = parts(chosen).map(({ title, head, rows }) =>
    [
      `### ${title}`,
      '',
      row([...head, 'test']),
      row([...head, 'test'].map(() => '---')),
      ...rows.map(({ key, cells }) => {
        const evidence = chosen.get(key)
        return row([...cells, evidence ? cellOf(evidence) : (insteadOf(key) ?? gap)])
      }),
    ].join('\n'),
  )
  const calling = Object.keys(calls).length + 1
  const unused = [...beyond].filter((key) => !chosen.has(key)).map(code)
  writeFileSync(
    join(root, document),
    `# What the tests exercise

<!-- Written by scripts/coverage.ts from what the tests were seen to do. -->

While a test runs, the platform it talks to notes each call with its answer, each value of an enumeration that an accepted request or an answer carries, and each event ([record.ts](../testing/src/record.ts)). This table names one test for each; where several do, the one whose name or text says so. \`npm test\` proves it again in each run, and refuses a row whose test no longer does what it says.

Beside its own refusals any call may refuse with those [of any operation](errors.md). Values that stand for nothing (\`UNSPECIFIED\`, \`UNKNOWN…\`, \`UNDEFINED\`) are read and never written; they have no rows.

## Calls

${sections.slice(0, calling).join('\n\n')}

## Enumerations and events

${sections.slice(calling).join('\n\n')}

Beyond the specification the wire has values that nothing here brings about; they are read: ${unused.join(', ')}.
`,
  )
}

/** What is wrong with the table as it stands; nothing is run for it. */
export function coverageFaults(): string[] {
  const table = readTable()
  const again = 'node scripts/coverage.ts'
  return parts(table).flatMap(({ rows }) =>
    rows.flatMap(({ key }) => {
      const evidence = table.get(key)
      if (!evidence && insteadOf(key)) return []
      if (evidence && insteadOf(key)) return [`${document}: ${key} is given after all`]
      if (!evidence) return [`${document}: no test is named for ${key} (${again})`]
      return findTest(evidence) ? [] : [`${document}: ${evidence.file} has no test “${evidence.test}” (${again})`]
    }),
  )
}

/** What the table says of tests that, in a whole run, did something else. */
export function brokenPromises(folder: string): string[] {
  const found = new Set(
    readRecords(folder).flatMap(({ file, tests }) =>
      Object.entries(tests).flatMap(([test, things]) => Object.keys(things).map((key) => `${file} ${test} ${key}`)),
    ),
  )
  return [...readTable()]
    .filter(([key, { file, test }]) => !found.has(`${file} ${test} ${key}`))
    .map(([key, { file, test }]) => `${document}: ${file} “${test}” exercises no ${key}`)
}

/** Preserves what still holds, so that the table changes only where the tests do. */
function update(folder: string): void {
  const records = readRecords(folder)
  const recorded = new Set(records.map(({ file }) => file))
  const found = witnesses(records)
  const before = readTable()
  const chosen = new Map<string, Evidence>()
  for (const { key } of parts(everything).flatMap(({ rows }) => rows)) {
    const said = before.get(key)
    const holds =
      said &&
      findTest(said) &&
      (!recorded.has(said.file) || found.get(key)?.some(({ file, test }) => file === said.file && test === said.test))
    const evidence = holds ? said : found.get(key)?.[0]
    if (evidence) chosen.set(key, evidence)
  }
  write(chosen)
}

async function record(files: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-record-'))
  process.env.VITRINE_RECORD = folder
  const reports = await runFiles(files, { atOnce: 2, signal: new AbortController().signal })
  for (const { file, failures } of reports) for (const failure of failures) console.error(`✖ ${file} ${failure}`)
  return folder
}

if (import.meta.main) {
  const [flag, ...rest] = process.argv.slice(2)
  if (flag === '--check') {
    const faults = coverageFaults()
    for (const fault of faults) console.error(fault)
    process.exitCode = faults.length > 0 ? 1 : 0
  } else {
    const wanted = flag === undefined ? globSync('testing/test/*.test.ts', { cwd: root }).sort() : [flag, ...rest]
    const folder = await record(wanted.filter((file) => !unsteady.test(file)))
    update(folder)
    rmSync(folder, { recursive: true })
  }
}
