import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { authentication, FactorType, SignInAnswer, signIn } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { visitorOf } from '../../kernel/http/caller.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { newTotp, stepOf } from '../credentials/totp.ts'
import { makeCode, useCode } from './codes.ts'
import { requestEmail } from './emails.ts'
import { findPasskey, noteUsed, putFactor, recoveryCodes, type StoredFactor, usePasskey, useStep } from './factor-store.ts'
import { credentialOf } from './passkeys.ts'
import type { Person } from './people.ts'
import { accountOf, deviceCookieOf, deviceTokenOf, type Proceed, policyOf } from './proceed.ts'
import { challenge, rememberDevice, type SecondProofDeps, waysOf } from './second-proof.ts'
import type { OpenStep, SignInMethod } from './steps.ts'
import { type Credential, findCredential } from './store.ts'

export interface FactorDeps extends SecondProofDeps {
  readonly proceed: Proceed
  readonly poke: () => void
}

type Lines =
  | 'POST /_api/iam/authentication/v2/{factorType}/verify'
  | 'POST /vitrine/v1/sign-in/email-code'
  | 'POST /vitrine/v1/sign-in/totp'
  | 'POST /vitrine/v1/sign-in/passkey'
  | 'POST /vitrine/v1/sign-in/passkey/finish'

/** What a member proves with which way. */
const methodOf: { readonly [F in FactorType]: SignInMethod } = {
  PASSWORD: 'PASSWORD',
  SMS: 'SMS',
  CALL: 'CALL',
  EMAIL: 'EMAIL_CODE',
  TOTP: 'TOTP',
  PUSH: 'PUSH',
  WEBAUTHN: 'PASSKEY',
  RECOVERY_CODE: 'RECOVERY_CODE',
}

