import * as z from 'zod'
import { FactorType } from './enums.ts'
import { MySession } from './my-security.ts'
import { operation, operations } from './operation.ts'
import { Guid } from './primitives.ts'

/** A session of a member, as staff see it. */
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
      /** Latest first. */
      sessions: z.array(MemberSession),
      passwordSet: z.boolean(),
      /** Whether the password is refused until a new one is set. */
      newPasswordWanted: z.boolean(),
      passkeys: z.int(),
      /** Their second factors. */
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
   * `wanted`: from now on the password is refused with `-19973`, even the right one, until the member has chosen another one through an
   * email. Codes, passkeys and social logins work as before. `false` undoes that.
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
   * For a member who has lost the phone and the recovery codes: removes the second factors, the codes and the remembered devices, and signs
   * them out everywhere. They sign in without one until they set up another, and are told by email. Passkeys stay.
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
