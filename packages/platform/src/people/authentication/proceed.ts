import { createHash } from 'node:crypto'
import type { Identity, SignInAnswer } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { ClientInfo } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { freshSignIn, type SignInSettings } from '../../kernel/settings/sign-in-settings.ts'
import type { Account, DeviceCookies } from '../credentials/device-cookies.ts'
import type { PasswordChecks } from '../credentials/password-checks.ts'
import type { Secrets } from '../credentials/secrets.ts'
import { type Weakness, weaknessOf } from '../credentials/strength.ts'
import { makeCode } from './codes.ts'
import { requestEmail } from './emails.ts'
import { knownDevices } from './factor-store.ts'
import type { SignInLimits } from './limits.ts'
import { aboutPerson, type People, type Person } from './people.ts'
import type { SignInMethod, Steps } from './steps.ts'
import { type Credential, findCredential, meetAgent, savePassword } from './store.ts'

/** Where members are signed in, as recorded by the slice that issues tokens. */
export interface Sessions {
  open(
    context: Context,
    who: {
      readonly memberId: string
      readonly visitorId?: string
      readonly methods: readonly SignInMethod[]
      readonly agent: string
      readonly address: string
    },
  ): Promise<{ readonly sessionId: string; readonly sessionToken: string }>
  end(context: Context, memberId: string, sessionId: string): Promise<boolean>
  endAll(context: Context, memberId: string, but?: string): Promise<number>
  list(db: Db, site: string, memberId: string): Promise<readonly OpenSession[]>
}

export interface OpenSession {
  readonly id: string
  readonly methods: readonly string[]
  readonly agent: string
  readonly address: string
  readonly createdAt: Date
  readonly usedAt: Date
  readonly clientName: string | null
}

