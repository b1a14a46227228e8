import { isRight } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { App, Caller, User } from '../../kernel/http/caller.ts'
import { clientInfoOf } from '../../kernel/http/handlers.ts'
import type { WireRequest } from '../../kernel/http/wire.ts'
import { lruOf } from '../../kernel/lru.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { KeyUse } from './key-use.ts'
import { type ApiKey, findApiKeys } from './store.ts'
import { type Bearer, looksLikeAccessToken, type Tokens } from './tokens.ts'

export interface IdentifyDeps {
  readonly db: Db
  readonly tokens: Tokens
  /** The site that a host name stands for. */
  readonly siteAt: (host: string | undefined) => Promise<string>
  /** Whether a key was revoked that is still remembered. */
  readonly hasEnded?: (keyId: string) => boolean
  /** Real time: keys do not end by the shop's clock. */
  readonly clock: Clock
  /** Notes that a key was used. */
  readonly noteUse: KeyUse['note']
}

export type Identify = (request: WireRequest) => Promise<Caller | Refusal<'INVALID_TOKEN' | 'PERMISSION_DENIED' | 'SITE_ID_MISMATCH'>>

const cacheMs = 60_000

/**
 * Who is calling, from the `Authorization` header: the bare token or API key, or both joined by a comma, with or without the word `Bearer`.
 * Signed tokens need no query; an API key is looked up at most once a minute.
 */
export function identifier({ db, tokens, siteAt, hasEnded = () => false, clock, noteUse }: IdentifyDeps): Identify {
  const known = lruOf<string, readonly ApiKey[]>(5_000, { ttl: cacheMs })

  async function apiKeys(text: string): Promise<readonly ApiKey[]> {
    const cached = known.get(text)
    if (cached) return cached
    const found = await findApiKeys(db, text)
    known.set(text, found)
    return found
  }

  async function bearerOf(token: string): Promise<Bearer | User | App | Refusal<'INVALID_TOKEN'>> {
    return (await tokens.read(token))?.bearer ?? refuse('INVALID_TOKEN')
  }

  async function appOf(text: string, request: WireRequest): Promise<App | Refusal<'INVALID_TOKEN' | 'SITE_ID_MISMATCH'>> {
    if (text === '' || text.length > 4000 || text.includes('\0')) return refuse('INVALID_TOKEN')
    const { headers } = request
    const now = clock.now()
    const keys = (await apiKeys(text)).filter(({ id, expiresAt }) => !hasEnded(id) && (expiresAt === null || expiresAt > now))
    if (keys.length === 0) return refuse('INVALID_TOKEN')
    const selected = headers['wix-site-id'] || (keys.length > 1 ? await siteAt(headers['host']) : undefined)
    const key = keys.find(({ site }) => site === selected) ?? (headers['wix-site-id'] ? undefined : keys[0])
    if (!key) return refuse('SITE_ID_MISMATCH')
    noteUse(key.site, key.id, clientInfoOf(request).address)
    return { kind: 'app', site: key.site, appId: key.id, ...(key.scopes && { rights: new Set(key.scopes.filter(isRight)) }) }
  }

  return async (request) => {
    const { headers } = request
    const credential = (headers['authorization'] ?? '').replace(/^Bearer /i, '').trim()
    if (credential === '') return { kind: 'unauthenticated', site: await siteAt(headers['host']) }
    if (!looksLikeAccessToken(credential)) return appOf(credential, request)
    const comma = credential.indexOf(',')
    if (comma < 0) return bearerOf(credential)
    // A program that acts beside a visitor it names; both have to be good, and of one shop.
    const visitor = await bearerOf(credential.slice(0, comma))
    if (visitor instanceof Refusal) return visitor
    const app = await appOf(credential.slice(comma + 1), request)
    if (app instanceof Refusal) return app
    if (app.site !== visitor.site) return refuse('PERMISSION_DENIED')
    return visitor.kind === 'visitor' || visitor.kind === 'member' ? { ...app, visitor } : app
  }
}
