import { rightsOf } from '@vitrine/contract'
import type { Context } from '../kernel/db/context.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { noteOwn, noteVisit, type ShopServices } from '../shop/index.ts'
import { type Captchas, siteKeyOf } from './authentication/captcha.ts'
import type { Messenger, PushProvider } from './authentication/second-proof.ts'
import { peopleJobs } from './build-jobs.ts'
import { deviceCookies } from './credentials/device-cookies.ts'
import { type PasswordWork, passwordChecks } from './credentials/password-checks.ts'
import { agreeAtRegistration } from './flows/agreed-at-registration.ts'
import type { CommerceFacts } from './flows/commerce-facts.ts'
import { findDeviceMembers } from './flows/device-members.ts'
import { authorizing, identityDeps, identityParts } from './flows/identity.ts'
import { memberDeps } from './flows/members.ts'
import { followMember, newsletterSender, noteOwnYes, subscribeAtCheckout, unsubscribeLink } from './flows/newsletter.ts'
import { personalDataDeps } from './flows/personal-data.ts'
import { mayRedirect, redirectDeps } from './flows/redirects.ts'
import { signIn } from './flows/sign-in.ts'
import type { AuthorizeRoute } from './identity/authorize.ts'
import { developerOperations } from './identity/developers.ts'
import { deviceAccountOperations } from './identity/device-accounts.ts'
import { identifier } from './identity/identify.ts'
import { keyUse } from './identity/key-use.ts'
import { findMade, settleKeys } from './identity/keys-of-people.ts'
import { identityOperations } from './identity/operations.ts'
import { staffSeconds } from './identity/tokens.ts'
import { memberAdminOperations } from './members/admin-operations.ts'
import { memberJobs } from './members/bulk.ts'
import { membersToExport } from './members/export-source.ts'
import { myAccountOperations } from './members/mine.ts'
import { memberOperations } from './members/operations.ts'
import { wantNewsletterLink } from './newsletter/email.ts'
import { subscribersToExport } from './newsletter/export-source.ts'
import { newsletterOperations } from './newsletter/operations.ts'
import { personalDataOperations } from './privacy/operations.ts'
import { retentionOperations } from './privacy/retention.ts'
import { redirectOperations } from './redirects/operations.ts'
import { staffAccountOperations } from './staff/account.ts'
import type { StaffKeys } from './staff/deps.ts'
import { staffOperations } from './staff/operations.ts'
import { staffRecoveryOperations } from './staff/recovery.ts'
import { secretOf, staffSessionRoute } from './staff/routes.ts'
import { staffSessions } from './staff/sessions.ts'
import { shopView } from './staff/shop-view.ts'
import { findMail, findNames, findNamesOfAll } from './staff/store.ts'
import type { StaffCaptcha } from './staff/tries.ts'

export interface PeopleOptions {
  /** Who brings figures to telephones; without one, where mail goes to the inbox, so do they. */
  readonly messenger?: Messenger
  /** Who asks members on devices of theirs. */
  readonly push?: PushProvider
  /** What compares and hashes passwords: argon2, unless a test says otherwise. */
  readonly passwordWork?: PasswordWork
  /** Says something to whoever runs the server, and to nobody else. */
  readonly tell: (line: string) => void
}

/** Members, staff and programs: who they are, and how they sign in. */
export function buildPeople(
  kernel: Kernel,
  { mailer, delivery, originals }: ShopServices,
  options: PeopleOptions,
  commerce: CommerceFacts,
) {
  const { database, real, origin, siteAt, wrap, readSettings, report } = kernel
  const passwords = passwordChecks(options.passwordWork)
  const identity = identityParts(kernel)
  const { ended, tokens, sealing, sessions } = identity
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
    tell: options.tell,
    messenger: options.messenger,
    push: options.push,
    outbound: kernel.outbound(),
    wrap,
    report,
    agreeAtRegistration: agreeAtRegistration(commerce.paymentProviders),
    sendNewsletterEmail: newsletterSender({ kernel, seals: sealing, mailer }),
  })
  const { secrets, post } = signIns
  const staffing = {
    database,
    clock: real,
    secrets,
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
    poke: post.poke,
  }
  const staff = staffSessions({
    ...staffing,
    devices: deviceCookies(sealing, 'staff-device'),
    accessToken: async (user) => ({ accessToken: await tokens.issueStaff(user), expiresIn: staffSeconds }),
    noteVisit,
  })
  const view = shopView({ database, clock: real, seals: sealing, origin })
  const wantLink = wantNewsletterLink(secrets, () => real.now())
  const noteNewsletter = followMember(readSettings, wantLink, post.poke)
  const members = memberDeps({ sessions, readSettings, tellApproved: signIns.tellApproved, commerce, noteNewsletter })
  const uses = keyUse({ db: database, clock: real, report })
  return {
    operations: {
      ...identityOperations(identityDeps(identity, commerce.mergeAtLogin)),
      ...deviceAccountOperations({ sealing, clock: real, findDeviceMembers }),
      ...developerOperations({ clock: real, staffNames: findNamesOfAll, wrap }),
      ...signIns.operations,
      ...staffOperations(staffing),
      ...staffAccountOperations(staffing),
      ...staffRecoveryOperations(staffing),
      ...memberOperations(members),
      ...memberAdminOperations(members),
      ...myAccountOperations(members),
      ...newsletterOperations({ readSettings, seals: sealing, wantLink, poke: post.poke, noteOwn: noteOwnYes }),
      ...personalDataOperations(personalDataDeps(commerce)),
      ...redirectOperations(redirectDeps({ origin, sealing, commerce })),
      ...retentionOperations({ readSettings }),
    },
    jobs: peopleJobs({ kernel, mailer, originals, members, commerce, emails: post }),
    routes: {
      /** Where staff sign in and out. */
      staffSession: staffSessionRoute(staff, { origin, view, report }),
      /** Whether a browser is one of staff, for the pages that nobody else sees. */
      shopView: { sessionIn: view.sessionIn },
      /** Where browsers go to sign in and out for an app. */
      authorize: firstOf([signIns.social, authorizing(identity)]),
    },
    identify: identifier({ db: database, tokens, siteAt, hasEnded: ended.has, clock: real, noteUse: uses.note }),
    /** Learns at once whose tokens are over before their time. */
    learnEnded: ended.look,
    sealing,
    exports: {
      members: membersToExport(members.purchasesOf),
      subscribers: subscribersToExport(unsubscribeLink({ kernel, seals: sealing })),
    },
    subscribeAtCheckout: subscribeAtCheckout(kernel, wantLink, post.poke),
    jobSources: [memberJobs],
    findStaffMail: findMail,
    staffNames: findNames,
    /** What somebody of the staff who is signed in may hear of, by their cookies. */
    async rightsOf(site: string, cookies: string | undefined) {
      const secret = secretOf(cookies)
      const person = secret === undefined ? undefined : await staff.holder(site, secret)
      return person && rightsOf[person.role]
    },
    /** Somebody without an account, by a keyed hash of their address. */
    guestOf: async ({ db, site }: Pick<Context, 'db' | 'site'>, email: string) =>
      (await secrets.digest(db, site, `guest ${email.toLowerCase()}`)).toString('hex').slice(0, 32),
    settle: async () => {
      await post.settle()
      await uses.settle()
    },
    async end() {
      await post.settle().catch((error: unknown) => report(error, 'emails about sign-ins'))
      await uses.settle()
    },
  }
}

export type People = ReturnType<typeof buildPeople>

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