export function factorOperations(deps: FactorDeps): Pick<Handlers<typeof authentication & typeof signIn>, Lines> {
  const { people, secrets, steps, limits, passwords, devices, proceed, readSettings, clock, passkeys, push, database, poke } = deps

  return {
    'POST /_api/iam/authentication/v2/{factorType}/verify': staged(async (input, scope) => {
      const { site, from } = scope
      const { factorType } = input
      const step = await steps.open(scope.db, site, input.stateToken, clock.now())
      const person = step && step.next !== 'VERIFY_EMAIL' ? await people.find(scope.db, site, step.memberId) : undefined
      if (!step || !person) return refuse('SIGN_IN_OVER')
      const next = step.next === 'ENROL' ? 'ENROL' : 'PROVE'
      const { ways, factors } = await waysOf(deps, scope.db, site, person, step.by)
      const offered =
        next === 'ENROL'
          ? factorType === 'EMAIL' || (factorType === 'TOTP' && step.setup !== undefined)
          : ways.some((way) => way.factorType === factorType)
      if (!offered) return refuse('FACTOR_NOT_AVAILABLE', { factorType })
      const code = codeIn(input, factorType)
      const sends = (factorType === 'EMAIL' || factorType === 'SMS' || factorType === 'CALL') && !code
      const asks =
        sends || (factorType === 'PUSH' && !input.pushData?.transactionId) || (factorType === 'WEBAUTHN' && !input.webauthnData?.credential)
      if (asks) {
        const counted = sends ? await limits.emailTo(site, `proof ${person.id}`) : undefined
        if (counted instanceof Refusal) return counted
        const asked = await scope.transact((db) => {
          const context = { db, site, now: scope.now }
          const { memberId, by, visitorId } = step
          return challenge(deps, context, { memberId, by, next, ...(visitorId && { visitorId }) }, person, factorType, from.agent)
        })
        poke()
        return asked
      }
      const credential = await findCredential(scope.db, site, person.id)
      const device = await devices.find(site, accountOf(person.id, credential), deviceCookieOf(input.clientMetaData))
      // Whoever has the password and not the second proof cannot lock out anybody who was signed in on their device before.
      const counted = await limits.proof(site, device === undefined ? person.id : `device:${device}`)
      if (counted instanceof Refusal) return counted
      // What needs no transaction, or must not wait in one.
      const before = await provedBefore(credential, site, person, factorType, input)
      if (before instanceof Refusal) {
        await counted.giveBack()
        return before
      }
      const answer = await scope.transact(async (db) => {
        const context = { db, site, now: scope.now }
        const right = before ?? (await proves(context, person, step, factorType, code ?? '', factors, input))
        if (!right || !(await step.done(db))) return undefined
        const deviceToken = input.rememberThisDevice
          ? await rememberDevice(context, { memberId: person.id, agent: from.agent, address: from.address }, clock.now())
          : undefined
        const by = [...step.by, methodOf[factorType]]
        const visitorId = visitorOf(scope.caller) ?? step.visitorId
        const entered = await proceed(context, { person, by, visitorId, from, device })
        const said = {
          ...(deviceToken && { deviceToken: { strValue: deviceToken } }),
          // An app may get lost with the phone: the ways back in without it come with it.
          ...(next === 'ENROL' && factorType === 'TOTP' && { recoveryCodes: await freshCodes(db, site, person.id) }),
        }
        return Object.keys(said).length > 0 ? { ...entered, additionalData: { ...entered.additionalData, ...said } } : entered
      })
      poke()
      if (!answer) return refuse('VERIFICATION_FAILED')
      await counted.forget()
      await limits.forgive(site, { email: person.email, device })
      return answer
    }),

    'POST /vitrine/v1/sign-in/email-code': staged(async ({ email, captchaTokens }, scope) => {
      const { db, site, from } = scope
      const policy = policyOf(await readSettings(db, site))
      if (!policy.methods.emailCode) return refuse('SIGN_IN_METHOD_OFF', { method: 'EMAIL_CODE' })
      const counted = await limits.email(site, policy, { email, address: from.address }, captchaTokens)
      if (counted instanceof Refusal) return counted
      const person = await people.findByEmail(db, site, email.trim())
      await scope.transact(async (inside) => {
        const now = clock.now()
        const code = await makeCode(inside, site, secrets, { memberId: person?.id ?? newId(), purpose: 'SIGN_IN' }, now)
        await requestEmail(inside, site, secrets, { kind: 'sign-in-code', memberId: person?.id, about: { code } }, now)
      })
      poke()
      return {}
    }),

    async 'POST /vitrine/v1/sign-in/totp'({ stateToken }, { db, site }) {
      const step = await steps.open(db, site, stateToken, clock.now())
      const person = step?.next === 'ENROL' ? await people.find(db, site, step.memberId) : undefined
      if (!step || !person) return refuse('SIGN_IN_OVER')
      const { secret, uri } = newTotp((await readSettings(db, site)).shop.name, person.email)
      const setup = (await secrets.seal(database, site, secret)).toString('base64url')
      const { memberId, by, visitorId } = step
      return { secret, uri, stateToken: await steps.begin(site, { memberId, by, next: 'ENROL', setup, ...(visitorId && { visitorId }) }) }
    },

    async 'POST /vitrine/v1/sign-in/passkey'(_, { db, site }) {
      const { methods } = policyOf(await readSettings(db, site))
      if (!methods.passkey || !passkeys.works) return refuse('SIGN_IN_METHOD_OFF', { method: 'PASSKEY' })
      return passkeys.ask(database, site, clock.now())
    },

    'POST /vitrine/v1/sign-in/passkey/finish': staged(async ({ challengeId, credential: text, clientMetaData }, scope) => {
      const { site, from } = scope
      const { methods } = policyOf(await readSettings(scope.db, site))
      if (!methods.passkey) return refuse('SIGN_IN_METHOD_OFF', { method: 'PASSKEY' })
      const answer = await scope.transact(async (db): Promise<SignInAnswer | undefined> => {
        const context = { db, site, now: scope.now }
        const memberId = await holderOf(context, challengeId, text)
        const person = memberId === undefined ? undefined : await people.find(db, site, memberId)
        if (!person) return undefined
        const deviceToken = deviceTokenOf(clientMetaData)
        return proceed(context, { person, by: ['PASSKEY'], visitorId: visitorOf(scope.caller), from, deviceToken })
      })
      poke()
      return answer ?? refuse('PASSKEY_REFUSED')
    }),
  }

  async function freshCodes(db: Context['db'], site: string, memberId: string) {
    const codes = await recoveryCodes.renew(db, site, memberId)
    return { listValue: { value: codes.map((strValue) => ({ strValue })) } }
  }

  /** Whose passkey answered a challenge. */
  async function holderOf({ db, site }: Context, challengeId: string, text: string, owner?: string): Promise<string | undefined> {
    const credential = credentialOf<AuthenticationResponseJSON>(text)
    const key = credential && (await findPasskey(db, site, credential.id))
    if (!credential || !key || (owner !== undefined && key.memberId !== owner)) return undefined
    const now = clock.now()
    const proof = await passkeys.check(db, site, now, challengeId, credential, key)
    return proof && (await usePasskey(db, site, key, proof.counter, proof.backedUp, now)) ? key.memberId : undefined
  }

  type Verify = Parameters<typeof codeIn>[0] & {
    readonly passwordData?: { readonly password?: string | null | undefined } | null | undefined
    readonly pushData?: { readonly transactionId?: string | null | undefined } | null | undefined
    readonly webauthnData?:
      | { readonly challengeId?: string | null | undefined; readonly credential?: string | null | undefined }
      | null
      | undefined
  }

  async function provedBefore(
    credential: Credential | undefined,
    site: string,
    person: Person,
    factorType: FactorType,
    input: Verify,
  ): Promise<boolean | Refusal<'TOO_MANY_REQUESTS'> | undefined> {
    if (factorType === 'PASSWORD') return passwords.matches(credential?.passwordHash ?? undefined, input.passwordData?.password ?? '')
    if (factorType === 'PUSH') {
      const transactionId = input.pushData?.transactionId
      return Boolean(transactionId && push && (await push.answered({ site, memberId: person.id, transactionId })))
    }
    return undefined
  }

  async function proves(
    context: Context,
    person: Person,
    step: OpenStep,
    factorType: FactorType,
    code: string,
    factors: readonly StoredFactor[],
    input: Verify,
  ): Promise<boolean> {
    const { db, site } = context
    const now = clock.now()
    switch (factorType) {
      case 'TOTP': {
        if (step.next === 'ENROL') {
          const secret = await secrets.open(db, site, Buffer.from(step.setup ?? '', 'base64url'))
          const at = stepOf(secret, code, now)
          if (at === undefined) return false
          const sealed = await secrets.seal(db, site, secret)
          await putFactor(db, site, { id: newId(), memberId: person.id, type: 'TOTP', sealed, lastStep: at }, now)
          return true
        }
        const factor = factors.find(({ type }) => type === 'TOTP')
        const at = factor?.sealed && stepOf(await secrets.open(db, site, factor.sealed), code, now)
        return factor !== undefined && typeof at === 'number' && useStep(db, site, factor.id, at, now)
      }
      case 'EMAIL':
      case 'SMS':
      case 'CALL': {
        if (!(await useCode(db, site, secrets, { memberId: person.id, purpose: factorType, code }, now))) return false
        if (step.next === 'ENROL') await putFactor(db, site, { id: newId(), memberId: person.id, type: 'EMAIL', sealed: null }, now)
        else await noteUsed(db, site, person.id, factorType, now)
        return true
      }
      case 'RECOVERY_CODE':
        return recoveryCodes.use(db, site, person.id, code, now)
      case 'WEBAUTHN': {
        const { challengeId, credential } = input.webauthnData ?? {}
        return (await holderOf(context, challengeId ?? '', credential ?? '', person.id)) !== undefined
      }
      case 'PASSWORD':
      case 'PUSH':
        return false
    }
  }
}

type Coded = { readonly code?: string | null | undefined } | null | undefined

function codeIn(
  input: {
    readonly totpData?: Coded
    readonly emailData?: Coded
    readonly smsData?: Coded
    readonly callData?: Coded
    readonly recoveryCodeData?: Coded
  },
  factorType: FactorType,
): string | undefined {
  const { totpData, emailData, smsData, callData, recoveryCodeData } = input
  const data = { TOTP: totpData, EMAIL: emailData, SMS: smsData, CALL: callData, RECOVERY_CODE: recoveryCodeData }
  return factorType in data ? (data[factorType as keyof typeof data]?.code ?? undefined) || undefined : undefined
}
