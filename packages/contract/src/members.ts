import * as z from 'zod'
import { StreetAddress } from './addresses.ts'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { MemberActivityStatus, MemberFieldSet, MemberPrivacyStatus, MemberStatus, SortOrder } from './enums.ts'
import { operation, operations } from './operation.ts'
import { AnyObject, AnyValue, CountryCode, Email, Guid, Instant, many, record, text, whole } from './primitives.ts'

export const MemberAddress = z.object({
  streetAddress: StreetAddress.optional(),
  addressLine: z.string().optional(),
  id: Guid.optional(),
  addressLine2: z.string().optional(),
  city: z.string().optional(),
  subdivision: z.string().optional(),
  country: z.string().optional(),
  postalCode: z.string().optional(),
})
export interface MemberAddress extends z.infer<typeof MemberAddress> {}

export const MemberCustomField = z.object({ name: z.string().optional(), value: z.unknown().optional() })
export interface MemberCustomField extends z.infer<typeof MemberCustomField> {}

export const MemberContact = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  addresses: z.array(MemberAddress),
  birthdate: z.string().optional(),
  company: z.string().optional(),
  jobTitle: z.string().optional(),
  customFields: z.record(z.string(), MemberCustomField).optional(),
})
export interface MemberContact extends z.infer<typeof MemberContact> {}

export const MemberImage = z.object({
  id: z.string(),
  url: z.string(),
  height: z.int(),
  width: z.int(),
  offsetX: z.int().optional(),
  offsetY: z.int().optional(),
})
export interface MemberImage extends z.infer<typeof MemberImage> {}

export const MemberProfile = z.object({
  nickname: z.string().optional(),
  slug: z.string().optional(),
  photo: MemberImage.optional(),
  cover: MemberImage.optional(),
  title: z.string().optional(),
})
export interface MemberProfile extends z.infer<typeof MemberProfile> {}

/** Somebody with an account in the shop. */
export const Member = z.object({
  id: Guid.optional(),
  loginEmail: z.string().optional(),
  loginEmailVerified: z.boolean().optional(),
  status: MemberStatus,
  contactId: Guid.optional(),
  contact: MemberContact.optional(),
  profile: MemberProfile.optional(),
  privacyStatus: MemberPrivacyStatus,
  activityStatus: MemberActivityStatus,
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  lastLoginDate: Instant.optional(),
})
export interface Member extends z.infer<typeof Member> {}

const fieldsets = many(MemberFieldSet, 3).nullish()
const FieldSets = z.object({ fieldsets, fieldSet: MemberFieldSet.nullish() })
const Sorting = z.object({ fieldName: text(512, 1), order: SortOrder.nullish() })
const Paging = z.object({ limit: whole(1, 100).nullish(), offset: whole(0, 1_000_000).nullish() })
/** What to search for in names and addresses, and in which: all of them by default. */
export const MemberSearch = z.object({ expression: text(100, 1).nullish(), fields: z.array(text(100, 1)).max(4).nullish() })
export interface MemberSearch extends z.output<typeof MemberSearch> {}

const ImageInput = z.object({
  id: text(500).nullish(),
  /** https, or a path of the shop. */
  url: text(2048, 1).regex(/^(https:\/\/|\/[^/\\]|wix:image:)/, 'is no https address'),
  height: z.int().min(0).max(100_000).nullish(),
  width: z.int().min(0).max(100_000).nullish(),
  offsetX: z.int().min(-100_000).max(100_000).nullish(),
  offsetY: z.int().min(-100_000).max(100_000).nullish(),
})

export const MemberAddressInput = z.object({
  /** Of an existing one; new ones are given one. */
  id: Guid.nullish(),
  streetAddress: z.object({ number: text(100).nullish(), name: text(200).nullish() }).nullish(),
  addressLine: text(200).nullish(),
  addressLine2: text(200).nullish(),
  city: text(100).nullish(),
  subdivision: text(50).nullish(),
  country: CountryCode.nullish(),
  postalCode: text(50).nullish(),
})
export interface MemberAddressInput extends z.output<typeof MemberAddressInput> {}

