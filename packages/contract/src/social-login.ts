import * as z from 'zod'
import { SignInAnswer } from './authentication.ts'
import { operation, operations } from './operation.ts'
import { Guid, record, text } from './primitives.ts'

/**
 * Signing in with an OpenID Connect provider. Browsers go to `GET /_api/iam/authentication/v1/sso/login/{tenantId}/{idpConnectionId}`,
 * where `tenantId` is the site, and come back through `/_api/iam/authentication/v1/callback`: both answer with redirects, not with JSON.
 */
export const socialLogin = operations({
  /** `tokenParams`: `{ id_token }`, signed by the provider for the shop within the last ten minutes. It is valid once. */
  'POST /_api/iam/authentication/v1/sso/login-with-token-params': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Sign in with the token of a provider',
    input: z.object({ idpConnectionId: Guid, tokenParams: record(text(50), text(8000), 50).nullish() }),
    ok: SignInAnswer,
    errors: ['CONNECTION_NOT_FOUND', 'SOCIAL_LOGIN_FAILED'],
    confidential: true,
  }),
})
