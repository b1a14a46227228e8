import { Secret, TOTP } from 'otpauth'

/** What every authenticator app understands: SHA-1, six figures, thirty seconds (RFC 6238). */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const

export function newTotp(issuer: string, label: string): { readonly secret: string; readonly uri: string } {
  const secret = new Secret({ size: 20 })
  // A colon parts the two in the address.
  const named = { issuer: issuer.replaceAll(':', ' '), label: label.replaceAll(':', ' ') }
  return { secret: secret.base32, uri: new TOTP({ ...shape, ...named, secret }).toString() }
}

/** The step of time that a code is of: the present one, or one beside it; undefined where it is of none. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / shape.period) + delta
}
