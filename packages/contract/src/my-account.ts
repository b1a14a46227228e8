import * as z from 'zod'
import { AgreedPage } from './checkout-form.ts'
import { AddressTag, EmailTag, PhoneTag } from './enums.ts'
import { Member } from './members.ts'
import { operation, operations } from './operation.ts'
import { Price } from './prices.ts'
import { Email, Guid, Instant, record, text } from './primitives.ts'

/** What a member may be emailed about. Emails about orders come in any case. */
export const MarketingConsentKind = z.enum(['NEWSLETTER', 'OFFERS', 'TEXT_MESSAGES'])
export type MarketingConsentKind = z.infer<typeof MarketingConsentKind>

/** What they chose, when, where, and its wording. */
export const MarketingConsent = z.object({
  id: Guid,
  kind: MarketingConsentKind,
  given: z.boolean(),
  words: z.string(),
  /** `account`, `checkout`, `email`. */
  place: z.string(),
  address: z.string(),
  createdDate: Instant,
})
export interface MarketingConsent extends z.infer<typeof MarketingConsent> {}

/** What a member agreed to by opening their account. */
export const MemberAgreement = z.object({
  /** The sentence shown on the page. */
  words: z.string(),
  /** The versions of the shop's pages that it is about. */
  pages: z.array(AgreedPage),
  createdDate: Instant,
})
export interface MemberAgreement extends z.infer<typeof MemberAgreement> {}

/** What a member sees of their account beside their profile. */
export const MyAccount = z.object({
  member: Member,
  /** BCP 47; the language of emails. */
  language: z.string().optional(),
  /** Their default address. */
  defaultAddressId: z.string().optional(),
  /** What their addresses, email addresses and phone numbers are for, by the id of the address, the email address and the number. */
  tags: z.object({
    addresses: z.record(z.string(), AddressTag),
    emails: z.record(z.string(), EmailTag),
    phones: z.record(z.string(), PhoneTag),
  }),
  /** When they joined the community. */
  communitySince: Instant.optional(),
})
export interface MyAccount extends z.infer<typeof MyAccount> {}

const Account = z.object({ account: MyAccount })
const tagged = <Tag extends z.ZodType>(tag: Tag, key: z.ZodString) => record(key, tag, 50).nullish()

export const myAccount = operations({
  'GET /vitrine/v1/members/my': operation({
    as: 'member',
    summary: "Read one's own account",
    input: z.object({}),
    ok: Account,
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** Absent fields stay unchanged. The default address has to be one of the member's; tags are set one by one. */
  'PATCH /vitrine/v1/members/my': operation({
    as: 'member',
    summary: "Change one's own account",
    input: z.object({
      defaultAddressId: Guid.nullish(),
      language: text(35)
        .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'is no language such as de or de-AT')
        .nullish(),
      tags: z
        .object({
          addresses: tagged(AddressTag, text(36, 1)),
          emails: tagged(EmailTag, text(320, 1)),
          phones: tagged(PhoneTag, text(50, 1)),
        })
        .nullish(),
    }),
    ok: Account,
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** Of each kind the latest counts; the others are the proof. Newest first. */
  'GET /vitrine/v1/members/my/marketing-consents': operation({
    as: 'member',
    summary: 'Read what one may be written to about, and how that is known',
    input: z.object({}),
    ok: z.object({ consents: z.array(z.object({ kind: MarketingConsentKind, given: z.boolean(), proof: z.array(MarketingConsent) })) }),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** `words`: the text beside the switch, as the member read it. */
  'POST /vitrine/v1/members/my/marketing-consents': operation({
    as: 'member',
    summary: 'Say yes or no to emails',
    input: z.object({
      kind: MarketingConsentKind,
      given: z.boolean(),
      words: text(1000, 1),
      place: text(100, 1).nullish(),
      address: Email.nullish(),
    }),
    ok: z.object({ consent: MarketingConsent }),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** All that the shop stores about the member, as one file. */
  'GET /vitrine/v1/members/my/export': operation({
    as: 'member',
    summary: "Take one's own data",
    input: z.object({}),
    ok: z.object({ fileName: z.string(), packedDate: Instant, data: z.record(z.string(), z.unknown()) }),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** What is deleted and what stays, before anything happens. */
  'GET /vitrine/v1/members/my/closing': operation({
    as: 'member',
    summary: 'Look at what closing the account means',
    input: z.object({}),
    ok: z.object({
      /** If it is closed now, signing in restores everything until then. */
      purgeDate: Instant,
      goes: z.object({ addresses: z.int(), cards: z.int(), sessions: z.int() }),
      stays: z.object({ orders: z.int(), spent: Price }),
      /** Orders in progress: they are still delivered. */
      underWay: z.int(),
      /** They have to be ended first. */
      subscriptions: z.int(),
    }),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** The account goes into the trash, and they are signed out everywhere. */
  'POST /vitrine/v1/members/my/closing': operation({
    as: 'member',
    summary: "Close one's own account",
    input: z.object({ contentAssigneeId: Guid.nullish() }),
    ok: z.object({ purgeDate: Instant }),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** Members who are not to see this one: a thousand at most. */
  'GET /vitrine/v1/members/my/blocks': operation({
    as: 'member',
    summary: 'List whom one has blocked',
    input: z.object({}),
    ok: z.object({ members: z.array(Member) }),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  'POST /vitrine/v1/members/my/blocks': operation({
    as: 'member',
    summary: 'Block another member',
    input: z.object({ memberId: Guid }),
    ok: z.object({}),
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_SELF_BLOCK_FORBIDDEN'],
  }),

  'DELETE /vitrine/v1/members/my/blocks/{memberId}': operation({
    as: 'member',
    summary: 'Unblock another member',
    input: z.object({ memberId: Guid }),
    ok: z.object({}),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /**
   * The page of somebody in the community; an address that was theirs within the last year works, too: `member.profile.slug` is the current
   * one.
   */
  'GET /vitrine/v1/members/by-slug/{slug}': operation({
    as: 'anyone',
    summary: 'Read a public member by their slug',
    input: z.object({ slug: text(255, 1) }),
    ok: z.object({ member: Member, memberSince: Instant, communitySince: Instant.optional() }),
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_TO_MEMBER_BLOCKED'],
  }),
})
