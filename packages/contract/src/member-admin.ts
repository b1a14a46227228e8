import * as z from 'zod'
import { MemberDeletionState } from './enums.ts'
import { CursorQuery } from './inputs.ts'
import { Member, MemberSearch } from './members.ts'
import { MemberAgreement } from './my-account.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { PersonalDataCount } from './personal-data.ts'
import { Price } from './prices.ts'
import { AnyObject, Guid, Instant, text } from './primitives.ts'
import { Revision } from './revised.ts'

/** A member as staff see them. */
export const MemberOverview = z.object({
  member: Member,
  revision: z.string(),
  /** Whether the account is deleted, and until when it can be restored. */
  deletion: z.object({ state: MemberDeletionState, deletedDate: Instant, purgeDate: Instant, by: z.enum(['SELF', 'STAFF']) }).optional(),
  purchases: z.object({ orders: z.int(), spent: Price }),
})
export interface MemberOverview extends z.infer<typeof MemberOverview> {}

export const MemberAction = z.enum(['APPROVE', 'BLOCK', 'DELETE'])
export type MemberAction = z.infer<typeof MemberAction>

/** A bulk change of members, one after the other. */
export const MemberJob = z.object({
  id: Guid,
  action: MemberAction,
  /** `UNDOING`, `UNDONE`: its members are restored, except for what was changed since. */
  state: z.enum(['RUNNING', 'DONE', 'UNDOING', 'UNDONE']),
  touched: z.int(),
  /** Already in that state, or not allowed for them. */
  skipped: z.int(),
  createdDate: Instant,
  endedDate: Instant.optional(),
  /** Until then it can be undone. */
  undoUntil: Instant,
})
export interface MemberJob extends z.infer<typeof MemberJob> {}

export const MemberFieldType = z.enum(['TEXT', 'NUMBER', 'DATE', 'URL', 'CHECKBOX'])
export type MemberFieldType = z.infer<typeof MemberFieldType>

/** A custom field of members. */
export const MemberField = z.object({ key: z.string(), name: z.string(), type: MemberFieldType })
export interface MemberField extends z.infer<typeof MemberField> {}

const Fields = z.object({ fields: z.array(MemberField), revision: z.string() })

const Whom = z.object({
  memberIds: z.array(Guid).max(100).nullish(),
  /** Which members, where no ids are given. */
  filter: AnyObject.nullish(),
  search: MemberSearch.nullish(),
})
const OfMember = z.object({ id: Guid })
const JobAnswer = z.object({ job: MemberJob })
const Answer = z.object({ member: MemberOverview })

/** Members in the admin: lists with what they bought, the trash, and bulk changes with preview and undo. */
export const memberAdmin = operations({
  /** By cursor, newest first. Filter as members are queried, and by `deleted` for those in the trash. */
  'POST /vitrine/v1/members/search': operation({
    as: 'user',
    personal: 'members',
    summary: 'Search members in the admin',
    input: z.object({ search: CursorQuery.extend({ search: MemberSearch.nullish() }).nullish() }),
    ok: z.object({ members: z.array(MemberOverview), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
  }),

  /** At most twelve filters; counts stop at 10,000. */
  'POST /vitrine/v1/members/count': operation({
    as: 'user',
    summary: 'Count members by filters',
    input: z.object({ filters: z.array(AnyObject).min(1).max(12) }),
    ok: z.object({ counts: z.array(z.int()) }),
    errors: [],
    reads: true,
  }),

  /** The custom fields of members; `revision` is `0` if they were never set. */
  'GET /vitrine/v1/members/fields': operation({
    as: 'user',
    summary: "List members' custom fields",
    input: z.object({}),
    ok: Fields,
    errors: [],
  }),

  /** Values of a removed field stay with members, and reappear with its key. */
  'PUT /vitrine/v1/members/fields': operation({
    as: 'user',
    summary: "Set members' custom fields",
    input: z.object({
      fields: z
        .array(
          z.object({
            key: text(40, 1).regex(/^[a-z][a-zA-Z0-9_-]*$/, 'is no key such as shoe-size'),
            name: text(100, 1),
            type: MemberFieldType,
          }),
        )
        .max(50)
        .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'have a key twice'),
      revision: Revision.nullish(),
    }),
    ok: Fields,
    errors: ['STALE_REVISION'],
  }),

  /** Also one in the trash. */
  'GET /vitrine/v1/members/{id}': operation({
    as: 'user',
    summary: 'Read a member in the admin',
    input: OfMember,
    ok: Answer.extend({
      note: z.string(),
      newsletter: z.boolean(),
      language: z.string().optional(),
      /** What they agreed to by opening their account. */
      agreements: z.array(MemberAgreement),
    }),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** The member sees the note only in the export of their data. */
  'PATCH /vitrine/v1/members/{id}': operation({
    as: 'user',
    summary: 'Note something about a member',
    input: OfMember.extend({ note: text(2000), revision: Revision.nullish() }),
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND', 'STALE_REVISION'],
  }),

  /** What a deletion would affect, before it does. It reads all that the shop has about the member: ask when somebody wants to delete. */
  'GET /vitrine/v1/members/{id}/deletion': operation({
    as: 'user',
    summary: 'Look at what a deletion touches',
    input: OfMember,
    ok: z.object({
      purgeDate: Instant,
      orders: z.int(),
      spent: Price,
      /** Not fulfilled yet: they are delivered first. */
      underWay: z.int(),
      addresses: z.int(),
      cards: z.int(),
      /** What else there is about them, and what becomes of it; only kinds of which there is anything. */
      counts: z.array(PersonalDataCount),
    }),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** Takes an account out of the trash. */
  'POST /vitrine/v1/members/{id}/restore': operation({
    as: 'user',
    summary: 'Restore a deleted member',
    input: OfMember,
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** Who would be affected, without changing them: how many, and the first few of them. */
  'POST /vitrine/v1/members/bulk/preview': operation({
    as: 'user',
    summary: 'Look at whom a bulk action touches',
    input: Whom.extend({ action: MemberAction }),
    ok: z.object({
      touched: z.int(),
      /** Already in that state. */
      unchanged: z.int(),
      /** Not allowed for them. */
      refused: z.int(),
      /** There are more than were counted. */
      tooManyToCount: z.boolean(),
      examples: z.array(z.object({ id: Guid, name: z.string(), loginEmail: z.string() })),
    }),
    errors: [],
    reads: true,
  }),

  /** Starts at once; of many the rest follows in the background. */
  'POST /vitrine/v1/members/bulk': operation({
    as: 'user',
    summary: 'Do one thing to many members',
    input: Whom.extend({ action: MemberAction }),
    ok: JobAnswer,
    errors: [],
  }),

  /** Those that can still be undone, newest first; fifty at most. */
  'GET /vitrine/v1/members/jobs': operation({
    as: 'user',
    summary: 'List what was done to many members',
    input: z.object({}),
    ok: z.object({ jobs: z.array(MemberJob) }),
    errors: [],
  }),

  'GET /vitrine/v1/members/jobs/{jobId}': operation({
    as: 'user',
    summary: 'See how far a bulk action is',
    input: z.object({ jobId: Guid }),
    ok: JobAnswer,
    errors: ['MEMBER_JOB_NOT_FOUND'],
  }),

  'POST /vitrine/v1/members/jobs/{jobId}/undo': operation({
    as: 'user',
    summary: 'Undo a bulk action',
    input: z.object({ jobId: Guid }),
    ok: JobAnswer,
    errors: ['MEMBER_JOB_NOT_FOUND', 'MEMBER_JOB_NOT_UNDONE'],
  }),
})
