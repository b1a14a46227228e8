import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import { berlin, card, newBuyer } from './buyer.ts'
import { newMember as enrolled } from './member.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { addProduct, type TestProduct } from './products.ts'
import { newMember, type TestMember } from './subscribed-member.ts'

/** For a file of tests of reviews: a shop, what is written there, and who writes it. */
export async function startReviewedShop() {
  const shop = await startPlatformForFile()
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
  let mug: TestProduct
  /** The mug that is written about from now on. */
  const newMug = async () =>
    (mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now()))

  let texts = 0
  /** A review of which no other says the same. */
  const of = (rating: number, more: object = {}, entityId = mug.id) => ({
    review: { namespace: 'stores', entityId, content: { rating, body: `It pours ${++texts} times without a drip.`, ...more } },
  })

  async function buy(who: TestMember['client'] | ReturnType<typeof newBuyer>, product = mug): Promise<string> {
    const { checkout } = await who.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [{ quantity: 1, catalogReference: product.reference() }],
      checkoutInfo: {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
      },
    })
    const { orderId } = await who.payments.placeOrder({
      id: checkout.id!,
      paymentToken: await card(newBuyer(shop)),
      returnUrl: `${shop.url}/back`,
    })
    await shop.platform.jobs.settle()
    return orderId
  }
  const member = async () => newMember(shop, await enrolled(shop))
  /** A member who has bought the mug. */
  async function buyer(): Promise<TestMember> {
    const who = await member()
    await buy(who.client)
    return who
  }
  const summary = async (id = mug.id) => (await newBuyer(shop).reviews.getSummaries({ entityIds: [id] })).summaries[0]!

  return { shop, office, newMug, of, buy, member, buyer, summary }
}
