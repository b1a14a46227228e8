import { setTimeout as sleep } from 'node:timers/promises'
import { type AreaJobs, everyMinute } from '../kernel/jobs/area-jobs.ts'
import { inTurn, type Step } from '../kernel/jobs/in-turn.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { lookForAbandoned } from './abandoned/detect.ts'
import { remindAll } from './abandoned/remind.ts'
import { stockArrivals } from './back-in-stock/arrivals.ts'
import { endForDeleted } from './back-in-stock/change.ts'
import { sweepDepartures } from './back-in-stock/departures.ts'
import { type TellDeps, tellWaiting } from './back-in-stock/send.ts'
import { sweepRequests } from './back-in-stock/store.ts'
import type { CommerceEmails } from './build-emails.ts'
import type { Selling } from './build-selling.ts'
import { countSales } from './catalogue/best-selling.ts'
import { sweepJobs as sweepProductJobs } from './catalogue/edit/bulk/store.ts'
import { sweepImports } from './catalogue/imports/store.ts'
import { renewedCopies } from './catalogue/renew-copies.ts'
import { type RewriteDeps, rewriteCatalogues } from './catalogue/rewrite.ts'
import { collectionUpdates, keepCollections } from './catalogue/rules/update.ts'
import { findQuiet } from './checkout/store.ts'
import { lapseDrafts } from './draft-orders/lapse.ts'
import { sweepDrafts } from './draft-orders/store.ts'
import { leftIn, recoveryMail } from './flows/abandoned-checkouts.ts'
import { automaticInvoices } from './flows/automatic-invoices.ts'
import { creditNotes } from './flows/credit-notes.ts'
import { giveUpUnpaid, hold } from './flows/draft-orders.ts'
import { trackingNumbers } from './flows/fulfilling.ts'
import { giftCardJobs } from './flows/gift-card-jobs.ts'
import { serviceCardJobs } from './flows/gift-cards-of-services.ts'
import { membershipsBack } from './flows/memberships-of-services.ts'
import { newsletterAtCheckout, type SubscribeAtCheckout } from './flows/newsletter-at-checkout.ts'
import type { Invoicing } from './flows/order-invoices.ts'
import { heldPayments } from './flows/order-payments.ts'
import { paymentUnderWay, stock } from './flows/place-order.ts'
import { learning } from './flows/recommending.ts'
import { perks } from './flows/redemptions.ts'
import { renewing } from './flows/renewing.ts'
import { stockBackElsewhere } from './flows/stock-elsewhere.ts'
import { subscriptionJobs } from './flows/subscription-jobs.ts'
import type { CodeKeys } from './gift-cards/code.ts'
import { sendDueEmails } from './gift-cards/emails.ts'
import { findSales } from './orders/changed-sales.ts'
import { expirePromises, expireUnpaid } from './orders/expire.ts'
import { fillLines } from './orders/fill-lines.ts'
import { fillSums } from './orders/fill-sums.ts'
import { fillWords } from './orders/fill-words.ts'
import { askAboutOpenPayments } from './payments/ask.ts'
import { collectDue } from './payments/collect.ts'
import { emailPendingRefunds, endPromises, findExpiredPromises, hasMoney, waitOn } from './payments/store.ts'
import { type SendDeps as TellAskersDeps, tellAskers } from './questions/send.ts'
import { learn } from './recommendations/learn.ts'
import { reviewRequestPlans } from './review-requests/schedule.ts'
import { type SendDeps as AskDeps, askForReviews } from './review-requests/send.ts'
import { sweepReviewGuests } from './review-requests/store.ts'
import { runReviewJobs, sweepReviewJobs } from './reviews/bulk.ts'
import { renewDue } from './subscriptions/renew.ts'
import { sweepMoves } from './wishlists/demand.ts'

export interface CommerceJobsDeps {
  readonly kernel: Kernel
  readonly selling: Selling
  readonly emails: CommerceEmails
  readonly cardKeys: CodeKeys
  /** How those are told who wait for what is sold out. */
  readonly telling: TellDeps
  /** How buyers are asked for reviews. */
  readonly asking: AskDeps
  /** How askers are told of answers. */
  readonly askers: TellAskersDeps
  readonly subscribeAtCheckout: SubscribeAtCheckout
  readonly invoices: Invoicing
}

