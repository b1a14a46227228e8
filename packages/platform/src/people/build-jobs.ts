import { type AreaJobs, everyMinute } from '../kernel/jobs/area-jobs.ts'
import { inTurn } from '../kernel/jobs/in-turn.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { usualRetention } from '../kernel/settings/retention.ts'
import { type Mailer, type Originals, removeErased } from '../shop/index.ts'
import { sweepSignIns } from './authentication/store.ts'
import { forgottenAfterMs } from './credentials/lockout.ts'
import type { Postman } from './credentials/postman.ts'
import type { CommerceFacts } from './flows/commerce-facts.ts'
import { eraseMember } from './flows/personal-data.ts'
import { stolenSessionEmail } from './flows/stolen-session-email.ts'
import { sweepCodes, sweepMemberSessions } from './identity/grants.ts'
import { retireKeys, rotateOldKeys } from './identity/keys.ts'
import { accessSeconds } from './identity/tokens.ts'
import { runMemberJobs } from './members/bulk.ts'
import { purgeDue, sweepMembers } from './members/closing.ts'
import type { MemberDeps } from './members/deps.ts'
import { sweepUnconfirmed } from './newsletter/store.ts'
import { sweepRetained } from './privacy/sweep.ts'
import { sessionMs } from './redirects/operations.ts'
import { sweepSessions } from './redirects/store.ts'
import { sweepInvitations } from './staff/invitation-store.ts'
import { restoreDays } from './staff/rules.ts'
import { sweepStaffSessions } from './staff/session-store.ts'
import { sweepStaff } from './staff/store.ts'

export interface PeopleJobsDeps {
  readonly kernel: Kernel
  readonly mailer: Mailer
  /** Where the bytes of media lie. */
  readonly originals: Originals
  readonly members: MemberDeps
  readonly commerce: CommerceFacts
  /** Emails about accounts. */
  readonly emails: Pick<Postman, 'run'>
}

const dayMs = 24 * 3_600_000

/** What is due by the clock for members, staff and their keys, and what follows when a session was stolen. */
export function peopleJobs({ kernel, mailer, originals, members, commerce, emails }: PeopleJobsDeps): AreaJobs {
  const { database, clock, real, origin, sites, wrap, readSettings } = kernel
  const daysAgo = (days: number) => new Date(real.now().getTime() - days * dayMs)
  return {
    events: [stolenSessionEmail({ database, origin, mailer, readSettings })],
    eachMinute: [
      { queue: 'changes-of-members', every: everyMinute, run: () => runMemberJobs({ ...members, database, clock, sites }) },
      {
        queue: 'erased-members',
        every: everyMinute,
        run: inTurn([
          () => purgeDue({ database, clock, sites, forget: (context, member) => eraseMember(context, member, commerce) }),
          () => removeErased(database, originals),
          () => sweepMembers(database, clock.now()),
        ]),
      },
      { queue: 'sign-in-emails', every: everyMinute, run: () => emails.run() },
    ],
    eachHour: [
      {
        queue: 'retention',
        every: '41 * * * *',
        run: async () =>
          sweepRetained({
            database,
            now: clock.now(),
            realNow: real.now(),
            sites: await sites(),
            retentionOf: async (db, site) => ({ ...usualRetention, ...(await readSettings(db, site)).retention }),
          }),
      },
    ],
    others: [
      {
        queue: 'signing-keys',
        every: '29 3 * * *',
        // Gives each shop a new key in time, and lets go of those that prove nothing any more.
        async run() {
          await rotateOldKeys(database, await sites(), real.now(), wrap)
          await retireKeys(database, real.now())
        },
      },
    ],
    sweeps: [
      async () => sweepUnconfirmed(database, await sites(), clock.now()),
      () => sweepStaffSessions(database, real.now(), { failuresMs: forgottenAfterMs, tokensMs: accessSeconds * 1000 }),
      () => sweepStaff(database, daysAgo(restoreDays)),
      () => sweepInvitations(database, daysAgo(restoreDays)),
      () => sweepSignIns(database, real.now(), forgottenAfterMs),
      () => sweepCodes(database, new Date(real.now().getTime() - sessionMs)),
      () => sweepMemberSessions(database, real.now()),
      () => sweepSessions(database, new Date(clock.now().getTime() - sessionMs)),
    ],
  }
}
