import * as z from 'zod'

export const MemberStatus = z.enum(['UNKNOWN', 'PENDING', 'APPROVED', 'BLOCKED', 'OFFLINE'])
export type MemberStatus = z.infer<typeof MemberStatus>

export const MemberPrivacyStatus = z.enum(['UNKNOWN', 'PRIVATE', 'PUBLIC'])
export type MemberPrivacyStatus = z.infer<typeof MemberPrivacyStatus>

export const MemberActivityStatus = z.enum(['UNKNOWN', 'ACTIVE', 'MUTED'])
export type MemberActivityStatus = z.infer<typeof MemberActivityStatus>

export const ModerationStatus = z.enum(['UNKNOWN', 'APPROVED', 'IN_MODERATION', 'REJECTED', 'SUBMITTED'])
export type ModerationStatus = z.infer<typeof ModerationStatus>

export const IdentityPrivacyStatus = z.enum(['UNDEFINED', 'PUBLIC', 'PRIVATE'])
export type IdentityPrivacyStatus = z.infer<typeof IdentityPrivacyStatus>

export const EmailTag = z.enum(['UNTAGGED', 'MAIN', 'HOME', 'WORK'])
export type EmailTag = z.infer<typeof EmailTag>

export const PhoneTag = z.enum(['UNTAGGED', 'MAIN', 'HOME', 'MOBILE', 'WORK', 'FAX'])
export type PhoneTag = z.infer<typeof PhoneTag>

export const AddressTag = z.enum(['UNTAGGED', 'HOME', 'WORK', 'BILLING', 'SHIPPING'])
export type AddressTag = z.infer<typeof AddressTag>

export const IdentityStatusName = z.enum(['UNKNOWN_STATUS', 'PENDING', 'ACTIVE', 'DELETED', 'BLOCKED', 'OFFLINE'])
export type IdentityStatusName = z.infer<typeof IdentityStatusName>

export const IdentityPendingReason = z.enum([
  'UNKNOWN_REASON',
  'PENDING_ADMIN_APPROVAL_REQUIRED',
  'PENDING_EMAIL_VERIFICATION_REQUIRED',
  'PENDING_REQUIRED_FIELDS_MISSING',
])
export type IdentityPendingReason = z.infer<typeof IdentityPendingReason>

export const FactorType = z.enum(['PASSWORD', 'SMS', 'CALL', 'EMAIL', 'TOTP', 'PUSH', 'WEBAUTHN', 'RECOVERY_CODE'])
export type FactorType = z.infer<typeof FactorType>

export const IdentityFactorStatus = z.enum(['INACTIVE', 'ACTIVE', 'REQUIRE_REENROLL'])
export type IdentityFactorStatus = z.infer<typeof IdentityFactorStatus>

export const IdentityType = z.enum(['UNKNOWN', 'ANONYMOUS_VISITOR', 'MEMBER', 'WIX_USER', 'APP'])
export type IdentityType = z.infer<typeof IdentityType>

export const MemberFieldSet = z.enum(['PUBLIC', 'EXTENDED', 'FULL'])
export type MemberFieldSet = z.infer<typeof MemberFieldSet>

export const Prompt = z.enum(['login', 'none', 'consent', 'select_account'])
export type Prompt = z.infer<typeof Prompt>

export const CallbackType = z.enum(['UNKNOWN', 'LOGOUT', 'CHECKOUT', 'AUTHORIZE'])
export type CallbackType = z.infer<typeof CallbackType>

export const TenantType = z.enum(['UNKNOWN_TENANT_TYPE', 'ACCOUNT', 'SITE', 'ROOT'])
export type TenantType = z.infer<typeof TenantType>

export const FactorStatus = z.enum(['ENABLED', 'REQUIRE_ACTIVATION', 'REQUIRE_REENROLL', 'ENABLED_BY_RULE', 'DISABLED_BY_RULE'])
export type FactorStatus = z.infer<typeof FactorStatus>

export const MfaReason = z.enum(['USER_SETTINGS', 'HIGH_RISK_LOGIN'])
export type MfaReason = z.infer<typeof MfaReason>

export const LoginState = z.enum([
  'UNKNOWN_STATE',
  'SUCCESS',
  'REQUIRE_OWNER_APPROVAL',
  'REQUIRE_EMAIL_VERIFICATION',
  'STATUS_CHECK',
  'REQUIRE_MFA',
  'MFA_CHALLENGE',
  'REQUIRE_FIRST_FACTOR',
  'REQUIRE_MISSING_FIELDS',
])
export type LoginState = z.infer<typeof LoginState>

export const MembersAccountSection = z.enum(['ACCOUNT_INFO', 'BOOKINGS', 'ORDERS', 'SUBSCRIPTIONS', 'EVENTS'])
export type MembersAccountSection = z.infer<typeof MembersAccountSection>

export const MemberDeletionState = z.enum(['UNKNOWN', 'TRASH', 'DELETED', 'PENDING_PURGE', 'PURGED_EXTERNALLY'])
export type MemberDeletionState = z.infer<typeof MemberDeletionState>

/** What a client believes its refresh token to be. */
export const TokenRole = z.enum(['none', 'visitor', 'member'])
export type TokenRole = z.infer<typeof TokenRole>
