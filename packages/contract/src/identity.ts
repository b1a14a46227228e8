import * as z from 'zod'
import {
  AddressTag,
  EmailTag,
  FactorType,
  IdentityFactorStatus,
  IdentityPendingReason,
  IdentityPrivacyStatus,
  IdentityStatusName,
  PhoneTag,
} from './enums.ts'
import { CountryCode, Guid, Instant } from './primitives.ts'

export const IdpConnection = z.object({ idpConnectionId: Guid, idpUserId: z.string() })
export interface IdpConnection extends z.infer<typeof IdpConnection> {}

export const AuthenticatorConnection = z.object({ authenticatorConnectionId: Guid, reEnrollmentRequired: z.boolean() })
export interface AuthenticatorConnection extends z.infer<typeof AuthenticatorConnection> {}

export const IdentityConnection = z.object({
  idpConnection: IdpConnection.optional(),
  authenticatorConnection: AuthenticatorConnection.optional(),
})
export interface IdentityConnection extends z.infer<typeof IdentityConnection> {}

export const IdentityCustomValue = z.object({
  strValue: z.string().optional(),
  numValue: z.number().optional(),
  dateValue: Instant.optional(),
  boolValue: z.boolean().optional(),
  /** Nested values: `{ value: [...] }` and `{ value: { key: ... } }`. */
  listValue: z.object({ value: z.array(z.unknown()) }).optional(),
  mapValue: z.object({ value: z.record(z.string(), z.unknown()) }).optional(),
})
export interface IdentityCustomValue extends z.infer<typeof IdentityCustomValue> {}

export const IdentityCustomField = z.object({ name: z.string(), value: IdentityCustomValue.optional() })
export interface IdentityCustomField extends z.infer<typeof IdentityCustomField> {}

export const IdentitySecondaryEmail = z.object({ email: z.string(), tag: EmailTag })
export interface IdentitySecondaryEmail extends z.infer<typeof IdentitySecondaryEmail> {}

export const IdentityPhone = z.object({ countryCode: CountryCode.optional(), phone: z.string(), tag: PhoneTag })
export interface IdentityPhone extends z.infer<typeof IdentityPhone> {}

export const IdentityAddress = z.object({
  country: CountryCode.optional(),
  subdivision: z.string().optional(),
  city: z.string().optional(),
  postalCode: z.string().optional(),
  addressLine: z.string().optional(),
  addressLine2: z.string().optional(),
  streetName: z.string().optional(),
  streetNumber: z.string().optional(),
})
export interface IdentityAddress extends z.infer<typeof IdentityAddress> {}

export const IdentityAddressEntry = z.object({ address: IdentityAddress.optional(), tag: AddressTag })
export interface IdentityAddressEntry extends z.infer<typeof IdentityAddressEntry> {}

export const IdentityProfile = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  nickname: z.string().optional(),
  picture: z.string().optional(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  labels: z.array(z.string()),
  language: z.string().optional(),
  privacyStatus: IdentityPrivacyStatus,
  customFields: z.array(IdentityCustomField),
  secondaryEmails: z.array(IdentitySecondaryEmail),
  phonesV2: z.array(IdentityPhone),
  addresses: z.array(IdentityAddressEntry),
  company: z.string().optional(),
  position: z.string().optional(),
  birthdate: z.string().optional(),
  slug: z.string().optional(),
  subscription: z.boolean().optional(),
  vatId: z.string().optional(),
})
export interface IdentityProfile extends z.infer<typeof IdentityProfile> {}

export const IdentityMetadata = z.object({})
export interface IdentityMetadata extends z.infer<typeof IdentityMetadata> {}

export const IdentityEmail = z.object({ address: z.string(), isVerified: z.boolean() })
export interface IdentityEmail extends z.infer<typeof IdentityEmail> {}

export const IdentityStatusV2 = z.object({ name: IdentityStatusName, reasons: z.array(IdentityPendingReason) })
export interface IdentityStatusV2 extends z.infer<typeof IdentityStatusV2> {}

export const IdentityFactor = z.object({ factorId: Guid, type: FactorType, status: IdentityFactorStatus })
export interface IdentityFactor extends z.infer<typeof IdentityFactor> {}

/** Who signs in: profile, email, connections and factors. */
export const Identity = z.object({
  id: Guid.optional(),
  revision: z.string().optional(),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  connections: z.array(IdentityConnection),
  identityProfile: IdentityProfile.optional(),
  metadata: IdentityMetadata.optional(),
  email: IdentityEmail.optional(),
  status: IdentityStatusV2.optional(),
  factors: z.array(IdentityFactor),
})
export interface Identity extends z.infer<typeof Identity> {}
