import * as z from 'zod'
import { Password } from './authentication.ts'
import { ApiKeyEntry, AppSecretEntry } from './developers.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { Email, Guid, Instant, text, whole } from './primitives.ts'

/** What somebody may do, by the table of roles. */
export const StaffRoleName = z.enum(['OWNER', 'ORDERS', 'WAREHOUSE', 'SUPPORT', 'DEVELOPER'])

/** Somebody who runs the shop. */
export const StaffMember = z.object({
  id: Guid,
  revision: z.string(),
  name: z.string(),
  email: z.string(),
  role: StaffRoleName,
  /** Whether signing in takes a code of an app beside the password. */
  secondStep: z.boolean(),
  /** From then on they can only set one up; absent where it is not required of them, or they have one. */
  secondStepDue: Instant.optional(),
  recoveryCodesLeft: z.int(),
  /** The names of the browsers that they are signed in with, latest first. */
  agents: z.array(z.string()),
  sessions: z.int(),
  seenDate: Instant.optional(),
  passwordDate: Instant.optional(),
  createdDate: Instant,
})
export interface StaffMember extends z.infer<typeof StaffMember> {}

/** A session of a staff member. */
export const StaffSession = z.object({
  id: Guid,
  staffMemberId: Guid,
  name: z.string(),
  /** Whether it is the caller's. */
  current: z.boolean(),
  agent: z.string(),
  address: z.string(),
  /** How they proved who they are: `PASSWORD`, then `TOTP`, `RECOVERY_CODE`, or `BROWSER` for one that is remembered. */
  methods: z.array(z.string()),
  createdDate: Instant,
  usedDate: Instant,
  expiresDate: Instant,
})
export interface StaffSession extends z.infer<typeof StaffSession> {}

/** Somebody who was invited to join. */
export const StaffInvitation = z.object({
  id: Guid,
  email: z.string(),
  role: StaffRoleName,
  /** Who invited them; absent where a program did. */
  invitedBy: z.string().optional(),
  createdDate: Instant,
  /** When the latest link was made, and was sent where there is a mail server. */
  sentDate: Instant,
  expiresDate: Instant,
})
export interface StaffInvitation extends z.infer<typeof StaffInvitation> {}

/** Who has to take a second step when they sign in. */
export const StaffRules = z.object({
  revision: z.string(),
  secondStep: z.enum(['NOBODY', 'OWNERS', 'EVERYBODY']),
  /** Until then it is only recommended. */
  from: Instant.optional(),
  updatedDate: Instant.optional(),
})
export interface StaffRules extends z.infer<typeof StaffRules> {}

const About = z.object({ staffMember: StaffMember })
const InvitationToken = text(100, 1)
const StaffName = text(100, 1)
/** The invitation and, where there is no mail server, the link: returned only here, to be passed on by the inviter. */
const Invited = z.object({ staffInvitation: StaffInvitation, joinLink: z.string().optional() })

/**
 * What happens to keys and secrets that their creator may no longer have: they are revoked, or transferred to the caller, who has to have
 * all their rights. Those within the rights of a new role stay.
 */
const KeyFate = z.enum(['REVOKE', 'TRANSFER']).default('REVOKE')
/** How many keys and secrets were revoked, and how many were transferred. */
const SettledKeys = z.object({ revoked: z.int(), transferred: z.int() })

