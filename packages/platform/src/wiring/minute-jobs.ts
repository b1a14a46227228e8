import { type LookDeps, lookForAbandoned } from '../commerce/abandoned/detect.ts'
import { type RemindDeps, remindAll } from '../commerce/abandoned/remind.ts'
import { sweepJobs as sweepProductJobs } from '../commerce/catalogue/edit/bulk/store.ts'
import { sweepImports } from '../commerce/catalogue/imports/store.ts'
import { keepCollections } from '../commerce/catalogue/rules/update.ts'
import { findQuiet } from '../commerce/checkout/store.ts'
import { lapseDrafts } from '../commerce/draft-orders/lapse.ts'
import { sweepDrafts } from '../commerce/draft-orders/store.ts'
import { giveUpUnpaid, hold } from '../commerce/flows/draft-orders.ts'
import { trackingNumbers } from '../commerce/flows/fulfilling.ts'
import { heldPayments } from '../commerce/flows/order-payments.ts'
import { paymentUnderWay, stock } from '../commerce/flows/place-order.ts'
import { perks } from '../commerce/flows/redemptions.ts'
import { type EmailsDeps, sendDueEmails } from '../commerce/gift-cards/emails.ts'
import { expirePromises, expireUnpaid } from '../commerce/orders/expire.ts'
import { fillWords } from '../commerce/orders/fill-words.ts'
import { askAboutOpenPayments } from '../commerce/payments/ask.ts'
import { type CollectDeps, collectDue } from '../commerce/payments/collect.ts'
import { endPromises, findExpiredPromises, hasMoney, waitOn } from '../commerce/payments/store.ts'
import type { OpenTill } from '../commerce/selling/pricing-context.ts'
import { type RenewDeps, renewDue } from '../commerce/subscriptions/renew.ts'
import type { Clock } from '../kernel/clock/clock.ts'
import type { Database } from '../kernel/db/pool.ts'
import type { Db } from '../kernel/db/sql.ts'
import { sweepIdempotency } from '../kernel/http/idempotency.ts'
import { sweepBuckets } from '../kernel/http/shared-buckets.ts'
import { inTurn, type Step } from '../kernel/jobs/in-turn.ts'
import type { ScheduledJob } from '../kernel/jobs/jobs.ts'
import type { CommerceSettings } from '../kernel/settings/sections.ts'
import { sweepSignIns } from '../people/authentication/store.ts'
import { forgottenAfterMs } from '../people/credentials/lockout.ts'
import type { Postman } from '../people/credentials/postman.ts'
import type { CommerceFacts } from '../people/flows/commerce-facts.ts'
import { eraseMember } from '../people/flows/personal-data.ts'
import { sweepCodes, sweepMemberSessions } from '../people/identity/grants.ts'
import { accessSeconds } from '../people/identity/tokens.ts'
import { runMemberJobs } from '../people/members/bulk.ts'
import { purgeDue, sweepMembers } from '../people/members/closing.ts'
import type { MemberDeps } from '../people/members/deps.ts'
import { sessionMs } from '../people/redirects/operations.ts'
import { sweepSessions } from '../people/redirects/store.ts'
import { sweepInvitations } from '../people/staff/invitation-store.ts'
import { restoreDays } from '../people/staff/rules.ts'
import { sweepStaffSessions } from '../people/staff/session-store.ts'
import { sweepStaff } from '../people/staff/store.ts'
import type { Mailer } from '../shop/mail/mailer.ts'
import type { KeptOriginals } from '../shop/media/originals.ts'
import { removeErased } from '../shop/media/remove.ts'

export interface MinuteJobsDeps {
  readonly database: Database
  readonly clock: Clock
  /** Sign-ins go by real time. */
  readonly real: Clock
  readonly sites: () => Promise<readonly string[]>
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
  readonly collecting: CollectDeps
  readonly renewing: RenewDeps
  readonly giftCardEmails: EmailsDeps
  readonly left: LookDeps['left']
  readonly reminding: RemindDeps
  readonly openTill: OpenTill
  readonly membering: MemberDeps
  readonly commerceFacts: CommerceFacts
  /** Where the bytes of media lie. */
  readonly originals: KeptOriginals
  readonly signInEmails: Pick<Postman, 'run'>
  readonly emails: Pick<Mailer, 'sendWaiting'>
  /** After so long every bucket of a rate limit is full again. */
  readonly longestLimitSeconds: number
}

const dayMs = 24 * 3_600_000

const everyMinute = '* * * * *'

/** What is due each minute. Each is a job of its own, so that a slow one, such as many reminders, keeps nothing else waiting. */
export function minuteJobs(deps: MinuteJobsDeps): readonly ScheduledJob[] {
  const { database, clock, real, sites, commerce, collecting, renewing, giftCardEmails, left, reminding, membering, originals, openTill } =
    deps
  const daysAgo = (days: number) => new Date(real.now().getTime() - days * dayMs)
  const steps: Record<string, readonly Step[]> = {
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
          openTill,
          heldPayments,
          endPromises,
          expiredPromises: findExpiredPromises,
          hasMoney,
          waitOn,
        }),
    ],
    renewals: [() => renewDue(renewing)],
    'draft-orders': [
      () => lapseDrafts({ database, clock, sites, hold, giveUp: giveUpUnpaid({ stock, perks }) }),
      () => sweepDrafts(database, clock.now()),
    ],
    'gift-card-emails': [() => sendDueEmails(giftCardEmails)],
    'rule-collections': [() => keepCollections({ database, clock, sites })],
    'abandoned-checkouts': [
      () =>
        lookForAbandoned({
          database,
          clock,
          sites,
          abandonedMinutes: async (db, site) => (await reminding.recovery(db, site)).afterMinutes,
          quiet: findQuiet,
          left,
        }),
      () => remindAll({ ...reminding, sites }),
    ],
    'changes-of-members': [() => runMemberJobs({ ...membering, database, clock, sites })],
    'erased-members': [
      () => purgeDue({ database, clock, sites, forget: (context, member) => eraseMember(context, member, deps.commerceFacts) }),
      () => removeErased(database, originals),
      () => sweepMembers(database, clock.now()),
    ],
    'sign-in-emails': [() => deps.signInEmails.run()],
    'waiting-emails': [() => deps.emails.sendWaiting()],
    'search-words-of-orders': [() => fillWords({ database, sites, trackingNumbers })],
    'expired-rows': [
      () => sweepProductJobs(database, clock.now()),
      () => sweepIdempotency(database, clock.now()),
      () => sweepImports(database, clock.now()),
      () => sweepBuckets(database, real.now(), deps.longestLimitSeconds),
      () => sweepStaffSessions(database, real.now(), { failuresMs: forgottenAfterMs, tokensMs: accessSeconds * 1000 }),
      () => sweepStaff(database, daysAgo(restoreDays)),
      () => sweepInvitations(database, daysAgo(restoreDays)),
      () => sweepSignIns(database, real.now(), forgottenAfterMs),
      () => sweepCodes(database, new Date(real.now().getTime() - sessionMs)),
      () => sweepMemberSessions(database, real.now()),
      () => sweepSessions(database, new Date(clock.now().getTime() - sessionMs)),
    ],
  }
  return Object.entries(steps).map(([queue, all]) => ({ queue, every: everyMinute, run: inTurn(all) }))
}
