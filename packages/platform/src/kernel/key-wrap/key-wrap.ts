import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Which key of a shop it is: part of what is authenticated, so that none can be put in the place of another. */
export interface KeyPlace {
  readonly kind: 'signing' | 'authentication' | 'gift cards' | 'plugins' | 'payments' | 'webhooks' | 'import headers'
  readonly site: string
  /** Where a shop has several. */
  readonly id?: string
}

/** A key as it lies in the database. */
export interface StoredKey {
  readonly bytes: Buffer
  /** Which secret it is wrapped with; null for none. */
  readonly wrappedBy: string | null
}

/** How keys that the database holds are wrapped with a secret that it does not hold (AES-256-GCM). */
export interface KeyWrap {
  /** Names the secret that new keys are wrapped with, and tells nothing of it; null where there is none. */
  readonly id: string | null
  wrap(place: KeyPlace, key: Buffer): StoredKey
  /** @throws SecretMismatch where the key is wrapped with a secret that is not known here */
  unwrap(place: KeyPlace, stored: StoredKey): Buffer
  /** @throws SecretMismatch */
  check(wrappedBy: string | null): void
}

/** The keys in the database are wrapped with a secret that the environment does not have. */
export class SecretMismatch extends Error {
  override readonly name = 'SecretMismatch'
}

const ivBytes = 12
const tagBytes = 16

/** @param secret wraps what is new; @param others are known beside it: keys that they wrapped can be read */
export function keyWrap(secret?: string, ...others: readonly string[]): KeyWrap {
  const known = new Map(
    [...(secret === undefined ? [] : [secret]), ...others].map((one) => [idOf(one), derived(one, 'vitrine key wrap', 32)]),
  )
  const id = secret === undefined ? null : idOf(secret)

  function keyOf(wrappedBy: string): Buffer {
    const key = known.get(wrappedBy)
    if (key) return key
    throw new SecretMismatch(
      known.size === 0
        ? 'The keys in this database are wrapped with a secret: set VITRINE_SECRET to it'
        : 'VITRINE_SECRET is not the one that the keys in this database are wrapped with',
    )
  }

  return {
    id,
    wrap(place, key) {
      if (id === null) return { bytes: key, wrappedBy: null }
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(id), iv).setAAD(nameOf(place))
      const wrapped = Buffer.concat([cipher.update(key), cipher.final()])
      return { bytes: Buffer.concat([iv, cipher.getAuthTag(), wrapped]), wrappedBy: id }
    },
    unwrap(place, { bytes, wrappedBy }) {
      if (wrappedBy === null) return bytes
      const decipher = createDecipheriv('aes-256-gcm', keyOf(wrappedBy), bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(nameOf(place))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
    },
    check(wrappedBy) {
      if (wrappedBy !== null) keyOf(wrappedBy)
    },
  }
}

/** Keys as they are, for shops without a secret. */
export const noWrap: KeyWrap = keyWrap()

const derived = (secret: string, name: string, bytes: number): Buffer => Buffer.from(hkdfSync('sha256', secret, '', name, bytes))

const idOf = (secret: string): string => derived(secret, 'vitrine secret id', 9).toString('base64url')

const nameOf = ({ kind, site, id = '' }: KeyPlace): Buffer => Buffer.from([kind, site, id].join('\0'))

/** A stored key for a column of text: as it is, or the wrapped one in base64. */
export const asText = ({ bytes, wrappedBy }: StoredKey): string => bytes.toString(wrappedBy === null ? 'utf8' : 'base64')

export const ofText = (text: string, wrappedBy: string | null): Buffer => Buffer.from(text, wrappedBy === null ? 'utf8' : 'base64')
