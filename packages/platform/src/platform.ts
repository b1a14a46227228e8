import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mostUploadBytes } from '@vitrine/contract'
import { runProductJobs } from './commerce/catalogue/edit/bulk/run.ts'
import { facts } from './commerce/catalogue/facts.ts'
import { type RewriteDeps, rewriteCatalogues } from './commerce/catalogue/rewrite.ts'
import { collectionUpdates } from './commerce/catalogue/rules/update.ts'
import type { downloadRoute } from './commerce/downloads/routes.ts'
import { abandonedDeps, leftIn, recoveryMail, recoveryOf, reminderDeps } from './commerce/flows/abandoned-checkouts.ts'
import { basisOf } from './commerce/flows/basis.ts'
import { factsForPeople } from './commerce/flows/facts-for-people.ts'
import { giftCardEmails } from './commerce/flows/gift-card-emails.ts'
import { giftCardJobs } from './commerce/flows/gift-card-jobs.ts'
import { downloading } from './commerce/flows/order-downloads.ts'
import { emailActivities, emails } from './commerce/flows/order-email-facts.ts'
import { findOrderMails } from './commerce/flows/order-emails.ts'
import { invoicing } from './commerce/flows/order-invoices.ts'
import { orderProofs } from './commerce/flows/order-proofs.ts'
import { outside } from './commerce/flows/outside-providers.ts'
import { paymentLinks } from './commerce/flows/payment-links.ts'
import { takingMoney } from './commerce/flows/payment-providers.ts'
import { counterBy } from './commerce/flows/pricing.ts'
import { importing } from './commerce/flows/product-imports.ts'
import { previewing } from './commerce/flows/product-previews.ts'
import { type PublicPages, publicPages } from './commerce/flows/public-pages.ts'
import { rehearsing } from './commerce/flows/rehearsal.ts'
import { renewing } from './commerce/flows/renewing.ts'
import { nextPayment, subscriptionEmails } from './commerce/flows/subscription-emails.ts'
import { subscriptionJobs } from './commerce/flows/subscription-jobs.ts'
import { codeKeys } from './commerce/gift-cards/code.ts'
import { sendDueEmails } from './commerce/gift-cards/emails.ts'
import { cardOf } from './commerce/gift-cards/redeem.ts'
import { inventoryIdOf, readDocument } from './commerce/index.ts'
import { invoiceRoute } from './commerce/invoices/routes.ts'
import { type EventRoute, stripeEvents } from './commerce/payments/routes.ts'
import type { StripeKeys } from './commerce/payments/stripe/provider.ts'
import type { ShippingRateProvider } from './commerce/selling/carriers.ts'
import { askingFirst } from './commerce/selling/outside-calls.ts'
import type { TaxProvider } from './commerce/selling/taxation.ts'
import type { DiscountTriggerProvider } from './commerce/selling/triggers.ts'
import { type Clock, storeClock, systemClock } from './kernel/clock/clock.ts'
import { connect, type Database } from './kernel/db/pool.ts'
import type { Db } from './kernel/db/sql.ts'
import type { AllHandlers } from './kernel/http/handlers.ts'
import { inProcessFetch } from './kernel/http/in-process.ts'
import { type AddressLimit, addressRefusal, limiter, unlimited } from './kernel/http/limiter.ts'
import { type LimitedClass, type RateLimits, usualRateLimits } from './kernel/http/rate-limits.ts'
import { type Api, serve } from './kernel/http/serve.ts'
import { batchRunner } from './kernel/jobs/batches.ts'
import { everySecond } from './kernel/jobs/every-second.ts'
import { inTurn } from './kernel/jobs/in-turn.ts'
import { type JobDefinition, type Jobs, type ScheduledJob, startJobs } from './kernel/jobs/jobs.ts'
import { type KeyWrap, noWrap } from './kernel/key-wrap/key-wrap.ts'
import { wrapStoredKeys } from './kernel/key-wrap/stored-keys.ts'
import type { OutboundAllow } from './kernel/outbound/allow.ts'
import { outbound } from './kernel/outbound/outbound.ts'
import { settings } from './kernel/settings/settings.ts'
import { siteDirectory } from './kernel/sites/directory.ts'
import type { Messenger, PushProvider } from './people/authentication/second-proof.ts'
import { people } from './people/build-people.ts'
import type { PasswordWork } from './people/credentials/password-checks.ts'
import { secrets } from './people/credentials/secrets.ts'
import { identityParts } from './people/flows/identity.ts'
import { redirectDeps } from './people/flows/redirects.ts'
import { stolenSessionEmail } from './people/flows/stolen-session-email.ts'
import type { AuthorizeRoute } from './people/identity/authorize.ts'
import { identifier } from './people/identity/identify.ts'
import { keyUse } from './people/identity/key-use.ts'
import { redirectOperations } from './people/redirects/operations.ts'
import { staffSessionRoute } from './people/staff/routes.ts'
import { asking } from './shop/audit/asking.ts'
import { auditing } from './shop/audit/auditing.ts'
import { readLog } from './shop/audit/reads.ts'
import type { SubjectsDeps } from './shop/audit/subjects.ts'
import { exportOperations } from './shop/exports/operations.ts'
import { exportRoute } from './shop/exports/routes.ts'
import type { LiveRoute } from './shop/live/routes.ts'
import { mailJobs } from './shop/mail/jobs.ts'
import { mailer } from './shop/mail/mailer.ts'
import { inboxPages } from './shop/mail/routes.ts'
import { subscriptionMail } from './shop/mail/subscription-jobs.ts'
import { type BucketSettings, bucketOriginals } from './shop/media/bucket.ts'
import { type KeptOriginals, localOriginals } from './shop/media/originals.ts'
import type { MediaHandler } from './shop/media/serve.ts'
import type { TakeUpload } from './shop/media/take-upload.ts'
import { uploadLinks } from './shop/media/upload-links.ts'
import type { SystemFacts } from './shop/system-checks/facts.ts'
import { systemCheckOperations } from './shop/system-checks/operations.ts'
import { type Backlog, findBacklog } from './wiring/backlog.ts'
import { dailyJobs, keepTables } from './wiring/daily-jobs.ts'
import { exporting } from './wiring/exporting.ts'
import { fileRoutes } from './wiring/files.ts'
import { hourlyJobs } from './wiring/hourly-jobs.ts'
import { liveAdmin } from './wiring/live-admin.ts'
import { minuteJobs } from './wiring/minute-jobs.ts'
import { adminOperations } from './wiring/operations/admin.ts'
import { buyingOperations } from './wiring/operations/buying.ts'
import { emailsOperations } from './wiring/operations/emails.ts'
import { goodsOperations } from './wiring/operations/goods.ts'
import { moneyOperations } from './wiring/operations/money.ts'
import { offersOperations } from './wiring/operations/offers.ts'
import { ordersOperations } from './wiring/operations/orders.ts'
import { settingsOperations } from './wiring/operations/settings.ts'
import { systemChecks } from './wiring/system-checks.ts'

