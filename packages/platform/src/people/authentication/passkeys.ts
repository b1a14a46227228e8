import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { v7 } from 'uuid'
import type { Db } from '../../kernel/db/sql.ts'
import { hashOf, type Secrets } from '../credentials/secrets.ts'
import { isSpent, spend } from '../credentials/used-proofs.ts'
import type { StoredPasskey } from './factor-store.ts'
import type { Person } from './people.ts'

/** A quarter of all that the platform would load at its start: only who uses passkeys waits for it, and once. */
const webAuthn = () => import('@simplewebauthn/server')

const minutes = 5

/** What was proved with a passkey, and what has to be stored of it. */
export interface Proof {
  readonly counter: number
  readonly backedUp: boolean
}

export interface Passkeys {
  /** WebAuthn needs a name, not a number, and https anywhere but on the machine itself. */
  readonly works: boolean
  /** What a browser is asked for a passkey with; any of the shop's, where none are named. */
  ask(
    db: Db,
    site: string,
    now: Date,
    keys?: readonly StoredPasskey[],
  ): Promise<{ readonly challengeId: string; readonly publicKeyCredentialRequestOptionsJson: string }>
  check(
    db: Db,
    site: string,
    now: Date,
    challengeId: string,
    credential: AuthenticationResponseJSON,
    key: StoredPasskey,
  ): Promise<Proof | undefined>
  askForNew(
    db: Db,
    site: string,
    now: Date,
    person: Person,
    shopName: string,
    keys: readonly StoredPasskey[],
  ): Promise<{ readonly challengeId: string; readonly publicKeyCredentialCreationOptionsJson: string }>
  checkNew(
    db: Db,
    site: string,
    now: Date,
    challengeId: string,
    person: Pick<Person, 'id'>,
    credential: RegistrationResponseJSON,
  ): Promise<
    (Proof & { readonly credentialId: string; readonly publicKey: Uint8Array; readonly transports: readonly string[] }) | undefined
  >
}

/** What a browser answered; undefined where it is none. */
export function credentialOf<T extends { readonly id: string; readonly response: object }>(text: string): T | undefined {
  try {
    const read = JSON.parse(text) as Partial<T> | null
    return typeof read?.id === 'string' && typeof read.response === 'object' && read.response !== null ? (read as T) : undefined
  } catch {
    return undefined
  }
}

/**
 * Passkeys of the shop's own address. A challenge is derived from its id with the shop's key, so that unanswered ones need no storage; the
 * id says when it was made, and counts once.
 */
export function passkeysOf({ origin, secrets }: { readonly origin: string; readonly secrets: Secrets }): Passkeys {
  const rpID = new URL(origin).hostname
  const challengeOf = async (db: Db, site: string, what: string, id: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await secrets.digest(db, site, `passkey:${what}:${id}`))
  const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  const mark = (id: string): Buffer => hashOf(`passkey:${id.toLowerCase()}`)

  const isOpen = async (db: Db, site: string, now: Date, id: string): Promise<boolean> => {
    const age = now.getTime() - madeAt(id)
    return age >= -1000 && age <= minutes * 60_000 && !(await isSpent(db, site, mark(id)))
  }
  const take = (db: Db, site: string, now: Date, id: string): Promise<boolean> =>
    spend(db, site, mark(id), new Date(now.getTime() + minutes * 60_000))

  return {
    works: /[a-z]/.test(rpID) && !rpID.includes(':'),

    async ask(db, site, now, keys) {
      const challengeId = v7({ msecs: now.getTime() })
      const { generateAuthenticationOptions } = await webAuthn()
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: await challengeOf(db, site, 'sign-in', challengeId),
        userVerification: 'required',
        timeout: minutes * 60_000,
        ...(keys && { allowCredentials: keys.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })) }),
      })
      return { challengeId, publicKeyCredentialRequestOptionsJson: JSON.stringify(options) }
    },

    async check(db, site, now, challengeId, credential, key) {
      if (!(await isOpen(db, site, now, challengeId))) return undefined
      const expectedChallenge = Buffer.from(await challengeOf(db, site, 'sign-in', challengeId)).toString('base64url')
      const { verifyAuthenticationResponse } = await webAuthn()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: credential,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: key.credentialId,
          publicKey: new Uint8Array(key.publicKey),
          counter: key.counter,
          transports: [...key.transports],
        },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }))
      if (!verified || !authenticationInfo || !(await take(db, site, now, challengeId))) return undefined
      return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
    },

    async askForNew(db, site, now, person, shopName, keys) {
      const challengeId = v7({ msecs: now.getTime() })
      const { generateRegistrationOptions } = await webAuthn()
      const options = await generateRegistrationOptions({
        rpName: shopName,
        rpID,
        userName: person.email,
        userID: new Uint8Array(Buffer.from(person.id)),
        userDisplayName: person.nickname ?? person.firstName ?? person.email,
        challenge: await challengeOf(db, site, `new:${person.id}`, challengeId),
        attestationType: 'none',
        timeout: minutes * 60_000,
        excludeCredentials: keys.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { challengeId, publicKeyCredentialCreationOptionsJson: JSON.stringify(options) }
    },

    async checkNew(db, site, now, challengeId, { id }, credential) {
      if (!(await isOpen(db, site, now, challengeId))) return undefined
      const expectedChallenge = Buffer.from(await challengeOf(db, site, `new:${id}`, challengeId)).toString('base64url')
      const { verifyRegistrationResponse } = await webAuthn()
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: credential,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }).catch(() => ({ verified: false, registrationInfo: undefined }))
      if (!verified || !registrationInfo || !(await take(db, site, now, challengeId))) return undefined
      const { credential: made, credentialBackedUp } = registrationInfo
      return {
        credentialId: made.id,
        publicKey: made.publicKey,
        counter: made.counter,
        transports: (made.transports ?? []).filter((one): one is NonNullable<typeof one> => typeof one === 'string').slice(0, 10),
        backedUp: credentialBackedUp,
      }
    },
  }
}
