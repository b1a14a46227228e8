import type { CartInfo } from '@vitrine/contract'
import { mergeContact } from '../selling/addresses.ts'
import { sentOrBefore } from '../selling/sent-field.ts'
import type { CartDocument } from './store.ts'

/** Writes the fields that were sent: null clears, absent leaves unchanged. */
export function writeInfo(document: CartDocument, info: CartInfo, locale: string): CartDocument {
  const { buyerInfo, selectedShippingOption: option } = info
  return {
    ...document,
    buyerNote: sentOrBefore(document.buyerNote, info.buyerNote),
    email: sentOrBefore(document.email, buyerInfo === null ? null : buyerInfo?.email),
    contactId: sentOrBefore(document.contactId, buyerInfo === null ? null : buyerInfo?.contactId),
    contactInfo: mergeContact(document.contactInfo, info.contactInfo, locale),
    checkoutPage: sentOrBefore(document.checkoutPage, info.overrideCheckoutUrl),
    businessLocationId: sentOrBefore(document.businessLocationId, info.businessLocationId),
    selectedShippingOption:
      option === undefined
        ? document.selectedShippingOption
        : option === null
          ? undefined
          : { code: option.code, ...(option.carrierId && { carrierId: option.carrierId }) },
  }
}
