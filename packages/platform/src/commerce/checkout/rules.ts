import { timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CheckoutInfo, CustomField } from '@vitrine/contract'
import { type Actor, nameOf } from '../../kernel/http/caller.ts'
import { pathsOf } from '../../kernel/http/shop-fields.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { mergeContact } from '../selling/addresses.ts'
import { sentOrBefore } from '../selling/sent-field.ts'
import type { CheckoutDocument, StoredCheckout } from './store.ts'
import type { Totals } from './totals.ts'

/** Whether a caller may see and change a checkout: its owner, those who opened it with its link, and the shop. */
export const mayUse = ({ caller, merchant }: Actor, { owner, guests }: Pick<StoredCheckout, 'owner' | 'guests'>): boolean =>
  merchant || owner === nameOf(caller) || guests.includes(nameOf(caller))

/** Whether the key of a link is the checkout's, in a time that tells nothing. */
export function opens({ secret }: Pick<StoredCheckout, 'secret'>, key: string): boolean {
  const given = Buffer.from(key)
  const wanted = Buffer.from(secret)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const settled = pathsOf('PATCH /ecom/v1/checkouts/{checkout.id}', 'UNCHANGED').map((path) => path.at(-1) as keyof CheckoutDocument)

/** Whether a change touches what only the shop writes. Sent back as it stands, it is no change. */
export const changesSettled = (before: CheckoutDocument, after: CheckoutDocument): boolean =>
  settled.some((field) => !isDeepStrictEqual(before[field], after[field]))

/** Writes the fields that were sent: null clears, absent leaves unchanged. */
export function writeInfo(document: CheckoutDocument, info: CheckoutInfo, locale: string): CheckoutDocument {
  const { shippingInfo, buyerInfo, customFields } = info
  const option = shippingInfo === null ? null : shippingInfo?.selectedCarrierServiceOption
  const destination = shippingInfo === null ? null : shippingInfo?.shippingDestination
  return {
    ...document,
    email: sentOrBefore(document.email, buyerInfo === null ? null : buyerInfo?.email),
    shippingDestination: mergeContact(document.shippingDestination, destination, locale),
    billingInfo: mergeContact(document.billingInfo, info.billingInfo, locale),
    selectedOption:
      option === undefined
        ? document.selectedOption
        : option === null
          ? undefined
          : { code: option.code, ...(option.carrierId && { carrierId: option.carrierId }) },
    buyerNote: sentOrBefore(document.buyerNote, info.buyerNote),
    businessLocationId: sentOrBefore(document.businessLocationId, info.businessLocationId),
    taxExemptGroupId: sentOrBefore(document.taxExemptGroupId, info.taxExemptGroupId),
    customFields:
      customFields === undefined
        ? document.customFields
        : (customFields ?? []).map(
            ({ title, translatedTitle, value }): CustomField => ({ title, value, ...(translatedTitle && { translatedTitle }) }),
          ),
  }
}

/** A delivery option that was asked for must be one that the address has. */
export function refusedOption(
  before: CheckoutDocument,
  after: CheckoutDocument,
  { delivery }: Totals,
): Refusal<'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND'> | undefined {
  const asked = after.selectedOption !== undefined && after.selectedOption.code !== before.selectedOption?.code
  return asked && delivery.choiceRefused ? refuse('SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND') : undefined
}
