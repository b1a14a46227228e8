import * as z from 'zod'
import { Password, StateToken } from './authentication.ts'
import { MyDevice } from './my-security.ts'
import { operation, operations } from './operation.ts'
import { Guid, text } from './primitives.ts'
import { TotpSetup } from './sign-in.ts'
import { StaffMember, StaffSession } from './staff.ts'

const current = { password: text(1000, 1) }

/** What staff see and change of their own account, whatever their role. A program has none. */
export const staffAccount = operations({
  'GET /vitrine/v1/me': operation({
    as: 'user',
    summary: 'Read one’s own account',
    input: z.object({}),
    ok: z.object({
      staffMember: StaffMember,
      /** The latest hundred. */
      sessions: z.array(StaffSession),
      /** Remembered browsers, which need no code for a while. */
      browsers: z.array(MyDevice),
    }),
    errors: [],
  }),
  'PATCH /vitrine/v1/me': operation({
    as: 'user',
    summary: 'Change one’s own name',
    input: z.object({ staffMember: z.object({ revision: text(20).nullish(), name: text(100, 1) }) }),
    ok: z.object({ staffMember: StaffMember }),
    errors: [],
  }),
  /** All other sessions end, and all remembered browsers are forgotten. */
  'POST /vitrine/v1/me/password': operation({
    as: 'user',
    cost: 'guess',
    summary: 'Change one’s own password',
    input: z.object({ oldPassword: text(1000, 1), newPassword: Password }),
    ok: z.object({}),
    errors: ['-19976', 'PASSWORD_TOO_WEAK'],
    confidential: true,
  }),

  /** Stores nothing: the first code of the app goes to `confirm`, with the setup token. */
  'POST /vitrine/v1/me/second-step': operation({
    as: 'user',
    cost: 'guess',
    summary: 'Begin with an app that makes codes',
    input: z.object(current),
    ok: TotpSetup.extend({ setupToken: z.string() }),
    errors: ['-19976'],
    reads: true,
    confidential: true,
  }),
  /** Replaces an earlier app. There are ten recovery codes, each valid once, and shown only now: only their hashes are stored. */
  'POST /vitrine/v1/me/second-step/confirm': operation({
    as: 'user',
    cost: 'guess',
    summary: 'Confirm the app with its first code',
    input: z.object({ setupToken: StateToken, code: text(20) }),
    ok: z.object({ staffMember: StaffMember, recoveryCodes: z.array(z.string()) }),
    errors: ['SIGN_IN_OVER', 'VERIFICATION_FAILED'],
    confidential: true,
  }),
  /** Also removes the recovery codes and the remembered browsers. */
  'POST /vitrine/v1/me/second-step/remove': operation({
    as: 'user',
    cost: 'guess',
    summary: 'Give up one’s second step',
    input: z.object(current),
    ok: z.object({ staffMember: StaffMember }),
    errors: ['-19976', 'SECOND_STEP_OFF', 'SECOND_STEP_DEMANDED'],
    confidential: true,
  }),
  /** Ten, each valid once, shown only now; earlier ones become invalid. */
  'POST /vitrine/v1/me/recovery-codes': operation({
    as: 'user',
    cost: 'guess',
    summary: 'Make one’s recovery codes anew',
    input: z.object(current),
    ok: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['-19976', 'SECOND_STEP_OFF'],
    confidential: true,
  }),

  'DELETE /vitrine/v1/me/browsers/{browserId}': operation({
    as: 'user',
    summary: 'Forget a browser',
    input: z.object({ browserId: Guid }),
    ok: z.object({}),
    errors: ['DEVICE_NOT_FOUND'],
  }),
  'DELETE /vitrine/v1/me/sessions/{sessionId}': operation({
    as: 'user',
    summary: 'Sign out somewhere else',
    input: z.object({ sessionId: Guid }),
    ok: z.object({}),
    errors: ['SESSION_NOT_FOUND'],
  }),
  'DELETE /vitrine/v1/me/sessions': operation({
    as: 'user',
    summary: 'Sign out everywhere else',
    input: z.object({}),
    ok: z.object({ ended: z.int() }),
    errors: [],
  }),
})
