/** How much one client may leave behind in a cart or a checkout. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { attack } from '../src/attack.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { newVisitor, type RawAnswer, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
let mug: TestProduct
/** 300 things that each are a line of their own. */
let references: ReturnType<TestProduct['reference']>[]

before(async () => {
  shop = await startTestPlatform()
  const colours = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`Number ${i}`, 1000]))
  const products = await Promise.all(
    ['Mug', 'Bowl', 'Vase'].map((name) => addProduct(shop.platform, { site: shop.site, name, price: 900, colours }, shop.clock.now())),
  )
  references = products.flatMap((product) => Object.keys(colours).map((colour) => product.reference(colour)))
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const lines = (from = 0, to = 300) => references.slice(from, to).map((catalogReference) => ({ quantity: 1, catalogReference }))
const oneMug = () => [{ quantity: 1, catalogReference: mug.reference() }]
/** So many kilobytes of custom fields, the most of them four bytes a letter. */
const fields = (kilobytes: number) => Array.from({ length: kilobytes / 2 }, (_, i) => ({ title: `Field ${i}`, value: '💎'.repeat(500) }))

async function client() {
  const { token, id } = await newVisitor(shop)
  const call = (method: string, path: string, body: object = {}) => send(shop, { method, path, headers: { authorization: token }, body })
  return { call, id }
}

function refusedFor(answer: RawAnswer, field: string) {
  assert.equal(refusalOf(answer), 'INVALID_ARGUMENT')
  const [violation, ...more] = answer.json.details.validationError.fieldViolations
  assert.deepEqual([violation.field, violation.violatedRule, violation.data, more], [field, 'MAX_SIZE', { threshold: 64 * 1024 }, []])
}

/** The bytes of the largest cart and checkout that a visitor has, and how many checkouts there are. */
async function stored(id: string) {
  const [row] = await shop.platform.database.query<{ cart: number; checkout: number; checkouts: number }>(sql`
    select coalesce((select max(octet_length(document::text)) from cart where owner = ${`visitor:${id}`}), 0)::integer as cart,
      coalesce(max(octet_length(document::text)), 0)::integer as checkout, count(*)::integer as checkouts
    from checkout where owner = ${`visitor:${id}`}`)
  return row!
}

