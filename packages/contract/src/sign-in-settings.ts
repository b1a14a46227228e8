import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Flag, Guid, Instant, text } from './primitives.ts'

/** Who becomes a member, and how members sign in. */
export const SignInSettings = z.object({
  revision: z.string(),
  updatedDate: Instant.optional(),
  registration: z.enum(['OPEN', 'APPROVAL', 'CLOSED']),
  emailVerification: z.boolean(),
  mfa: z.enum(['OFF', 'OPTIONAL', 'REQUIRED']),
  methods: z.object({
    password: z.boolean(),
    emailCode: z.boolean(),
    passkey: z.boolean(),
    social: z.array(
      z.object({
        connectionId: Guid,
        name: z.string(),
        issuer: z.string(),
        clientId: z.string(),
        /** The secret itself is never returned. */
        clientSecretSet: z.boolean(),
      }),
    ),
  }),
  captcha: z.enum(['NEVER', 'SUSPICIOUS', 'ALWAYS']),
  newMembersArePublic: z.boolean(),
  /** Has to be on the provider's list of redirects. */
  socialRedirectUri: z.string(),
})
export interface SignInSettings extends z.infer<typeof SignInSettings> {}

const SocialInput = z.object({
  /** Generated if absent. */
  connectionId: Guid.nullish(),
  name: text(60, 1),
  /** An OpenID Connect issuer: `https://accounts.google.com` */
  issuer: text(500, 8).regex(/^https?:\/\//, 'is an https address'),
  clientId: text(500, 1),
  /** Absent fields stay unchanged; null clears. */
  clientSecret: text(1000).nullish(),
})

const SignInSettingsInput = z.object({
  /** Of what was read; a change that somebody else made since is not overwritten. */
  revision: text(20).nullish(),
  registration: z.enum(['OPEN', 'APPROVAL', 'CLOSED']),
  emailVerification: z.boolean(),
  mfa: z.enum(['OFF', 'OPTIONAL', 'REQUIRED']),
  methods: z.object({ password: z.boolean(), emailCode: z.boolean(), passkey: z.boolean(), social: z.array(SocialInput).max(10) }),
  captcha: z.enum(['NEVER', 'SUSPICIOUS', 'ALWAYS']),
  newMembersArePublic: z.boolean(),
})
export interface SignInSettingsInput extends z.output<typeof SignInSettingsInput> {}

/** The same, in the form of the published module. */
export const SignOnPolicy = z.object({
  id: Guid,
  revision: z.string(),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  requireOwnerApproval: z.boolean(),
  requireEmailVerification: z.boolean(),
})
export interface SignOnPolicy extends z.infer<typeof SignOnPolicy> {}

export const signInSettings = operations({
  'GET /vitrine/v1/settings/sign-in': operation({
    as: 'user',
    summary: 'Read who becomes a member, and how',
    input: z.object({}),
    ok: z.object({ signIn: SignInSettings }),
    errors: [],
  }),
  /** Replaces all settings. At least one way to sign in stays on. */
  'PUT /vitrine/v1/settings/sign-in': operation({
    as: 'user',
    summary: 'Set who becomes a member, and how',
    input: z.object({ signIn: SignInSettingsInput }),
    ok: z.object({ signIn: SignInSettings }),
    errors: ['NO_WAY_TO_SIGN_IN', 'ISSUER_NOT_ALLOWED'],
    confidential: true,
  }),
  'GET /iam/signon/v1/sign-on-policies': operation({
    as: 'user',
    summary: 'Read the policy of registration',
    input: z.object({}),
    ok: z.object({ signOnPolicy: SignOnPolicy }),
    errors: [],
    aliases: ['/_api/iam/signon/v1/sign-on-policies'],
  }),
  'PATCH /iam/signon/v1/sign-on-policies': operation({
    as: 'user',
    summary: 'Change the policy of registration',
    input: z.object({
      signOnPolicy: z.object({
        revision: text(20).nullish(),
        requireOwnerApproval: Flag.nullish(),
        requireEmailVerification: Flag.nullish(),
      }),
    }),
    ok: z.object({ signOnPolicy: SignOnPolicy }),
    errors: [],
    aliases: ['/_api/iam/signon/v1/sign-on-policies'],
  }),
})
