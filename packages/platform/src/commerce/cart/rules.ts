import type { CartInfo } from '@vitrine/contract'
import { mergeContact } from '../selling/addresses.ts'
import { kept } from '../selling/sent-field.ts'
import type { CartDocument } from './store.ts'

/** Writes the fields that were sent: null clears, absent keeps. */
export function writeInfo(document: CartDocument, info: CartInfo, locale: string): CartDocument {
  const { buyerInfo, selectedShippingOption: option } = info
  return {
    ...document,
    buyerNote: kept(document.buyerNote, info.buyerNote),
    email: kept(document.email, buyerInfo === null ? null : buyerInfo?.email),
    contactId: kept(document.contactId, buyerInfo === null ? null : buyerInfo?.contactId),
    contactInfo: mergeContact(document.contactInfo, info.contactInfo, locale),
    checkoutPage: kept(document.checkoutPage, info.overrideCheckoutUrl),
    businessLocationId: kept(document.businessLocationId, info.businessLocationId),
    selectedShippingOption:
      option === undefined
        ? document.selectedShippingOption
        : option === null
          ? undefined
          : { code: option.code, ...(option.carrierId && { carrierId: option.carrierId }) },
  }
}
