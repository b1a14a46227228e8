import type { oauth } from '@vitrine/contract'
import { newId } from '../db/id.ts'
import type { Handlers } from '../http/handlers.ts'
import { refuse } from '../refusal.ts'
import { findOauthApp } from './store.ts'
import { accessSeconds, subjectOf, type Tokens } from './tokens.ts'

export interface IdentityDeps {
  readonly tokens: Tokens
}

export const identityOperations = ({ tokens }: IdentityDeps): Handlers<typeof oauth> => ({
  async 'POST /oauth2/token'(input, { db, site }) {
    const grant = input.grantType ?? input.grant_type
    const clientId = input.clientId ?? input.client_id
    if (grant === undefined) return refuse('INVALID_GRANT', { error: 'unsupported_grant_type' })
    if (grant === 'refresh_token') {
      const given = input.refreshToken ?? input.refresh_token
      const renewed = given === undefined ? undefined : await tokens.renew(given)
      if (!renewed || (clientId !== undefined && clientId !== renewed.bearer.clientId))
        return refuse('INVALID_GRANT', { error: 'invalid_grant' })
      return pair(renewed.access, given!)
    }
    const app = clientId === undefined ? undefined : await findOauthApp(db, site, clientId)
    if (!app) return refuse('INVALID_CLIENT')
    const { access, refresh } = await tokens.issue({ kind: 'visitor', site: app.site, visitorId: newId(), clientId: app.id })
    return pair(access, refresh)
  },

  async 'POST /oauth2/token-info'({ token }) {
    const read = await tokens.read(token)
    if (!read) return { active: false }
    const { bearer, issuedAt, expiresAt } = read
    return {
      active: true,
      ...subjectOf(bearer),
      exp: String(expiresAt),
      iat: String(issuedAt),
      ...(bearer.kind !== 'user' && { clientId: bearer.clientId }),
      siteId: bearer.site,
      instanceId: bearer.site,
    }
  },
})

const pair = (access: string, refresh: string) => ({
  access_token: access,
  expires_in: accessSeconds,
  refresh_token: refresh,
  token_type: 'Bearer' as const,
})
