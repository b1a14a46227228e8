import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { emailsTo } from '../src/mailbox.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let vase: TestProduct
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const said = { expectedDate: '2027-05-14', message: 'Leaves the kiln in May' }

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  vase = await addProduct(shop.platform, { site: shop.site, name: 'Vase', price: 2600, stock: 0 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const set = (preorderInfo: Parameters<(typeof office)['merchantInventory']['setPreorders']>[0]['preorderInfo']) =>
  office.merchantInventory.setPreorders({ productId: vase.id, preorderInfo })

describe('the day on which a preorder is expected', () => {
  test('is set, kept by what says nothing of it, shown wherever preorders are, and taken away', async () => {
    const whole = { enabled: true, limit: 10, ...said }
    assert.deepEqual((await set(whole)).preorderInfo, whole)
    assert.deepEqual((await set({ limit: 20 })).preorderInfo, { ...whole, limit: 20 })
    assert.deepEqual((await newBuyer(shop).products.getProduct({ id: vase.id })).product.preorderInfo, { ...whole, limit: 20 })
    const { inventoryItem } = await office.inventory.getInventoryVariants({ inventoryId: vase.id, productId: vase.id })
    assert.deepEqual(inventoryItem.preorderInfo, { ...whole, limit: 20 })
    assert.equal((await set({ expectedDate: null })).preorderInfo.expectedDate, undefined)
    for (const expectedDate of ['2027-13-01', 'May', '2027-05-14T00:00:00Z'])
      assert.equal((await attempt(set({ expectedDate })))[0]?.code, 'INVALID_ARGUMENT', expectedDate)
    await set(whole)
  })

  test('stands on lines of carts and checkouts, with how many are not there yet', async () => {
    const buyer = newBuyer(shop)
    const reference = { catalogReference: vase.reference() }
    const { cart } = await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 3, ...reference }] })
    assert.deepEqual(cart.lineItems[0]?.preorder, { quantity: 3, ...said })
    await office.merchantInventory.countStock({ counts: [{ productId: vase.id, quantity: 2 }] })
    const now = await buyer.currentCart.getCurrentCart({})
    assert.deepEqual(now.cart.lineItems[0]?.preorder, { quantity: 1, ...said })
    await office.merchantInventory.countStock({ counts: [{ productId: vase.id, quantity: 3 }] })
    assert.equal((await buyer.currentCart.getCurrentCart({})).cart.lineItems[0]?.preorder, undefined)
    await office.merchantInventory.countStock({ counts: [{ productId: vase.id, quantity: 0 }] })
  })

  test('stays in the order as it was said then, also when the shop says another one', async () => {
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: vase, quantity: 2 }])
    const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
    assert.deepEqual(checkout.lineItems[0]?.preorder, { quantity: 2, ...said })
    const { orderId } = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    await set({ expectedDate: '2027-08-01', message: null })
    const { order } = await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).orders.getOrder({ id: orderId })
    assert.deepEqual(order.lineItems[0]?.preorder, { quantity: 2, ...said })
    const [mail] = await emailsTo(shop, 'ada@example.com')
    assert.match(mail?.text ?? '', /preorder, expected .*2027.*, Leaves the kiln in May/)
    const { link } = await office.exports.exportOrders({ format: 'CSV', columns: ['items'], ids: [orderId] })
    const { pathname: path, search } = new URL(link, shop.url)
    const { body } = await shop.platform.exports({ site: shop.site, method: 'GET', path: path + search })
    const units: Buffer[] = []
    if (Buffer.isBuffer(body)) units.push(body)
    else if (body) for await (const unit of body) units.push(unit as Buffer)
    assert.match(Buffer.concat(units).toString(), /2 × Vase, preorder, expected 14 May 2027, Leaves the kiln in May/)
  })

  test('is no promise any more when it has passed by the clock of the shop', async () => {
    await set({ expectedDate: said.expectedDate })
    const todayOf = async () => (await newBuyer(shop).shop.getShop({})).shop.today
    assert.ok((await todayOf()) < said.expectedDate)
    shop.clock.advance(Date.parse(`${said.expectedDate}T23:00:00Z`) + 24 * 3_600_000 - shop.clock.now().getTime())
    assert.ok((await todayOf()) > said.expectedDate)
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: vase, quantity: 1 }])
    await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    const late = (await emailsTo(shop, 'ada@example.com')).filter(({ text }) => /preorder/.test(text) && !/expected/.test(text))
    assert.equal(late.length, 1)
  })
})
