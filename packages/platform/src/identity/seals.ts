import { jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock/clock.ts'
import { isPassing } from '../db/retry.ts'
import { type KeyRing, proofOf } from './keys.ts'

/** Small sealed statements that travel through browsers and come back: card tokens, results of a bank's page, links in mails. */
export interface Seals {
  seal(site: string, kind: string, statement: Readonly<Record<string, unknown>>, seconds: number): Promise<string>
  /** What was sealed, if it is ours, of this kind and site, and not over. */
  open(site: string, kind: string, text: string): Promise<Readonly<Record<string, unknown>> | undefined>
}

interface Known {
  readonly keyId: string
  readonly use: string
  /** As text: whoever opens it gets a statement of their own. */
  readonly is: string
  readonly expiresAt: number
}

const longestKnown = 4000
/** Before there were secrets, seals were signatures; links in letters last longer than a year. */
const sealedBy = ['HS256', 'EdDSA']

/** What was sealed or opened here lately is known by its text, and need not be verified again: it holds as long as it lasts and its key does. */
export function seals(keys: KeyRing, clock: Clock): Seals {
  const known = new LRUCache<string, Known>({ max: 5000 })
  const know = (text: string, one: Known) => text.length <= longestKnown && known.set(text, one)
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  return {
    async seal(site, kind, statement, lasts) {
      const key = await keys.signing(site)
      const now = seconds()
      const [use, expiresAt] = [`seal:${kind}`, now + lasts]
      const text = key.seal({ use, is: statement, iat: now, exp: expiresAt })
      know(text, { keyId: key.kid, use, is: JSON.stringify(statement), expiresAt })
      return text
    },

    async open(site, kind, text) {
      const found = known.get(text)
      if (found && (await keys.verifying(found.keyId))?.site === site)
        return found.use === `seal:${kind}` && found.expiresAt > seconds() ? JSON.parse(found.is) : undefined
      try {
        let keyId = ''
        const { payload } = await jwtVerify(
          text,
          async ({ kid, alg }) => {
            const key = typeof kid === 'string' ? await keys.verifying(kid) : undefined
            if (key?.site !== site) throw new Error('not a key of this site')
            keyId = kid!
            return proofOf(key, alg)
          },
          { algorithms: sealedBy, currentDate: clock.now(), requiredClaims: ['exp'] },
        )
        if (payload['use'] !== `seal:${kind}`) return undefined
        const statement = payload['is'] as Readonly<Record<string, unknown>>
        know(text, { keyId, use: `seal:${kind}`, is: JSON.stringify(statement), expiresAt: payload.exp! })
        return statement
      } catch (error) {
        if (isPassing(error)) throw error
        return undefined
      }
    },
  }
}
