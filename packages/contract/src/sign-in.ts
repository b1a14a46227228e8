import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, text } from './primitives.ts'

/** What a page to sign in at shows. */
export const SignInPage = z.object({
  registration: z.enum(['OPEN', 'APPROVAL', 'CLOSED']),
  emailVerification: z.boolean(),
  mfa: z.enum(['OFF', 'OPTIONAL', 'REQUIRED']),
  methods: z.object({
    password: z.boolean(),
    emailCode: z.boolean(),
    passkey: z.boolean(),
    social: z.array(z.object({ connectionId: Guid, name: z.string() })),
  }),
  captcha: z.enum(['NEVER', 'SUSPICIOUS', 'ALWAYS']),
  captchaSiteKeys: z.object({ visible: Guid, invisible: Guid }),
})
export interface SignInPage extends z.infer<typeof SignInPage> {}

/** A puzzle in ALTCHA's own words; the widget solves it. */
export const CaptchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    /** `siteKey`, and `until` when it counts, in milliseconds since 1970. */
    data: z.record(z.string(), z.string()),
  }),
  signature: z.string(),
})
export interface CaptchaChallenge extends z.infer<typeof CaptchaChallenge> {}

/** What pages to sign in at need beside the published calls. */
export const signIn = operations({
  'GET /vitrine/v1/sign-in': operation({
    as: 'anyone',
    summary: 'Read how one signs in to the shop',
    input: z.object({}),
    ok: z.object({ signIn: SignInPage }),
    errors: [],
  }),

  /** With the visible or the invisible site key. The solution goes into `captchaTokens`, as `Recaptcha` or as `InvisibleRecaptcha`, once. */
  'GET /vitrine/v1/captcha/challenge': operation({
    as: 'anyone',
    summary: 'Ask for a puzzle that tells people from programs',
    input: z.object({ siteKey: text(36) }),
    ok: CaptchaChallenge,
    errors: ['CAPTCHA_SITE_KEY_NOT_FOUND'],
  }),
})
