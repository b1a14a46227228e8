import { askingFirst, buildCommerce, type Commerce, emailActivities, factsForPeople } from './commerce/index.ts'
import type { Database } from './kernel/db/pool.ts'
import { relayLag } from './kernel/events/lag.ts'
import { outboxTable } from './kernel/events/partitions.ts'
import type { AllHandlers } from './kernel/http/handlers.ts'
import { inProcessFetch } from './kernel/http/in-process.ts'
import { type AddressLimit, addressRefusal } from './kernel/http/limiter.ts'
import { type Api, serve } from './kernel/http/serve.ts'
import { everyMinute } from './kernel/jobs/area-jobs.ts'
import { everySecond } from './kernel/jobs/every-second.ts'
import { inTurn } from './kernel/jobs/in-turn.ts'
import { type Jobs, type ScheduledJob, startJobs } from './kernel/jobs/jobs.ts'
import { buildKernel } from './kernel/kernel.ts'
import { buildPeople, findMail, type People } from './people/index.ts'
import type { PlatformOptions } from './platform-options.ts'
import { buildServices, buildShop, type Shop, type ShopServices } from './shop/index.ts'

/** What waits to be done, of all shops of a database. */
export interface Backlog {
  /** Emails that were not delivered yet. */
  readonly emails: number
  /** Events that have no job yet, and how long the oldest of them waits. */
  readonly events: number
  readonly eventsLagSeconds: number
  /** Products that are still written as an older version wrote them. */
  readonly unwrittenProducts: number
}

/**
 * What answers beside the API: media, uploads (`/uploads/`), files that were bought (`/downloads/`), invoices (`/invoices/`), exports
 * (`/exports/`), the built-in inbox, live news for staff, their sign-in and that for apps, and what Stripe tells.
 */
type Routes = Shop['routes'] & People['routes'] & Commerce['routes']

export interface Platform extends AsyncDisposable, Routes {
  readonly api: Api
  /** The API as a `fetch` without a socket, for pages rendered in this process. */
  readonly fetch: typeof fetch
  readonly database: Database
  readonly jobs: Jobs
  /** Where the bytes of media lie. */
  readonly originals: ShopServices['originals']
  /** Learns at once whose tokens are over before their time; it happens by itself every second. */
  learnEnded(): Promise<void>
  readonly siteAt: (host: string | undefined) => Promise<string>
  readonly publicPages: Commerce['publicPages']
  /** What a shop on the open internet needs, and whether it is there. */
  readonly systemChecks: Shop['systemChecks']
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

const runAll = (jobs: readonly ScheduledJob[]) => inTurn(jobs.map(({ run }) => run))

/** Makes the whole platform once: the kernel, and on it shop, people and commerce. */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const kernel = await buildKernel(options, askingFirst)
  const services = buildServices(kernel, options, emailActivities(kernel))
  const people = buildPeople(kernel, services, options, {
    ...factsForPeople(kernel),
    paymentProviders: (settings) => commerce.facts.paymentProviders(settings),
  })
  const commerce = buildCommerce(kernel, services, options, {
    sealing: people.sealing,
    subscribeAtCheckout: people.subscribeAtCheckout,
    carryOut,
    systemChecks: async (site) => (await shop.systemChecks(site)).checks,
  })
  const { sealing, findStaffMail, staffNames, rightsOf, guestOf } = people
  const shop = buildShop(kernel, services, options, {
    ...commerce.facts,
    sealing,
    findStaffMail,
    staffNames,
    rightsOf,
    audited: { ...commerce.facts.audited, guestOf },
    exports: { ...commerce.exports, ...people.exports },
    jobSources: [...commerce.facts.jobSources, ...people.jobSources],
    tables: [outboxTable, ...commerce.facts.tables],
    installation: {
      ...commerce.installation,
      embedded: options.embeddedDatabase ?? false,
      proxies: options.proxies ?? (() => ({ trusted: false, notTrusted: undefined })),
    },
    handlers: () => handlers,
    replay: (request, caller, note) => api.replay(request, caller, note),
  })
  const handlers: AllHandlers = { ...shop.operations, ...people.operations, ...commerce.operations }

  const { database, clock, real, limits, report } = kernel
  const areas = [commerce.jobs, people.jobs, shop.jobs]
  const sweeps = [...kernel.sweeps, ...areas.flatMap((area) => area.sweeps ?? [])]
  const eachMinute = [...areas.flatMap((area) => area.eachMinute), { queue: 'expired-rows', every: everyMinute, run: inTurn(sweeps) }]
  const eachHour = areas.flatMap((area) => area.eachHour ?? [])
  const runMinute = runAll(eachMinute)
  async function carryOut() {
    await runMinute()
    await jobs.settle()
  }

  await shop.begin()
  await Promise.all([commerce.hear(), people.learnEnded()])
  const jobs = await startJobs({
    url: options.databaseUrl,
    database,
    clock: real,
    definitions: areas.flatMap(({ events }) => events),
    scheduled: options.schedules === false ? undefined : [...eachMinute, ...eachHour, ...areas.flatMap((area) => area.others ?? [])],
    report,
  })
  commerce.begin()
  const endSeconds = everySecond(
    () => Promise.all([commerce.tellBank(), commerce.hear(), people.learnEnded()]),
    (error) => report(error, 'sandbox bank'),
  )
  const api = serve(handlers, {
    database,
    clock,
    identify: people.identify,
    report: (fault, requestId, line) => report(fault, line, requestId),
    auditing: shop.auditing,
    recording: shop.recording,
    staffEmail: findMail,
    limiter: limits,
    wrote() {
      jobs.poke()
      shop.poke()
    },
    ...(options.observe && { observe: options.observe }),
  })

  return {
    ...shop.routes,
    ...people.routes,
    ...commerce.routes,
    api,
    fetch: inProcessFetch(api),
    database,
    jobs: {
      ...jobs,
      async settle() {
        await people.settle()
        await shop.settle()
        await commerce.settle()
        await jobs.settle()
      },
    },
    originals: services.originals,
    learnEnded: people.learnEnded,
    siteAt: kernel.siteAt,
    publicPages: commerce.publicPages,
    systemChecks: shop.systemChecks,
    limitAddress: (what, address) => addressRefusal(limits.countAddress(what, address)),
    everyMinute: runMinute,
    everyHour: runAll(eachHour),
    tellBank: commerce.tellBank,
    async backlog() {
      const [emails, { events, seconds }, unwrittenProducts] = await Promise.all([
        shop.countUnsentEmails(),
        relayLag(database, real.now()),
        commerce.countUnwritten(),
      ])
      return { emails, events, eventsLagSeconds: seconds, unwrittenProducts }
    },
    healthy: () =>
      database.query({ strings: ['select 1'], values: [] }).then(
        () => true,
        () => false,
      ),
    async [Symbol.asyncDispose]() {
      const lastSecond = Promise.all([endSeconds(), commerce.stop()])
      await shop.endListening()
      await shop.endWebhooks()
      await lastSecond
      await shop.endFiles()
      await jobs[Symbol.asyncDispose]()
      await shop.settle()
      await people.end()
      await shop.end()
      await database.close()
    },
  }
}
