import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { text } from './primitives.ts'

/** Who a token speaks for. */
export const SubjectType = z.enum(['APP', 'USER', 'MEMBER', 'VISITOR', 'UNKNOWN'])
export type SubjectType = z.infer<typeof SubjectType>

/** A pair of tokens. `expires_in` is the life of the access token in seconds; a refresh answers with the refresh token it was given. */
export const TokenPair = z.object({
  access_token: z.string(),
  expires_in: z.int(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
})
export interface TokenPair extends z.infer<typeof TokenPair> {}

/** What a token says; for one that is unknown, forged or over, only that it is not active. Times are epoch seconds as text. */
export const TokenInfo = z.object({
  active: z.boolean(),
  subjectType: SubjectType.optional(),
  subjectId: z.string().optional(),
  exp: z.string().optional(),
  iat: z.string().optional(),
  clientId: z.string().optional(),
  accountId: z.string().optional(),
  siteId: z.string().optional(),
  instanceId: z.string().optional(),
  vendorProductId: z.string().optional(),
})
export interface TokenInfo extends z.infer<typeof TokenInfo> {}

const GrantType = z.enum(['anonymous', 'refresh_token'])

/** A grant. Every field is known in camelCase and in snake_case; where both come, camelCase counts. */
export const TokenRequest = z.object({
  grantType: GrantType.optional(),
  grant_type: GrantType.optional(),
  clientId: text(100).optional(),
  client_id: text(100).optional(),
  refreshToken: text(8000).optional(),
  refresh_token: text(8000).optional(),
})
export interface TokenRequest extends z.infer<typeof TokenRequest> {}

export const oauth = operations({
  /**
   * `{ grantType: 'anonymous', clientId }` makes a new visitor; `{ grantType: 'refresh_token', refreshToken }` renews the access token.
   * The refresh token stays the same for life: the published client keeps the one it has. Nothing is stored, so no Idempotency-Key is needed.
   */
  'POST /oauth2/token': operation({
    as: 'anyone',
    summary: 'Exchange a grant for tokens',
    input: TokenRequest,
    ok: TokenPair,
    errors: ['INVALID_GRANT', 'INVALID_CLIENT'],
    reads: true,
    aliases: ['/_api/oauth2/token'],
  }),

  'POST /oauth2/token-info': operation({
    as: 'anyone',
    summary: 'Say whom a token speaks for and until when',
    input: z.object({ token: text(8000) }),
    ok: TokenInfo,
    errors: [],
    reads: true,
    aliases: ['/_api/oauth2/token-info'],
  }),
})
