import * as z from 'zod'
import { FactorStatus, FactorType, LoginState, MfaReason } from './enums.ts'
import { Identity, IdentityCustomValue } from './identity.ts'
import { operation, operations } from './operation.ts'
import { AnyObject, Flag, Guid, text } from './primitives.ts'

/** A second factor. */
export const AvailableFactor = z.object({ factorType: FactorType, factorStatus: FactorStatus })
export interface AvailableFactor extends z.infer<typeof AvailableFactor> {}

/** The member has to set up a second factor first. */
export const RequireMfaData = z.object({ availableFactors: z.array(AvailableFactor), reason: MfaReason })
export interface RequireMfaData extends z.infer<typeof RequireMfaData> {}

export const VerificationChallenge = z.object({
  pushData: z.object({ transactionId: z.string() }).optional(),
  webauthnData: z.object({ challengeId: Guid, publicKeyCredentialRequestOptionsJson: z.string() }).optional(),
  /** Where a code was sent, masked: `h•••@example.com`. */
  hint: z.string().optional(),
})
export interface VerificationChallenge extends z.infer<typeof VerificationChallenge> {}

/** The member has to give a second proof of identity, by one of these factors. */
export const MfaChallengeData = z.object({
  factorType: FactorType,
  verificationChallengeData: VerificationChallenge,
  availableFactors: z.array(AvailableFactor),
  reason: MfaReason,
})
export interface MfaChallengeData extends z.infer<typeof MfaChallengeData> {}

/**
 * The state of a sign-in. `SUCCESS` carries the `sessionToken`, which is exchanged for tokens within ten minutes; an unfinished sign-in
 * carries a `stateToken` for its next step. `STATUS_CHECK`: the account may not sign in, see `identity.status`.
 */
export const SignInAnswer = z.object({
  state: LoginState,
  sessionToken: z.string().optional(),
  stateToken: z.string().optional(),
  identity: Identity.optional(),
  requireMfaData: RequireMfaData.optional(),
  mfaChallengeData: MfaChallengeData.optional(),
  /**
   * `deviceToken`, where a device is to be remembered; `recoveryCodes`, a list, with an authenticator app that was set up on the way:
   * returned only once. `deviceCookie` with each SUCCESS: store it where no script can read it, and send it as
   * `clientMetaData.deviceCookie` with the next sign-in. A device that has signed in before has a failure count of its own, so guesses
   * elsewhere cannot lock it out. It proves nothing.
   */
  additionalData: z.record(z.string(), IdentityCustomValue).optional(),
})
export interface SignInAnswer extends z.infer<typeof SignInAnswer> {}

const LoginIdInput = z.object({ email: text(320).nullish() })

export const CaptchaTokensInput = z
  .array(
    z.object({
      Recaptcha: text(5000).nullish(),
      InvisibleRecaptcha: text(5000).nullish(),
      NoCaptcha: text(5000).nullish(),
    }),
  )
  .max(10)
export type CaptchaTokensInput = z.output<typeof CaptchaTokensInput>

/**
 * What a program sends about itself. `deviceToken` is that of a remembered device, `deviceCookie` that of one that has signed in before.
 */
export const ClientMetaDataInput = AnyObject.nullish()

/** Its strength is checked when it is set; long enough for any passphrase. */
export const Password = text(1000, 1)
export const StateToken = text(2000, 1)

const PhoneInput = z.object({ countryCode: text(2).nullish(), phone: text(50), tag: text(40).nullish() })

const ProfileInput = z.object({
  firstName: text(100).nullish(),
  lastName: text(100).nullish(),
  nickname: text(100).nullish(),
  /** BCP 47; the language that emails are written in. */
  language: text(35).nullish(),
  /** PUBLIC joins the community, where the shop lets new members do so. */
  privacyStatus: text(20).nullish(),
  phones: z.array(text(50)).max(10).nullish(),
  phonesV2: z.array(PhoneInput).max(10).nullish(),
  addresses: z
    .array(
      z.object({
        address: z
          .object({
            country: text(2).nullish(),
            subdivision: text(50).nullish(),
            city: text(100).nullish(),
            postalCode: text(50).nullish(),
            addressLine: text(250).nullish(),
            addressLine2: text(250).nullish(),
            streetName: text(250).nullish(),
            streetNumber: text(100).nullish(),
          })
          .nullish(),
        tag: text(40).nullish(),
      }),
    )
    .max(10)
    .nullish(),
  company: text(1000).nullish(),
  position: text(1000).nullish(),
  birthdate: text(10)
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .nullish(),
})
export interface IdentityProfileInput extends z.output<typeof ProfileInput> {}

