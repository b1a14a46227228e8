import { createHash } from 'node:crypto'
import type { CaptchaChallenge, CaptchaTokensInput } from '@vitrine/contract'
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { hashOf, type Secrets } from '../credentials/secrets.ts'
import { spend } from '../credentials/used-proofs.ts'

/** The two puzzles that a page can set: one to be seen, one that solves itself unseen. What tells them apart is signed into them. */
export type CaptchaSort = 'visible' | 'invisible'

const minutes = 10
/** A phone solves it in about a second; each solution costs us a thousandth of that. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2000, keyPrefix: '00' } as const

/** The key of a sort of puzzles in a shop: no secret, and the same for good. */
export function siteKeyOf(site: string, sort: CaptchaSort): string {
  const hex = createHash('sha256').update(`captcha ${sort} ${site}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export interface CaptchaDeps {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: Secrets
}

export interface Captchas {
  challenge(site: string, siteKey: string): Promise<CaptchaChallenge | undefined>
  /** For who has to solve a puzzle: why they may not go on; undefined where they have solved one that was not used before. */
  demand(site: string, tokens: CaptchaTokensInput | null | undefined): Promise<Refusal<'-19971' | '-19970'> | undefined>
}

/** ALTCHA on our own machine: a puzzle that costs a program dear and a person nothing, and nobody else is asked. */
export function captchas({ database, clock, secrets }: CaptchaDeps): Captchas {
  const keyOf = (site: string) => secrets.derived(database, site, 'captcha')

  /** Whether a text is a solution of ours, of that sort, not over, and not used before. */
  async function solves(site: string, sort: CaptchaSort, text: string): Promise<boolean> {
    const payload = payloadOf(text)
    if (payload?.challenge.parameters.algorithm !== work.algorithm || payload.challenge.parameters.cost !== work.cost) return false
    const { challenge, solution } = payload
    const { nonce, data, keyPrefix } = challenge.parameters
    if (data?.['siteKey'] !== siteKeyOf(site, sort) || keyPrefix !== work.keyPrefix) return false
    const until = Number(data['until'])
    if (!(until > clock.now().getTime())) return false
    const hmacSignatureSecret = await keyOf(site)
    const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret }).catch(() => ({ verified: false }))
    // A puzzle counts once, however often it is solved.
    return verified && spend(database, site, hashOf(`captcha:${nonce}`), new Date(until))
  }

  return {
    async challenge(site, siteKey) {
      const sort = (['visible', 'invisible'] as const).find((one) => siteKeyOf(site, one) === siteKey)
      if (!sort) return undefined
      // The library's own end goes by the machine's clock; this one is signed as well.
      const until = String(clock.now().getTime() + minutes * 60_000)
      const hmacSignatureSecret = await keyOf(site)
      const made = await createChallenge({ ...work, deriveKey, hmacSignatureSecret, data: { siteKey, until } })
      return shown(made)
    },

    async demand(site, tokens) {
      const given = (tokens ?? []).flatMap(({ Recaptcha, InvisibleRecaptcha }) => [
        ...(Recaptcha ? [{ sort: 'visible' as const, text: Recaptcha }] : []),
        ...(InvisibleRecaptcha ? [{ sort: 'invisible' as const, text: InvisibleRecaptcha }] : []),
      ])
      if (given.length === 0) return refuse('-19971')
      for (const { sort, text } of given.slice(0, 2)) if (await solves(site, sort, text)) return undefined
      return refuse('-19970')
    },
  }
}

const shown = ({ parameters, signature }: Challenge): CaptchaChallenge => {
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix, data } = parameters
  return {
    parameters: {
      algorithm,
      nonce,
      salt,
      cost,
      keyLength,
      keyPrefix,
      data: { siteKey: String(data?.['siteKey']), until: String(data?.['until']) },
    },
    signature: signature!,
  }
}

/** What the widget sends: JSON in base64. */
function payloadOf(text: string): Payload | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    if (typeof read !== 'object' || read === null) return undefined
    const { challenge, solution } = read as Partial<Payload>
    const fits =
      typeof challenge?.parameters === 'object' &&
      challenge.parameters !== null &&
      typeof challenge.signature === 'string' &&
      typeof solution?.derivedKey === 'string' &&
      Number.isSafeInteger(solution.counter)
    return fits ? { challenge, solution } : undefined
  } catch {
    return undefined
  }
}