export interface PlatformOptions {
  readonly databaseUrl: string
  /** Where the shop is reached from outside, without a slash at its end. */
  readonly origin: string
  /** Where originals of media lie, unless they have a bucket, and what is made of them. */
  readonly dataDir: string
  /** Where originals lie for processes on several machines. */
  readonly bucket?: BucketSettings | undefined
  readonly clock?: Clock
  readonly smtpUrl?: string | undefined
  /** Whether emails go to the inbox, which everybody reads, where there is no mail server; else they wait for one. */
  readonly inbox: boolean
  /** Says something to whoever runs the server, and to nobody else. */
  readonly tell: (line: string) => void
  /** Payments on Stripe's pages, where there are keys. */
  readonly stripe?: StripeKeys | undefined
  /** What merchants may have called beside public hosts by https. */
  readonly outboundAllow?: OutboundAllow | undefined
  /** Whether the sandbox bank takes new payments, with test cards. */
  readonly sandbox: boolean
  /** How keys lie in the database: wrapped with the operator's secret, where there is one. */
  readonly keyWrap?: KeyWrap | undefined
  /** What the server knows of the proxies before it, for the checks of the system. */
  readonly proxies?: () => SystemFacts['proxies']
  /** Whether the database is the one that comes with Vitrine. */
  readonly embeddedDatabase?: boolean
  /** `false` leaves what is due by the clock to other processes, or to who calls `everyMinute`. */
  readonly schedules?: boolean
  readonly connections?: number
  readonly preparedStatements?: boolean
  /** Who may be asked for the rates of taxes, beside the merchants themselves. */
  readonly taxProviders?: readonly TaxProvider[]
  /** Who may be asked whether a CUSTOM trigger of a discount rule holds. */
  readonly discountTriggerProviders?: readonly DiscountTriggerProvider[]
  /** Who may be asked what delivery costs. */
  readonly shippingRateProviders?: readonly ShippingRateProvider[]
  /** Who brings figures to telephones; without one, where mail goes to the inbox, so do they. */
  readonly messenger?: Messenger
  /** Who asks members on devices of theirs. */
  readonly push?: PushProvider
  /** What compares and hashes passwords: argon2, unless a test says otherwise. */
  readonly passwordWork?: PasswordWork
  /** Faults and their places; the caller of the wire learns the request id alone. */
  readonly report: (fault: unknown, where: string, requestId?: string) => void
  readonly observe?: (line: string, status: number, milliseconds: number) => void
  /** How often whom may call: the usual limits where nobody says otherwise. */
  readonly rateLimits?: RateLimits | 'off'
  /** Hears of each request that was one too many. */
  readonly limited?: (what: LimitedClass) => void
}

