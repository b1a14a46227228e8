import { LRUCache } from 'lru-cache'
import type { Db } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import type { WireRequest } from '../http/wire.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type ApiKey, findApiKey } from './store.ts'
import { looksLikeAccessToken, type Tokens } from './tokens.ts'

export interface IdentifyDeps {
  readonly db: Db
  readonly tokens: Tokens
  /** The site that a host name stands for. */
  readonly siteAt: (host: string | undefined) => Promise<string>
}

export type Identify = (request: WireRequest) => Promise<Caller | Refusal<'INVALID_TOKEN' | 'PERMISSION_DENIED'>>

const cacheMs = 60_000

/**
 * Who is calling, from the `Authorization` header: the bare token or API key, with or without the word `Bearer`.
 * Signed tokens need no query; an API key is looked up at most once a minute.
 */
export function identifier({ db, tokens, siteAt }: IdentifyDeps): Identify {
  const keys = new LRUCache<string, { readonly found: ApiKey | undefined }>({ max: 5_000, ttl: cacheMs })

  async function apiKey(text: string): Promise<ApiKey | undefined> {
    const cached = keys.get(text)
    if (cached) return cached.found
    const found = await findApiKey(db, text)
    keys.set(text, { found })
    return found
  }

  return async ({ headers }) => {
    const credential = (headers['authorization'] ?? '').replace(/^Bearer /i, '').trim()
    if (credential === '') return { kind: 'stranger', site: await siteAt(headers['host']) }
    if (looksLikeAccessToken(credential)) {
      const read = await tokens.read(credential)
      return read?.bearer ?? refuse('INVALID_TOKEN')
    }
    if (credential.length > 4000 || credential.includes('\0')) return refuse('INVALID_TOKEN')
    const key = await apiKey(credential)
    if (!key) return refuse('INVALID_TOKEN')
    const wished = headers['wix-site-id']
    if (wished !== undefined && wished !== '' && wished !== key.site) return refuse('PERMISSION_DENIED')
    return { kind: 'app', site: key.site, appId: key.id }
  }
}
