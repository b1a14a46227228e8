import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { draftOrders, orders } from '@wix/ecom'
import { ApiKeyStrategy, createClient } from '@wix/sdk'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

const stores = '215238eb-22a5-4c36-9e7b-e7c08025e04e'

let shop: TestPlatform
let mug: TestProduct
let hosts: PublishedHosts

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

const merchant = () => createClient({ modules: { draftOrders, orders }, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { details: { applicationError?: { code: string } } }) => error.details.applicationError?.code,
  )

test('the published client writes an order from scratch and edits it', async () => {
  const admin = merchant()
  const { calculatedDraftOrder: begun } = await admin.draftOrders.createDraftOrder({
    draftOrder: {
      catalogLineItems: [{ catalogReference: { appId: stores, catalogItemId: mug.id }, quantity: 2 }],
      buyerInfo: { email: 'ada@example.com' },
    },
  })
  const first = begun!.draftOrder!
  assert.equal(first.priceSummary?.total?.amount, '52.00')
  assert.equal(first.status, 'DRAFT')
  const recipientInfo = { address: { country: 'DE', city: 'Berlin', postalCode: '10115', addressLine: 'Testweg 2' } }
  await admin.draftOrders.setRecipientInfo(first._id!, { recipientInfo })
  const { createdOrder, committedDraftOrder } = await admin.draftOrders.createOrderFromDraft(first._id!)
  assert.equal(committedDraftOrder?.status, 'COMMITTED')
  assert.equal(createdOrder?.paymentStatus, 'NOT_PAID')
  const orderId = createdOrder._id!
  assert.deepEqual(await admin.draftOrders.getOrderDraftabilityStatus(orderId), { orderId, orderDraftable: true, nonDraftableReasons: [] })

  const { calculatedDraftOrder } = await admin.draftOrders.createDraftOrder({ sourceOrderId: orderId })
  const draft = calculatedDraftOrder!.draftOrder!
  const id = draft._id!
  const lineItemId = draft.lineItems![0]!.lineItem!._id!
  await admin.draftOrders.updateLineItems(id, [{ lineItemId, newQuantity: 3 }])
  await admin.draftOrders.addLineItemsToDraftOrder(id, {
    customLineItems: [{ productName: { original: 'Engraving' }, price: { amount: '12.00' }, quantity: 1, itemType: { preset: 'SERVICE' } }],
  } as never)
  const { calculatedDraftOrder: discounted } = await admin.draftOrders.createCustomDiscounts(id, {
    discounts: [{ percentage: '10', discountType: 'GLOBAL' }],
  } as never)
  const discountId = discounted!.draftOrder!.discounts![0]!.discount!._id!
  const { calculatedDraftOrder: applied } = await admin.draftOrders.setDiscounts(id, [{ _id: discountId, applied: true }])
  assert.equal(applied?.draftOrder?.priceSummary?.total?.amount, '81.00')
  await admin.draftOrders.setTaxExemption(id, { taxExempt: true })
  await admin.draftOrders.updateExtendedFields(id, '@acme/desk', { namespaceData: { ticket: 'A-1' } })
  assert.equal((await admin.draftOrders.getDraftOrder(id)).calculatedDraftOrder?.draftOrder?.taxInfo?.taxExempt, true)
  const { orderAfterCommit } = await admin.draftOrders.commitDraftOrder(id, {
    reason: 'One more, engraved',
    commitSettings: { updateInventory: [{ lineItemId }] },
  })
  assert.equal(orderAfterCommit?.priceSummary?.total?.amount, '81.00')
  const order = await admin.orders.getOrder(orderId)
  assert.equal(order.lineItems?.length, 2)
  assert.ok(order.activities?.some(({ type }) => (type as string) === 'DRAFT_ORDER_CHANGES_APPLIED'))
  assert.equal(await codeOf(admin.draftOrders.commitDraftOrder(id)), 'DRAFT_ORDER_ALREADY_COMMITTED')
  const { items } = await admin.draftOrders.queryDraftOrders().eq('status', 'COMMITTED').ascending('_createdDate').find()
  assert.deepEqual(
    items.map(({ _id }) => _id),
    [first._id, id],
  )
})

test('the published client throws drafts away, and what was written for them', async () => {
  const admin = merchant()
  const { calculatedDraftOrder } = await admin.draftOrders.createEmptyDraftOrder()
  const id = calculatedDraftOrder!.draftOrder!._id!
  const { calculatedDraftOrder: charged } = await admin.draftOrders.createCustomAdditionalFees(id, {
    customAdditionalFees: [{ name: 'Gift wrapping', price: { amount: '3.50' } }],
  })
  const fee = charged!.draftOrder!.additionalFees![0]!.additionalFee!._id!
  const { calculatedDraftOrder: on } = await admin.draftOrders.setAdditionalFees(id, [{ _id: fee, applied: true }])
  assert.equal(on?.draftOrder?.priceSummary?.total?.amount, '3.50')
  await admin.draftOrders.deleteCustomAdditionalFees(id, [fee])
  await admin.draftOrders.setBuyerInfo(id, { buyerInfo: { email: 'ada@example.com' } })
  await admin.draftOrders.setBillingInfo(id, { billingInfo: { contactDetails: { firstName: 'Ada' } } })
  await admin.draftOrders.setShippingInfo(id, { shippingInfo: { title: 'By bike', cost: { price: { amount: '6.00' } } } })
  const { calculatedDraftOrder: placed } = await admin.draftOrders.setBusinessLocation(id, {
    businessLocation: { _id: crypto.randomUUID() },
  })
  assert.equal(placed?.draftOrder?.priceSummary?.total?.amount, '6.00')
  await admin.draftOrders.deleteDraftOrder(id)
  assert.equal(await codeOf(admin.draftOrders.getDraftOrder(id)), 'DRAFT_ORDER_DOES_NOT_EXIST')
})
