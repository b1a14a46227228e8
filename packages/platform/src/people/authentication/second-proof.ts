import type { AvailableFactor, FactorType, IdentityFactor, SignInAnswer } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { hashOf, newSecret } from '../credentials/secrets.ts'
import { makeCode } from './codes.ts'
import { requestEmail } from './emails.ts'
import { findFactors, findPasskeys, knownDevices, recoveryCodes, type StoredFactor } from './factor-store.ts'
import type { Passkeys } from './passkeys.ts'
import type { Person } from './people.ts'
import type { SecondProof, SigningInDeps } from './proceed.ts'
import type { SignInMethod } from './steps.ts'
import { findCredential } from './store.ts'

/** Brings figures to a telephone. */
export interface Messenger {
  readonly kinds: ReadonlySet<'SMS' | 'CALL'>
  send(message: {
    readonly site: string
    readonly key: string
    readonly kind: 'SMS' | 'CALL'
    readonly to: string
    readonly code: string
  }): Promise<void>
}

/** Asks somebody on a device of theirs, and hears what they say. */
export interface PushProvider {
  ask(question: { readonly site: string; readonly memberId: string; readonly transactionId: string; readonly agent: string }): Promise<void>
  /** Whether they said yes. */
  answered(question: { readonly site: string; readonly memberId: string; readonly transactionId: string }): Promise<boolean>
}

export interface SecondProofDeps extends SigningInDeps {
  readonly passkeys: Passkeys
  readonly messenger?: Messenger | undefined
  readonly push?: PushProvider | undefined
}

const deviceDays = 30

/** `h•••@example.com`, `•••• 4567` */
export const hintOf = (where: string): string =>
  where.includes('@') ? `${where[0]}•••${where.slice(where.lastIndexOf('@'))}` : `•••• ${where.slice(-4)}`

/** By email is by email, whatever it was for. */
const byEmail = (by: readonly SignInMethod[]): boolean => by.includes('EMAIL_CODE') || by.includes('RECOVERY')

const enabled = (factorType: FactorType): AvailableFactor => ({ factorType, factorStatus: 'ENABLED' })

/** The ways that a member has, in the order in which they are offered; none that says again what was said already. */
export async function waysOf(
  { passkeys, messenger, push }: Pick<SecondProofDeps, 'passkeys' | 'messenger' | 'push'>,
  db: Db,
  site: string,
  person: Person,
  by: readonly SignInMethod[],
): Promise<{ readonly ways: readonly AvailableFactor[]; readonly factors: readonly StoredFactor[] }> {
  const [factors, keys, credential, left] = await Promise.all([
    findFactors(db, site, person.id),
    findPasskeys(db, site, person.id),
    findCredential(db, site, person.id),
    recoveryCodes.left(db, site, person.id),
  ])
  const has = (type: string) => factors.some((factor) => factor.type === type)
  const ways = [
    ...(has('TOTP') ? [enabled('TOTP')] : []),
    ...(factors.length > 0 && keys.length > 0 && passkeys.works ? [enabled('WEBAUTHN')] : []),
    ...(has('PUSH') && push ? [enabled('PUSH')] : []),
    ...(has('EMAIL') && !byEmail(by) ? [enabled('EMAIL')] : []),
    ...(['SMS', 'CALL'] as const).filter((kind) => has(kind) && messenger?.kinds.has(kind)).map(enabled),
    ...(factors.length > 0 && byEmail(by) && credential?.passwordHash ? [enabled('PASSWORD')] : []),
    ...(factors.length > 0 && left > 0 ? [enabled('RECOVERY_CODE')] : []),
  ]
  return { ways, factors }
}

/** Asks for what is missing between a first proof and a session. */
export function secondProofs(deps: SecondProofDeps): SecondProof {
  const { steps, clock } = deps
  return async (context, arrival, policy) => {
    const { db, site } = context
    const { person, by, visitorId, deviceToken } = arrival
    // A passkey has asked for a finger or a face already; two proofs are two.
    if (policy.mfa === 'OFF' || by.includes('PASSKEY') || by.length > 1) return undefined
    const { ways } = await waysOf(deps, db, site, person, by)
    const [first] = ways
    const step = { memberId: person.id, by, ...(visitorId && { visitorId }) }
    if (!first || first.factorType === 'RECOVERY_CODE') {
      if (policy.mfa !== 'REQUIRED') return undefined
      return {
        state: 'REQUIRE_MFA',
        stateToken: await steps.begin(site, { ...step, next: 'ENROL' }),
        requireMfaData: { availableFactors: enrollable(by), reason: 'USER_SETTINGS' },
      }
    }
    if (deviceToken && (await knownDevices.use(db, site, person.id, hashOf(deviceToken), clock.now()))) return undefined
    return challenge(deps, context, { ...step, next: 'PROVE' }, person, first.factorType, arrival.from.agent)
  }
}

