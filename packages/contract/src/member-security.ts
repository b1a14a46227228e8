import * as z from 'zod'
import { FactorType } from './enums.ts'
import { MySession } from './my-security.ts'
import { operation, operations } from './operation.ts'
import { Guid } from './primitives.ts'

/** A place where a member is signed in, as staff see it. */
export const MemberSession = MySession.omit({ current: true })
export interface MemberSession extends z.infer<typeof MemberSession> {}

const OfMember = z.object({ id: Guid })

/** How members sign in, for the staff who help them. */
export const memberSecurity = operations({
  'GET /vitrine/v1/members/{id}/security': operation({
    as: 'user',
    summary: 'Read how a member signs in',
    input: OfMember,
    ok: z.object({
      /** The latest first. */
      sessions: z.array(MemberSession),
      passwordSet: z.boolean(),
      /** Whether the password is refused until there is another one. */
      newPasswordWanted: z.boolean(),
      passkeys: z.int(),
      /** With what they prove a second time who they are. */
      factors: z.array(FactorType),
    }),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  'DELETE /vitrine/v1/members/{id}/sessions/{sessionId}': operation({
    as: 'user',
    summary: 'Sign a member out somewhere',
    input: OfMember.extend({ sessionId: Guid }),
    ok: z.object({}),
    errors: ['MEMBER_NOT_FOUND', 'SESSION_NOT_FOUND'],
  }),
  'DELETE /vitrine/v1/members/{id}/sessions': operation({
    as: 'user',
    summary: 'Sign a member out everywhere',
    input: OfMember,
    ok: z.object({ ended: z.int() }),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /**
   * `wanted`: from now on the password is refused with `-19973`, also the right one, until the member has chosen another one by an email. Codes,
   * passkeys and other accounts let them in as before. `false` takes that back.
   */
  'PUT /vitrine/v1/members/{id}/new-password': operation({
    as: 'user',
    summary: 'Ask a member for a new password',
    input: OfMember.extend({
      wanted: z.boolean(),
      /** Signs them out everywhere with it. */
      signOut: z.boolean().default(false),
    }),
    ok: z.object({ newPasswordWanted: z.boolean(), ended: z.int() }),
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_HAS_NO_PASSWORD'],
  }),

  /**
   * For a member who has lost the phone and the recovery codes: whatever is asked for after the password goes, with the codes and the devices
   * that stood for it, and they are signed out everywhere. They sign in without it until they set up another one, and hear of it by mail.
   * Passkeys stay.
   */
  'POST /vitrine/v1/members/{id}/remove-second-step': operation({
    as: 'user',
    summary: 'Take away the second step of a member',
    input: OfMember,
    ok: z.object({
      /** How many sessions were ended. */
      ended: z.int(),
    }),
    errors: ['MEMBER_NOT_FOUND', 'SECOND_STEP_OFF'],
  }),
})