describe('a checkout', () => {
  test('of 300 lines with all that a buyer says of it is stored, and so is the cart it comes from', async () => {
    const { call, id } = await client()
    for (const from of [0, 100, 200])
      assert.equal((await call('POST', '/ecom/v1/carts/current/add-to-cart', { lineItems: lines(from, from + 100) })).status, 200)
    const { json } = await call('POST', '/ecom/v1/carts/current/create-checkout', { channelType: 'WEB' })
    const checkout = {
      id: json.checkoutId,
      buyerNote: 'n'.repeat(1000),
      buyerInfo: { email: 'ada@example.com' },
      customFields: fields(50),
      shippingInfo: { shippingDestination: { address: { country: 'DE', city: 'Berlin', addressLine: 'Allee 1', postalCode: '10115' } } },
    }
    const answer = await call('PATCH', `/ecom/v1/checkouts/${json.checkoutId}`, { checkout })
    assert.equal(answer.status, 200, answer.text.slice(0, 300))
    assert.equal(answer.json.checkout.lineItems.length, 300)
    const { cart, checkout: bytes } = await stored(id)
    // What decision 0063 is made from: a line of a variant, and its share of what was taken over from the cart.
    assert.ok(cart > 300 * 300 && cart < 300 * 512, `the cart has ${cart} bytes`)
    assert.ok(bytes - 50 * 1024 > 300 * 350 && bytes < 64 * 1024 + 300 * 512, `the checkout has ${bytes} bytes`)
  })

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'a checkout made with 0.9 MB of custom fields',
      answer: '400 INVALID_ARGUMENT, and nothing is stored',
    }),
    async () => {
      const { call, id } = await client()
      const value = Array(50).fill('x'.repeat(1000))
      const wide = Array.from({ length: 18 }, (_, i) => ({ title: `Field ${i}`, value }))
      for (const customFields of [wide, fields(66)])
        refusedFor(
          await call('POST', '/ecom/v1/checkouts', { channelType: 'WEB', lineItems: oneMug(), checkoutInfo: { customFields } }),
          'customFields',
        )
      const memberships = Array.from({ length: 10 }, () => ({
        id: 'm',
        appId: crypto.randomUUID(),
        lineItemIds: Array(300).fill('i'.repeat(100)),
      }))
      const checkoutInfo = { membershipOptions: { selectedMemberships: { memberships } } }
      refusedFor(await call('POST', '/ecom/v1/checkouts', { channelType: 'WEB', lineItems: oneMug(), checkoutInfo }), 'membershipOptions')
      assert.equal((await stored(id)).checkouts, 0)
    },
  )

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'a checkout that grows call by call beyond 64 kB, by custom fields, by lines, by memberships',
      answer: '400 INVALID_ARGUMENT, and the checkout stays as it was',
    }),
    async () => {
      const { call, id } = await client()
      const made = await call('POST', '/ecom/v1/checkouts', {
        channelType: 'WEB',
        lineItems: oneMug(),
        checkoutInfo: { customFields: fields(40) },
      })
      assert.equal(made.status, 200)
      const checkoutId = made.json.checkout.id
      const before = await stored(id)
      const patch = (checkout: object) => call('PATCH', `/ecom/v1/checkouts/${checkoutId}`, { checkout: { id: checkoutId, ...checkout } })
      refusedFor(await patch({ customFields: fields(66) }), 'customFields')
      const options = (i: number) => Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`option ${i} ${n}`, 'x'.repeat(250)]))
      const worded = lines(0, 20).map((line, i) => ({
        ...line,
        catalogReference: { ...line.catalogReference, options: { ...line.catalogReference.options, options: options(i) } },
      }))
      refusedFor(await call('POST', `/ecom/v1/checkouts/${checkoutId}/add-to-checkout`, { lineItems: worded }), 'lineItems')
      refusedFor(await call('PATCH', `/ecom/v1/checkouts/${checkoutId}`, { checkout: { id: checkoutId }, lineItems: worded }), 'lineItems')
      const memberships = [1, 2, 3].map(() => ({ id: 'm', appId: crypto.randomUUID(), lineItemIds: Array(300).fill('i'.repeat(100)) }))
      refusedFor(await patch({ membershipOptions: { selectedMemberships: { memberships } } }), 'membershipOptions')
      assert.deepEqual(await stored(id), before)
      assert.equal((await patch({ customFields: fields(60) })).status, 200)
      assert.equal((await patch({ customFields: null, buyerNote: 'short' })).status, 200)
    },
  )
})

describe('a cart', () => {
  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'a cart that grows beyond 64 kB by what its lines say',
      answer: '400 INVALID_ARGUMENT, and the cart stays as it was',
    }),
    async () => {
      const { call, id } = await client()
      const options = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`option ${n}`, 'x'.repeat(250)]))
      const worded = (from: number, to: number) => ({
        lineItems: lines(from, to).map((line) => ({
          ...line,
          catalogReference: { ...line.catalogReference, options: { ...line.catalogReference.options, options } },
        })),
      })
      assert.equal((await call('POST', '/ecom/v1/carts/current/add-to-cart', worded(0, 4))).status, 200)
      const before = await stored(id)
      refusedFor(await call('POST', '/ecom/v1/carts/current/add-to-cart', worded(4, 8)), 'lineItems')
      refusedFor(await call('PATCH', '/ecom/v1/carts/current', worded(4, 8)), 'lineItems')
      assert.deepEqual(await stored(id), before)
      const [first] = (await call('GET', '/ecom/v1/carts/current')).json.cart.lineItems
      assert.equal((await call('POST', '/ecom/v1/carts/current/remove-line-items', { lineItemIds: [first.id] })).status, 200)
    },
  )
})