export interface Platform extends AsyncDisposable {
  readonly api: Api
  /** The API as a `fetch` without a socket, for pages rendered in this process. */
  readonly fetch: typeof fetch
  readonly database: Database
  readonly jobs: Jobs
  readonly media: MediaHandler
  /** Where the bytes of media lie. */
  readonly originals: KeptOriginals
  /** What answers at `stripeEventsPath`; undefined where Stripe is not set up. */
  readonly stripeEvents: EventRoute | undefined
  /** What happens, told to staff while it happens. */
  readonly live: LiveRoute
  /** Where staff sign in and out. */
  readonly staffSession: ReturnType<typeof staffSessionRoute>
  /** Where browsers go to sign in and out for an app. */
  readonly authorize: AuthorizeRoute
  /** Learns at once whose tokens are over before their time; it happens by itself every second. */
  learnEnded(): Promise<void>
  /** Files that were bought, under `/downloads/`. */
  readonly downloads: ReturnType<typeof downloadRoute>
  /** Files that the shop is given, under `/uploads/`. */
  readonly uploads: TakeUpload
  /** Invoices, under `/invoices/`. */
  readonly invoices: ReturnType<typeof invoiceRoute>
  /** Exports, under `/exports/`. */
  readonly exports: ReturnType<typeof exportRoute>
  /** The pages of the built-in inbox; undefined where it is not on. */
  readonly inbox: ReturnType<typeof inboxPages> | undefined
  readonly siteAt: (host: string | undefined) => Promise<string>
  readonly publicPages: PublicPages
  /** What a shop on the open internet needs, and whether it is there. */
  readonly systemChecks: ReturnType<typeof systemChecks>
  /** Does now what is due each minute, one job after the other: payments without an answer, orders without a payment, sessions that are over. */
  everyMinute(): Promise<void>
  /** Does now what is due each hour. */
  everyHour(): Promise<void>
  /** Lets the sandbox bank tell what is due; it happens by itself every second. */
  tellBank(): Promise<void>
  /** Counts what an address asks for beside the API; how many seconds it has to wait, with headers that say so, where it has to. */
  readonly limitAddress: AddressLimit
  /** What waits to be done, of all shops. */
  backlog(): Promise<Backlog>
  /** Whether the database answers. */
  healthy(): Promise<boolean>
}

