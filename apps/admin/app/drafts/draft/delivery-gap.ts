import type { AddressWithContact, CalculatedDraftOrder } from '@vitrine/contract'

/** Why what is in a draft could not be delivered. */
export type DeliveryGap =
  | { readonly is: 'ADDRESS'; readonly missing: readonly string[] }
  /** The shop does not deliver there. */
  | { readonly is: 'NOWHERE'; readonly says: string }
  /** Somebody chose that nothing is delivered. */
  | { readonly is: 'NOT_WANTED' }

/** They have no postcodes. */
const withoutPostcodes = new Set(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CM DJ DM ER FJ GA GD GH GM GQ GY HK IE JM KI KM KN KP LC ML MO MR MW NR PA QA RW SB SC SL SR ST SY TD TF TG TK TL TO TT TV UG VU YE ZW'.split(
    ' ',
  ),
)

/** What an address lacks for a carrier to deliver to it. */
export function missingOf({ address, contactDetails }: AddressWithContact): readonly string[] {
  const { firstName, lastName, company } = contactDetails ?? {}
  const { addressLine, streetAddress, city, postalCode, country } = address ?? {}
  return [
    ...(firstName || lastName || company ? [] : ['name']),
    ...(addressLine || streetAddress?.name ? [] : ['street']),
    ...(postalCode || (country && withoutPostcodes.has(country)) ? [] : ['postcode']),
    ...(city ? [] : ['city']),
    ...(country ? [] : ['country']),
  ]
}

/** What stands in the way of a draft's delivery; undefined where nothing does, or nothing has to be delivered. */
export function deliveryGap({
  draftOrder: { lineItems, shippingInfo, recipientInfo },
  shippingOptions,
  calculationErrors,
}: Pick<CalculatedDraftOrder, 'draftOrder' | 'shippingOptions' | 'calculationErrors'>): DeliveryGap | undefined {
  if (!lineItems.some(({ lineItem }) => lineItem.physicalProperties?.shippable)) return undefined
  const delivery = shippingInfo?.removed ? undefined : shippingInfo?.shippingInfo
  if (delivery?.logistics?.pickupDetails) return undefined
  if (!delivery && shippingOptions.length > 0) return { is: 'NOT_WANTED' }
  const missing = missingOf((recipientInfo?.removed ? undefined : recipientInfo?.recipientInfo) ?? {})
  if (missing.length > 0) return { is: 'ADDRESS', missing }
  if (delivery) return undefined
  const { applicationError } = calculationErrors?.generalShippingCalculationError ?? {}
  return { is: 'NOWHERE', says: applicationError?.description ?? 'The shop does not deliver to this address.' }
}

/** `street, postcode and city` */
export const listed = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names)

/** What to say of it before the order is placed. */
export const gapText = (gap: DeliveryGap): string =>
  gap.is === 'ADDRESS'
    ? gap.missing.includes('country')
      ? 'There is no delivery address yet: the items cannot be delivered.'
      : `The delivery address lacks ${listed(gap.missing)}: the items cannot be delivered.`
    : gap.is === 'NOWHERE'
      ? `${gap.says} The items cannot be delivered.`
      : 'No delivery is chosen: nothing is sent.'
