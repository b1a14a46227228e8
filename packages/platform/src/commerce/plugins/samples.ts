import type { PluginSettings } from '../../kernel/settings/plugin-settings.ts'
import { storesApp } from '../selling/apps.ts'
import { mostAlgorithmsAsked } from '../selling/recommendation-services.ts'

const id = '00000000-0000-4000-8000-000000000001'
const catalogReference = { appId: storesApp, catalogItemId: id }
const address = { country: 'DE', city: 'Berlin', postalCode: '10115', addressLine: 'Unter den Linden 1' }
const physicalProperties = { weight: 0.5, sku: 'SAMPLE', shippable: true }

/** What a service is asked to see whether it answers: two mugs to Berlin. */
export function sampleOf({ type, algorithms = [] }: Pick<PluginSettings, 'type' | 'algorithms'>, currency: string): object {
  const price = { amount: '26.00', convertedAmount: '26.00', formattedAmount: '26.00', formattedConvertedAmount: '26.00' }
  switch (type) {
    case 'SHIPPING_RATES':
      return {
        lineItems: [{ name: 'Sample mug', quantity: 2, price: '26.00', physicalProperties }],
        shippingDestination: address,
        weightUnit: 'KG',
      }
    case 'ADDITIONAL_FEES':
      return {
        lineItems: [{ id, quantity: 2, catalogReference, productName: 'Sample mug', price: '26.00', physicalProperties }],
        shippingAddress: address,
        subtotal: '52.00',
      }
    case 'TAX_CALCULATION':
      return {
        currency,
        addresses: [{ country: 'DE', city: 'Berlin', postalCode: '10115' }],
        lineItems: [
          {
            id: 'sample',
            quantity: 1,
            price: '100.00',
            taxGroupId: 'sample',
            taxIncludedInPrice: false,
            addressIndex: { singleAddress: 0 },
          },
        ],
      }
    case 'DISCOUNT_TRIGGERS':
      return { lineItems: [{ id: '1', quantity: 2, price: '26.00', catalogReference }], triggers: [] }
    case 'RECOMMENDATIONS':
      return { items: [catalogReference], algorithmIds: algorithms.slice(0, mostAlgorithmsAsked).map(({ algorithmId }) => algorithmId) }
    case 'DISCOUNTS':
      return { lineItems: [{ id, quantity: 2, price: '26.00', catalogReference }], couponCodes: [] }
    case 'PAYMENT_SETTINGS':
      return {
        order: {
          id,
          number: '10001',
          currency,
          buyerInfo: { email: 'sample@example.com' },
          lineItems: [{ id, quantity: 2, catalogReference, productName: { original: 'Sample mug' }, price, physicalProperties }],
          priceSummary: { subtotal: { amount: '52.00' }, total: { amount: '52.00' } },
          shippingInfo: { logistics: { shippingDestination: { address } } },
        },
      }
    case 'GIFT_CARDS':
      return { code: 'SAMPLE-CARD-0000' }
    case 'CATALOG':
      return { catalogReferences: [{ catalogReference, quantity: 2 }], weightUnit: 'KG', currency }
    case 'INVENTORY':
      return {
        items: [{ catalogReference, quantity: 2, subscriptionItem: false }],
        restrictInventoryValue: true,
        orderId: id,
        reason: 'ORDER_PLACED',
      }
    case 'MEMBERSHIPS':
      return {
        lineItems: [{ id, catalogReference, rootCatalogItemId: id, serviceProperties: { numberOfParticipants: 2 } }],
        memberId: id,
        selectedMemberships: { memberships: [] },
      }
    case 'VALIDATIONS':
      return {
        sourceInfo: { source: 'CHECKOUT', purchaseFlowId: id },
        validationInfo: {
          buyerDetails: { email: 'sample@example.com' },
          lineItems: [{ id, quantity: 2, catalogReference, productName: { original: 'Sample mug' }, price, physicalProperties }],
          weightUnit: 'KG',
          shippingAddress: { address },
          customFields: { fields: [] },
          appliedDiscounts: [],
          currency,
        },
      }
  }
}
