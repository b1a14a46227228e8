import * as z from 'zod'
import { Password, StateToken } from './authentication.ts'
import { FactorType } from './enums.ts'
import { operation, operations } from './operation.ts'
import { Email, Guid, Instant, text } from './primitives.ts'
import { TotpSetup } from './sign-in.ts'

/** A session of the member. */
export const MySession = z.object({
  id: Guid,
  /** Whether it is the caller's. */
  current: z.boolean(),
  /** The name that the browser sent. */
  agent: z.string(),
  address: z.string(),
  /** How they proved who they are: `PASSWORD`, `TOTP`, `PASSKEY` … */
  methods: z.array(z.string()),
  /** The app that it belongs to. */
  appName: z.string().optional(),
  createdDate: Instant,
  usedDate: Instant,
})
export interface MySession extends z.infer<typeof MySession> {}

/** A second factor of the member. */
export const MyFactor = z.object({
  id: Guid,
  type: FactorType,
  /** Where its codes are sent, masked. */
  hint: z.string().optional(),
  createdDate: Instant,
  usedDate: Instant.optional(),
})
export interface MyFactor extends z.infer<typeof MyFactor> {}

/** A device that needs no second factor for a while. */
export const MyDevice = z.object({
  id: Guid,
  agent: z.string(),
  address: z.string(),
  createdDate: Instant,
  usedDate: Instant,
  until: Instant,
})
export interface MyDevice extends z.infer<typeof MyDevice> {}

export const MyPasskey = z.object({
  id: Guid,
  name: z.string(),
  /** Whether its vendor backs it up, for other devices too. */
  backedUp: z.boolean(),
  createdDate: Instant,
  usedDate: Instant.optional(),
})
export interface MyPasskey extends z.infer<typeof MyPasskey> {}

const PasskeyName = text(100, 1)
/** Members with a password send it; for those without one, a sign-in within the hour is enough. */
const again = { password: text(1000).nullish() }