/** What can be set up while signing in. */
export const enrollable = (by: readonly SignInMethod[]): AvailableFactor[] => [
  { factorType: 'TOTP', factorStatus: 'REQUIRE_ACTIVATION' },
  ...(byEmail(by) ? [] : [{ factorType: 'EMAIL' as const, factorStatus: 'REQUIRE_ACTIVATION' as const }]),
]

/** Asks for one of the ways; sends what has to be sent. */
export async function challenge(
  deps: SecondProofDeps,
  context: Context,
  step: { readonly memberId: string; readonly by: readonly SignInMethod[]; readonly visitorId?: string; readonly next: 'PROVE' | 'ENROL' },
  person: Person,
  factorType: FactorType,
  agent: string,
): Promise<SignInAnswer> {
  const { steps, secrets, clock, passkeys } = deps
  const { db, site } = context
  const { ways, factors } = await waysOf(deps, db, site, person, step.by)
  const now = clock.now()
  const phone = async () => secrets.open(db, site, factors.find(({ type }) => type === factorType)!.sealed!)
  const data: NonNullable<SignInAnswer['mfaChallengeData']>['verificationChallengeData'] = {}
  if (factorType === 'EMAIL') {
    data.hint = hintOf(person.email)
    await sendCode(deps, context, person.id, { factorType })
  } else if (factorType === 'SMS' || factorType === 'CALL') {
    const to = await phone()
    data.hint = hintOf(to)
    await sendCode(deps, context, person.id, { factorType, to })
  } else if (factorType === 'WEBAUTHN') {
    const asked = await passkeys.ask(db, site, now, await findPasskeys(db, site, person.id))
    data.webauthnData = asked
  } else if (factorType === 'PUSH') {
    const transactionId = newId()
    data.pushData = { transactionId }
    await requestEmail(db, site, secrets, { kind: 'push-question', memberId: person.id, about: { transactionId, agent } }, now)
  }
  return {
    state: 'MFA_CHALLENGE',
    stateToken: await steps.begin(site, { ...step, factor: factorType }),
    mfaChallengeData: {
      factorType,
      verificationChallengeData: data,
      availableFactors: step.next === 'ENROL' ? enrollable(step.by) : [...ways],
      reason: 'USER_SETTINGS',
    },
  }
}

/** Six figures by email or telephone. */
export async function sendCode(
  { secrets, clock }: Pick<SigningInDeps, 'secrets' | 'clock'>,
  { db, site }: Context,
  memberId: string,
  where: { readonly factorType: 'EMAIL' } | { readonly factorType: 'SMS' | 'CALL'; readonly to: string },
): Promise<void> {
  const now = clock.now()
  const code = await makeCode(db, site, secrets, { memberId, purpose: where.factorType }, now)
  if (where.factorType === 'EMAIL') await requestEmail(db, site, secrets, { kind: 'sign-in-code', memberId, about: { code } }, now)
  else await requestEmail(db, site, secrets, { kind: 'text-message', memberId, about: { code, to: where.to, kind: where.factorType } }, now)
}

/** Remembers a device; what it has to show. */
export async function rememberDevice(
  { db, site }: Context,
  { memberId, agent, address }: { readonly memberId: string; readonly agent: string; readonly address: string },
  now: Date,
): Promise<string> {
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + deviceDays * 24 * 3_600_000)
  await knownDevices.remember(db, site, memberId, { hash: hashOf(token), agent: agent.slice(0, 400), address, expiresAt }, now)
  return token
}

/** The ways of a member, as their identity says them. */
export async function identityFactors(db: Db, site: string, memberId: string): Promise<IdentityFactor[]> {
  const factors = await findFactors(db, site, memberId)
  return factors.map(({ id, type }) => ({ factorId: id, type, status: 'ACTIVE' as const }))
}
