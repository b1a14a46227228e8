import * as z from 'zod'
import { Prompt } from './enums.ts'
import { operation, operations } from './operation.ts'
import { Guid, text } from './primitives.ts'

/** In whose name a token acts. */
export const SubjectType = z.enum(['APP', 'USER', 'MEMBER', 'VISITOR', 'UNKNOWN'])
export type SubjectType = z.infer<typeof SubjectType>

/**
 * A pair of tokens. `expires_in` is the life of the access token in seconds. A refresh returns the same refresh token to a visitor and a
 * new one to a member; the old one stays valid until the new one has been used.
 */
export const TokenPair = z.object({
  access_token: z.string(),
  expires_in: z.int(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
})
export interface TokenPair extends z.infer<typeof TokenPair> {}

/** The contents of a token; for one that is unknown, forged or expired, only that it is not active. Times are epoch seconds as text. */
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

const GrantType = z.enum(['anonymous', 'refresh_token', 'authorization_code', 'authorized_client', 'client_credentials'])

/** A grant. Every field is accepted in camelCase and in snake_case; if both are sent, camelCase counts. */
export const TokenRequest = z.object({
  grantType: GrantType.optional(),
  grant_type: GrantType.optional(),
  clientId: text(100).optional(),
  client_id: text(100).optional(),
  refreshToken: text(8000).optional(),
  refresh_token: text(8000).optional(),
  code: text(500).optional(),
  codeVerifier: text(200).optional(),
  code_verifier: text(200).optional(),
  redirectUri: text(2048).nullish(),
  redirect_uri: text(2048).nullish(),
  memberId: text(100).optional(),
  member_id: text(100).optional(),
  sessionToken: text(8000).optional(),
  session_token: text(8000).optional(),
  clientSecret: text(500).optional(),
  client_secret: text(500).optional(),
  instanceId: text(100).optional(),
  instance_id: text(100).optional(),
  scope: text(500).optional(),
})
export interface TokenRequest extends z.infer<typeof TokenRequest> {}

/** What an app may know of the member who is signed in with it. */
export const UserInfo = z.object({
  sub: Guid,
  givenName: z.string().optional(),
  familyName: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  emailVerified: z.boolean().optional(),
  picture: z.string().optional(),
  language: z.string().optional(),
})
export interface UserInfo extends z.infer<typeof UserInfo> {}

/** What an app requests at the authorize endpoint, as the hosted pages show it. */
export const AuthorizeRequest = z.object({
  clientId: Guid,
  clientName: z.string(),
  prompt: Prompt,
  /** The host that the browser goes back to; absent where a hidden frame waits for the answer. */
  returnsTo: z.string().optional(),
  scope: z.string().optional(),
  /** The identity provider that the app requests. */
  idp: Guid.optional(),
  /** Who is signed in on the hosted pages already. */
  account: z.object({ name: z.string().optional(), email: z.string() }).optional(),
})
export interface AuthorizeRequest extends z.infer<typeof AuthorizeRequest> {}

/** The answer of a browser endpoint, for programs that call it directly. The body is base64 text. */
export const RawAnswer = z.object({
  body: z.string(),
  statusCode: z.int(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
})
export interface RawAnswer extends z.infer<typeof RawAnswer> {}

export const Jwk = z.object({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string(), alg: z.string(), use: z.string() })
export interface Jwk extends z.infer<typeof Jwk> {}

const SealedRequest = text(8000, 1)

export const oauth = operations({
  /**
   * `{ grantType: 'anonymous', clientId }` makes a new visitor.
   *
   * `{ grantType: 'refresh_token', clientId, refreshToken }` renews the access token; the refresh token stays valid for whoever stored it.
   *
   * `{ grantType: 'authorization_code', clientId, code, codeVerifier, redirectUri? }` exchanges the code of the authorize endpoint for a
   * member's tokens, within a minute and once; a code that is sent twice ends its session.
   *
   * `{ grantType: 'authorized_client', clientId, sessionToken }` does so right after a sign-in, for the shop's own pages and for the
   * visitor who signed in. With `<visitor token>,<API key>` as Authorization a program names the member itself:
   * `{ grant_type, member_id }`, and `session_token` if a sign-on returned one.
   *
   * `{ grant_type: 'client_credentials', client_id, client_secret, instance_id }` is for a program in the name of an app.
   */
  'POST /oauth2/token': operation({
    as: 'anyone',
    summary: 'Exchange a grant for tokens',
    input: TokenRequest,
    ok: TokenPair,
    errors: ['INVALID_GRANT', 'INVALID_CLIENT'],
    reads: true,
    takesForm: true,
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

  'GET /oauth2/user-info': operation({
    as: 'member',
    summary: 'Say who is signed in',
    input: z.object({}),
    ok: UserInfo,
    errors: [],
    aliases: ['/_api/oauth2/user-info'],
  }),

  /** The public keys that tokens of this shop are signed with (RFC 7517), the current one first. */
  'GET /oauth2/jwks': operation({
    as: 'anyone',
    summary: 'Read the keys that tokens are signed with',
    input: z.object({}),
    ok: z.object({ keys: z.array(Jwk) }),
    errors: [],
    aliases: ['/_api/oauth2/jwks'],
  }),

  /** For the hosted pages: the contents of the sealed `request` in their address. */
  'GET /vitrine/v1/authorize-requests': operation({
    as: 'anyone',
    summary: 'Read what an app asks for at a sign-in',
    input: z.object({ request: SealedRequest }),
    ok: z.object({ authorizeRequest: AuthorizeRequest }),
    errors: ['AUTHORIZE_REQUEST_OVER'],
  }),

  /** For the hosted pages: records that the member authorizes the app. The `request` of the answer goes to `/oauth2/authorize/continue`. */
  'POST /vitrine/v1/authorize-requests/consent': operation({
    as: 'anyone',
    summary: 'Let an app in',
    input: z.object({ request: SealedRequest }),
    ok: z.object({ request: z.string() }),
    errors: ['AUTHORIZE_REQUEST_OVER'],
    reads: true,
  }),

  /**
   * Ends the session of the member whose token is sent. A browser that navigates here is redirected to where its session on the hosted
   * pages ends too, and from there to `postLogoutRedirectUri`, if it is on the app's list.
   */
  'GET /_api/iam/authentication/v1/logout': operation({
    as: 'anyone',
    summary: 'Sign out',
    input: z.object({ postLogoutRedirectUri: text(2048).nullish(), clientId: text(100).nullish() }),
    ok: RawAnswer,
    errors: [],
    aliases: ['/iam/authentication/v1/logout'],
  }),
})
