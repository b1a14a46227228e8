import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Flag, Guid, text } from './primitives.ts'

/** An account that signed in on a device, and whose references the device holds. */
export const DeviceAccount = z.object({
  memberId: Guid,
  email: z.string(),
  name: z.string().optional(),
  /** A session of it on this device is open, and the member may sign in. */
  signedIn: z.boolean(),
  /** It is the caller's own account. */
  current: z.boolean(),
  /** What the member can sign in with again. */
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
  /** Of its sign-ins, the newest first. */
  references: z.array(z.string()),
})
export interface DeviceAccount extends z.infer<typeof DeviceAccount> {}

/** What a device holds of each sign-in: a statement that the shop has signed. Whoever holds it may act as who signed in. */
const Reference = text(1000, 1)
const References = z.array(Reference).max(20)

/** For sign-in pages: the accounts of one device. What is forged, too old or of another shop is left out and changes nothing. */
export const deviceAccounts = operations({
  /** The calling member's own account is among them, and gets a reference if the device has none. */
  'POST /vitrine/v1/device-accounts/list': operation({
    as: 'visitor',
    summary: 'List the accounts of a device',
    input: z.object({ references: References }),
    ok: z.object({ accounts: z.array(DeviceAccount) }),
    errors: [],
    reads: true,
    confidential: true,
  }),

  /**
   * After a sign-in, before its session token is exchanged. A device remembers five accounts: `references` of the answer are those that it
   * goes on with, the newest first. Sessions of the others are ended.
   */
  'POST /vitrine/v1/device-accounts': operation({
    as: 'visitor',
    summary: 'Remember on a device who signed in',
    input: z.object({
      sessionToken: text(8000, 1),
      references: References,
      /** The device goes on as the new account, so that the calling member's session ends where it is of the same member. */
      replacesCurrent: Flag.optional(),
    }),
    /** `reference` is that of the sign-in. */
    ok: z.object({ reference: z.string(), references: z.array(z.string()) }),
    errors: ['SIGN_IN_OVER'],
    confidential: true,
  }),

  /** The session token is exchanged for tokens as after a sign-in. */
  'POST /vitrine/v1/device-accounts/switch': operation({
    as: 'visitor',
    summary: 'Go on as another account of a device',
    input: z.object({ reference: Reference }),
    ok: z.object({ sessionToken: z.string() }),
    errors: ['SESSION_NOT_FOUND'],
    reads: true,
    confidential: true,
  }),

  'POST /vitrine/v1/device-accounts/sign-out': operation({
    as: 'visitor',
    summary: 'Sign out of accounts on a device',
    input: z.object({ references: References }),
    ok: z.object({ ended: z.int() }),
    errors: [],
    confidential: true,
  }),
})
