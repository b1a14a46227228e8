import { jwtVerify } from 'jose'
import type { Clock } from '../clock/clock.ts'
import { isPassing } from '../db/retry.ts'
import type { KeyRing } from './keys.ts'

/** Small signed statements that travel through browsers and come back: card tokens, results of a bank's page, links in mails. */
export interface Seals {
  seal(site: string, kind: string, statement: Readonly<Record<string, unknown>>, seconds: number): Promise<string>
  /** What was sealed, if it is ours, of this kind and site, and not over. */
  open(site: string, kind: string, text: string): Promise<Readonly<Record<string, unknown>> | undefined>
}

export const seals = (keys: KeyRing, clock: Clock): Seals => ({
  async seal(site, kind, statement, seconds) {
    const key = await keys.signing(site)
    const now = Math.floor(clock.now().getTime() / 1000)
    return key.sign({ use: `seal:${kind}`, is: statement, iat: now, exp: now + seconds })
  },

  async open(site, kind, text) {
    try {
      const { payload } = await jwtVerify(
        text,
        async ({ kid }) => {
          const found = typeof kid === 'string' ? await keys.verifying(kid) : undefined
          if (found?.site !== site) throw new Error('not a key of this site')
          return found.publicKey
        },
        { algorithms: ['EdDSA'], currentDate: clock.now(), requiredClaims: ['exp'] },
      )
      if (payload['use'] !== `seal:${kind}`) return undefined
      return payload['is'] as Readonly<Record<string, unknown>>
    } catch (error) {
      if (isPassing(error)) throw error
      return undefined
    }
  },
})
