import type { Received } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { Seals } from '../../kernel/seals.ts'
import { logoutSeal, visitorSeal } from './authorize.ts'
import { mayTakeCode } from './redirect-uri.ts'
import { findOauthApp } from './store.ts'

type Auth = NonNullable<Received<'POST /_api/redirects-api/v1/redirect-session'>['auth']>

/** So long may a link to the hosted pages lie about. */
const linkSeconds = 24 * 3600

/** Where an app sends a browser to sign in. What is not the app's is refused here, before anybody is sent anywhere. */
export async function authorizeUrl(
  { origin, sealing }: { readonly origin: string; readonly sealing: Seals },
  { db, site, caller }: { readonly db: Db; readonly site: string; readonly caller: Caller },
  { authRequest, prompt }: Auth,
): Promise<URL | Refusal<'INVALID_CLIENT' | 'REDIRECT_URI_NOT_ALLOWED'>> {
  const app = authRequest ? await findOauthApp(db, site, authRequest.clientId) : undefined
  if (!authRequest || app?.site !== site) return refuse('INVALID_CLIENT')
  const { redirectUri, responseMode } = authRequest
  if (redirectUri ? !mayTakeCode(redirectUri, app.redirectUris) : responseMode !== 'web_message')
    return refuse('REDIRECT_URI_NOT_ALLOWED', { url: redirectUri ?? '' })
  const url = new URL('/oauth2/authorize', origin)
  const asks: Readonly<Record<string, string | null | undefined>> = {
    client_id: authRequest.clientId,
    response_type: authRequest.responseType ?? 'code',
    response_mode: responseMode,
    redirect_uri: redirectUri,
    scope: authRequest.scope,
    state: authRequest.state,
    code_challenge: authRequest.codeChallenge,
    code_challenge_method: authRequest.codeChallengeMethod,
    idp: authRequest.idp,
    nonce: authRequest.nonce,
    prompt: prompt ?? 'login',
    session_token: authRequest.sessionToken,
    visitor: caller.kind === 'visitor' ? await sealing.seal(site, visitorSeal, { visitorId: caller.visitorId }, linkSeconds) : undefined,
  }
  for (const [name, value] of Object.entries(asks)) if (value) url.searchParams.set(name, value)
  return url
}

/** Where an app sends a browser to sign out: the link names the session of whoever asks for it. */
export async function logoutUrl(
  { origin, sealing }: { readonly origin: string; readonly sealing: Seals },
  { site, caller }: { readonly site: string; readonly caller: Caller },
  { clientId, to }: { readonly clientId?: string | undefined; readonly to?: string | undefined },
): Promise<URL> {
  const url = new URL('/oauth2/logout', origin)
  if (clientId) url.searchParams.set('clientId', clientId)
  if (to) url.searchParams.set('postLogoutRedirectUri', to)
  if (caller.kind === 'member' && caller.sessionId !== undefined)
    url.searchParams.set('session', await sealing.seal(site, logoutSeal, { sessionId: caller.sessionId }, linkSeconds))
  return url
}
