import { type JWTPayload, jwtVerify } from 'jose'
import { isPassing } from '../../kernel/db/retry.ts'
import type { KeyRing } from './keys.ts'

/**
 * What is signed everybody can verify; what is sealed comes back to us alone. Before there were secrets that was signed as well, and a refresh
 * token or a link in an email lasts a year and longer. A public key is never taken for a secret.
 */
const algorithms = { signed: ['EdDSA'], sealed: ['HS256', 'EdDSA'] }

export interface Proven {
  readonly claims: JWTPayload
  /** Whose key wrote it. */
  readonly site: string
  readonly keyId: string
}

/** What a statement of ours says; undefined where it is none, is over, or was written otherwise. What is wrong with us is not the caller's fault. */
export async function proven(keys: KeyRing, text: string, how: keyof typeof algorithms, now: Date): Promise<Proven | undefined> {
  let site = ''
  let keyId = ''
  try {
    const { payload: claims } = await jwtVerify(
      text,
      async ({ kid, alg }) => {
        const key = typeof kid === 'string' ? await keys.verifying(kid) : undefined
        if (!key) throw new Error('unknown key')
        site = key.site
        keyId = kid!
        return alg === 'HS256' ? key.secret : key.publicKey
      },
      { algorithms: algorithms[how], currentDate: now, requiredClaims: ['exp', 'iat'] },
    )
    return { claims, site, keyId }
  } catch (error) {
    if (isPassing(error)) throw error
    return undefined
  }
}
