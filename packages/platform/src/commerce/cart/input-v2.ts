import type { CartV2Input, CatalogItemV2, CustomItemV2, LinesToAddV2, NewCustomLineItem, NewLineItem } from '@vitrine/contract'
import { mergeContact } from '../selling/addresses.ts'
import { sentOrBefore } from '../selling/sent-field.ts'
import { writeInfo } from './rules.ts'
import type { CartDocument } from './store.ts'

/** Translates lines of the second version into those of the first. */
export const linesOf = ({ catalogItems, customItems }: LinesToAddV2) => ({
  lineItems: (catalogItems ?? []).map(catalogLine),
  customLineItems: (customItems ?? []).map(customLine),
})

function catalogLine({ catalogReference, quantity, catalogOverrideFields: sent }: CatalogItemV2): NewLineItem {
  return {
    catalogReference,
    quantity,
    ...(sent && {
      catalogOverrideFields: {
        productName: sent.name,
        price: sent.salePrice,
        fullPrice: sent.fullPrice,
        paymentOption: sent.paymentOption,
        depositAmount: sent.depositAmount,
        descriptionLines: sent.descriptionLines,
        image: sent.image,
        physicalProperties: sent.physicalProperties,
      },
    }),
  }
}

function customLine({ name, quantityInfo, pricing, source, attributes, ...configs }: CustomItemV2): NewCustomLineItem {
  return {
    productName: name,
    quantity: quantityInfo.requestedQuantity,
    quantityAvailable: quantityInfo.availableQuantity,
    price: pricing.price.amount,
    fullPrice: pricing.fullPrice?.amount,
    priceDescription: pricing.priceDescription,
    catalogReference: source?.catalogReference,
    rootCatalogItemId: source?.rootCatalogItemId,
    descriptionLines: attributes.descriptionLines ?? undefined,
    media: attributes.image,
    url: attributes.url,
    itemType: attributes.itemType,
    physicalProperties: attributes.physicalProperties,
    serviceProperties: attributes.serviceProperties,
    subscriptionOptionInfo: attributes.subscriptionInfo,
    deliveryProfileId: configs.deliveryConfig?.deliveryProfileId,
    taxGroupId: configs.taxConfig?.taxGroupId,
    depositAmount: configs.paymentConfig?.depositAmount?.amount,
    paymentOption: configs.paymentConfig?.paymentOption,
  }
}

/** The membership that pays for a line, given in either of two fields. */
export function membershipOf({ selectedMembership, membershipPayment }: Pick<CatalogItemV2, 'selectedMembership' | 'membershipPayment'>) {
  const existing = membershipPayment?.existingMembership
  return existing ? { id: existing.membershipId, appId: existing.appId } : (selectedMembership ?? undefined)
}

/** Writes the fields of the second version that were sent: null clears a field, an absent one stays. */
export function writeInfoV2(document: CartDocument, sent: CartV2Input, locale: string): CartDocument {
  const { paymentInfo, source } = sent
  const billing = paymentInfo && { address: paymentInfo.billingAddress, contactDetails: paymentInfo.billingContact }
  return {
    ...writeInfo(document, infoOf(sent), locale),
    billingInfo: mergeContact(document.billingInfo, billing, locale),
    channelType: sentOrBefore(document.channelType, source === null ? null : source?.channelType),
  }
}

/** The fields of the second version by their names in the first. */
function infoOf({ note, customerInfo, deliveryInfo, businessInfo, customCheckoutUrl }: CartV2Input): Parameters<typeof writeInfo>[1] {
  const { contactId, email, ...contactDetails } = customerInfo ?? {}
  const address = deliveryInfo === null ? null : deliveryInfo?.address
  const contactInfo = {
    ...(address !== undefined && { address }),
    ...(customerInfo !== undefined && { contactDetails: customerInfo === null ? null : contactDetails }),
  }
  return {
    buyerNote: note,
    buyerInfo: customerInfo === null ? null : { contactId, email },
    ...(Object.keys(contactInfo).length > 0 && { contactInfo }),
    overrideCheckoutUrl: customCheckoutUrl,
    businessLocationId: businessInfo === null ? null : businessInfo?.locationId,
  }
}