/** The writable fields of a member. Status, dates and whatever else only the platform sets is not here, and is dropped if sent. */
export const MemberInput = z.object({
  contact: z
    .object({
      firstName: text(100).nullish(),
      lastName: text(100).nullish(),
      phones: z.array(text(50, 1)).max(20).nullish(),
      addresses: z.array(MemberAddressInput).max(30).nullish(),
      birthdate: text(10)
        .regex(/^\d{4}-\d\d-\d\d$/, 'is no day such as 1815-12-10')
        .nullish(),
      company: text(100).nullish(),
      jobTitle: text(100).nullish(),
      /** By their keys; those that the shop does not know are dropped. */
      customFields: record(text(100, 1), z.object({ value: AnyValue }).nullish(), 100).nullish(),
    })
    .nullish(),
  profile: z
    .object({
      nickname: text(100).nullish(),
      photo: ImageInput.nullish(),
      cover: ImageInput.nullish(),
      title: text(160).nullish(),
    })
    .nullish(),
  privacyStatus: MemberPrivacyStatus.exclude(['UNKNOWN']).nullish(),
})
export interface MemberInput extends z.output<typeof MemberInput> {}

const Answer = z.object({ member: Member })
const OfMember = z.object({ id: Guid })
/** Paging. `total` counts all that match; where there are too many to count it is a lower bound. */
export const MembersPagingMetadata = z.object({ count: z.int(), offset: z.int(), total: z.int(), tooManyToCount: z.boolean() })
export interface MembersPagingMetadata extends z.infer<typeof MembersPagingMetadata> {}

const Found = z.object({ members: z.array(Member), metadata: MembersPagingMetadata })
const Job = z.object({ jobId: Guid })

/**
 * Members as in the published wire. Visitors and members see the public members, and of them the PUBLIC field set; members themselves,
 * staff and API keys get the field set they ask for. The default is `PUBLIC`.
 */
