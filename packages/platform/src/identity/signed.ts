import { verify } from 'node:crypto'
import type { KeyRing } from './keys.ts'

/** A statement that one of our keys has signed, and that is not over. */
export interface Signed {
  readonly keyId: string
  /** Whose key it is. */
  readonly site: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly issuedAt: number
  readonly expiresAt: number
}

/** No caller's text of this length is worth a look. */
const longest = 65_536
/** Of Ed25519 (RFC 8032), in base64url. */
const signatureLength = 86

/**
 * Reads what a key of ours has signed: one algorithm, keys that the ring names, and of each statement one spelling alone, so that there are no
 * two texts for it. Checked here and now: handed to the thread pool, as Web Crypto does, a signature costs two and a half times as much.
 */
export async function readSigned(
  keys: Pick<KeyRing, 'verifying'>,
  text: string,
  now: Date,
  mayBe: (site: string) => boolean = () => true,
): Promise<Signed | undefined> {
  const [head, body, signature, ...more] = text.length > longest ? [] : text.split('.')
  if (head === undefined || body === undefined || signature?.length !== signatureLength || more.length > 0) return undefined
  const { alg, kid, crit, b64 } = statementIn(head) ?? {}
  // Whatever a header asks for besides is not for us to leave unheeded (RFC 7515, 4.1.11; RFC 7797).
  if (alg !== 'EdDSA' || typeof kid !== 'string' || crit !== undefined || b64 !== undefined) return undefined
  const key = await keys.verifying(kid)
  if (!key || !mayBe(key.site)) return undefined
  const bytes = bytesOf(signature)
  if (!bytes || !verify(null, Buffer.from(`${head}.${body}`), key.publicKey, bytes)) return undefined
  const claims = statementIn(body)
  const { exp, iat, nbf } = claims ?? {}
  const seconds = Math.floor(now.getTime() / 1000)
  if (!claims || typeof exp !== 'number' || typeof iat !== 'number' || exp <= seconds) return undefined
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > seconds)) return undefined
  return { keyId: kid, site: key.site, claims, issuedAt: iat, expiresAt: exp }
}

/** The bytes of a text in base64url, unless it could be spelt otherwise. */
function bytesOf(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : undefined
}

function statementIn(part: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = bytesOf(part)
  if (!bytes) return undefined
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
