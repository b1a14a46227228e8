import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text } from './primitives.ts'

/** A program or a shop's pages that members sign in with. */
export const OauthAppEntry = z.object({
  id: Guid,
  revision: z.string(),
  name: z.string(),
  /**
   * Where browsers may be redirected back to: complete addresses for codes, matched exactly; `https://shop.example/*` for everything below,
   * for visitors but not for codes; `http://localhost:*` for any port of the local machine.
   */
  redirectUris: z.array(z.string()),
  /** Pages of the shop itself. */
  firstParty: z.boolean(),
  /** Whether a program may act in its name with a secret. */
  hasSecret: z.boolean(),
  secretScopes: z.array(z.string()).optional(),
  createdDate: Instant,
  updatedDate: Instant.optional(),
})
export interface OauthAppEntry extends z.infer<typeof OauthAppEntry> {}

/** The API key of a program. The key itself is shown once, when it is created. */
export const ApiKeyEntry = z.object({
  id: Guid,
  name: z.string(),
  /** Its last characters. */
  hint: z.string().optional(),
  /** Its rights, as those of roles: `orders.read`. All if absent. */
  scopes: z.array(z.string()).optional(),
  /** Its owner: it ends when they leave the staff, or is transferred then. Absent for one of the shop's own. */
  createdBy: z.object({ staffMemberId: Guid, name: z.string(), removed: z.boolean() }).optional(),
  createdDate: Instant,
  /** From then on it gets `401 INVALID_TOKEN`; never if absent. */
  expiresDate: Instant.optional(),
  /** To the minute. */
  usedDate: Instant.optional(),
  /** The IP address that it was used from then, IPv6 by its /64. */
  usedFrom: z.string().optional(),
})
export interface ApiKeyEntry extends z.infer<typeof ApiKeyEntry> {}

/** The secret of an app, for programs that act in its own name. */
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
  /** With an `id` the app has that client id, so that a site built elsewhere keeps its own; it must never have been used. */
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
  /** Its tokens stop working within seconds, those of members too. Pages of the shop itself stay. */
  'DELETE /vitrine/v1/apps/{id}': operation({
    as: 'user',
    summary: 'Revoke an app',
    input: z.object({ id: Guid }),
    ok: z.object({}),
    errors: ['APP_NOT_FOUND', 'APP_IS_THE_SHOPS_OWN'],
  }),
  /**
   * A new secret for `client_credentials`, returned only in this answer; the previous one stops working. It has no more rights than its
   * creator.
   */
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
  /** `key` is returned only in this answer. A key has no more rights than its creator, and stops working after `expiresDate`. */
  'POST /vitrine/v1/api-keys': operation({
    as: 'user',
    summary: 'Make an API key',
    input: z.object({ apiKey: z.object({ name: Name, scopes: Scopes.optional(), expiresDate: Instant.max(40).nullish() }) }),
    ok: z.object({ apiKey: ApiKeyEntry, key: z.string() }),
    errors: ['SCOPE_NOT_YOURS', 'TOO_MANY_API_KEYS'],
    confidential: true,
  }),
  /**
   * An `expiresDate` of `null` is never. It takes effect within a minute; to end a key at once, revoke it. Nobody can extend a key with
   * more rights than they have.
   */
  'PATCH /vitrine/v1/api-keys/{apiKey.id}': operation({
    as: 'user',
    summary: 'Rename an API key, or say when it ends',
    input: z.object({ apiKey: z.object({ id: Guid, name: Name.optional(), expiresDate: Instant.max(40).nullish() }) }),
    ok: z.object({ apiKey: ApiKeyEntry }),
    errors: ['API_KEY_NOT_FOUND', 'SCOPE_NOT_YOURS'],
  }),
  /** It stops working within seconds in every process. */
  'DELETE /vitrine/v1/api-keys/{id}': operation({
    as: 'user',
    summary: 'Revoke an API key',
    input: z.object({ id: Guid }),
    ok: z.object({}),
    errors: ['API_KEY_NOT_FOUND'],
  }),
  /**
   * From now on tokens are signed with a new key. With `revoke` those of earlier keys are invalid within a minute: everybody signs in
   * again.
   */
  'POST /vitrine/v1/signing-keys/rotate': operation({
    as: 'user',
    summary: 'Sign tokens with a new key',
    input: z.object({ revoke: z.boolean().optional() }),
    ok: z.object({}),
    errors: [],
  }),
})