export const members = operations({
  'GET /members/v1/members/my': operation({
    as: 'visitor',
    summary: 'Read the member who asks',
    input: FieldSets,
    ok: Answer,
    errors: ['NOT_FOUND'],
  }),

  'POST /members/v1/members/my/slug': operation({
    as: 'member',
    summary: "Change one's own slug",
    input: z.object({ slug: text(255, 1) }),
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND', 'SLUG_ALREADY_EXISTS'],
  }),

  'POST /members/v1/members/join-community': operation({
    as: 'member',
    summary: 'Join the community',
    input: z.object({}),
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND', 'COMMUNITY_JOIN_IMPOSSIBLE'],
  }),

  'POST /members/v1/members/leave-community': operation({
    as: 'member',
    summary: 'Leave the community',
    input: z.object({}),
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** The account goes into the trash; signing in within thirty days restores it. */
  'DELETE /members/v1/members/my': operation({
    as: 'member',
    summary: "Delete one's own account",
    input: z.object({ contentAssigneeId: Guid.nullish() }),
    ok: z.object({}),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  'GET /members/v1/members/{id}': operation({
    as: 'visitor',
    summary: 'Read a member',
    input: OfMember.extend(FieldSets.shape),
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_TO_MEMBER_BLOCKED'],
  }),

  /** Sort by `profile.nickname contact.firstName contact.lastName createdDate updatedDate lastLoginDate`; oldest first by default. */
  'GET /members/v1/members': operation({
    as: 'visitor',
    personal: 'members',
    summary: 'List members',
    input: FieldSets.extend({ paging: Paging.nullish(), sorting: z.array(Sorting).max(4).nullish() }),
    ok: Found,
    errors: [],
  }),

  /**
   * Filter by `id contactId loginEmail status privacyStatus profile.nickname profile.slug contact.firstName contact.lastName createdDate
   * updatedDate lastLoginDate activityStatus`; callers who see only the public set, by its fields. `search` matches names and addresses.
   */
  'POST /members/v1/members/query': operation({
    as: 'visitor',
    personal: 'members',
    summary: 'Query members',
    input: FieldSets.extend({
      query: z.object({ filter: AnyObject.nullish(), paging: Paging.nullish(), sorting: z.array(Sorting).max(4).nullish() }).nullish(),
      search: MemberSearch.nullish(),
    }),
    ok: Found,
    errors: [],
    reads: true,
  }),

  'POST /members/v1/members/{id}/slug': operation({
    as: 'visitor',
    summary: "Change a member's slug",
    input: OfMember.extend({ slug: text(255, 1) }),
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND', 'SLUG_ALREADY_EXISTS'],
  }),

  'POST /members/v1/members/{id}/mute': operation({
    as: 'user',
    summary: 'Mute a member',
    input: OfMember,
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_IS_DISCONNECTED'],
  }),

  'POST /members/v1/members/{id}/unmute': operation({
    as: 'user',
    summary: 'Unmute a member',
    input: OfMember,
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_IS_DISCONNECTED'],
  }),

  /** For members who wait, and those who were blocked. */
  'POST /members/v1/members/{id}/approve': operation({
    as: 'user',
    summary: 'Approve a member',
    input: OfMember,
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_IS_DISCONNECTED'],
  }),

  /** They are signed out everywhere, and cannot sign in. */
  'POST /members/v1/members/{id}/block': operation({
    as: 'user',
    summary: 'Block a member',
    input: OfMember,
    ok: Answer,
    errors: [
      'MEMBER_NOT_FOUND',
      'MEMBER_IS_DISCONNECTED',
      'MEMBER_SELF_BLOCK_FORBIDDEN',
      'OWNER_MEMBER_BLOCK_FORBIDDEN',
      'ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN',
    ],
  }),

  /** For good: their data stays, the address may register again. */
  'POST /members/v1/members/{id}/disconnect': operation({
    as: 'user',
    summary: 'Disconnect a member',
    input: OfMember,
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND'],
  }),

  'DELETE /members/v1/members/{id}': operation({
    as: 'user',
    summary: 'Delete a member',
    input: OfMember.extend({ contentAssigneeId: Guid.nullish() }),
    ok: z.object({}),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  'POST /members/v1/members/bulk/delete': operation({
    as: 'user',
    summary: 'Delete several members',
    input: z.object({ memberIds: z.array(Guid).min(1).max(100) }),
    ok: z.object({ results: z.array(z.object({ itemMetadata: ItemMetadata })), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
  }),

  'POST /members/v1/members/bulk/delete-by-filter': operation({
    as: 'user',
    summary: 'Delete the members that a filter finds',
    input: z.object({ filter: AnyObject, search: MemberSearch.nullish(), contentAssigneeId: Guid.nullish() }),
    ok: Job,
    errors: [],
  }),

  'POST /members/v1/members/bulk/approve-by-filter': operation({
    as: 'user',
    summary: 'Approve the members that a filter finds',
    input: z.object({ filter: AnyObject }),
    ok: Job,
    errors: [],
  }),

  'POST /members/v1/members/bulk/block-by-filter': operation({
    as: 'user',
    summary: 'Block the members that a filter finds',
    input: z.object({ filter: AnyObject }),
    ok: Job,
    errors: [],
  }),

  /** They are approved, and sign in when they have set a password. */
  'POST /members/v1/members': operation({
    as: 'user',
    summary: 'Create a member',
    input: z.object({ member: MemberInput.extend({ loginEmail: Email }) }),
    ok: Answer,
    errors: ['MEMBER_ALREADY_EXISTS'],
  }),

  /** Absent fields stay unchanged, `null` clears. Lists are replaced whole, custom fields one by one. */
  'PATCH /members/v1/members/{member.id}': operation({
    as: 'visitor',
    summary: 'Change a member',
    input: z.object({ member: MemberInput.extend({ id: Guid }) }),
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND', 'COMMUNITY_JOIN_IMPOSSIBLE'],
  }),

  'DELETE /members/v1/members/{id}/phones': operation({
    as: 'visitor',
    summary: "Delete a member's phone numbers",
    input: OfMember,
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** Not the one that they sign in with. */
  'DELETE /members/v1/members/{id}/emails': operation({
    as: 'visitor',
    summary: "Delete a member's e-mail addresses",
    input: OfMember,
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND'],
  }),

  'DELETE /members/v1/members/{id}/addresses': operation({
    as: 'visitor',
    summary: "Delete a member's addresses",
    input: OfMember,
    ok: Answer,
    errors: ['MEMBER_NOT_FOUND'],
  }),
})
