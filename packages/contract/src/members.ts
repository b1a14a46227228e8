import * as z from 'zod'
import { StreetAddress } from './addresses.ts'
import { MemberActivityStatus, MemberPrivacyStatus, MemberStatus } from './enums.ts'
import { Guid, Instant } from './primitives.ts'

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
