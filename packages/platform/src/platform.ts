import { join } from 'node:path'
import { rightsOf } from '@vitrine/contract'
import { reminderOperations } from './abandoned/desk.ts'
import { lookForAbandoned } from './abandoned/look.ts'
import { abandonedOperations } from './abandoned/operations.ts'
import { remindAll } from './abandoned/remind.ts'
import { auditing } from './audit/auditing.ts'
import { forgetSooner, monthsBySite, usualMonths } from './audit/forget.ts'
import { auditOperations } from './audit/operations.ts'
import { noteOwn, noteVisit } from './audit/visits.ts'
import type { Messenger, PushProvider } from './authentication/second-proof.ts'
import { sweepSignIns } from './authentication/store.ts'
import { cartOperations } from './cart/operations.ts'
import { findCartById } from './cart/store.ts'
import { cartTesterOperations } from './cart-tester/operations.ts'
import { facts } from './catalogue/facts.ts'
import { catalogueOperations } from './catalogue/operations.ts'
import { planOperations } from './catalogue/plans/operations.ts'
import { searchOperations } from './catalogue/search.ts'
import { shelf } from './catalogue/shelf.ts'
import { catalogueRevision, findPieces, readWindow } from './catalogue/window.ts'
import { begunInParts } from './checkout/conversion.ts'
import { checkoutFromCart } from './checkout/from-cart.ts'
import { checkoutOperations, checkoutUrl } from './checkout/operations.ts'
import { mayUse } from './checkout/rules.ts'
import { findCheckout, findQuiet, type StoredCheckout } from './checkout/store.ts'
import { checkoutFormOperations } from './checkout-form/operations.ts'
import { type Clock, storeClock, systemClock } from './clock/clock.ts'
import { clockOperations } from './clock/operations.ts'
import { findOnlyClock } from './clock/store.ts'
import { forgottenAfterMs } from './credentials/pauses.ts'
import type { Moment } from './db/moment.ts'
import { connect, type Database } from './db/pool.ts'
import type { Db } from './db/sql.ts'
import { deliveryOperations } from './delivery/operations.ts'
import { deliveryPlanOperations } from './delivery/plan.ts'
import { findTaken } from './delivery/slots.ts'
import { deskOperations } from './desk/operations.ts'
import { downloadRoute } from './downloads/routes.ts'
import { draftDeskOperations } from './draft-orders/desk.ts'
import { lapseDrafts } from './draft-orders/lapse.ts'
import { draftOrderOperations } from './draft-orders/operations.ts'
import { sweepDrafts } from './draft-orders/store.ts'
import { keepPartitions, type PartitionedTable } from './events/partitions.ts'
import { feeOperations } from './fees/operations.ts'
import { fulfillmentOperations } from './fulfillment/operations.ts'
import { generalSettingsOperations } from './general-settings/operations.ts'
import { codeKeys } from './gift-cards/code.ts'
import { sendDueLetters } from './gift-cards/letters.ts'
import { giftCardOperations } from './gift-cards/operations.ts'
import { giftCardProductOperations } from './gift-cards/product-operations.ts'
import { cardOf } from './gift-cards/redeem.ts'
import { usableCard } from './gift-cards/usable.ts'
import { nameOf } from './http/caller.ts'
import type { AllHandlers } from './http/handlers.ts'
import { sweepIdempotency } from './http/idempotency.ts'
import { inProcessFetch } from './http/in-process.ts'
import { type Api, serve } from './http/serve.ts'
import type { AuthorizeRoute } from './identity/authorize.ts'
import { authorizeUrl, logoutUrl } from './identity/authorize-url.ts'
import { developerOperations } from './identity/developers.ts'
import { whatEnded } from './identity/ended.ts'
import { sweepCodes, sweepMemberSessions } from './identity/grants.ts'
import { identifier } from './identity/identify.ts'
import { keyRing, retireKeys, rotateOldKeys } from './identity/keys.ts'
import { identityOperations } from './identity/operations.ts'
import { seals } from './identity/seals.ts'
import { memberSessions } from './identity/sessions.ts'
import { findRedirectUris, findRedirectUrisOfApp } from './identity/store.ts'
import { accessSeconds, staffSeconds, tokens } from './identity/tokens.ts'
import { invoiceOperations, ownApp } from './invoices/operations.ts'
import { invoiceRoute } from './invoices/routes.ts'
import { type JobDefinition, type Jobs, startJobs } from './jobs/jobs.ts'
import { liveFeed } from './live/feed.ts'
import { type LiveRoute, liveRoute } from './live/routes.ts'
import { mailJobs } from './mail/jobs.ts'
import { letterOperations } from './mail/letter-operations.ts'
import { mailer } from './mail/mailer.ts'
import { mailOperations } from './mail/operations.ts'
import { orderLetterOperations } from './mail/order-letter-operations.ts'
import { inboxPages } from './mail/routes.ts'
import { subscriptionMail } from './mail/subscription-jobs.ts'
import { type BucketSettings, bucketOriginals } from './media/bucket.ts'
import { handOver } from './media/hand-over.ts'
import { myPhotoOperations } from './media/my-photo.ts'
import { type KeptOriginals, localOriginals } from './media/originals.ts'
import { localRenditions } from './media/renditions.ts'
import { type MediaHandler, mediaHandler } from './media/serve.ts'
import { findMedia } from './media/store.ts'
import { runMemberJobs } from './members/bulk.ts'
import { purgeDue, sweepMembers } from './members/closing.ts'
import { memberDeskOperations } from './members/desk.ts'
import { myAccountOperations } from './members/mine.ts'
import { memberOperations } from './members/operations.ts'
import { buyerOperations } from './orders/buyer.ts'
import { countOrders } from './orders/count.ts'
import { expireUnpaid } from './orders/expire.ts'
import { keptOrders } from './orders/kept.ts'
import { findReadable, orderOperations } from './orders/operations.ts'
import { countWaiting, salesOf, soldInParts, topProducts } from './orders/sales.ts'
import { showOrder } from './orders/show.ts'
import { findActivities, findOrder } from './orders/store.ts'
import { askAboutOpenPayments } from './payments/ask.ts'
import { billingOperations } from './payments/billing.ts'
import { chargingOperations } from './payments/charging.ts'
import { collectDue } from './payments/collect.ts'
import { collectionOperations } from './payments/collections.ts'
import { collectorOperations } from './payments/collector.ts'
import { noteHeard } from './payments/heard.ts'
import { paymentOperations } from './payments/operations.ts'
import type { Providers } from './payments/provider.ts'
import { type EventRoute, stripeEvents } from './payments/routes.ts'
import { sandbox } from './payments/sandbox.ts'
import { sandboxScript, scriptOperations } from './payments/sandbox-script.ts'
import { savedMethodOperations } from './payments/saved-operations.ts'
import { paymentSettingsOperations } from './payments/settings.ts'
import { settle } from './payments/settle.ts'
import { bookStatement } from './payments/statement.ts'
import { endPromises, findPayment } from './payments/store.ts'
import { type StripeKeys, stripeProvider } from './payments/stripe/provider.ts'
import { transactionOperations } from './payments/transactions.ts'
import { callPlugin } from './plugins/call.ts'
import { pluginKeys } from './plugins/keys.ts'
import { pluginOperations } from './plugins/operations.ts'
import { pluggedIn } from './plugins/providers.ts'
import { membershipOperations } from './promotions/memberships.ts'
import { merchantPromotions } from './promotions/merchant-operations.ts'
import { promotionOperations } from './promotions/operations.ts'
import { triggerOperations } from './promotions/trigger-operations.ts'
import { refusedCoupon } from './promotions/use.ts'
import { redirectOperations, sessionMs } from './redirects/operations.ts'
import { sweepSessions } from './redirects/store.ts'
import { Refusal, refuse } from './refusal.ts'
import type { ShippingRateProvider } from './selling/carriers.ts'
import { deliveryFacts } from './selling/delivery-facts.ts'
import { additionalFees } from './selling/fees.ts'
import { askingFirst } from './selling/outside.ts'
import { recent } from './selling/recent.ts'
import { standings } from './selling/standing.ts'
import { type TaxProvider, taxation } from './selling/taxation.ts'
import { openTill } from './selling/till.ts'
import { customTriggers, type DiscountTriggerProvider } from './selling/triggers.ts'
import type { Sections } from './settings/sections.ts'
import { settings } from './settings/settings.ts'
import { shopOperations } from './shop/operations.ts'
import { shopSettingsOperations } from './shop-settings/operations.ts'
import { siteDirectory } from './sites/directory.ts'
import { staffAccountOperations } from './staff/account.ts'
import { sweepInvitations } from './staff/invitation-store.ts'
import { staffOperations } from './staff/operations.ts'
import { staffRecoveryOperations } from './staff/recovery.ts'
import { secretOf, staffSessionRoute } from './staff/routes.ts'
import { restoreDays } from './staff/rules.ts'
import { sweepStaffSessions } from './staff/session-store.ts'
import { staffSessions } from './staff/sessions.ts'
import { findMail, findNames, sweepStaff } from './staff/store.ts'
import { beginContracts } from './subscriptions/begin.ts'
import { end } from './subscriptions/end.ts'
import { mySubscriptionOperations } from './subscriptions/mine.ts'
import { subscriptionOperations } from './subscriptions/operations.ts'
import { renewDue } from './subscriptions/renew.ts'
import { findBegun } from './subscriptions/store.ts'
import { groupsOf } from './tax/model.ts'
import { taxOperations } from './tax/operations.ts'
import { viewOperations } from './views/operations.ts'
import { abandonedDeps, leftIn, recoveryMail, recoveryOf, reminderDeps } from './wiring/abandoned.ts'
import { standsAtOnce } from './wiring/at-once.ts'
import { asking, within } from './wiring/audited.ts'
import { basisOf } from './wiring/basis.ts'
import { benefitsOf } from './wiring/benefits.ts'
import { cartTesting } from './wiring/cart-testing.ts'
import { charging } from './wiring/charging.ts'
import { downloading, filesOf } from './wiring/downloading.ts'
import { draftDeps, draftDeskDeps, giveUpUnpaid } from './wiring/drafting.ts'
import { foreseen, nextDue } from './wiring/foresee.ts'
import { findParcels, fulfillmentDeps } from './wiring/fulfilling.ts'
import { generalSettingsWiring } from './wiring/general-settings.ts'
import { sendGiftCard } from './wiring/gift-card-letter.ts'
import { giftCardProvider } from './wiring/gift-card-payments.ts'
import { withGiftCards } from './wiring/gift-card-sellables.ts'
import { authorizing, identityDeps, showsProduct, theftMail } from './wiring/identity.ts'
import { invoicing } from './wiring/invoicing.ts'
import { letters, lettersOfOrders } from './wiring/letters.ts'
import { lowStock } from './wiring/low-stock.ts'
import { forgetMember, memberDeps } from './wiring/members.ts'
import { membersSubscriptions } from './wiring/my-subscriptions.ts'
import { findOrderMails, letterheadOf } from './wiring/order-letter.ts'
import {
  completeCheckout,
  createOrder,
  findCard,
  findPromise,
  mayReturnTo,
  payable,
  payersCheckout,
  paymentUnderWay,
  placeForPayment,
  stock,
} from './wiring/ordering.ts'
import { heldPayments, orderOfPayment, orderToCollect, paidByHand } from './wiring/paid.ts'
import { payWithGiftCard } from './wiring/pay-with-gift-card.ts'
import { paymentLinks } from './wiring/payment-links.ts'
import { perks } from './wiring/perks.ts'
import { recentCarts } from './wiring/recent-carts.ts'
import { signingIn } from './wiring/signing-in.ts'
import { soldGiftCardJobs } from './wiring/sold-gift-cards.ts'
import {
  beginning,
  buyersSubscriptions,
  cyclesOfOrders,
  ending,
  nextPayment,
  renewing,
  subscriptionDeps,
  subscriptionLetters,
} from './wiring/subscribing.ts'

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
  /** Says something to whoever runs the server, and to nobody else. */
  readonly tell: (line: string) => void
  /** Payments on Stripe's pages, where there are keys. */
  readonly stripe?: StripeKeys | undefined
  /** Whether the sandbox bank takes new payments; it does where nobody says otherwise. */
  readonly sandbox?: boolean
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
  /** Faults and their places; the caller of the wire learns the request id alone. */
  readonly report: (fault: unknown, where: string, requestId?: string) => void
  readonly observe?: (line: string, status: number, milliseconds: number) => void
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
  /** Invoices, under `/invoices/`. */
  readonly invoices: ReturnType<typeof invoiceRoute>
  /** The pages of the built-in inbox; undefined where a mail server is set. */
  readonly inbox: ReturnType<typeof inboxPages> | undefined
  readonly siteAt: (host: string | undefined) => Promise<string>
  /** What the clock asks for each minute: payments without an answer, orders without a payment, keys and sessions that are over. */
  everyMinute(): Promise<void>
  /** Lets the sandbox bank tell what is due; it happens by itself every second. */
  tellBank(): Promise<void>
  /** Whether the database answers. */
  healthy(): Promise<boolean>
}

