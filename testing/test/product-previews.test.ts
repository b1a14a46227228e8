import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { merchantProducts } from '@vitrine/client/back-office'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { previewing } from '@vitrine/platform/kernel/previews'
import { createSite } from '@vitrine/platform/kernel/sites/directory'
import { ensureSigningKey, keyRing } from '@vitrine/platform/people/identity/keys'
import { seals } from '@vitrine/platform/people/identity/seals'
import { type Buyer, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let hidden: TestProduct
let buyer: Buyer
const officeAt = (baseUrl: string, key: string) =>
  createClient({ baseUrl, auth: apiKey(key), modules: { merchantProducts } }).merchantProducts
let office: ReturnType<typeof officeAt>

before(async () => {
  shop = await startTestPlatform()
  office = officeAt(shop.url, shop.apiKey)
  buyer = newBuyer(shop)
  const draft = { site: shop.site, name: 'Not out yet', price: 2600, stock: 5, hidden: true } as const
  hidden = await addProduct(shop.platform, draft, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const hourMs = 3_600_000

describe('the preview of a product', () => {
  test('shows a hidden product to whoever has the link, as it is when they look, and to nobody else', async () => {
    const { url, expiresDate } = await office.makeProductPreview({ id: hidden.id, hours: 2 })
    assert.equal(expiresDate, new Date(shop.clock.now().getTime() + 2 * hourMs).toISOString())
    assert.ok(url.startsWith(`${shop.url}/previews/`), url)
    const token = tokenOf(url)
    const seen = await buyer.products.getPreview({ token })
    assert.deepEqual([seen.product.id, seen.product.name, seen.product.visible], [hidden.id, 'Not out yet', false])
    assert.equal(seen.expiresDate, expiresDate)
    assert.equal(seen.product.costAndProfitData, undefined)
    await office.saveProduct({ id: hidden.id, product: { description: 'Written since.' } })
    assert.equal((await buyer.products.getPreview({ token })).product.description, 'Written since.')
    assert.equal(await codeOf(buyer.products.getProduct({ id: hidden.id })), 'PRODUCT_NOT_FOUND')
  })

  test('cannot be bought', async () => {
    const added = buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: hidden.reference() }] })
    assert.equal(await codeOf(added), 'ITEM_NOT_FOUND_IN_CATALOG')
  })

  test('404 PRODUCT_NOT_FOUND of one that has expired, was changed, is for something else or of another shop', async () => {
    const { url } = await office.makeProductPreview({ id: hidden.id, hours: 1 })
    const token = tokenOf(url)
    const [head = '', claims = '', proof = ''] = token.split('.')
    const forged = Buffer.from(claims, 'base64url').toString().replace(hidden.id, newId())
    const changed = [
      'x',
      'a.b.c',
      [head, Buffer.from(forged).toString('base64url'), proof].join('.'),
      [head, claims, proof.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))].join('.'),
    ]
    for (const text of changed) assert.equal(await codeOf(buyer.products.getPreview({ token: text })), 'PRODUCT_NOT_FOUND', text)

    const { database } = shop.platform
    const sealing = seals(keyRing(database), shop.clock)
    const other = newId()
    await createSite(database, { id: other, name: 'Another' }, shop.clock.now())
    await ensureSigningKey(database, other, shop.clock.now())
    const previews = previewing(sealing, 'product-preview', 'productId')
    const { token: foreign, expiresAt } = await previews.sign(other, hidden.id, 1, shop.clock.now())
    const otherUse = await sealing.seal(shop.site, 'upload', { productId: hidden.id, expiresAt: expiresAt.toISOString() }, 3600)
    const { token: own } = await previews.sign(shop.site, hidden.id, 1, shop.clock.now())
    assert.equal(await codeOf(buyer.products.getPreview({ token: own })), 'done')
    for (const text of [foreign, otherUse]) assert.equal(await codeOf(buyer.products.getPreview({ token: text })), 'PRODUCT_NOT_FOUND')

    assert.equal(await codeOf(buyer.products.getPreview({ token })), 'done')
    shop.clock.advance(hourMs)
    assert.equal(await codeOf(buyer.products.getPreview({ token })), 'PRODUCT_NOT_FOUND')
  })

  test('404 PRODUCT_NOT_FOUND of what is deleted, and of what never was', async () => {
    const gone = await addProduct(shop.platform, { site: shop.site, name: 'Gone', price: 900, hidden: true }, shop.clock.now())
    const token = tokenOf((await office.makeProductPreview({ id: gone.id })).url)
    await office.deleteProduct({ id: gone.id })
    assert.equal(await codeOf(buyer.products.getPreview({ token })), 'PRODUCT_NOT_FOUND')
    assert.equal(await codeOf(office.makeProductPreview({ id: newId() })), 'PRODUCT_NOT_FOUND')
    const [entry] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::integer as count from audit_entry where site = ${shop.site} and operation = 'POST /vitrine/v1/products/{id}/preview'`,
    )
    assert.ok(entry!.count > 0)
  })
})