export interface SigningInDeps {
  readonly database: Database
  /** Real time: sign-ins do not go by the shop's clock. */
  readonly clock: Clock
  readonly people: People
  readonly sessions: Sessions
  readonly secrets: Secrets
  readonly steps: Steps
  readonly passwords: PasswordChecks
  readonly limits: SignInLimits
  readonly devices: DeviceCookies
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

/** Somebody who has just proved who they are, and from where they come. */
export interface Arrival {
  readonly person: Person
  readonly by: readonly SignInMethod[]
  readonly visitorId?: string | undefined
  readonly from: ClientInfo
  /** Of a device that is remembered. */
  readonly deviceToken?: string | undefined
  /** Of a device that has signed in to this account before: its id. */
  readonly device?: string | undefined
}

/** What may still be between a first proof and a session: asks for a second one, or for a way to give one. */
export type SecondProof = (context: Context, arrival: Arrival, policy: SignInSettings) => Promise<SignInAnswer | undefined>

export interface Showing {
  identity(db: Db, site: string, person: Person): Promise<Identity>
}

export const policyOf = ({ signIn }: Pick<Sections, 'signIn'>): SignInSettings => signIn ?? freshSignIn

/** The same browser on the same kind of machine, whatever its version. */
export const kindOfAgent = (agent: string): Buffer =>
  createHash('sha256')
    .update(agent.replace(/[\d._]+/g, '').slice(0, 300))
    .digest()

/** Leads somebody who proved who they are as far as the shop lets them. In the transaction that takes the proof. */
export function proceeding(
  { people, sessions, secrets, steps, devices, readSettings, clock }: SigningInDeps,
  secondProof: SecondProof,
  identityOf: Showing['identity'],
) {
  return async (context: Context, arrival: Arrival): Promise<SignInAnswer> => {
    const { db, site } = context
    const { person, by, visitorId, from } = arrival
    const policy = policyOf(await readSettings(db, site))
    const now = clock.now()
    if (person.status === 'BLOCKED') return { state: 'STATUS_CHECK', identity: await identityOf(db, site, person) }
    if (policy.emailVerification && !person.emailVerified) {
      const code = await makeCode(db, site, secrets, { memberId: person.id, purpose: 'VERIFY' }, now)
      await requestEmail(db, site, secrets, { kind: 'verification-code', memberId: person.id, about: { code } }, now)
      const step = { memberId: person.id, next: 'VERIFY_EMAIL' as const, by, ...(visitorId && { visitorId }) }
      return { state: 'REQUIRE_EMAIL_VERIFICATION', stateToken: await steps.begin(site, step) }
    }
    if (person.status === 'PENDING') return { state: 'REQUIRE_OWNER_APPROVAL', identity: await identityOf(db, site, person) }
    const asked = await secondProof(context, arrival, policy)
    if (asked) return asked
    const met = await meetAgent(db, site, person.id, kindOfAgent(from.agent), now)
    if (met.others && !met.known)
      await requestEmail(
        db,
        site,
        secrets,
        { kind: 'new-sign-in', memberId: person.id, about: { agent: from.agent, at: now.toISOString() } },
        now,
      )
    await people.noteLogin(context, person.id)
    const { sessionToken } = await sessions.open(context, {
      memberId: person.id,
      ...(visitorId && { visitorId }),
      methods: by,
      agent: from.agent,
      address: from.address,
    })
    const entered = (await people.find(db, site, person.id)) ?? person
    const credential = await findCredential(db, site, person.id)
    const deviceCookie = await devices.issue(site, accountOf(person.id, credential), arrival.device)
    return {
      state: 'SUCCESS',
      sessionToken,
      identity: await identityOf(db, site, entered),
      additionalData: { deviceCookie: { strValue: deviceCookie } },
    }
  }
}

export type Proceed = ReturnType<typeof proceeding>

/** An account as the devices know it that have signed in to it. */
export const accountOf = (id: string, credential: Credential | undefined): Account => ({ id, passwordAt: credential?.passwordAt ?? null })

/** What a device says of itself that has signed in before. */
export const deviceCookieOf = (meta: Readonly<Record<string, unknown>> | null | undefined): string | undefined => {
  const cookie = meta?.['deviceCookie']
  return typeof cookie === 'string' ? cookie : undefined
}

export const deviceTokenOf = (meta: Readonly<Record<string, unknown>> | null | undefined): string | undefined => {
  const token = meta?.['deviceToken']
  return typeof token === 'string' && token.length <= 100 ? token : undefined
}

/** What speaks against a password that somebody wants from now on; where the shop asked for a new one, also that it is the old one. */
export async function faultOf(
  db: Db,
  site: string,
  { readSettings, passwords }: Pick<SigningInDeps, 'readSettings' | 'passwords'>,
  person: Person,
  password: string,
): Promise<Weakness | 'THE_OLD_ONE' | Refusal<'TOO_MANY_REQUESTS'> | undefined> {
  const weakness = weaknessOf(password, aboutPerson(person, (await readSettings(db, site)).shop.name))
  if (weakness) return weakness
  const credential = await findCredential(db, site, person.id)
  if (!credential?.mustChange) return undefined
  const same = await passwords.matches(credential.passwordHash ?? undefined, password)
  if (same instanceof Refusal) return same
  return same ? 'THE_OLD_ONE' : undefined
}

/** Gives somebody a new password: they are signed out everywhere else, and written to. */
export async function setPassword(
  { sessions, secrets, clock }: Pick<SigningInDeps, 'sessions' | 'secrets' | 'clock'>,
  context: Context,
  {
    person,
    passwordHash,
    agent,
    but,
  }: { readonly person: Person; readonly passwordHash: string; readonly agent: string; readonly but?: string | undefined },
): Promise<void> {
  const { db, site } = context
  const now = clock.now()
  await savePassword(db, site, person.id, passwordHash, now)
  await knownDevices.forgetAll(db, site, person.id)
  await sessions.endAll(context, person.id, but)
  await requestEmail(db, site, secrets, { kind: 'password-changed', memberId: person.id, about: { agent, at: now.toISOString() } }, now)
}

/** The session that a member's token belongs to; those that a program obtained for them belong to none. */
export const sessionOf = (caller: Caller): string | undefined => (caller.kind === 'member' ? caller.sessionId : undefined)

/** Somebody has to wait for the shop: they are told, and so is the shop. */
export async function askForApproval(
  { secrets, clock }: Pick<SigningInDeps, 'secrets' | 'clock'>,
  { db, site }: Context,
  memberId: string,
): Promise<void> {
  const now = clock.now()
  await requestEmail(db, site, secrets, { kind: 'approval-asked', memberId, about: {} }, now)
  await requestEmail(db, site, secrets, { kind: 'approval-wanted', memberId, about: {} }, now)
}