const RedirectInput = z.object({ url: text(1000).nullish(), clientId: Guid.nullish() })

/** What is not text, not a list or too long counts as absent: a login is never refused for the form of its input. */
const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(undefined)

const codes = z.object({ code: text(100).nullish() })

/** The published calls for sign-up and sign-in. */
export const authentication = operations({
  /**
   * `{ loginId: { email }, password, profile }`. What follows depends on the shop: SUCCESS, REQUIRE_EMAIL_VERIFICATION (a code was sent) or
   * REQUIRE_OWNER_APPROVAL. An address that has an account is refused with `-19995`, and its owner is emailed; where addresses have to be
   * verified, nobody but its owner learns of it.
   */
  'POST /_api/iam/authentication/v2/register': operation({
    as: 'visitor',
    cost: 'email',
    summary: 'Register a member',
    input: z.object({
      loginId: LoginIdInput,
      password: text(1000).nullish(),
      profile: ProfileInput.nullish(),
      captchaTokens: CaptchaTokensInput.nullish(),
      clientMetaData: ClientMetaDataInput,
    }),
    ok: SignInAnswer,
    errors: ['-19971', '-19970', '-19995', 'PASSWORD_TOO_WEAK', 'REGISTRATION_CLOSED'],
    aliases: ['/iam/authentication/v2/register'],
    confidential: true,
  }),

  /**
   * `{ loginId: { email }, password }`, or with `emailOtp: { code }` or `webauthn` in place of the password. An unknown address and a wrong
   * password both get `-19976`, after the same work; `triesLeft` is how many more attempts need no captcha. After that each needs one, and
   * none is refused because of the attempts of others. It never answers with a field violation.
   */
  'POST /_api/iam/authentication/v2/login': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Sign a member in',
    input: z.object({
      loginId: lenient(LoginIdInput),
      password: lenient(text(1000)),
      captchaTokens: lenient(CaptchaTokensInput),
      clientMetaData: AnyObject.nullish().catch(undefined),
      emailOtp: lenient(codes),
      stateToken: lenient(text(2000)),
    }),
    ok: SignInAnswer,
    errors: ['-19971', '-19970', '-19976', '-19973', 'SIGN_IN_METHOD_OFF'],
    aliases: ['/iam/authentication/v2/login'],
    confidential: true,
  }),

  /**
   * For members who signed in within the last hour. All other sessions end. Later, `POST /vitrine/v1/members/my/password` asks for the old
   * one.
   */
  'POST /_api/iam/authentication/v2/change-password': operation({
    as: 'member',
    summary: 'Set a new password for oneself',
    input: z.object({ newPassword: Password }),
    ok: z.object({}),
    errors: ['PASSWORD_TOO_WEAK', 'SIGN_IN_TOO_OLD', 'MEMBER_NOT_FOUND'],
    aliases: ['/iam/authentication/v2/change-password'],
    confidential: true,
  }),

  /**
   * A program of the shop signs in somebody it has identified: the member with that address, or a new one. Call it with a visitor's token
   * and the API key, joined by a comma, to carry over what the visitor has chosen.
   */
  'POST /_api/iam/authentication/v2/sign-on': operation({
    as: 'user',
    summary: 'Sign somebody in from outside',
    input: z.object({
      loginId: LoginIdInput,
      profile: ProfileInput.nullish(),
      verifyEmail: Flag.nullish(),
      mergeExistingContact: Flag.nullish(),
    }),
    ok: z.object({ sessionToken: z.string(), identity: Identity }),
    errors: ['MEMBER_BLOCKED'],
    aliases: ['/iam/authentication/v2/sign-on'],
    confidential: true,
  }),

  /**
   * The second factor of a sign-in, or the first use of a new one: `{ stateToken, totpData: { code } }`. EMAIL, SMS and CALL without a code
   * send one and answer MFA_CHALLENGE again. With `rememberThisDevice` the answer has a `deviceToken`, which replaces the second factor for
   * thirty days.
   */
  'POST /_api/iam/authentication/v2/{factorType}/verify': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Prove once more who one is',
    input: z.object({
      factorType: FactorType,
      stateToken: StateToken,
      totpData: codes.nullish(),
      emailData: codes.nullish(),
      smsData: codes.nullish(),
      callData: codes.nullish(),
      recoveryCodeData: codes.nullish(),
      passwordData: z.object({ password: text(1000).nullish() }).nullish(),
      pushData: z.object({ transactionId: text(36).nullish() }).nullish(),
      webauthnData: z.object({ challengeId: text(36).nullish(), credential: text(10_000).nullish() }).nullish(),
      rememberThisDevice: Flag.nullish(),
      clientMetaData: ClientMetaDataInput,
    }),
    ok: SignInAnswer,
    errors: ['SIGN_IN_OVER', 'VERIFICATION_FAILED', 'FACTOR_NOT_AVAILABLE'],
    aliases: ['/iam/authentication/v2/{factorType}/verify'],
    confidential: true,
  }),

  'POST /_api/iam/authentication/v2/validate-email': operation({
    as: 'visitor',
    summary: 'Say whether an address can be one',
    input: z.object({ email: text(320) }),
    ok: z.object({
      valid: z.boolean(),
      failure: z.object({ reason: z.enum(['UNKNOWN_REASON', 'INVALID_FORMAT']) }).optional(),
      formatInvalid: z.boolean(),
    }),
    errors: [],
    reads: true,
    aliases: ['/iam/authentication/v2/validate-email'],
  }),

  /**
   * Answers `{}` for every address. A member gets a link and a code to set a new password, valid for thirty minutes and once. A caller who
   * requests many has to solve a captcha for each.
   */
  'POST /_api/iam/recovery/v1/send-email': operation({
    as: 'visitor',
    cost: 'email',
    summary: 'Send an email to set a new password',
    input: z.object({
      email: text(320, 1),
      /** BCP 47 */
      language: text(35).nullish(),
      /** Where the link of the email leads: an address on the app's redirect list. The shop's own page by default. */
      redirect: RedirectInput.nullish(),
      captchaTokens: CaptchaTokensInput.nullish(),
    }),
    ok: z.object({}),
    errors: ['REDIRECT_URI_NOT_ALLOWED', '-19971', '-19970'],
  }),

  /** For accounts that somebody else created: the email has a link to choose a first password, valid for seven days and once. */
  'POST /_api/iam/recovery/v1/activation-email': operation({
    as: 'user',
    cost: 'email',
    summary: 'Send an email to activate an account',
    input: z.object({
      identityId: Guid,
      emailOptions: z.object({ language: text(35).nullish(), redirect: RedirectInput.nullish() }).nullish(),
    }),
    ok: z.object({}),
    errors: ['MEMBER_NOT_FOUND', 'REDIRECT_URI_NOT_ALLOWED'],
  }),

  /** The token is that of an email, and valid once. All sessions of the member end; without a password it only signs in. */
  'POST /_api/iam/recovery/v1/recover': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Set a new password with the token of an email',
    input: z.object({ recoveryToken: text(1000, 1), password: text(1000).nullish(), clientMetaData: ClientMetaDataInput }),
    ok: SignInAnswer,
    errors: ['RECOVERY_TOKEN_OVER', 'PASSWORD_TOO_WEAK'],
    confidential: true,
  }),

  /** Sends a code to the address of a member. `verificationId` is the state token that `auth/verify` takes with the code. */
  'POST /_api/iam/verification/v1/start': operation({
    as: 'visitor',
    cost: 'email',
    summary: 'Send a code to verify an address',
    input: z.object({ identityId: Guid.nullish(), target: z.enum(['EMAIL']).nullish() }),
    ok: z.object({ verificationId: z.string() }),
    errors: [],
    aliases: ['/_api/iam/verification/v1/Start'],
  }),

  /** Five tries; then a new code has to be sent. */
  'POST /_api/iam/verification/v1/auth/verify': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Verify an address with the code of an email',
    input: z.object({ code: text(20), stateToken: StateToken, clientMetaData: ClientMetaDataInput }),
    ok: SignInAnswer,
    errors: ['VERIFICATION_FAILED', 'SIGN_IN_OVER'],
    confidential: true,
  }),

  'POST /_api/iam/verification/v1/auth/resend': operation({
    as: 'visitor',
    cost: 'email',
    summary: 'Send the code again',
    input: z.object({ stateToken: StateToken }),
    ok: SignInAnswer,
    errors: ['SIGN_IN_OVER'],
    confidential: true,
  }),
})
