import { createPrivateKey, generateKeyPair, sign } from 'node:crypto'
import { promisify } from 'node:util'

/** Keys of RSA in PEM: SPKI and PKCS #8. */
export interface RsaPair {
  readonly publicKey: string
  readonly privateKey: string
}

const newPair = promisify(generateKeyPair)

export const newRsaPair = (): Promise<RsaPair> =>
  newPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** Signs statements with RS256 (RFC 7515, compact), because that is what the published client verifies. */
export function signingWith(privateKey: string): (claims: Readonly<Record<string, unknown>>) => string {
  const key = createPrivateKey(privateKey)
  return (claims) => {
    const said = `${head}.${base64Url(claims)}`
    return `${said}.${sign('RSA-SHA256', Buffer.from(said), key).toString('base64url')}`
  }
}

const base64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const head = base64Url({ alg: 'RS256', typ: 'JWT' })
