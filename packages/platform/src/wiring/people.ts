import type { Db } from '../kernel/db/sql.ts'
import type { Outbound } from '../kernel/outbound/outbound.ts'
import type { Sections } from '../kernel/settings/sections.ts'
import { type Captchas, siteKeyOf } from '../people/authentication/captcha.ts'
import type { Messenger, PushProvider } from '../people/authentication/second-proof.ts'
import { deviceCookies } from '../people/credentials/device-cookies.ts'
import { type PasswordWork, passwordChecks } from '../people/credentials/password-checks.ts'
import type { AuthorizeRoute } from '../people/identity/authorize.ts'
import { developerOperations } from '../people/identity/developers.ts'
import { findMade, settleKeys } from '../people/identity/keys-of-people.ts'
import { identityOperations } from '../people/identity/operations.ts'
import { staffSeconds } from '../people/identity/tokens.ts'
import { memberAdminOperations } from '../people/members/admin-operations.ts'
import { myAccountOperations } from '../people/members/mine.ts'
import { memberOperations } from '../people/members/operations.ts'
import { personalDataOperations } from '../people/privacy/operations.ts'
import { staffAccountOperations } from '../people/staff/account.ts'
import type { StaffKeys } from '../people/staff/deps.ts'
import { staffOperations } from '../people/staff/operations.ts'
import { staffRecoveryOperations } from '../people/staff/recovery.ts'
import { staffSessions } from '../people/staff/sessions.ts'
import { findNamesOfAll } from '../people/staff/store.ts'
import type { StaffCaptcha } from '../people/staff/tries.ts'
import { noteOwn, noteVisit } from '../shop/audit/visits.ts'
import type { EmailDelivery, Mailer } from '../shop/mail/mailer.ts'
import { myPhotoOperations } from '../shop/media/my-photo.ts'
import type { OriginalStore } from '../shop/media/originals.ts'
import { personalDataDeps } from './erasing.ts'
import { authorizing, type IdentityParts, identityDeps } from './identity.ts'
import { memberDeps } from './members.ts'
import { mayRedirect } from './redirecting.ts'
import { signingIn } from './signing-in.ts'

export interface PeopleDeps {
  readonly identity: IdentityParts
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly mailer: Mailer
  /** Where the pictures of members lie. */
  readonly originals: OriginalStore
  readonly messenger: Messenger | undefined
  readonly push: PushProvider | undefined
  readonly outbound: Outbound
  /** What compares and hashes passwords; argon2 where nobody says otherwise. */
  readonly passwordWork: PasswordWork | undefined
  readonly delivery: EmailDelivery
  readonly tell: (line: string) => void
}

/** Members, staff and programs: who they are, and how they sign in. */
export function people({ identity, readSettings, mailer, originals, messenger, push, outbound, passwordWork, delivery, tell }: PeopleDeps) {
  const passwords = passwordChecks(passwordWork)
  const { database, real, origin, tokens, sealing, sessions, wrap, report } = identity
  const signIns = signingIn({
    database,
    clock: real,
    origin,
    sealing,
    sessions,
    mailer,
    passwords,
    readSettings,
    mayRedirect: mayRedirect(origin),
    delivery,
    tell,
    messenger,
    push,
    outbound,
    wrap,
    report,
  })
  const staffing = {
    database,
    clock: real,
    secrets: signIns.secrets,
    passwords,
    captcha: staffCaptcha(signIns.captchas),
    seals: sealing,
    readSettings,
    noteOwn,
    keys: {
      find: (db, site, staffId) => findMade(db, site, staffId, findNamesOfAll),
      settle: settleKeys,
    } satisfies StaffKeys,
    origin,
    byMail: delivery === 'SMTP',
    poke: signIns.post.poke,
  }
  const membering = memberDeps({ sessions, readSettings, tellApproved: signIns.tellApproved })
  return {
    operations: {
      ...identityOperations(identityDeps(identity)),
      ...developerOperations({ clock: real, staffNames: findNamesOfAll, wrap }),
      ...signIns.operations,
      ...staffOperations(staffing),
      ...staffAccountOperations(staffing),
      ...staffRecoveryOperations(staffing),
      ...memberOperations(membering),
      ...memberAdminOperations(membering),
      ...myAccountOperations(membering),
      ...personalDataOperations(personalDataDeps),
      ...myPhotoOperations({ originals, now: Date.now, report }),
    },
    membering,
    staffSessions: staffSessions({
      ...staffing,
      devices: deviceCookies(sealing, 'staff-device'),
      accessToken: async (user) => ({ accessToken: await tokens.issueStaff(user), expiresIn: staffSeconds }),
      noteVisit,
    }),
    /** Where browsers go to sign in and out for an app. */
    authorize: firstOf([signIns.social, authorizing(identity)]),
    emails: signIns.post,
  }
}

/** The staff's page solves the puzzle unseen. */
const staffCaptcha = (captchas: Captchas): StaffCaptcha => ({
  siteKey: (site) => siteKeyOf(site, 'invisible'),
  async check(site, solution) {
    const stopped = await captchas.demand(site, solution === undefined ? [] : [{ InvisibleRecaptcha: solution }])
    return stopped && (stopped.code === '-19971' ? 'missing' : 'wrong')
  },
})

/** The routes of browsers as one. */
const firstOf = (routes: readonly AuthorizeRoute[]): AuthorizeRoute => ({
  claims: (request) => routes.some((route) => route.claims(request)),
  answer: (request) => (routes.find((route) => route.claims(request)) ?? routes.at(-1)!).answer(request),
})