const partitioned: readonly PartitionedTable[] = [
  { table: 'outbox', keepMonths: 2, unlessAny: 'relayed_at is null' },
  { table: 'order_activity' },
]
/** So long is it known who changed what. */

const megabyte = 1024 * 1024
const everySecond = 1000
const dayMs = 24 * 3_600_000
/** Nobody outside keeps a buyer waiting for longer. */
const outsideMs = 4000
const linkSeconds = 400 * 24 * 3600

/** The routes of browsers as one. */
const firstOf = (routes: readonly AuthorizeRoute[]): AuthorizeRoute => ({
  claims: (request) => routes.some((route) => route.claims(request)),
  answer: (request) => (routes.find((route) => route.claims(request)) ?? routes.at(-1)!).answer(request),
})

/** Makes the whole platform once, wired together; nothing else knows every slice. */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { origin, report } = options
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
  const directory = siteDirectory(database)
  const keys = keyRing(database)
  const ended = whatEnded(database, real)
  const token = tokens(keys, real, ended.has)
  const sealing = seals(keys, real)
  const memberLogins = memberSessions({ sealing, clock: real })
  const identityParts = { database, real, clock, origin, keys, tokens: token, sealing, sessions: memberLogins, report }
  const shopSettings = settings()
  const { read: readSettings } = shopSettings
  const callKeys = pluginKeys(database, real)
  const plugged = pluggedIn(callPlugin({ keys: callKeys, clock: real, timeoutMs: outsideMs - 200 }))
  const rateProviders = (settings: Pick<Sections, 'plugins'>) => [...(options.shippingRateProviders ?? []), ...plugged.rates(settings)]
  const taxProviders = (settings: Pick<Sections, 'plugins'>) => [...(options.taxProviders ?? []), ...plugged.taxes(settings)]
  const noteStanding = standings({ database, clock: real, report: (fault) => report(fault, 'standing of a provider') })
  const chooseTax = taxation({
    providers: taxProviders,
    timeoutMs: outsideMs,
    report: (fault) => report(fault, 'tax provider'),
    noteStanding,
  })
  const triggerProviders = (settings: Pick<Sections, 'plugins'>) => [
    ...(options.discountTriggerProviders ?? []),
    ...plugged.triggers(settings),
  ]
  const findFees = additionalFees({ providers: plugged.fees, timeoutMs: outsideMs, report: (fault) => report(fault, 'provider of fees') })
  const catalogue = facts({ publicUrl: origin })
  const basis = basisOf(shopSettings, catalogue)
  const writtenCheckouts = recent<StoredCheckout>(basis, 16 * megabyte)
  /** What prices are made with, by a clock: the shop's, or that of a test. */
  const counter = (now: () => Date) => {
    const findTriggers = customTriggers({
      providers: triggerProviders,
      timeoutMs: outsideMs,
      now,
      report: (fault) => report(fault, 'provider of discount triggers'),
    })
    const open = openTill({
      findSellables: withGiftCards(catalogue, readSettings, now),
      readSettings,
      findBenefits: benefitsOf({ now }),
      findDeliveryFacts: deliveryFacts({
        providers: rateProviders,
        slotsTaken: findTaken,
        timeoutMs: outsideMs,
        now,
        report: (fault) => report(fault, 'provider of delivery rates'),
        noteStanding,
      }),
      chooseTax,
      findFees,
      findTriggers,
      now,
    })
    return { openTill: open, findTriggers }
  }
  const ownCounter = counter(() => clock.now())
  const till = ownCounter.openTill
  const script = sandboxScript()
  const bank = sandbox({ database, clock: real, sealing, origin, offered: options.sandbox ?? true, script })
  const stripe = options.stripe && stripeProvider(options.stripe, report)
  const providers: Providers = new Map(
    [stripe, bank, giftCardProvider(database, clock)].flatMap((provider) => (provider ? [[provider.id, provider]] : [])),
  )
  const settling = { database, clock, providers, order: orderOfPayment(till, cyclesOfOrders(till)) }
  const collecting = { ...settling, openTill: till, orderToCollect }
  const subscribing = { database, clock, openTill: till, settling }
  for (const provider of [bank, stripe])
    provider?.onEvent(async ({ site, paymentId, result, statement }) => {
      await noteHeard(database, site, provider.id, clock.now())
      const payment = await findPayment(database, site, paymentId)
      if (payment?.provider !== provider.id) return
      const place = { site, id: paymentId, orderId: payment.orderId }
      await settle(settling, place, result)
      if (statement) await bookStatement(collecting, place, statement)
    })

  const statusToken = (site: string, orderId: string) => sealing.seal(site, 'order-status', { orderId }, linkSeconds)
  const provesOrder = async (site: string, text: string, orderId: string) =>
    (await sealing.open(site, 'order-status', text))?.['orderId'] === orderId
  const mayReturn = async (db: Db, site: string, url: string) =>
    mayReturnTo(url, origin, []) || mayReturnTo(url, origin, await findRedirectUris(db, site))
  const commerce = async (db: Db, site: string) => (await readSettings(db, site)).commerce
  const cardKeys = codeKeys()
  const downloads = downloading({ origin, sealing, readSettings })
  const originals = options.bucket ? bucketOriginals(options.bucket) : localOriginals(join(options.dataDir, 'media'))
  const payLinks = paymentLinks({ origin, sealing })
  const letterFacts = letters({ database, clock, origin, downloads, paymentLink: payLinks.paymentLink })
  const papers = invoicing({ database, origin, sealing, readSettings, originals, now: () => clock.now() })
  const catalogueShelf = shelf({ publicUrl: origin, bytes: 256 * megabyte, commerce })

  const drafting = draftDeps({ openTill: till, stock, paidByHand })
  const recovery = async (db: Db, site: string) => recoveryOf(await readSettings(db, site))
  const abandoned = abandonedDeps({ origin, seal: sealing.seal, open: sealing.open, commerce, recovery }, database)
  const post = mailer({
    db: database,
    now: () => clock.now(),
    report,
    domain: new URL(origin).hostname,
    ...(options.smtpUrl !== undefined && { smtpUrl: options.smtpUrl }),
  })
  const signIns = signingIn({
    database,
    clock: real,
    origin,
    sealing,
    sessions: memberLogins,
    mailer: post,
    readSettings,
    mayRedirect: async (db, site, clientId, url) =>
      mayReturnTo(url, origin, []) ||
      mayReturnTo(url, origin, await (clientId === undefined ? findRedirectUris(db, site) : findRedirectUrisOfApp(db, site, clientId))),
    inboxIsOn: options.smtpUrl === undefined,
    tell: options.tell,
    ...(options.messenger && { messenger: options.messenger }),
    ...(options.push && { push: options.push }),
    report,
  })
  const staffing = {
    database,
    clock: real,
    secrets: signIns.secrets,
    seals: sealing,
    readSettings,
    noteOwn,
    origin,
    byMail: options.smtpUrl !== undefined,
    poke: signIns.post.poke,
  }
  const reminding = reminderDeps({
    database,
    clock,
    origin,
    mailer: post,
    readSettings,
    linkOf: abandoned.linkOf,
    commerce,
    recovery,
  })

  const auditMonths = async (db: Db, site: string) => (await readSettings(db, site)).audit?.keptMonths ?? usualMonths
  const audits = {
    ask: asking(() => handlers),
    giftCardOf: async ({ db, site }: Moment, code: string) => (await cardOf(db, site, cardKeys, code))?.id,
  }

  /** Whether time may be played with: no real money moves, and no other shop would go along. */
  const rehearses = async () => (options.sandbox ?? true) && !options.stripe && (await directory.all()).length === 1
  /** Hears how the clock goes and whether the bank has a script, whoever has said so; where real money moves there is neither. */
  async function hearRehearsals(): Promise<void> {
    if (!(options.sandbox ?? true)) return
    await script.look(database)
    const kept = await findOnlyClock(database)
    if (kept && (await rehearses())) clock.set(kept)
  }
  const membering = memberDeps({ sessions: memberLogins, readSettings, tellApproved: signIns.tellApproved })
  const handlers: AllHandlers = {
    ...identityOperations(identityDeps(identityParts)),
    ...developerOperations({ clock: real }),
    ...signIns.operations,
    ...staffOperations(staffing),
    ...staffAccountOperations(staffing),
    ...staffRecoveryOperations(staffing),
    ...memberOperations(membering),
    ...memberDeskOperations(membering),
    ...myAccountOperations(membering),
    ...catalogueOperations({ publicUrl: origin, commerce, shelf: catalogueShelf }),
    ...planOperations({ currencyOf: async (db, site) => (await commerce(db, site)).currency }),
    ...searchOperations({ publicUrl: origin, commerce, shelf: catalogueShelf, facts: catalogue }),
    ...shopOperations({ publicUrl: origin, readSettings, catalogueRevision, readWindow, findPieces: findPieces(catalogue) }),
    ...cartOperations({
      openTill: till,
      origin,
      basis,
      refusedCoupon,
      checkoutFor: (scope, cart, wishes, open) =>
        checkoutFromCart(scope, { id: cart.id, revision: cart.revision, ...cart.document }, wishes, open, writtenCheckouts),
    }),
    ...checkoutOperations({
      openTill: till,
      origin,
      basis,
      written: writtenCheckouts,
      ownsCart: async (db, site, cartId, caller) => (await findCartById(db, site, cartId))?.owner === nameOf(caller),
      createOrder: createOrder(till),
      refusedCoupon,
      findGiftCard: async (moment, code, { orderId }) => {
        const { currency } = await commerce(moment.db, moment.site)
        const card = await usableCard(moment, cardKeys, code, currency, orderId ?? null)
        return card instanceof Refusal ? card : { id: card.id, suffix: card.suffix, seen: card.balance }
      },
    }),
    ...orderOperations({
      kept: keptOrders(64 * megabyte),
      commerce,
      staffEmail: findMail,
      stock,
      perks,
      heldPayments,
      endPromises,
      openTill: till,
      completeCheckout,
      paidByHand,
    }),
    ...draftOrderOperations(drafting),
    ...draftDeskOperations(draftDeskDeps({ openTill: till, stock, paidByHand, paymentLink: payLinks.paymentLink })),
    ...paymentOperations({
      ...settling,
      sandbox: bank,
      openTill: till,
      placeForPayment: placeForPayment(till, basis, standsAtOnce),
      payersCheckout: payersCheckout(till),
      findPayable: async ({ db, site, caller }, id) => {
        const order = await findReadable(db, site, caller, id)
        return order && payable(order)
      },
      orderExists: async (db, site, id) => (await findOrder(db, site, id)) !== undefined,
      statusToken,
      mayReturnTo: mayReturn,
    }),
    ...transactionOperations(collecting),
    ...billingOperations({ ...collecting, payWithGiftCard: payWithGiftCard(cardKeys) }),
    ...chargingOperations({ ...collecting, payWithGiftCard: payWithGiftCard(cardKeys), ...charging(till) }),
    ...collectionOperations({
      ...collecting,
      ...payLinks,
      statusToken,
      mayReturnTo: mayReturn,
      payableOrder: async (db, site, id) => {
        const order = await findOrder(db, site, id)
        return order && payable(order)
      },
    }),
    ...abandonedOperations(abandoned),
    ...reminderOperations(reminding),
    ...paymentSettingsOperations({
      providers,
      readSettings,
      live: new Set(options.stripe?.secretKey.startsWith('sk_live_') ? ['stripe'] : []),
    }),
    ...collectorOperations({
      ...collecting,
      showOrder: async (db, site, id) => showOrder((await findOrder(db, site, id))!, await findActivities(db, site, id)),
    }),
    ...fulfillmentOperations(fulfillmentDeps),
    ...buyerOperations({
      ...buyersSubscriptions(till, payLinks.paymentLink),
      provesOrder,
      findCard,
      findPromise,
      findParcels,
      findDownloads: downloads.list,
      renewDownload: downloads.renew,
      invoiceLink: papers.linkForBuyer,
    }),
    ...invoiceOperations(papers.deps),
    ...redirectOperations({
      origin,
      allowedRedirects: async (db, caller) =>
        'clientId' in caller ? findRedirectUrisOfApp(db, caller.site, caller.clientId) : findRedirectUris(db, caller.site),
      checkoutPage: async ({ db, site, caller }, checkoutId) => {
        const found = await findCheckout(db, site, checkoutId)
        if (!found || !mayUse(caller, found)) return refuse('CHECKOUT_NOT_FOUND')
        return found.completed ? refuse('CHECKOUT_IS_COMPLETE') : checkoutUrl(origin, found)
      },
      authorizePage: (scope, auth) => authorizeUrl({ origin, sealing }, scope, auth),
      logoutPage: (scope, clientId, to) => logoutUrl({ origin, sealing }, scope, { clientId, to }),
      showsProduct,
    }),
    ...triggerOperations({
      readSettings,
      providers: triggerProviders,
      timeoutMs: outsideMs,
      report: (fault) => report(fault, 'provider of discount triggers'),
    }),
    ...cartTesterOperations(cartTesting({ origin, keys: cardKeys, counterAt: (at) => (at ? counter(() => at) : ownCounter) })),
    ...promotionOperations({ currencyOf: async (db, site) => (await commerce(db, site)).currency }),
    ...merchantPromotions({ currencyOf: async (db, site) => (await commerce(db, site)).currency, openTill: till, recentCarts }),
    ...membershipOperations({ currencyOf: async (db, site) => (await commerce(db, site)).currency }),
    ...giftCardOperations({ keys: cardKeys, commerce }),
    ...giftCardProductOperations({ commerce }),
    ...deliveryOperations({ readSettings, providers: rateProviders }),
    ...deliveryPlanOperations({ readSettings, providers: rateProviders }),
    ...shopSettingsOperations({ readSettings }),
    ...generalSettingsOperations({ readSettings, usualAuditMonths: usualMonths, ...generalSettingsWiring(readSettings) }),
    ...checkoutFormOperations({ readSettings }),
    ...feeOperations({ readSettings, knowsTaxGroup: ({ taxes }, id) => groupsOf(taxes).some((group) => group.id === id) }),
    ...pluginOperations({ keys: callKeys, timeoutMs: outsideMs - 200 }),
    ...taxOperations({ readSettings, chooseTax, providers: taxProviders }),
    ...subscriptionOperations(subscriptionDeps(till)),
    ...myPhotoOperations({ originals, now: Date.now, report }),
    ...mySubscriptionOperations(membersSubscriptions(till, payLinks.paymentLink)),
    ...savedMethodOperations({ providers }),
    ...viewOperations,
    ...clockOperations({
      clock,
      movable: rehearses,
      foresee: foreseen({ readSettings }),
      nextDue: nextDue({ readSettings }),
      async carryOut() {
        await everyMinute()
        await jobs.settle()
      },
      peopleCalled: findNames,
    }),
    ...scriptOperations({ script, offered: options.sandbox ?? true }),
    ...deskOperations({
      commerce,
      soldInParts,
      begunInParts,
      topProducts,
      salesOf,
      countWaiting,
      countOrders,
      lowShelves: lowStock(catalogue.sellables),
    }),
    ...letterOperations({
      readSettings,
      letterheadOf: (settings) => letterheadOf(settings, origin),
      findFacts: async (site, orderId) => (await orderMail(site, orderId, ''))?.facts,
      mailer: post,
      findStaffMail: findMail,
    }),
    ...mailOperations({ inboxIsOn: options.smtpUrl === undefined }),
    ...auditOperations({ ...audits, write: (line, input, scope) => within(handlers, line, input, scope), keptMonths: auditMonths }),
    ...orderLetterOperations({ ...letterFacts, ...lettersOfOrders(ownApp) }),
  }

  const giftCardLetters = {
    db: database,
    clock,
    keys: cardKeys,
    sites: directory.all,
    send: sendGiftCard({ db: database, origin, mailer: post, readSettings }),
  }
  /** Payments first: what was paid at the last moment is not given up. A step that fails keeps none after it from its work. */
  async function everyMinute(): Promise<void> {
    const steps = [
      () => askAboutOpenPayments(settling),
      () => collectDue(collecting),
      () => renewDue(renewing(subscribing)),
      () =>
        expireUnpaid({
          database,
          clock,
          stock,
          perks,
          sites: directory.all,
          unpaidMinutes: async (db, site) => (await commerce(db, site)).unpaidOrderMinutes,
          paymentUnderWay,
        }),
      () => sendDueLetters(giftCardLetters),
      () =>
        lookForAbandoned({
          database,
          clock,
          sites: directory.all,
          abandonedMinutes: async (db, site) => (await recovery(db, site)).afterMinutes,
          quiet: findQuiet,
          left: leftIn(till, origin),
        }),
      () => remindAll({ ...reminding, sites: directory.all }),
      () => runMemberJobs({ ...membering, database, clock, sites: directory.all }),
      () => purgeDue({ database, clock, sites: directory.all, forget: forgetMember }),
      () => sweepMembers(database, clock.now()),
      () => sweepIdempotency(database, clock.now()),
      () => lapseDrafts({ database, clock, sites: directory.all, hold: drafting.hold, giveUp: giveUpUnpaid({ stock, perks }) }),
      () => sweepDrafts(database, clock.now()),
      () => sweepStaffSessions(database, real.now(), { failuresMs: forgottenAfterMs, tokensMs: accessSeconds * 1000 }),
      () => sweepStaff(database, new Date(real.now().getTime() - restoreDays * dayMs)),
      () => sweepInvitations(database, new Date(real.now().getTime() - restoreDays * dayMs)),
      () => sweepSignIns(database, real.now(), forgottenAfterMs),
      () => signIns.post.run(),
      () => sweepCodes(database, new Date(real.now().getTime() - sessionMs)),
      () => sweepMemberSessions(database, real.now()),
      () => sweepSessions(database, new Date(clock.now().getTime() - sessionMs)),
    ]
    const faults: unknown[] = []
    for (const step of steps) await step().catch((error: unknown) => faults.push(error))
    if (faults.length > 0) throw new AggregateError(faults, 'the work of this minute was not all done')
  }
  const orderMails = findOrderMails({
    database,
    origin,
    readSettings,
    statusToken,
    nextPayment: (site, order, timeZone) => nextPayment(database, site, order, timeZone),
  })
  const orderMail = async (site: string, orderId: string, to?: string) => (await orderMails(site, [orderId], to)).get(orderId)
  const subscriptionJobs: JobDefinition[] = [
    {
      queue: 'subscriptions-begin',
      on: ['wix.ecom.v1.order_approved'],
      when: ({ payload }) => payload['subscribes'] === true,
      run: ({ site, entityId }) => beginContracts(beginning(subscribing), site, entityId),
    },
    {
      queue: 'subscriptions-end',
      on: ['wix.ecom.v1.order_canceled'],
      // An order that is called off takes along what began with it.
      async run({ site, entityId }) {
        for (const id of await findBegun(database, site, entityId))
          await database.transact(async (db) => void (await end({ db, site, now: clock.now() }, id, 'IMMEDIATELY', 'MERCHANT', ending)))
      },
    },
  ]
  async function keepKeys(): Promise<void> {
    await rotateOldKeys(database, await directory.all(), real.now())
    await retireKeys(database, real.now())
  }
  const keepTables = async (): Promise<void> => {
    const months = await monthsBySite(database, await directory.all())
    await keepPartitions(database, [...partitioned, { table: 'audit_entry', keepMonths: Math.max(usualMonths, ...months.values()) }])
    await forgetSooner(database, months, real.now())
  }
  // Rows find a place without it too, so a start does not hang on it.
  await keepTables().catch((error: unknown) => report(error, 'partitions'))
  const definitions: JobDefinition[] = [
    ...soldGiftCardJobs({ database, clock, keys: cardKeys, sendDue: (site) => sendDueLetters(giftCardLetters, site) }),
    ...mailJobs({
      db: database,
      mailer: post,
      findOrderMail: orderMail,
      findOrderMails: orderMails,
      ...letterFacts,
    }),
    ...subscriptionJobs,
    subscriptionMail({ mailer: post, findOrderMail: orderMail, ...subscriptionLetters(database, payLinks.paymentLink) }),
    recoveryMail(reminding),
    theftMail({ database, origin, mailer: post, readSettings }),
    { queue: 'every-minute', on: [], every: '* * * * *', run: everyMinute },
    { queue: 'every-day', on: [], every: '17 3 * * *', run: keepTables },
    { queue: 'keys', on: [], every: '29 3 * * *', run: keepKeys },
  ]
  await Promise.all([hearRehearsals(), ended.look()])
  const jobs = await startJobs({ url: options.databaseUrl, database, clock: real, definitions, report })

  let closing = false
  let telling: Promise<void> = Promise.resolve()
  const bankTeller = setInterval(() => {
    telling = telling
      .then(() => (closing ? undefined : Promise.all([bank.tellDue(), hearRehearsals(), ended.look()])))
      .then(() => {})
      .catch((error: unknown) => report(error, 'sandbox bank'))
  }, everySecond)
  bankTeller.unref()

  const sessions = staffSessions({
    ...staffing,
    accessToken: async (user) => ({ accessToken: await token.issueStaff(user), expiresIn: staffSeconds }),
    noteVisit,
  })
  const feed = liveFeed({ db: database, report: (fault) => report(fault, 'live feed') })
  const live = liveRoute({
    feed,
    report,
    async rightsOf(site, cookie) {
      const secret = secretOf(cookie)
      const person = secret === undefined ? undefined : await sessions.holder(site, secret)
      return person && rightsOf[person.role]
    },
  })

  const api = serve(handlers, {
    database,
    clock,
    identify: identifier({ db: database, tokens: token, siteAt: directory.siteAt, hasEnded: ended.has }),
    report: (fault, requestId, line) => report(fault, line, requestId),
    auditing: auditing({ ...audits, database }),
    wrote() {
      jobs.poke()
      feed.poke()
    },
    ...(options.observe && { observe: options.observe }),
  })

  const renditions = localRenditions({
    folder: join(options.dataDir, 'renditions'),
    most: 2048 * megabyte,
    mostInMemory: 128 * megabyte,
    now: Date.now,
  })
  const media = mediaHandler({ find: (site, id) => findMedia(database, site, id), originals, renditions, now: Date.now, report })
  const fetchDownload = downloadRoute({
    db: database,
    now: () => clock.now(),
    terms: downloads.terms,
    read: downloads.read,
    findOrder: async (db, site, id) => {
      const order = await findOrder(db, site, id)
      return order && filesOf(order)
    },
    handOver: handOver({ find: (site, id) => findMedia(database, site, id), originals }),
  })
  void Promise.all([originals.sweep(Date.now()), renditions.sweep()]).catch((error: unknown) => report(error, 'media sweep'))

  return {
    api,
    fetch: inProcessFetch(api),
    database,
    jobs: {
      ...jobs,
      async settle() {
        await signIns.post.settle()
        await jobs.settle()
      },
    },
    media,
    originals,
    stripeEvents: stripe && stripeEvents(stripe.hear, report),
    live,
    staffSession: staffSessionRoute(sessions, { origin, report }),
    authorize: firstOf([signIns.social, authorizing(identityParts)]),
    learnEnded: ended.look,
    downloads: fetchDownload,
    invoices: invoiceRoute(papers.route),
    inbox:
      options.smtpUrl === undefined
        ? inboxPages({ db: database, origin, timeZone: async (site) => (await commerce(database, site)).timeZone, now: () => clock.now() })
        : undefined,
    siteAt: directory.siteAt,
    everyMinute,
    tellBank: () => bank.tellDue(),
    healthy: () =>
      database.query({ strings: ['select 1'], values: [] }).then(
        () => true,
        () => false,
      ),
    async [Symbol.asyncDispose]() {
      closing = true
      clearInterval(bankTeller)
      await live.close()
      await telling
      await media.close()
      await jobs[Symbol.asyncDispose]()
      await signIns.post.settle().catch((error: unknown) => report(error, 'letters about sign-ins'))
      await post[Symbol.asyncDispose]()
      await originals.close()
      await database.close()
    },
  }
}