/** What follows from what happened in commerce, and what is due by the clock. */
export function commerceJobs({
  kernel,
  selling,
  emails,
  cardKeys,
  telling,
  asking,
  askers,
  subscribeAtCheckout,
  invoices,
}: CommerceJobsDeps): AreaJobs {
  const { database, clock, origin, sites, commerce, report } = kernel
  const { openPricing } = selling
  const { collecting } = selling.money
  const { reminders } = emails
  const subscribing = { database, clock, openPricing, settling: collecting }
  const minutes: Record<string, readonly Step[]> = {
    // Payments are asked about before orders are given up: what was paid at the last moment stays.
    'open-payments': [
      () => askAboutOpenPayments(collecting),
      () => collectDue(collecting),
      () =>
        expireUnpaid({
          database,
          clock,
          stock,
          perks,
          sites,
          unpaidMinutes: async (db, site) => (await commerce(db, site)).unpaidOrderMinutes,
          paymentUnderWay,
        }),
      () =>
        expirePromises({
          database,
          clock,
          sites,
          stock,
          perks,
          openPricing,
          heldPayments,
          endPromises,
          emailPendingRefunds,
          expiredPromises: findExpiredPromises,
          hasMoney,
          waitOn,
        }),
    ],
    renewals: [() => renewDue(renewing(subscribing))],
    'draft-orders': [
      () => lapseDrafts({ database, clock, sites, hold, giveUp: giveUpUnpaid({ stock, perks }) }),
      () => sweepDrafts(database, clock.now()),
    ],
    'gift-cards-of-services': [() => selling.giftCards.tidy(sites)],
    'memberships-of-services': [() => selling.memberships.tidy(sites)],
    'stock-of-other-apps': [() => selling.elsewhere.settle(sites)],
    'gift-card-emails': [() => sendDueEmails(emails.giftCards)],
    'rule-collections': [() => keepCollections({ database, clock, sites })],
    'abandoned-checkouts': [
      () =>
        lookForAbandoned({
          database,
          clock,
          sites,
          abandonedMinutes: async (db, site) => (await reminders.recovery(db, site)).afterMinutes,
          quiet: findQuiet,
          left: leftIn(openPricing, origin),
        }),
      () => remindAll({ ...reminders, sites }),
    ],
    'changes-of-reviews': [() => runReviewJobs({ database, clock, sites })],
    'back-in-stock': [() => tellWaiting(telling)],
    'emails-about-answers': [() => tellAskers(askers)],
    'review-request-emails': [() => askForReviews(asking)],
    recommendations: [
      async () => {
        for (const site of await sites()) await learn(database, learning, site, clock.now())
      },
    ],
    'lines-of-orders': [() => fillLines({ database, sites })],
    'sums-of-orders': [() => fillSums({ database, sites, openPricing })],
    'search-words-of-orders': [() => fillWords({ database, sites, trackingNumbers })],
  }

  // Shoppers come first: at most half of the time is spent on it.
  const asLongAgain: RewriteDeps['rest'] = (_site, _written, tookMs) => sleep(tookMs)
  return {
    events: [
      ...giftCardJobs({ database, clock, keys: cardKeys, sendDue: (site) => sendDueEmails(emails.giftCards, site) }),
      ...serviceCardJobs(selling.giftCards),
      stockBackElsewhere(selling.elsewhere),
      membershipsBack(selling.memberships),
      ...subscriptionJobs(subscribing),
      recoveryMail(reminders),
      collectionUpdates({ database, clock }),
      renewedCopies({ database, clock, commerce }),
      stockArrivals(telling),
      reviewRequestPlans(asking),
      newsletterAtCheckout(database, subscribeAtCheckout),
      automaticInvoices(database, clock, invoices.deps),
      creditNotes(database, clock, invoices.deps),
    ],
    eachMinute: Object.entries(minutes).map(([queue, steps]) => ({ queue, every: everyMinute, run: inTurn(steps) })),
    eachHour: [
      {
        queue: 'best-selling',
        every: '41 * * * *',
        async run() {
          for (const site of await sites()) await countSales({ database, findSales }, site, clock.now())
        },
      },
    ],
    others: [
      {
        queue: 'catalogue-rewrite',
        every: everyMinute,
        run: () => rewriteCatalogues({ database, clock, sites, commerce, report, rest: asLongAgain }),
      },
    ],
    sweeps: [
      async () => endForDeleted(database, await sites(), clock.now()),
      async () => sweepRequests(database, await sites(), clock.now()),
      async () => sweepDepartures(database, await sites(), clock.now()),
      async () => sweepMoves(database, await sites(), clock.now()),
      async () => sweepReviewGuests(database, await sites(), clock.now()),
      () => sweepReviewJobs(database, clock.now()),
      () => sweepProductJobs(database, clock.now()),
      () => sweepImports(database, clock.now()),
    ],
  }
}
