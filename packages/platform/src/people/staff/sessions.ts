import { type AuditField, type Right, type Route, rightsOf } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { User } from '../../kernel/http/caller.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Seals } from '../../kernel/seals.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { freshStaff } from '../../kernel/settings/staff-settings.ts'
import { type DeviceCookies, deviceSeconds } from '../credentials/device-cookies.ts'
import type { PasswordChecks } from '../credentials/password-checks.ts'
import { hashOf, newSecret, type Secrets } from '../credentials/secrets.ts'
import { type Open, stepsOf } from '../credentials/steps.ts'
import { newTotp, stepOf } from '../credentials/totp.ts'
import { proveByCode } from './proof.ts'
import { browserDays, demandsSecondStep, mostSessions, stayingSeconds } from './rules.ts'
import { findTotp, knownBrowsers, putTotp, recoveryCodes } from './second-step-store.ts'
import { endOldest, endSessionOf, type Holder, insertSession, type StaffMethod, useSession } from './session-store.ts'
import { findPassword, findPersonByEmail, type Person, type WithPassword } from './store.ts'
import { forgiveSignIns, type StaffCaptcha, tryProof, trySignIn } from './tries.ts'

export interface StaffSessionsDeps {
  readonly database: Database
  readonly clock: Clock
  /** Signs a statement of who calls, good for a few minutes. */
  readonly accessToken: (user: User) => Promise<{ readonly accessToken: string; readonly expiresIn: number }>
  /** Writes a visit down, in the transaction that makes it one. */
  readonly noteVisit: (db: Db, visit: Visit) => Promise<void>
  readonly noteOwn: NoteOwn
  readonly secrets: Secrets
  readonly passwords: PasswordChecks
  readonly captcha: StaffCaptcha
  /** Browsers that have signed in before, each with a count of failures of its own. */
  readonly devices: DeviceCookies
  readonly seals: Seals
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

/** Somebody came, left, or did not get in: for the audit log. */
export interface Visit {
  readonly site: string
  readonly act: 'SIGNED_IN' | 'SIGNED_OUT' | 'SIGN_IN_FAILED'
  /** Whose account it is; absent where there is none under the address that was typed. */
  readonly staffId?: string
  readonly at: Date
  readonly agent: string
  readonly address: string
}

/** Writes down what somebody did to their own account before they were anybody to the API. */
export type NoteOwn = (
  db: Db,
  change: {
    readonly site: string
    readonly staffId: string
    readonly name: string
    readonly line: Route
    readonly joined: boolean
    readonly fields: readonly AuditField[]
    readonly at: Date
    readonly agent: string
    readonly address: string
  },
) => Promise<void>

/** Somebody who is signed in, and the token they call the API with for now. */
export interface SignedIn {
  readonly accessToken: string
  /** Seconds. */
  readonly expiresIn: number
  readonly person: Person
  readonly rights: readonly Right[]
  /** Of a second step that was set up on the way; said this once. */
  readonly recoveryCodes?: readonly string[]
}

interface From {
  readonly agent: string
  readonly address: string
}

interface Device {
  /** What the browser says of itself that has signed in before. */
  readonly device: string | undefined
}

export interface Attempt extends From, Device {
  readonly site: string
  readonly email: string
  readonly password: string
  /** Whether the session outlives the browser's. */
  readonly stays: boolean
  /** The secret of a browser that may be remembered. */
  readonly browser: string | undefined
  /** The solution of a captcha. */
  readonly captcha: string | undefined
}

export interface SecondAttempt extends From, Device {
  readonly site: string
  readonly step: string
  readonly code: string
  /** Whether this browser needs no code for a while. */
  readonly remembers: boolean
}

export type Signed =
  | {
      readonly ok: true
      readonly secret: string
      readonly sessionId: string
      readonly seconds: number | undefined
      readonly signedIn: SignedIn
      /** What a browser that is remembered has to show. */
      readonly browser?: { readonly secret: string; readonly seconds: number }
      /** What it shows from now on, as one that has signed in before. */
      readonly device: { readonly cookie: string; readonly seconds: number }
    }
  /** The password was right; a code is missing. */
  | { readonly ok: false; readonly reason: 'code'; readonly step: string }
  /** The password was right; without a second step they get no further. */
  | { readonly ok: false; readonly reason: 'set-up'; readonly step: string; readonly secret: string; readonly uri: string }
  /** The same for an address that is unknown and for a password that is wrong. */
  | { readonly ok: false; readonly reason: 'wrong'; readonly triesLeft: number }
  /** Too many tries that need nothing but a password; with a captcha the next one is allowed. `wrong` where the one that was sent does not count. */
  | { readonly ok: false; readonly reason: 'captcha'; readonly siteKey: string; readonly wrong: boolean }
  /** Too many codes were wrong, or too many passwords are being checked. */
  | { readonly ok: false; readonly reason: 'paused'; readonly seconds: number }
  /** It took too long, or was done already. */
  | { readonly ok: false; readonly reason: 'over' }

type SignedBrowser = Extract<Signed, { readonly ok: true }>

interface Opened {
  readonly secret: string
  readonly sessionId: string
  readonly seconds: number | undefined
}

export interface StaffSessions {
  signIn(attempt: Attempt): Promise<Signed>
  /** With the code that a sign-in is missing. */
  goOn(attempt: SecondAttempt): Promise<Signed>
  /** A token for whoever holds the secret of a session that still lasts. */
  renew(site: string, secret: string): Promise<{ readonly signedIn: SignedIn; readonly sessionId: string } | undefined>
  /** Who holds the secret of a session that still lasts. */
  holder(site: string, secret: string): Promise<Person | undefined>
  signOut(site: string, secret: string, from: From): Promise<void>
}

/** A sign-in whose password was right. */
interface Step {
  readonly staffId: string
  readonly stays: boolean
  /** Sealed: of the second step that is being set up. */
  readonly setup?: string
}

const browserSeconds = 12 * 3600
const rememberedSeconds = browserDays * 24 * 3600

/**
 * Staff sign in with a password, and a code of an app where they have one, and hold a session, whose secret the browser stores where no
 * script reads it; the platform stores only its hash.
 */
export function staffSessions(deps: StaffSessionsDeps): StaffSessions {
  const { database, clock, accessToken, noteVisit, noteOwn, secrets, passwords, captcha, devices, readSettings } = deps
  const steps = stepsOf<Step>(deps.seals, 'staff-sign-in')

  async function signedIn(site: string, { id, email, name, role }: Person, sessionId: string): Promise<SignedIn> {
    const user: User = { kind: 'user', site, userId: id, role, sessionId }
    return { ...(await accessToken(user)), person: { id, email, name, role }, rights: [...rightsOf[role]] }
  }

  async function demands(site: string, { role }: Person, now: Date): Promise<boolean> {
    return demandsSecondStep((await readSettings(database, site)).staff ?? freshStaff, role, now)
  }

  interface Entry extends From {
    readonly site: string
    readonly person: Person
    readonly stays: boolean
    readonly methods: readonly StaffMethod[]
  }

  /** Opens the session, in the transaction that takes the last proof. */
  async function open(db: Db, { site, person, stays, methods, agent, address }: Entry, now: Date): Promise<Opened> {
    const secret = newSecret()
    const id = newId()
    const seconds = stays ? stayingSeconds : browserSeconds
    const expiresAt = new Date(now.getTime() + seconds * 1000)
    await insertSession(db, { site, id, staffId: person.id, hash: hashOf(secret), methods, agent, address, expiresAt }, now)
    await endOldest(db, site, person.id, mostSessions, now)
    await noteVisit(db, { site, act: 'SIGNED_IN', staffId: person.id, at: now, agent, address })
    return { secret, sessionId: id, seconds: stays ? seconds : undefined }
  }

  async function setUp(site: string, step: Step, person: Person): Promise<Signed> {
    const { secret, uri } = newTotp((await readSettings(database, site)).shop.name, person.email)
    const setup = (await secrets.seal(database, site, secret)).toString('base64url')
    return { ok: false, reason: 'set-up', step: await steps.begin(site, { ...step, setup }), secret, uri }
  }

  /** Takes the code: of the app they have, or the first one of the app that they set up. */
  async function take(
    db: Db,
    site: string,
    person: Person,
    step: Open<Step>,
    code: string,
    now: Date,
  ): Promise<{ readonly by: StaffMethod; readonly recoveryCodes?: readonly string[] } | undefined> {
    if (step.setup === undefined) {
      const by = await proveByCode(db, site, secrets, person.id, code, now)
      return by && (await step.done(db)) ? { by } : undefined
    }
    const secret = await secrets.open(db, site, Buffer.from(step.setup, 'base64url'))
    const lastStep = stepOf(secret, code, now)
    // Somebody may have set one up meanwhile, elsewhere: that one counts.
    if (lastStep === undefined || (await findTotp(db, site, person.id)) || !(await step.done(db))) return undefined
    await putTotp(db, site, { staffId: person.id, sealed: await secrets.seal(db, site, secret), lastStep }, now)
    return { by: 'TOTP', recoveryCodes: await recoveryCodes.renew(db, site, person.id) }
  }

  const busy = ({ data }: Refusal<'TOO_MANY_REQUESTS'>): Signed => ({ ok: false, reason: 'paused', seconds: data.retryAfterSeconds })

  /** What a browser is told that came in, and shows from now on. */
  async function entered(site: string, person: WithPassword, opened: Opened, device: string | undefined): Promise<SignedBrowser> {
    const { secret, seconds, sessionId } = opened
    const cookie = await devices.issue(site, person, device)
    return {
      ok: true,
      secret,
      sessionId,
      seconds,
      signedIn: await signedIn(site, person, sessionId),
      device: { cookie, seconds: deviceSeconds },
    }
  }

  async function lasting(site: string, secret: string): Promise<Holder | undefined> {
    const now = clock.now()
    const holder = await useSession(database, site, hashOf(secret), now)
    if (!holder || holder.secondStep || !(await demands(site, holder, now))) return holder
    await database.transact((db) => endSessionOf(db, site, hashOf(secret), now))
    return undefined
  }

  return {
    async signIn({ site, email, password, stays, agent, address, browser, device: cookie, captcha: solution }) {
      const now = clock.now()
      const person = await findPersonByEmail(database, site, email)
      const device = await devices.find(site, person, cookie)
      const counted = await trySignIn(deps, site, { email, address, device }, solution)
      if (typeof counted === 'string') return { ok: false, reason: 'captcha', siteKey: captcha.siteKey(site), wrong: counted === 'wrong' }
      const right = await passwords.matches(person?.passwordHash, password)
      if (right instanceof Refusal) {
        await counted.giveBack()
        return busy(right)
      }
      if (!right || !person) {
        const known = person && { staffId: person.id }
        await database.transact((db) => noteVisit(db, { site, act: 'SIGN_IN_FAILED', ...known, at: now, agent, address }))
        return { ok: false, reason: 'wrong', triesLeft: counted.triesLeft }
      }
      await counted.giveBack()
      const step: Step = { staffId: person.id, stays }
      const hasSecondStep = (await findTotp(database, site, person.id)) !== undefined
      if (!hasSecondStep && (await demands(site, person, now))) return setUp(site, step, person)
      const known = browser !== undefined && hasSecondStep && (await knownBrowsers.use(database, site, person.id, hashOf(browser), now))
      if (hasSecondStep && !known) return { ok: false, reason: 'code', step: await steps.begin(site, step) }
      const methods: StaffMethod[] = ['PASSWORD', ...(known ? (['BROWSER'] as const) : [])]
      const opened = await database.transact((db) => open(db, { site, person, stays, methods, agent, address }, now))
      if (device === undefined) await forgiveSignIns(database, site, person.email)
      else await counted.forget()
      return entered(site, person, opened, device)
    },

    async goOn({ site, step: text, code, remembers, agent, address, device: cookie }) {
      const now = clock.now()
      const step = await steps.open(database, site, text, now)
      const person = step && (await findPassword(database, site, step.staffId))
      if (!step || !person) return { ok: false, reason: 'over' }
      // Whoever has the password and not the code cannot lock out anybody who was signed in on their browser before.
      const device = await devices.find(site, person, cookie)
      const counted = await tryProof(deps, site, device === undefined ? person.id : `device:${device}`)
      if (counted instanceof Refusal) return busy(counted)
      const done = await database.transact(async (db) => {
        const proved = await take(db, site, person, step, code, now)
        if (!proved) {
          await noteVisit(db, { site, act: 'SIGN_IN_FAILED', staffId: person.id, at: now, agent, address })
          return undefined
        }
        if (proved.recoveryCodes) {
          const fields = [{ path: ['secondStep'], before: false, after: true }]
          const line = 'POST /vitrine/v1/me/second-step/confirm'
          await noteOwn(db, { site, staffId: person.id, name: person.name, line, joined: false, fields, at: now, agent, address })
        }
        const { stays } = step
        const opened = await open(db, { site, person, stays, methods: ['PASSWORD', proved.by], agent, address }, now)
        if (!remembers) return { ...opened, ...proved }
        const secret = newSecret()
        const expiresAt = new Date(now.getTime() + rememberedSeconds * 1000)
        await knownBrowsers.remember(db, site, person.id, { hash: hashOf(secret), agent, address, expiresAt }, now)
        return { ...opened, ...proved, browser: { secret, seconds: rememberedSeconds } }
      })
      if (!done) return { ok: false, reason: 'wrong', triesLeft: counted.triesLeft }
      await counted.forget()
      if (device === undefined) await forgiveSignIns(database, site, person.email)
      const signed = await entered(site, person, done, device)
      return {
        ...signed,
        signedIn: { ...signed.signedIn, ...(done.recoveryCodes && { recoveryCodes: done.recoveryCodes }) },
        ...('browser' in done && done.browser && { browser: done.browser }),
      }
    },

    async renew(site, secret) {
      const holder = await lasting(site, secret)
      return holder && { signedIn: await signedIn(site, holder, holder.sessionId), sessionId: holder.sessionId }
    },

    holder: lasting,

    signOut: (site, secret, from) =>
      database.transact(async (db) => {
        const staffId = await endSessionOf(db, site, hashOf(secret), clock.now())
        if (staffId !== undefined) await noteVisit(db, { site, act: 'SIGNED_OUT', staffId, at: clock.now(), ...from })
      }),
  }
}
