import * as z from 'zod'
import { CaptchaTokensInput, ClientMetaDataInput, SignInAnswer, StateToken } from './authentication.ts'
import { operation, operations } from './operation.ts'
import { Guid, text } from './primitives.ts'

/** What a sign-in page shows. */
export const SignInPage = z.object({
  registration: z.enum(['OPEN', 'APPROVAL', 'CLOSED']),
  emailVerification: z.boolean(),
  mfa: z.enum(['OFF', 'OPTIONAL', 'REQUIRED']),
  methods: z.object({
    password: z.boolean(),
    emailCode: z.boolean(),
    /** The shop accepts passkeys, and they work at its address: an IP address can have none. */
    passkey: z.boolean(),
    social: z.array(z.object({ connectionId: Guid, name: z.string() })),
  }),
  captcha: z.enum(['NEVER', 'SUSPICIOUS', 'ALWAYS']),
  captchaSiteKeys: z.object({ visible: Guid, invisible: Guid }),
})
export interface SignInPage extends z.infer<typeof SignInPage> {}

/** A challenge in ALTCHA's format; the widget solves it. */
export const CaptchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    /** `siteKey`, and `until` when it is valid, in milliseconds since 1970. */
    data: z.record(z.string(), z.string()),
  }),
  signature: z.string(),
})
export interface CaptchaChallenge extends z.infer<typeof CaptchaChallenge> {}

/** What an authenticator app is set up with: by the QR code of `uri`, or by typing `secret`. */
export const TotpSetup = z.object({ secret: z.string(), uri: z.string() })
export interface TotpSetup extends z.infer<typeof TotpSetup> {}

/** What sign-in pages need beside the published calls. */
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

  /** Answers `{}` for every address; a member gets a six-digit code, which `login` takes as `emailOtp` in place of a password. */
  'POST /vitrine/v1/sign-in/email-code': operation({
    as: 'visitor',
    cost: 'email',
    summary: 'Send a code to sign in with',
    input: z.object({ email: text(320, 1), captchaTokens: CaptchaTokensInput.nullish() }),
    ok: z.object({}),
    errors: ['-19971', '-19970', 'SIGN_IN_METHOD_OFF'],
  }),

  /**
   * In the state REQUIRE_MFA. `uri` is for the QR code; the first code goes to `TOTP/verify`, with the state token of this answer. Stores
   * nothing.
   */
  'POST /vitrine/v1/sign-in/totp': operation({
    as: 'visitor',
    summary: 'Begin with an authenticator app while signing in',
    input: z.object({ stateToken: StateToken }),
    ok: TotpSetup.extend({ stateToken: z.string() }),
    errors: ['SIGN_IN_OVER'],
    reads: true,
  }),

  /** The options for a browser to use a passkey. Stores nothing. */
  'POST /vitrine/v1/sign-in/passkey': operation({
    as: 'visitor',
    summary: 'Begin to sign in with a passkey',
    input: z.object({}),
    ok: z.object({ challengeId: Guid, publicKeyCredentialRequestOptionsJson: z.string() }),
    errors: ['SIGN_IN_METHOD_OFF'],
    reads: true,
  }),

  /** `credential`: what the browser answered, as JSON. A passkey is sufficient: there is no second factor. */
  'POST /vitrine/v1/sign-in/passkey/finish': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Sign in with a passkey',
    input: z.object({ challengeId: Guid, credential: text(10_000, 2), clientMetaData: ClientMetaDataInput }),
    ok: SignInAnswer,
    errors: ['SIGN_IN_METHOD_OFF', 'PASSKEY_REFUSED'],
    confidential: true,
  }),
})