export const staff = operations({
  /** All of them, the earliest member first. A shop has 200 at most, including invitations. */
  'GET /vitrine/v1/staff': operation({
    as: 'user',
    summary: 'List who runs the shop',
    input: z.object({}),
    ok: z.object({ staffMembers: z.array(StaffMember) }),
    errors: [],
  }),
  'GET /vitrine/v1/staff/{id}': operation({
    as: 'user',
    summary: 'Read one of the staff',
    input: z.object({ id: Guid }),
    ok: About,
    errors: ['STAFF_NOT_FOUND'],
  }),
  /** The keys and secrets that a staff member has created for programs. */
  'GET /vitrine/v1/staff/{id}/api-keys': operation({
    as: 'user',
    summary: 'List the keys and secrets that one of the staff has made',
    input: z.object({ id: Guid }),
    ok: z.object({ apiKeys: z.array(ApiKeyEntry), appSecrets: z.array(AppSecretEntry) }),
    errors: ['STAFF_NOT_FOUND'],
  }),
  /**
   * Another role takes effect within seconds, wherever they are signed in. Nobody can assign a role with more rights than they have; one
   * owner stays. Keys beyond the new role are revoked or transferred.
   */
  'PATCH /vitrine/v1/staff/{staffMember.id}': operation({
    as: 'user',
    summary: 'Give somebody another role',
    input: z.object({ staffMember: z.object({ id: Guid, revision: text(20).nullish(), role: StaffRoleName }), apiKeys: KeyFate }),
    ok: About.extend({ apiKeys: SettledKeys }),
    errors: ['STAFF_NOT_FOUND', 'LAST_OWNER', 'ROLE_NOT_YOURS', 'SCOPE_NOT_YOURS'],
  }),
  /** They are out within seconds, and so are their keys, unless transferred. For thirty days they can be restored, without their keys. */
  'DELETE /vitrine/v1/staff/{id}': operation({
    as: 'user',
    summary: 'Take somebody off the staff',
    input: z.object({ id: Guid, apiKeys: KeyFate }),
    ok: z.object({ apiKeys: SettledKeys }),
    errors: ['STAFF_NOT_FOUND', 'LAST_OWNER', 'ROLE_NOT_YOURS', 'SCOPE_NOT_YOURS'],
  }),
  /** With role, password and second step as they were; signed in nowhere. */
  'POST /vitrine/v1/staff/{id}/restore': operation({
    as: 'user',
    summary: 'Bring somebody back to the staff',
    input: z.object({ id: Guid }),
    ok: About,
    errors: ['STAFF_NOT_FOUND', 'STAFF_EMAIL_TAKEN', 'TOO_MANY_STAFF', 'ROLE_NOT_YOURS'],
  }),
  /**
   * For somebody whose phone is lost: the password alone signs them in, until they set up another. They and all owners are told by email.
   */
  'POST /vitrine/v1/staff/{id}/remove-second-step': operation({
    as: 'user',
    summary: 'Take away the second step of somebody',
    input: z.object({ id: Guid }),
    ok: About,
    errors: ['STAFF_NOT_FOUND', 'SECOND_STEP_OFF', 'ROLE_NOT_YOURS'],
  }),

  /** Of all, or of one; latest first. `cursor` is that of the page before. */
  'GET /vitrine/v1/staff/sessions': operation({
    as: 'user',
    summary: 'List where staff are signed in',
    input: z.object({ staffMemberId: Guid.nullish(), limit: whole(1, 100).default(50), cursor: Guid.nullish() }),
    ok: z.object({ sessions: z.array(StaffSession), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),
  'DELETE /vitrine/v1/staff/sessions/{sessionId}': operation({
    as: 'user',
    summary: 'Sign somebody out somewhere',
    input: z.object({ sessionId: Guid }),
    ok: z.object({}),
    errors: ['SESSION_NOT_FOUND', 'ROLE_NOT_YOURS'],
  }),
  /** Their remembered browsers are forgotten, too. For oneself, the current session stays. */
  'DELETE /vitrine/v1/staff/{id}/sessions': operation({
    as: 'user',
    summary: 'Sign somebody out everywhere',
    input: z.object({ id: Guid }),
    ok: z.object({ ended: z.int() }),
    errors: ['STAFF_NOT_FOUND', 'ROLE_NOT_YOURS'],
  }),

  'GET /vitrine/v1/staff/invitations': operation({
    as: 'user',
    summary: 'List who is invited',
    input: z.object({}),
    /** `byMail`: whether links go out by email. */
    ok: z.object({ staffInvitations: z.array(StaffInvitation), byMail: z.boolean() }),
    errors: [],
  }),
  /** They get a link that is valid for seven days, and once: by email; without a mail server the answer has it, and nothing else does. */
  'POST /vitrine/v1/staff/invitations': operation({
    as: 'user',
    cost: 'email',
    summary: 'Invite somebody to the staff',
    input: z.object({ staffInvitation: z.object({ email: Email, role: StaffRoleName }) }),
    ok: Invited,
    errors: ['STAFF_EMAIL_TAKEN', 'ALREADY_INVITED', 'TOO_MANY_STAFF', 'ROLE_NOT_YOURS'],
    confidential: true,
  }),
  /** With a new link, again for seven days; the previous one stops working. */
  'POST /vitrine/v1/staff/invitations/{id}/send': operation({
    as: 'user',
    cost: 'email',
    summary: 'Send an invitation again',
    input: z.object({ id: Guid }),
    ok: Invited,
    errors: ['INVITATION_NOT_FOUND', 'ROLE_NOT_YOURS'],
    confidential: true,
  }),
  'DELETE /vitrine/v1/staff/invitations/{id}': operation({
    as: 'user',
    summary: 'Withdraw an invitation',
    input: z.object({ id: Guid }),
    ok: z.object({}),
    errors: ['INVITATION_NOT_FOUND'],
  }),
  /** For the page that the link leads to. One that was used, withdrawn, replaced or never existed gets the same answer. */
  'POST /vitrine/v1/staff/invitations/preview': operation({
    as: 'anyone',
    cost: 'guess',
    summary: 'Read what an invitation is to',
    input: z.object({ token: InvitationToken }),
    ok: z.object({
      shopName: z.string(),
      email: z.string(),
      role: StaffRoleName,
      invitedBy: z.string().optional(),
      expiresDate: Instant,
      /** Whether a second step has to be set up at the first sign-in. */
      secondStep: z.boolean(),
    }),
    errors: ['INVITATION_OVER'],
    reads: true,
    confidential: true,
  }),
  /** Then they sign in as usual. */
  'POST /vitrine/v1/staff/invitations/accept': operation({
    as: 'anyone',
    cost: 'guess',
    summary: 'Join the staff by an invitation',
    input: z.object({ token: InvitationToken, name: StaffName, password: Password }),
    ok: z.object({ email: z.string() }),
    errors: ['INVITATION_OVER', 'PASSWORD_TOO_WEAK', 'STAFF_EMAIL_TAKEN'],
    confidential: true,
  }),

  /** What each role may do: rights as keys have them, such as `orders.read`. */
  'GET /vitrine/v1/staff/roles': operation({
    as: 'user',
    summary: 'List the roles and what they may do',
    input: z.object({}),
    ok: z.object({ roles: z.array(z.object({ role: StaffRoleName, rights: z.array(z.string()) })) }),
    errors: [],
  }),
  'GET /vitrine/v1/staff/rules': operation({
    as: 'user',
    summary: 'Read who of the staff needs a second step',
    input: z.object({}),
    ok: z.object({ staffRules: StaffRules }),
    errors: [],
  }),
  /** Who has none by then is signed out, and sets one up when they sign in again. Whoever requires it of themselves needs one first. */
  'PATCH /vitrine/v1/staff/rules': operation({
    as: 'user',
    summary: 'Set who of the staff needs a second step',
    input: z.object({
      staffRules: z.object({
        revision: text(20).nullish(),
        secondStep: z.enum(['NOBODY', 'OWNERS', 'EVERYBODY']).optional(),
        /** `null` for from now on. */
        from: Instant.max(40).nullish(),
      }),
    }),
    ok: z.object({ staffRules: StaffRules }),
    errors: ['SECOND_STEP_FIRST'],
  }),
})