/** Makes the whole platform once, wired together; nothing else knows every slice. */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { origin, report, rateLimits = usualRateLimits } = options
  const sandboxIsOpen = options.sandbox
  const delivery = options.smtpUrl !== undefined ? 'SMTP' : options.inbox ? 'INBOX' : 'WAITING'
  /** Sign-ins, keys and the outside world go by real time, the shop by its own. */
  const real = options.clock ?? systemClock
  const clock = storeClock(real)
  const database = askingFirst(
    connect({
      url: options.databaseUrl,
      ...(options.connections !== undefined && { connections: options.connections }),
      ...(options.preparedStatements !== undefined && { preparedStatements: options.preparedStatements }),
      onIdleError: (error) => report(error, 'idle connection'),
    }),
  )
  const wrap = options.keyWrap ?? noWrap
  await wrapStoredKeys(database, wrap).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const limits =
    rateLimits === 'off'
      ? unlimited
      : limiter({
          limits: rateLimits,
          database,
          clock: real,
          ...(options.limited && { limited: options.limited }),
        })
  const { all: sites, siteAt } = siteDirectory(database)
  const originals = options.bucket ? bucketOriginals(options.bucket) : localOriginals(join(options.dataDir, 'media'))
  const post = mailer({
    db: database,
    now: () => clock.now(),
    report,
    domain: new URL(origin).hostname,
    smtpUrl: options.smtpUrl,
    inbox: options.inbox,
    noteActivity: emailActivities({ database, clock }),
  })
  const shopSettings = settings()
  const { read: readSettings } = shopSettings
  const toOthers = outbound({ allow: options.outboundAllow })
  const commerce = async (db: Db, site: string) => (await readSettings(db, site)).commerce
  const recovery = async (db: Db, site: string) => recoveryOf(await readSettings(db, site))

  // Who calls.
  const identity = identityParts({ database, real, clock, origin, wrap, report })
  const { ended, tokens, sealing } = identity
  const commerceFacts = factsForPeople({ origin, readSettings })
  const everybody = people({
    commerce: commerceFacts,
    identity,
    readSettings,
    mailer: post,
    originals,
    messenger: options.messenger,
    push: options.push,
    outbound: toOthers,
    passwordWork: options.passwordWork,
    delivery,
    tell: options.tell,
  })

  // What things cost, and who takes the money.
  const askedOutside = outside({
    database,
    real,
    rates: options.shippingRateProviders ?? [],
    taxes: options.taxProviders ?? [],
    triggers: options.discountTriggerProviders ?? [],
    outbound: toOthers,
    wrap,
    report,
  })
  const catalogue = facts({ publicUrl: origin })
  const basis = basisOf(shopSettings, catalogue)
  const counter = counterBy({ catalogue, readSettings, outside: askedOutside, report })
  const ownCounter = counter(() => clock.now())
  const { openTill } = ownCounter
  const { bank, script, stripe, collecting, live } = takingMoney({
    database,
    clock,
    real,
    origin,
    sealing,
    openTill,
    stripeKeys: options.stripe,
    sandboxIsOpen,
    report,
  })

  // What follows an order, or a checkout that was left.
  const cardKeys = codeKeys(wrap)
  const { statusToken, provesOrder } = orderProofs(sealing)
  const payLinks = paymentLinks({ origin, sealing })
  const { paymentLink } = payLinks
  const subscribing = { database, clock, openTill, settling: collecting }
  const downloads = downloading({ origin, sealing, readSettings })
  const uploads = uploadLinks(sealing)
  const exported = exporting({ database, origin, sealing, now: () => clock.now(), commerce, purchasesOf: everybody.membering.purchasesOf })
  const invoices = invoicing({ database, origin, sealing, readSettings, originals, now: () => clock.now() })
  const emailFacts = emails({ database, clock, origin, downloads, paymentLink })
  const orderMails = findOrderMails({ database, clock, origin, readSettings, statusToken, nextPayment: nextPayment(database) })
  const orderMail = async (site: string, orderId: string, to?: string) => (await orderMails(site, [orderId], to)).get(orderId)
  const cardEmails = giftCardEmails({
    db: database,
    clock,
    real,
    keys: cardKeys,
    sites,
    origin,
    mailer: post,
    readSettings,
    recipients: limits.recipients,
  })
  const abandoned = abandonedDeps({ origin, seal: sealing.seal, open: sealing.open, commerce, recovery }, database)
  const reminding = reminderDeps({
    database,
    clock,
    origin,
    mailer: post,
    readSettings,
    linkOf: abandoned.linkOf,
    commerce,
    recovery,
    recipients: limits.recipients,
  })

  const imports = importing({
    database,
    clock,
    sites,
    commerce: async (db, site) => (await readSettings(db, site)).commerce,
    origin,
    originals,
    outbound: outbound({ allow: options.outboundAllow, maxBytes: mostUploadBytes, timeoutMs: 30_000 }),
    report,
  })

  const changingMany = { database, clock, commerce, pause: (ms: number) => sleep(ms, undefined, { ref: false }) }
  const productJobs = batchRunner({
    run: (isStopped) => runProductJobs(changingMany, isStopped),
    report: (error) => report(error, 'changes of many products'),
  })

  // What the clock asks for.
  const eachMinute = minuteJobs({
    database,
    clock,
    real,
    sites,
    commerce,
    collecting,
    renewing: renewing(subscribing),
    giftCardEmails: cardEmails,
    left: leftIn(openTill, origin),
    reminding,
    membering: everybody.membering,
    commerceFacts,
    originals,
    openTill,
    signInEmails: everybody.emails,
    emails: post,
    longestLimitSeconds: Math.max(...Object.values(rateLimits === 'off' ? usualRateLimits : rateLimits).map(({ seconds }) => seconds)),
  })
  const eachHour = hourlyJobs({ database, clock, real, sites, readSettings })
  const runAll = (jobs: readonly ScheduledJob[]) => inTurn(jobs.map(({ run }) => run))
  const runMinute = runAll(eachMinute)
  const checks = systemChecks({ options, database, clock: real, delivery, readSettings })
  const rehearsal = rehearsing({
    database,
    clock,
    script,
    readSettings,
    sandboxIsOpen,
    isInEarnest: options.stripe !== undefined,
    async carryOut() {
      await runMinute()
      await jobs.settle()
    },
  })

  // What the API answers.
  const { digest } = secrets(wrap)
  const audited: SubjectsDeps = {
    ask: asking(() => handlers),
    readProduct: readDocument,
    inventoryIdOf,
    guestOf: async ({ db, site }, email) => (await digest(db, site, `guest ${email.toLowerCase()}`)).toString('hex').slice(0, 32),
    giftCardOf: async ({ db, site }, code) => (await cardOf(db, site, cardKeys, code))?.id,
  }
  const handlers: AllHandlers = {
    ...everybody.operations,
    ...goodsOperations({
      origin,
      catalogue,
      readSettings,
      commerce,
      uploading: uploads,
      previews: previewing(sealing),
      pokeImports: imports.poke,
      pokeJobs: productJobs.poke,
    }),
    ...buyingOperations({ origin, openTill, basis, commerce, cardKeys, abandoned, reminding, recipients: limits.recipients }),
    ...exportOperations(exported.deps),
    ...ordersOperations({ openTill, commerce, paymentLink, provesOrder, downloads, invoices }),
    ...moneyOperations({
      bank,
      collecting,
      live,
      statusToken,
      origin,
      basis,
      readSettings,
      cardKeys,
      payLinks,
      recipients: limits.recipients,
    }),
    ...offersOperations({ origin, openTill, commerce, cardKeys, counterAt: (at) => (at ? counter(() => at) : ownCounter) }),
    ...emailsOperations({ origin, readSettings, mailer: post, findOrderMail: orderMail, emailFacts, delivery }),
    ...settingsOperations({ readSettings, outside: askedOutside, report }),
    ...adminOperations({ audited, readSettings, sellables: catalogue.sellables, handlers: () => handlers }),
    ...redirectOperations(redirectDeps({ origin, sealing, commerce: commerceFacts })),
    ...rehearsal.operations,
    ...systemCheckOperations(checks),
  }

  // What follows from what happened.
  const upkeep = { database, real, sites, wrap }
  // Shoppers come first: at most half of the time is spent on it.
  const asLongAgain: RewriteDeps['rest'] = (_site, _written, tookMs) => sleep(tookMs)
  const rewriting = { database, clock, sites, commerce, report, rest: asLongAgain }
  const definitions: JobDefinition[] = [
    ...giftCardJobs({ database, clock, keys: cardKeys, sendDue: (site) => sendDueEmails(cardEmails, site) }),
    ...mailJobs({ db: database, mailer: post, findOrderMail: orderMail, findOrderMails: orderMails, ...emailFacts }),
    ...subscriptionJobs(subscribing),
    subscriptionMail({ mailer: post, findOrderMail: orderMail, ...subscriptionEmails(database, paymentLink) }),
    recoveryMail(reminding),
    collectionUpdates({ database, clock }),
    stolenSessionEmail({ database, origin, mailer: post, readSettings }),
  ]
  const scheduled: ScheduledJob[] = [
    ...eachMinute,
    ...eachHour,
    ...dailyJobs(upkeep),
    { queue: 'catalogue-rewrite', every: '* * * * *', run: () => rewriteCatalogues(rewriting) },
  ]

  // Rows find a place without it too, so a start does not hang on it.
  await keepTables(upkeep).catch((error: unknown) => report(error, 'partitions'))
  await Promise.all([rehearsal.hear(), ended.look()])
  const jobs = await startJobs({
    url: options.databaseUrl,
    database,
    clock: real,
    definitions,
    scheduled: options.schedules === false ? undefined : scheduled,
    report,
  })
  productJobs.begin()
  imports.begin()
  const endSeconds = everySecond(
    () => Promise.all([bank.tellDue(), rehearsal.hear(), ended.look()]),
    (error) => report(error, 'sandbox bank'),
  )

  const reads = readLog({ database, clock: real, report })
  const uses = keyUse({ db: database, clock: real, report })
  const admin = liveAdmin({ database, sessions: everybody.staffSessions, report })
  const api = serve(handlers, {
    database,
    clock,
    identify: identifier({ db: database, tokens, siteAt, hasEnded: ended.has, clock: real, noteUse: uses.note }),
    report: (fault, requestId, line) => report(fault, line, requestId),
    auditing: { ...auditing({ ...audited, database }), read: reads.note },
    limiter: limits,
    wrote() {
      jobs.poke()
      admin.poke()
    },
    ...(options.observe && { observe: options.observe }),
  })
  const files = fileRoutes({ database, clock, originals, dataDir: options.dataDir, downloads, uploading: uploads, origin, report })

  return {
    api,
    fetch: inProcessFetch(api),
    database,
    jobs: {
      ...jobs,
      async settle() {
        await everybody.emails.settle()
        await uses.settle()
        await reads.settle()
        await imports.settle()
        await jobs.settle()
      },
    },
    media: files.media,
    originals,
    stripeEvents: stripe && stripeEvents(stripe.hear, report),
    live: admin.route,
    staffSession: staffSessionRoute(everybody.staffSessions, { origin, report }),
    authorize: everybody.authorize,
    learnEnded: ended.look,
    downloads: files.downloads,
    uploads: files.uploads,
    invoices: invoiceRoute(invoices.route),
    exports: exportRoute(exported.route),
    inbox:
      delivery === 'INBOX'
        ? inboxPages({ db: database, origin, timeZone: async (site) => (await commerce(database, site)).timeZone, now: () => clock.now() })
        : undefined,
    siteAt,
    publicPages: publicPages(database, readSettings, () => clock.now()),
    systemChecks: checks,
    limitAddress: (what, address) => addressRefusal(limits.countAddress(what, address)),
    everyMinute: runMinute,
    everyHour: runAll(eachHour),
    tellBank: () => bank.tellDue(),
    backlog: () => findBacklog(database, real.now()),
    healthy: () =>
      database.query({ strings: ['select 1'], values: [] }).then(
        () => true,
        () => false,
      ),
    async [Symbol.asyncDispose]() {
      const lastSecond = Promise.all([endSeconds(), productJobs.stop(), imports.stop()])
      await admin.route.close()
      await lastSecond
      await files.media.close()
      await jobs[Symbol.asyncDispose]()
      await reads.settle()
      await everybody.emails.settle().catch((error: unknown) => report(error, 'emails about sign-ins'))
      await post[Symbol.asyncDispose]()
      await originals.close()
      await uses.settle()
      await database.close()
    },
  }
}