/** What members see and change of how they sign in. */
export const mySecurity = operations({
  'GET /vitrine/v1/members/my/sessions': operation({
    as: 'member',
    summary: 'List where one is signed in',
    input: z.object({}),
    ok: z.object({ sessions: z.array(MySession) }),
    errors: [],
  }),
  'DELETE /vitrine/v1/members/my/sessions/{sessionId}': operation({
    as: 'member',
    summary: 'Sign out somewhere',
    input: z.object({ sessionId: Guid }),
    ok: z.object({}),
    errors: ['SESSION_NOT_FOUND'],
  }),
  'DELETE /vitrine/v1/members/my/sessions': operation({
    as: 'member',
    summary: 'Sign out everywhere else',
    input: z.object({}),
    ok: z.object({ ended: z.int() }),
    errors: [],
  }),

  /** With the old one, where there is one. All other sessions end. */
  'POST /vitrine/v1/members/my/password': operation({
    as: 'member',
    cost: 'guess',
    summary: 'Change one’s password',
    input: z.object({ oldPassword: text(1000).nullish(), newPassword: Password }),
    ok: z.object({}),
    errors: ['-19976', 'PASSWORD_TOO_WEAK', 'SIGN_IN_TOO_OLD', 'MEMBER_NOT_FOUND'],
    confidential: true,
  }),

  /**
   * Starts changing the sign-in address: a code is sent there, and nothing changes before it is confirmed. The answer does not reveal
   * whether the address is taken already; then nobody is emailed.
   */
  'POST /vitrine/v1/members/my/login-email': operation({
    as: 'member',
    cost: 'email',
    guesses: ['password'],
    summary: 'Ask for another address to sign in with',
    input: z.object({ email: Email, ...again }),
    ok: z.object({}),
    errors: ['-19976', 'SIGN_IN_TOO_OLD', 'MEMBER_NOT_FOUND'],
    confidential: true,
  }),
  /** All other sessions end, codes and links sent to the old address become invalid, and it is notified. */
  'POST /vitrine/v1/members/my/login-email/confirm': operation({
    as: 'member',
    cost: 'guess',
    summary: 'Prove the new address with its code',
    input: z.object({ code: text(20) }),
    ok: z.object({ loginEmail: z.string() }),
    errors: ['VERIFICATION_FAILED', '-19995', 'MEMBER_NOT_FOUND'],
  }),

  'GET /vitrine/v1/members/my/factors': operation({
    as: 'member',
    summary: 'Read how one signs in',
    input: z.object({}),
    ok: z.object({
      passwordSet: z.boolean(),
      /** The requested address, as long as its code is valid. */
      newEmail: z.string().optional(),
      factors: z.array(MyFactor),
      recoveryCodesLeft: z.int(),
      devices: z.array(MyDevice),
      passkeys: z.array(MyPasskey),
    }),
    errors: [],
  }),
  /** Stores nothing: the first code goes to `confirm`, with the setup token. */
  'POST /vitrine/v1/members/my/factors/totp': operation({
    as: 'member',
    summary: 'Begin with an authenticator app',
    input: z.object({}),
    ok: TotpSetup.extend({ setupToken: z.string() }),
    errors: ['MEMBER_NOT_FOUND'],
    reads: true,
  }),
  /** Sends a code: to the member's address, or to a phone. */
  'POST /vitrine/v1/members/my/factors/code': operation({
    as: 'member',
    cost: 'email',
    summary: 'Begin with codes by email or telephone',
    input: z.object({
      factorType: z.enum(['EMAIL', 'SMS', 'CALL']),
      phone: text(20)
        .regex(/^\+[1-9]\d{6,14}$/, 'is no telephone number such as +4930123456')
        .nullish(),
    }),
    ok: z.object({ setupToken: z.string(), hint: z.string() }),
    errors: ['FACTOR_NOT_AVAILABLE', 'MEMBER_NOT_FOUND'],
    confidential: true,
  }),
  'POST /vitrine/v1/members/my/factors/confirm': operation({
    as: 'member',
    cost: 'guess',
    summary: 'Confirm a new way with its first code',
    input: z.object({ setupToken: StateToken, code: text(20) }),
    ok: z.object({ factor: MyFactor }),
    errors: ['SIGN_IN_OVER', 'VERIFICATION_FAILED'],
    confidential: true,
  }),
  'POST /vitrine/v1/members/my/factors/{factorId}/remove': operation({
    as: 'member',
    cost: 'guess',
    summary: 'Give up a way to prove who one is',
    input: z.object({ factorId: Guid, ...again }),
    ok: z.object({}),
    errors: ['FACTOR_NOT_FOUND', '-19976', 'SIGN_IN_TOO_OLD'],
    confidential: true,
  }),
  /**
   * Ten, each valid once, shown only now; earlier ones become invalid. Only their hashes are stored, so the answer is not stored for
   * retries either.
   */
  'POST /vitrine/v1/members/my/recovery-codes': operation({
    as: 'member',
    cost: 'guess',
    summary: 'Make new recovery codes',
    input: z.object(again),
    ok: z.object({ codes: z.array(z.string()) }),
    errors: ['-19976', 'SIGN_IN_TOO_OLD', 'MEMBER_NOT_FOUND'],
    reads: true,
  }),
  'DELETE /vitrine/v1/members/my/devices/{deviceId}': operation({
    as: 'member',
    summary: 'Forget a remembered device',
    input: z.object({ deviceId: Guid }),
    ok: z.object({}),
    errors: ['DEVICE_NOT_FOUND'],
  }),

  /** The options for a browser to create a passkey. Stores nothing. */
  'POST /vitrine/v1/members/my/passkeys/begin': operation({
    as: 'member',
    summary: 'Begin with a new passkey',
    input: z.object({}),
    ok: z.object({ challengeId: Guid, publicKeyCredentialCreationOptionsJson: z.string() }),
    errors: ['MEMBER_NOT_FOUND', 'SIGN_IN_METHOD_OFF'],
    reads: true,
  }),
  /** `credential`: what the browser answered, as JSON. */
  'POST /vitrine/v1/members/my/passkeys': operation({
    as: 'member',
    summary: 'Keep a new passkey',
    input: z.object({ challengeId: Guid, credential: text(20_000, 2), name: PasskeyName.nullish() }),
    ok: z.object({ passkey: MyPasskey }),
    errors: ['PASSKEY_REFUSED'],
  }),
  'PATCH /vitrine/v1/members/my/passkeys/{passkeyId}': operation({
    as: 'member',
    summary: 'Rename a passkey',
    input: z.object({ passkeyId: Guid, name: PasskeyName }),
    ok: z.object({ passkey: MyPasskey }),
    errors: ['PASSKEY_NOT_FOUND'],
  }),
  'DELETE /vitrine/v1/members/my/passkeys/{passkeyId}': operation({
    as: 'member',
    summary: 'Give up a passkey',
    input: z.object({ passkeyId: Guid }),
    ok: z.object({}),
    errors: ['PASSKEY_NOT_FOUND'],
  }),
})
