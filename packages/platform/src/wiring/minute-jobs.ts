import { type LookDeps, lookForAbandoned } from '../abandoned/look.ts'
import { type RemindDeps, remindAll } from '../abandoned/remind.ts'
import { sweepSignIns } from '../authentication/store.ts'
import { sweepJobs as sweepProductJobs } from '../catalogue/edit/bulk/store.ts'
import { sweepImports } from '../catalogue/imports/store.ts'
import { keepCollections } from '../catalogue/rules/update.ts'
import { findQuiet } from '../checkout/store.ts'
import type { Clock } from '../clock/clock.ts'
import { forgottenAfterMs } from '../credentials/lockout.ts'
import type { Postman } from '../credentials/postman.ts'
import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import { lapseDrafts } from '../draft-orders/lapse.ts'
import { sweepDrafts } from '../draft-orders/store.ts'
import { type EmailsDeps, sendDueEmails } from '../gift-cards/emails.ts'
import { sweepIdempotency } from '../http/idempotency.ts'
import { sweepBuckets } from '../http/shared-buckets.ts'
import { sweepCodes, sweepMemberSessions } from '../identity/grants.ts'
import { accessSeconds } from '../identity/tokens.ts'
import { inTurn, type Step } from '../jobs/in-turn.ts'
import type { ScheduledJob } from '../jobs/jobs.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { KeptOriginals } from '../media/originals.ts'
import { removeErased } from '../media/remove.ts'
import { runMemberJobs } from '../members/bulk.ts'
import { purgeDue, sweepMembers } from '../members/closing.ts'
import type { MemberDeps } from '../members/deps.ts'
import { expirePromises, expireUnpaid } from '../orders/expire.ts'
import { fillWords } from '../orders/fill-words.ts'
import { askAboutOpenPayments } from '../payments/ask.ts'
import { type CollectDeps, collectDue } from '../payments/collect.ts'
import { endPromises, findExpiredPromises, hasMoney, waitOn } from '../payments/store.ts'
import { sessionMs } from '../redirects/operations.ts'
import { sweepSessions } from '../redirects/store.ts'
import type { OpenTill } from '../selling/till.ts'
import type { CommerceSettings } from '../settings/sections.ts'
import { sweepInvitations } from '../staff/invitation-store.ts'
import { restoreDays } from '../staff/rules.ts'
import { sweepStaffSessions } from '../staff/session-store.ts'
import { sweepStaff } from '../staff/store.ts'
import { type RenewDeps, renewDue } from '../subscriptions/renew.ts'
import { giveUpUnpaid, hold } from './drafting.ts'
import { eraseMember } from './erasing.ts'
import { trackingNumbers } from './fulfilling.ts'
import { paymentUnderWay, stock } from './ordering.ts'
import { heldPayments } from './paid.ts'
import { perks } from './perks.ts'

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
      () => purgeDue({ database, clock, sites, forget: eraseMember }),
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
