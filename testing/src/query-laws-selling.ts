import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import type { Route } from '@vitrine/contract'
import { berlin, card, newBuyer, toCheckout } from './buyer.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'
import type { QueryLaw, Row } from './query-law.ts'
import { newMember, subscribeAs } from './subscribed-member.ts'

const names = ['Mug', 'mug', 'Café crème', 'CAFÉ', 'Ærø', 'Straße', 'İstanbul', 'Чашка', '猫 50 %', 'a_b', 'Zoë', "O'Neill", 'Łódź']
const nth = <T>(list: readonly T[], n: number): T => list[n % list.length]!
const dayMs = 24 * 3_600_000
/** The calculator of rates that a merchant writes. */
const ownRates = '0b9c4a7e-3d52-4f86-9a1b-6e7f25c8d013'

/** Fills a shop with offers, drafts, subscriptions, abandoned checkouts and settings of every kind that their lists can be asked about; `giftCardId`: a card with transactions. */
export async function fillWithOffers(shop: TestPlatform): Promise<{ readonly giftCardId: string }> {
  const { platform, site, clock } = shop
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  const office = createClient({ ...connection, modules: { ...modules, ...backOffice } })
  const later = (days: number) => new Date(clock.now().getTime() + days * dayMs)
  const mug = await addProduct(platform, { site, name: 'Mug', price: 2600, stock: 1000 }, clock.now())
  const catalogReference = mug.reference()
  let giftCardId = ''

  for (let n = 0; n < 9; n++) {
    clock.advance(60_000)
    await office.coupons.createCoupon({
      specification: {
        name: nth(names, n),
        code: `CODE${n}`,
        active: n % 4 !== 3,
        startTime: later(n - 12).getTime(),
        ...(n % 3 && { expirationTime: later(n - 4).getTime() }),
        ...(n % 2 && { usageLimit: n }),
        ...(n % 3 === 1 && { limitPerCustomer: 1 }),
        ...nth([{ moneyOffAmount: 5 }, { percentOffRate: 10 }, { freeShipping: true }], n),
        ...(n % 3 !== 2 && { scope: { namespace: 'stores' } }),
      },
    })
    await office.discountRules.createDiscountRule({
      discountRule: {
        name: nth(names, n),
        active: n % 2 === 0,
        trigger: { itemQuantityRange: { from: 3 } },
        ...(n % 3 && { activeTimeInfo: { start: later(n - 4).toISOString(), ...(n % 2 && { end: later(n).toISOString() }) } }),
        discounts: {
          values: [
            {
              percentage: 10,
              specificItemsInfo: { scopes: [{ catalogItemFilter: { catalogAppId: catalogReference.appId, catalogItemIds: [mug.id] } }] },
            },
          ],
        },
      },
    })
    const { giftCard } = await office.giftCards.createGiftCard({
      giftCard: {
        code: `GIVE-0000-${String(n % 7).padStart(3, '0')}${n}`,
        initialValue: { amount: `${10 + (n % 3) * 5}.50` },
        currency: 'EUR',
        source: 'MANUAL',
        ...(n % 3 === 1 && { expirationDate: later(n + 2).toISOString() }),
        ...(n % 4 === 2 && {
          notificationInfo: { recipient: { email: `zoe${n}@example.com` }, notificationDate: later(n).toISOString() },
        }),
      },
    })
    if (n === 0) giftCardId = giftCard.id
    if (n % 4 === 1) await office.giftCards.disableGiftCard({ giftCardId: giftCard.id })
    const { calculatedDraftOrder } = await office.draftOrders.createDraftOrder({
      draftOrder: {
        catalogLineItems: [{ catalogReference, quantity: 1 + (n % 3) }],
        buyerInfo: { email: `zoe${n}@example.com` },
        recipientInfo: berlin,
        billingInfo: berlin,
      },
    })
    const draftOrderId = calculatedDraftOrder.draftOrder.id!
    if (n % 4 === 1) await office.draftOrders.createOrderFromDraft({ draftOrderId })
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug, quantity: 1 }])
    const billingInfo = {
      ...berlin,
      contactDetails: { ...berlin.contactDetails, firstName: nth(names, n), lastName: nth(names, n * 3 + 1) },
    }
    await buyer.checkout.updateCheckout({
      checkout: { id: checkoutId, buyerInfo: { email: `${n % 2 ? 'Ida' : 'zoe'}${n}@Example.com` }, billingInfo },
      ...(n % 3 === 0 && { couponCode: 'CODE0' }),
    })
  }
  for (const [n, amount] of ['1', '2', '3.50'].entries()) {
    clock.advance(60_000)
    await office.giftCards.increaseGiftCardBalance({ giftCardId, amount: { amount } })
    if (n === 1) await office.giftCards.decreaseGiftCardBalance({ giftCardId, amount: { amount } })
  }
  clock.advance(3 * 3_600_000)
  await platform.everyMinute()
  await platform.jobs.settle()
  for (let n = 0; n < 3; n++) await subscribeAs(shop, await newMember(shop))
  await office.shopSettings.updateCheckoutSettings({
    checkoutSettings: {
      checkoutPolicies: { termsAndConditions: { visible: true, content: 'Be kind.' } },
      checkoutFields: { policyAgreementCheckbox: { visible: true }, subscriptionCheckbox: { visible: true } },
    },
  })
  for (let n = 0; n < 3; n++) {
    clock.advance(60_000)
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const agreed = { policiesAgreed: true, subscribed: n % 2 === 0 }
    await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back`, ...agreed })
  }
  const region = { ids: [] as string[] }
  const { deliveryProfiles } = await office.deliveryProfile.queryDeliveryProfiles({})
  for (const country of ['FR', 'IT', 'NZ']) {
    const { deliveryProfile } = await office.deliveryProfile.addDeliveryRegion({
      deliveryProfileId: deliveryProfiles[0]!.id,
      deliveryRegion: { name: country, destinations: [{ countryCode: country }] },
    })
    region.ids.push(deliveryProfile.deliveryRegions.at(-1)!.id)
  }
  for (let n = 0; n < 5; n++) {
    clock.advance(60_000)
    const deliveryRegionIds = region.ids.slice(0, n % 4)
    const address = { country: nth(['FR', 'IT'], n), city: nth(names, n), postalCode: '1', addressLine: 'a' }
    await office.shippingOptions.createShippingOption({
      shippingOption: {
        title: nth(names, n),
        rates: [{ amount: '6' }],
        ...(n % 2 && { estimatedDeliveryTime: `${n} days` }),
        deliveryRegionIds,
      },
    })
    await office.pickupLocations.createPickupLocation({ pickupLocation: { name: nth(names, n), address, deliveryRegionIds } })
    await office.localDeliveryOptions.createLocalDeliveryOption({
      localDeliveryOption: {
        areaName: nth(names, n),
        zipConfig: { zipCodes: ['10115'] },
        rates: [{ amount: '5' }],
        ...(n % 2 && { estimatedDeliveryTime: `${n} hours` }),
        deliveryRegionIds,
      },
    })
    const { taxGroup } = await office.taxGroups.createTaxGroup({ taxGroup: { name: nth(names, n) } })
    const { taxRegion } = await office.taxRegions.createTaxRegion({
      taxRegion: { country: nth(['FR', 'IT', 'US', 'CA', 'ES'], n), appId: ownRates },
    })
    await office.taxExemptGroups.createTaxExemptGroup({ taxExemptGroup: { name: nth(names, n) } })
    await office.manualTaxMappings.createManualTaxMapping({
      manualTaxMapping: { taxGroupId: taxGroup.id, taxRegionId: taxRegion.id, taxRate: '0.2' },
    })
  }
  return { giftCardId }
}

const oneOf = ['$eq', '$in', '$ne', '$nin']
const endOf = {
  kind: 'instant' as const,
  of: ({ activeTimeInfo }: Row) => (activeTimeInfo as Row | undefined)?.['end'] as string | undefined,
  sorted: ({ activeTimeInfo }: Row) => ((activeTimeInfo as Row | undefined)?.['end'] as string | undefined) ?? '9999-12-31',
}
const instants = { createdDate: 'instant', updatedDate: 'instant' } as const
const named = { id: 'id', name: 'text', ...instants } as const
const left = (of: (row: Row) => Row) => {
  const at = (row: Row, part: string, name: string) => (of(row)[part] as Row | undefined)?.[name] as string | undefined
  return {
    id: { kind: 'id', of: (row: Row) => of(row)['id'] as string },
    createdDate: { kind: 'instant', of: (row: Row) => of(row)['createdDate'] as string },
    updatedDate: { kind: 'instant', of: (row: Row) => of(row)['updatedDate'] as string },
    status: { kind: 'text', operators: oneOf, of: (row: Row) => of(row)['status'] as string },
    'buyerInfo.email': { kind: 'name', of: (row: Row) => at(row, 'buyerInfo', 'email') },
    'buyerInfo.visitorId': { kind: 'id', of: (row: Row) => at(row, 'buyerInfo', 'visitorId') },
    'buyerInfo.memberId': { kind: 'id', of: (row: Row) => at(row, 'buyerInfo', 'memberId') },
    'buyerInfo.userId': { kind: 'id', of: (row: Row) => at(row, 'buyerInfo', 'userId') },
    'buyerInfo.contactId': { kind: 'id', of: (row: Row) => at(row, 'buyerInfo', 'contactId') },
    'contactDetails.firstName': { kind: 'name', of: (row: Row) => at(row, 'contactDetails', 'firstName') ?? '' },
    'contactDetails.lastName': { kind: 'name', of: (row: Row) => at(row, 'contactDetails', 'lastName') ?? '' },
    'activities.type': {
      kind: 'texts',
      of: (row: Row) => ((of(row)['activities'] as readonly Row[] | undefined) ?? []).map(({ type }) => type as string),
    },
    'appliedDiscounts.coupon.code': {
      kind: 'texts',
      of: (row: Row) =>
        ((of(row)['appliedDiscounts'] as readonly { readonly coupon?: { readonly code: string } }[] | undefined) ?? []).flatMap(
          ({ coupon }) => coupon?.code ?? [],
        ),
    },
  } as const
}
const ms = (path: 'startTime' | 'expirationTime') => ({
  kind: 'number' as const,
  of: (row: Row) => {
    const value = (row['specification'] as Row)[path]
    return value === undefined ? undefined : Number(value)
  },
})
const issued = {
  id: 'id',
  ...instants,
  expirationDate: { kind: 'instant', sorted: ({ expirationDate }: Row) => (expirationDate as string | undefined) ?? '9999-12-31' },
  disabledDate: 'instant',
  'notificationInfo.notificationDate': 'instant',
  balance: { kind: 'number', of: ({ balance }: Row) => Number((balance as Row)['amount']) },
  'balance.amount': 'number',
  initialValue: { kind: 'number', of: ({ initialValue }: Row) => Number((initialValue as Row)['amount']) },
  'initialValue.amount': 'number',
  codeSuffix: 'text',
  code: { kind: 'text', of: ({ codeSuffix }: Row) => codeSuffix as string },
} as const
/** What a shop begins with has no date of its own: it shows that of the settings, and is filtered as having none. */
const undated = { createdDate: 'what a shop begins with has none of its own', updatedDate: 'what a shop begins with has none of its own' }
/** Groups and regions that a shop begins with have names for ids, which lists compare by a GUID that is derived from them. */
const byName = 'tax-settings.test.ts: a shop begins with some whose ids are no GUIDs'
const draft = { id: 'id', ...instants, status: { kind: 'text', operators: oneOf }, orderId: 'id' } as const

/** The lists of offers, orders to be and settings, by the operations that query them. */
export const sellingLaws = ({ giftCardId }: { readonly giftCardId: string }): { readonly [R in Route]?: QueryLaw } => ({
  'POST /stores/v2/coupons/query': {
    rows: 'coupons',
    fields: {
      id: 'id',
      dateCreated: { kind: 'number', of: ({ dateCreated }) => Number(dateCreated) },
      expired: 'flag',
      numberOfUsages: 'number',
      'specification.active': 'flag',
      'specification.name': 'text',
      'specification.code': 'text',
      'specification.type': 'text',
      'specification.startTime': ms('startTime'),
      'specification.expirationTime': ms('expirationTime'),
      'specification.usageLimit': 'number',
      'specification.limitPerCustomer': 'number',
    },
  },
  'POST /ecom/v1/discount-rules/query': {
    rows: 'discountRules',
    fields: { ...named, active: 'flag', revision: 'text', 'activeTimeInfo.start': 'instant', 'activeTimeInfo.end': endOf },
  },
  'GET /gift-cards/v1/gift-cards/query': { rows: 'giftCards', counted: 'POST /gift-cards/v1/gift-cards/count', fields: issued },
  'POST /gift-cards/v1/gift-cards/search': { rows: 'giftCards', fields: issued },
  'GET /gift-cards/v1/gift-cards/{giftCardId}/transactions/query': {
    rows: 'transactions',
    params: { giftCardId },
    fields: { id: 'id', createdDate: 'instant', operationType: 'text', type: 'text' },
  },
  'POST /ecom/v1/draft-orders/query': { rows: 'draftOrders', fields: draft },
  'POST /vitrine/v1/draft-orders/search': {
    rows: 'drafts',
    fields: {
      ...draft,
      orderId: { kind: 'id', of: ({ order }) => (order as Row | undefined)?.['id'] as string | undefined },
      placed: { kind: 'text', of: ({ placed }) => (placed as string | undefined) ?? '' },
      heldUntil: 'instant',
    },
    otherwise: { words: 'draft-admin.test.ts: they are no part of what is answered' },
  },
  'GET /ecom/subscription-contracts/v1/subscription-contracts/query': {
    rows: 'subscriptionContracts',
    fields: {
      id: 'id',
      'buyerInfo.contactId': {
        kind: 'text',
        of: ({ buyerInfo }) => ((buyerInfo as Row | undefined)?.['contactId'] as string | undefined) ?? '',
      },
    },
  },
  'POST /ecom/v1/abandoned-checkout/query': { rows: 'abandonedCheckouts', fields: left((row) => row) },
  'POST /ecom/v1/abandoned-checkout/search': { rows: 'abandonedCheckouts', fields: left((row) => row) },
  'POST /vitrine/v1/abandoned-checkouts/search': {
    rows: 'checkouts',
    idOf: ({ abandonedCheckout }) => (abandonedCheckout as Row)['id'] as string,
    fields: { ...left(({ abandonedCheckout }) => abandonedCheckout as Row), emailsSent: 'number', stopped: 'text' },
  },
  'POST /billing/v1/tax-groups/query': { rows: 'taxGroups', fields: { name: 'text' }, otherwise: { id: byName, ...undated } },
  'POST /billing/v1/tax-regions/query': {
    rows: 'taxRegions',
    fields: {
      appId: 'id',
      country: 'text',
      subdivision: { kind: 'text', of: ({ subdivision }) => (subdivision as string | undefined) ?? '' },
    },
    otherwise: { id: byName, ...undated },
  },
  'GET /billing/v1/tax-exempt-groups/query': { rows: 'taxExemptGroups', fields: named },
  'GET /ecom/v1/shipping-options/query': {
    rows: 'shippingOptions',
    fields: { id: 'id', title: 'text', estimatedDeliveryTime: 'text', deliveryRegionIds: 'ids' },
    otherwise: { ...undated, deliveryRegionId: 'the first of deliveryRegionIds' },
  },
  'POST /v1/pickup-locations/query': {
    rows: 'pickupLocations',
    fields: {
      id: 'id',
      name: 'text',
      'address.city': 'text',
      'address.country': 'text',
      'address.subdivision': 'text',
      deliveryRegionIds: 'ids',
    },
    otherwise: undated,
  },
  'POST /v1/local-delivery-options/query': {
    rows: 'localDeliveryOptions',
    fields: { id: 'id', areaName: 'text', estimatedDeliveryTime: 'text', deliveryRegionIds: 'ids' },
    otherwise: undated,
  },
  'POST /vitrine/v1/consents/query': {
    rows: 'consents',
    fields: { id: 'id', type: 'text', email: 'text', orderId: 'id', createdDate: 'instant' },
  },
  'POST /vitrine/v1/audit/query': {
    rows: 'entries',
    fields: {
      at: 'instant',
      act: { kind: 'text', operators: ['$eq', '$in'] },
      kind: { kind: 'text', operators: ['$eq', '$in'] },
      address: { kind: 'text', operators: ['$eq', '$in'] },
      actorId: { kind: 'text', operators: ['$eq', '$in'], of: ({ actor }) => (actor as Row)['id'] as string | undefined },
    },
    otherwise: {
      entityIds: 'audit-reads.test.ts: an answer names the first entity alone',
      words: 'audit-reads.test.ts: they are no part of what is answered',
    },
  },
})
