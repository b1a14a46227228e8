import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text } from './primitives.ts'

/** A program or a shop's pages that members sign in with. */
export const OauthAppEntry = z.object({
  id: Guid,
  revision: z.string(),
  name: z.string(),
  /**
   * Where it may have a browser sent back to: whole addresses for codes, letter by letter; `https://shop.example/*` for everything below,
   * which visitors may be led back to and codes not; `http://localhost:*` for any port of one's own machine.
   */
  redirectUris: z.array(z.string()),
  /** Pages of the shop itself. */
  firstParty: z.boolean(),
  /** Whether a program may speak in its name with a secret. */
  hasSecret: z.boolean(),
  secretScopes: z.array(z.string()).optional(),
  createdDate: Instant,
  updatedDate: Instant.optional(),
})
export interface OauthAppEntry extends z.infer<typeof OauthAppEntry> {}

/** A key that a program acts with. The key itself is said once, when it is made. */
export const ApiKeyEntry = z.object({
  id: Guid,
  name: z.string(),
  /** Its last characters. */
  hint: z.string().optional(),
  /** What it may do, as of roles: `orders.read`. Everything where absent. */
  scopes: z.array(z.string()).optional(),
  /** Whose it is: it ends with their time on the staff, or is handed over then. Absent for one of the shop's own. */
  createdBy: z.object({ staffMemberId: Guid, name: z.string(), removed: z.boolean() }).optional(),
  createdDate: Instant,
  /** From then on it is `401 INVALID_TOKEN`; never where absent. */
  expiresDate: Instant.optional(),
  /** To the minute. */
  usedDate: Instant.optional(),
  /** The address of the network that it was used from then, IPv6 by its /64. */
  usedFrom: z.string().optional(),
})
export interface ApiKeyEntry extends z.infer<typeof ApiKeyEntry> {}

/** The secret of an app, for programs that speak in its own name. */
export const AppSecretEntry = z.object({ appId: Guid, name: z.string(), scopes: z.array(z.string()).optional() })
export interface AppSecretEntry extends z.infer<typeof AppSecretEntry> {}

const Name = text(80, 1)
const RedirectUris = z.array(text(2048, 1)).max(50)
const Scopes = z.array(text(40, 1)).max(60)

export const developers = operations({
  'GET /vitrine/v1/apps': operation({
    as: 'user',
    summary: 'List the apps that members sign in with',
    input: z.object({}),
    ok: z.object({ apps: z.array(OauthAppEntry) }),
    errors: [],
  }),
  /** With an `id` the app has that client id, so that a site that was built elsewhere keeps the one it has; it must never have been used. */
  'POST /vitrine/v1/apps': operation({
    as: 'user',
    summary: 'Register an app',
    input: z.object({ app: z.object({ id: Guid.optional(), name: Name, redirectUris: RedirectUris.default([]) }) }),
    ok: z.object({ app: OauthAppEntry }),
    errors: ['APP_ID_TAKEN', 'REDIRECT_ENTRY_NOT_POSSIBLE', 'TOO_MANY_APPS'],
  }),
  'PATCH /vitrine/v1/apps/{app.id}': operation({
    as: 'user',
    summary: 'Rename an app, or change where it may send browsers',
    input: z.object({
      app: z.object({ id: Guid, revision: text(20, 1), name: Name.optional(), redirectUris: RedirectUris.optional() }),
    }),
    ok: z.object({ app: OauthAppEntry }),
    errors: ['APP_NOT_FOUND', 'REDIRECT_ENTRY_NOT_POSSIBLE'],
  }),
  /** Its tokens stop within seconds, those of members too. Pages of the shop itself stay. */
  'DELETE /vitrine/v1/apps/{id}': operation({
    as: 'user',
    summary: 'Revoke an app',
    input: z.object({ id: Guid }),
    ok: z.object({}),
    errors: ['APP_NOT_FOUND', 'APP_IS_THE_SHOPS_OWN'],
  }),
  /** A new secret for `client_credentials`, said only in this answer; the one before is of no more use. It can do no more than who makes it. */
  'POST /vitrine/v1/apps/{id}/secret': operation({
    as: 'user',
    summary: 'Make the secret of an app anew',
    input: z.object({ id: Guid, scopes: Scopes.optional() }),
    ok: z.object({ app: OauthAppEntry, secret: z.string() }),
    errors: ['APP_NOT_FOUND', 'SCOPE_NOT_YOURS'],
    confidential: true,
  }),
  'GET /vitrine/v1/api-keys': operation({
    as: 'user',
    summary: 'List the keys that programs act with',
    input: z.object({}),
    ok: z.object({ apiKeys: z.array(ApiKeyEntry) }),
    errors: [],
  }),
  /** `key` is said only in this answer. A key can do no more than who makes it, and is of no more use after `expiresDate`. */
  'POST /vitrine/v1/api-keys': operation({
    as: 'user',
    summary: 'Make an API key',
    input: z.object({ apiKey: z.object({ name: Name, scopes: Scopes.optional(), expiresDate: Instant.max(40).nullish() }) }),
    ok: z.object({ apiKey: ApiKeyEntry, key: z.string() }),
    errors: ['SCOPE_NOT_YOURS', 'TOO_MANY_API_KEYS'],
    confidential: true,
  }),
  /** An `expiresDate` of `null` is never. It counts within a minute; at once one ends a key by revoking it. Nobody prolongs what can do more than they. */
  'PATCH /vitrine/v1/api-keys/{apiKey.id}': operation({
    as: 'user',
    summary: 'Rename an API key, or say when it ends',
    input: z.object({ apiKey: z.object({ id: Guid, name: Name.optional(), expiresDate: Instant.max(40).nullish() }) }),
    ok: z.object({ apiKey: ApiKeyEntry }),
    errors: ['API_KEY_NOT_FOUND', 'SCOPE_NOT_YOURS'],
  }),
  /** It stops within seconds in every process. */
  'DELETE /vitrine/v1/api-keys/{id}': operation({
    as: 'user',
    summary: 'Revoke an API key',
    input: z.object({ id: Guid }),
    ok: z.object({}),
    errors: ['API_KEY_NOT_FOUND'],
  }),
  /** From now on tokens are signed with a new key. With `revoke` those of the keys before it are over within a minute: everybody signs in anew. */
  'POST /vitrine/v1/signing-keys/rotate': operation({
    as: 'user',
    summary: 'Sign tokens with a new key',
    input: z.object({ revoke: z.boolean().optional() }),
    ok: z.object({}),
    errors: [],
  }),
})
