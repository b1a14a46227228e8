import type { Clock } from '../../kernel/clock/clock.ts'
import { lruOf } from '../../kernel/lru.ts'
import type { Seals } from '../../kernel/seals.ts'
import type { KeyRing } from './keys.ts'
import { proven } from './proof.ts'

interface Known {
  readonly keyId: string
  readonly use: string
  /** As text: whoever opens it gets a statement of their own. */
  readonly is: string
  readonly expiresAt: number
}

const longestKnown = 4000

/** What was sealed or opened here lately is known by its text, and need not be verified again: it holds as long as it lasts and its key does. */
export function seals(keys: KeyRing, clock: Clock): Seals {
  const known = lruOf<string, Known>(5000)
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
      const read = await proven(keys, text, 'sealed', clock.now())
      if (read?.site !== site || read.claims['use'] !== `seal:${kind}`) return undefined
      const { claims, keyId } = read
      const statement = claims['is'] as Readonly<Record<string, unknown>>
      know(text, { keyId, use: `seal:${kind}`, is: JSON.stringify(statement), expiresAt: claims.exp! })
      return statement
    },
  }
}
