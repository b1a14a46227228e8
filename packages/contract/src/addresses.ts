import * as z from 'zod'
import { PickupMethod, VatType } from './enums.ts'
import { CountryCode } from './primitives.ts'

export const StreetAddress = z.object({
  number: z.string(),
  name: z.string(),
  apt: z.string().optional(),
  formattedAddressLine: z.string().optional(),
})
export interface StreetAddress extends z.infer<typeof StreetAddress> {}

export const AddressLocation = z.object({ latitude: z.number().optional(), longitude: z.number().optional() })
export interface AddressLocation extends z.infer<typeof AddressLocation> {}

/** A postal address. `subdivision` is ISO 3166-2 (`DE-SN`); `addressLine` and `streetAddress` are two forms of the same. */
export const Address = z.object({
  country: CountryCode.optional(),
  subdivision: z.string().optional(),
  city: z.string().optional(),
  postalCode: z.string().optional(),
  streetAddress: StreetAddress.optional(),
  addressLine: z.string().optional(),
  addressLine2: z.string().optional(),
  geocode: AddressLocation.optional(),
  formattedAddress: z.string().optional(),
  countryFullname: z.string().optional(),
  subdivisionFullname: z.string().optional(),
})
export interface Address extends z.infer<typeof Address> {}

export const VatId = z.object({ id: z.string(), type: VatType })
export interface VatId extends z.infer<typeof VatId> {}

/** Who receives something at an address. */
export const FullAddressContactDetails = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  phone: z.string().optional(),
  company: z.string().optional(),
  vatId: VatId.optional(),
})
export interface FullAddressContactDetails extends z.infer<typeof FullAddressContactDetails> {}

export const AddressWithContact = z.object({ address: Address.optional(), contactDetails: FullAddressContactDetails.optional() })
export interface AddressWithContact extends z.infer<typeof AddressWithContact> {}

export const PickupDetails = z.object({ address: Address.optional(), businessLocation: z.boolean(), pickupMethod: PickupMethod })
export interface PickupDetails extends z.infer<typeof PickupDetails> {}
