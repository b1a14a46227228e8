import type { Db } from '../kernel/db/sql.ts'
import type { Outbound } from '../kernel/outbound/outbound.ts'
import type { Sections } from '../kernel/settings/sections.ts'
import { type EmailDelivery, type Mailer, myPhotoOperations, noteOwn, noteVisit, type OriginalStore } from '../shop/index.ts'
import { type Captchas, siteKeyOf } from './authentication/captcha.ts'
import type { Messenger, PushProvider } from './authentication/second-proof.ts'
import { deviceCookies } from './credentials/device-cookies.ts'
import { type PasswordWork, passwordChecks } from './credentials/password-checks.ts'
import type { CommerceFacts } from './flows/commerce-facts.ts'
import { authorizing, type IdentityParts, identityDeps } from './flows/identity.ts'
import { memberDeps } from './flows/members.ts'
import { personalDataDeps } from './flows/personal-data.ts'
import { mayRedirect } from './flows/redirects.ts'
import { signIn } from './flows/sign-in.ts'
import type { AuthorizeRoute } from './identity/authorize.ts'
import { developerOperations } from './identity/developers.ts'
import { findMade, settleKeys } from './identity/keys-of-people.ts'
import { identityOperations } from './identity/operations.ts'
import { staffSeconds } from './identity/tokens.ts'
import { memberAdminOperations } from './members/admin-operations.ts'
import { myAccountOperations } from './members/mine.ts'
import { memberOperations } from './members/operations.ts'
import { personalDataOperations } from './privacy/operations.ts'
import { staffAccountOperations } from './staff/account.ts'
import type { StaffKeys } from './staff/deps.ts'
import { staffOperations } from './staff/operations.ts'
import { staffRecoveryOperations } from './staff/recovery.ts'
import { staffSessions } from './staff/sessions.ts'
import { findNamesOfAll } from './staff/store.ts'
import type { StaffCaptcha } from './staff/tries.ts'

export interface PeopleDeps {
  readonly identity: IdentityParts
  readonly commerce: CommerceFacts
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
export function people({
  identity,
  commerce,
  readSettings,
  mailer,
  originals,
  messenger,
  push,
  outbound,
  passwordWork,
  delivery,
  tell,
}: PeopleDeps) {
  const passwords = passwordChecks(passwordWork)
  const { database, real, origin, tokens, sealing, sessions, wrap, report } = identity
  const signIns = signIn({
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
  const membering = memberDeps({ sessions, readSettings, tellApproved: signIns.tellApproved, commerce })
  return {
    operations: {
      ...identityOperations(identityDeps(identity, commerce.mergeAtLogin)),
      ...developerOperations({ clock: real, staffNames: findNamesOfAll, wrap }),
      ...signIns.operations,
      ...staffOperations(staffing),
      ...staffAccountOperations(staffing),
      ...staffRecoveryOperations(staffing),
      ...memberOperations(membering),
      ...memberAdminOperations(membering),
      ...myAccountOperations(membering),
      ...personalDataOperations(personalDataDeps(commerce)),
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
