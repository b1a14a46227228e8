import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { MyFactor, MyPasskey, mySecurity } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import { type Handlers, type Scope, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { Seals } from '../../kernel/seals.ts'
import { newTotp, stepOf } from '../credentials/totp.ts'
import { useCode } from './codes.ts'
import { emailChangeOperations } from './email-change.ts'
import { findEmailChange } from './email-change-store.ts'
import {
  deleteFactor,
  deletePasskey,
  findFactors,
  findPasskeys,
  insertPasskey,
  knownDevices,
  putFactor,
  recoveryCodes,
  renamePasskey,
  type StoredFactor,
  type StoredPasskey,
} from './factor-store.ts'
import { credentialOf } from './passkeys.ts'
import type { Person } from './people.ts'
import { faultOf, policyOf, sessionOf, setPassword } from './proceed.ts'
import { hintOf, type SecondProofDeps, sendCode } from './second-proof.ts'
import { showSession } from './show.ts'
import { findCredential } from './store.ts'

export interface MySecurityDeps extends SecondProofDeps {
  readonly seals: Seals
  readonly poke: () => void
}

const setupSeal = 'factor'
const setupSeconds = 15 * 60
const freshMs = 60 * 60_000

interface Setup {
  readonly memberId: string
  readonly type: 'TOTP' | 'EMAIL' | 'SMS' | 'CALL'
  /** What is stored of it, sealed. */
  readonly sealed?: string
}

export function mySecurityOperations(deps: MySecurityDeps): Handlers<typeof mySecurity> {
  const { people, sessions, secrets, seals, passkeys, passwords, limits, messenger, readSettings, clock, database, poke } = deps

  const mine = (caller: Caller): string | undefined => (caller.kind === 'member' ? caller.memberId : undefined)

  async function me({
    db,
    site,
    caller,
  }: Pick<Scope, 'db' | 'site' | 'caller'>): Promise<Person | Refusal<'PERMISSION_DENIED' | 'MEMBER_NOT_FOUND'>> {
    const id = mine(caller)
    if (id === undefined) return refuse('PERMISSION_DENIED')
    return (await people.find(db, site, id)) ?? refuse('MEMBER_NOT_FOUND')
  }

  /** Somebody at a device that was left signed in cannot change anything that would lock its owner out. */
  async function sure(
    scope: Pick<Scope, 'db' | 'site' | 'caller' | 'from'>,
    memberId: string,
    password: string | null | undefined,
  ): Promise<Refusal<'-19976' | 'SIGN_IN_TOO_OLD' | 'TOO_MANY_REQUESTS'> | undefined> {
    const { db, site, caller } = scope
    const credential = await findCredential(db, site, memberId)
    if (!credential?.passwordHash) {
      const sessionId = sessionOf(caller)
      if (sessionId === undefined) return undefined
      const session = (await sessions.list(db, site, memberId)).find(({ id }) => id === sessionId)
      return session && clock.now().getTime() - session.createdAt.getTime() <= freshMs ? undefined : refuse('SIGN_IN_TOO_OLD')
    }
    const counted = await limits.proof(site, prover(caller, memberId))
    if (counted instanceof Refusal) return counted
    const right = await passwords.matches(credential.passwordHash, password ?? '')
    if (right === false) return refuse('-19976', { triesLeft: counted.triesLeft })
    await counted.giveBack()
    return right === true ? undefined : right
  }

  async function showFactor(
    db: Db,
    site: string,
    person: Person,
    { id, type, sealed, createdAt, usedAt }: StoredFactor,
  ): Promise<MyFactor> {
    const where =
      type === 'EMAIL' ? person.email : (type === 'SMS' || type === 'CALL') && sealed ? await secrets.open(db, site, sealed) : undefined
    return {
      id,
      type,
      ...(where && { hint: hintOf(where) }),
      createdDate: createdAt.toISOString(),
      ...(usedAt && { usedDate: usedAt.toISOString() }),
    }
  }

  return {
    ...emailChangeOperations({ ...deps, me, sure, prover }),

    async 'GET /vitrine/v1/members/my/sessions'(_, { db, site, caller }) {
      const id = mine(caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      const current = sessionOf(caller)
      const open = await sessions.list(db, site, id)
      return {
        sessions: open.map((session) => ({ ...showSession(session), current: session.id === current })),
      }
    },

    async 'DELETE /vitrine/v1/members/my/sessions/{sessionId}'({ sessionId }, { db, site, now, caller }) {
      const id = mine(caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      return (await sessions.end({ db, site, now }, id, sessionId)) ? {} : refuse('SESSION_NOT_FOUND')
    },

    async 'DELETE /vitrine/v1/members/my/sessions'(_, { db, site, now, caller }) {
      const id = mine(caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      return { ended: await sessions.endAll({ db, site, now }, id, sessionOf(caller)) }
    },

    'POST /vitrine/v1/members/my/password': staged(async ({ oldPassword, newPassword }, scope) => {
      const { db, site, caller, from } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      const unsure = await sure(scope, person.id, oldPassword)
      if (unsure) return unsure
      const reason = await faultOf(db, site, deps, person, newPassword)
      if (reason instanceof Refusal) return reason
      if (reason) return refuse('PASSWORD_TOO_WEAK', { reason })
      const passwordHash = await passwords.hash(newPassword)
      if (passwordHash instanceof Refusal) return passwordHash
      await scope.transact((inside) =>
        setPassword(deps, { db: inside, site, now: scope.now }, { person, passwordHash, agent: from.agent, but: sessionOf(caller) }),
      )
      poke()
      return {}
    }),

    async 'GET /vitrine/v1/members/my/factors'(_, { db, site, caller }) {
      const id = mine(caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      const [person, newEmail, factors, left, devices, keys, credential] = await Promise.all([
        people.find(db, site, id),
        findEmailChange(db, site, id, clock.now()),
        findFactors(db, site, id),
        recoveryCodes.left(db, site, id),
        knownDevices.find(db, site, id, clock.now()),
        findPasskeys(db, site, id),
        findCredential(db, site, id),
      ])
      return {
        passwordSet: Boolean(credential?.passwordHash),
        ...(newEmail !== undefined && { newEmail }),
        factors: person ? await Promise.all(factors.map((factor) => showFactor(db, site, person, factor))) : [],
        recoveryCodesLeft: left,
        devices: devices.map((device) => ({
          id: device.id,
          agent: device.agent,
          address: device.address,
          createdDate: device.createdAt.toISOString(),
          usedDate: device.usedAt.toISOString(),
          until: device.expiresAt.toISOString(),
        })),
        passkeys: keys.map(showPasskey),
      }
    },

    async 'POST /vitrine/v1/members/my/factors/totp'(_, scope) {
      const { db, site } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      const { secret, uri } = newTotp((await readSettings(db, site)).shop.name, person.email)
      const sealed = (await secrets.seal(database, site, secret)).toString('base64url')
      const setup: Setup = { memberId: person.id, type: 'TOTP', sealed }
      return { secret, uri, setupToken: await seals.seal(site, setupSeal, { ...setup }, setupSeconds) }
    },

    'POST /vitrine/v1/members/my/factors/code': staged(async ({ factorType, phone }, scope) => {
      const { site } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      if (factorType !== 'EMAIL' && (!phone || !messenger?.kinds.has(factorType))) return refuse('FACTOR_NOT_AVAILABLE', { factorType })
      const counted = await limits.emailTo(site, `proof ${person.id}`)
      if (counted instanceof Refusal) return counted
      const sealed = phone && factorType !== 'EMAIL' ? (await secrets.seal(database, site, phone)).toString('base64url') : undefined
      await scope.transact(async (inside) => {
        const where = factorType === 'EMAIL' ? { factorType } : { factorType, to: phone! }
        await sendCode(deps, { db: inside, site, now: scope.now }, person.id, where)
      })
      poke()
      const setup: Setup = { memberId: person.id, type: factorType, ...(sealed && { sealed }) }
      return {
        setupToken: await seals.seal(site, setupSeal, { ...setup }, setupSeconds),
        hint: hintOf(factorType === 'EMAIL' ? person.email : phone!),
      }
    }),

    'POST /vitrine/v1/members/my/factors/confirm': staged(async ({ setupToken, code }, scope) => {
      const { site, caller } = scope
      const setup = (await seals.open(site, setupSeal, setupToken)) as Setup | undefined
      const id = mine(caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      const person = setup?.memberId === id ? await people.find(scope.db, site, id) : undefined
      if (!setup || !person) return refuse('SIGN_IN_OVER')
      const counted = await limits.proof(site, prover(caller, person.id))
      if (counted instanceof Refusal) return counted
      const made = await scope.transact(async (db): Promise<StoredFactor | undefined> => {
        const now = clock.now()
        const sealed = setup.sealed ? Buffer.from(setup.sealed, 'base64url') : null
        const lastStep = setup.type === 'TOTP' && sealed ? stepOf(await secrets.open(db, site, sealed), code, now) : undefined
        const right =
          setup.type === 'TOTP'
            ? lastStep !== undefined
            : await useCode(db, site, secrets, { memberId: person.id, purpose: setup.type, code }, now)
        if (!right) return undefined
        const factor = { id: newId(), type: setup.type, sealed }
        await putFactor(db, site, { ...factor, memberId: person.id, ...(lastStep !== undefined && { lastStep }) }, now)
        return { ...factor, createdAt: now, usedAt: null }
      })
      if (!made) return refuse('VERIFICATION_FAILED')
      await counted.giveBack()
      return { factor: await showFactor(database, site, person, made) }
    }),

    'POST /vitrine/v1/members/my/factors/{factorId}/remove': staged(async ({ factorId, password }, scope) => {
      const id = mine(scope.caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      const factors = await findFactors(scope.db, scope.site, id)
      if (!factors.some((factor) => factor.id === factorId)) return refuse('FACTOR_NOT_FOUND')
      const unsure = await sure(scope, id, password)
      if (unsure) return unsure
      const gone = await scope.transact((db) => deleteFactor(db, scope.site, id, factorId))
      return gone ? {} : refuse('FACTOR_NOT_FOUND')
    }),

    'POST /vitrine/v1/members/my/recovery-codes': staged(async ({ password }, scope) => {
      const { site } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      const unsure = await sure(scope, person.id, password)
      if (unsure) return unsure
      return { codes: await scope.transact((db) => recoveryCodes.renew(db, site, person.id)) }
    }),

    async 'DELETE /vitrine/v1/members/my/devices/{deviceId}'({ deviceId }, { db, site, caller }) {
      const id = mine(caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      return (await knownDevices.forget(db, site, id, deviceId)) ? {} : refuse('DEVICE_NOT_FOUND')
    },

    async 'POST /vitrine/v1/members/my/passkeys/begin'(_, scope) {
      const { db, site } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      const settings = await readSettings(db, site)
      if (!policyOf(settings).methods.passkey || !passkeys.works) return refuse('SIGN_IN_METHOD_OFF', { method: 'PASSKEY' })
      return passkeys.askForNew(database, site, clock.now(), person, settings.shop.name, await findPasskeys(db, site, person.id))
    },

    async 'POST /vitrine/v1/members/my/passkeys'({ challengeId, credential: text, name }, { db, site, caller, from }) {
      const id = mine(caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      const credential = credentialOf<RegistrationResponseJSON>(text)
      const now = clock.now()
      const made = credential && (await passkeys.checkNew(db, site, now, challengeId, { id }, credential))
      if (!made) return refuse('PASSKEY_REFUSED')
      const passkey = {
        id: newId(),
        memberId: id,
        credentialId: made.credentialId,
        publicKey: Buffer.from(made.publicKey),
        counter: made.counter,
        transports: made.transports,
        backedUp: made.backedUp,
        name: name?.trim() || deviceName(from.agent),
        createdAt: now,
      }
      return (await insertPasskey(db, site, passkey)) ? { passkey: showPasskey({ ...passkey, usedAt: null }) } : refuse('PASSKEY_REFUSED')
    },

    async 'PATCH /vitrine/v1/members/my/passkeys/{passkeyId}'({ passkeyId, name }, { db, site, caller }) {
      const id = mine(caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      const passkey = await renamePasskey(db, site, id, passkeyId, name.trim())
      return passkey ? { passkey: showPasskey(passkey) } : refuse('PASSKEY_NOT_FOUND')
    },

    async 'DELETE /vitrine/v1/members/my/passkeys/{passkeyId}'({ passkeyId }, { db, site, caller }) {
      const id = mine(caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      return (await deletePasskey(db, site, id, passkeyId)) ? {} : refuse('PASSKEY_NOT_FOUND')
    },
  }
}

/** Tries are counted by session: whoever found one open cannot lock its owner out anywhere else. */
const prover = (caller: Caller, memberId: string): string => {
  const sessionId = sessionOf(caller)
  return sessionId === undefined ? memberId : `session:${sessionId}`
}

const showPasskey = ({ id, name, backedUp, createdAt, usedAt }: StoredPasskey): MyPasskey => ({
  id,
  name,
  backedUp,
  createdDate: createdAt.toISOString(),
  ...(usedAt && { usedDate: usedAt.toISOString() }),
})

/** What a passkey is called where its owner says nothing. */
const deviceName = (agent: string): string =>
  /iPhone|iPad|Android|Macintosh|Windows|Linux/.exec(agent)?.[0].replace('Macintosh', 'Mac') ?? 'Passkey'
