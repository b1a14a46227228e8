import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { mergeAtLogin } from '@vitrine/platform/commerce/flows/merge-at-login'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { type Buyer, berlin, card, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let stockItem: readonly TestProduct[]

before(async () => {
  shop = await startTestPlatform()
  stockItem = await Promise.all(
    ['Mug', 'Bowl', 'Vase', 'Lamp'].map((name) =>
      addProduct(shop.platform, { site: shop.site, name, price: 2000, stock: 10_000 }, shop.clock.now()),
    ),
  )
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

interface Person {
  readonly visitorId: string
  readonly memberId: string
  /** Before they log in, and after. */
  readonly visitor: Buyer
  readonly member: Buyer
}

async function newPerson(memberId = newId()): Promise<Person> {
  const issuer = tokens(keyRing(shop.platform.database), shop.clock)
  const visitorId = newId()
  const bearer = { site: shop.site, visitorId, clientId: shop.clientId }
  const [visitor, member] = await Promise.all([
    issuer.issue({ kind: 'visitor', ...bearer }),
    issuer.issue({ kind: 'member', memberId, ...bearer }),
  ])
  // A bare token in the header, as a key is sent too.
  const clientOf = (token: string) => createClient({ baseUrl: shop.url, auth: apiKey(token) }) as unknown as Buyer
  return { visitorId, memberId, visitor: clientOf(visitor.access), member: clientOf(member.access) }
}

const logIn = ({ visitorId, memberId }: Person) =>
  shop.platform.database.transact((db) => mergeAtLogin({ db, site: shop.site, now: shop.clock.now() }, visitorId, memberId))

const add = (buyer: Buyer, product: TestProduct, quantity = 1) =>
  buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity, catalogReference: product.reference() }] })

async function cartOf(buyer: Buyer): Promise<ReadonlyMap<string, number>> {
  const [refused, answer] = await attempt(buyer.currentCart.getCurrentCart())
  if (refused) return new Map()
  return new Map(answer.cart.lineItems.map(({ productName, quantity }) => [productName?.original ?? '', quantity]))
}
const at = (name: string) => stockItem[['Mug', 'Bowl', 'Vase', 'Lamp'].indexOf(name)]!

test('a visitor’s cart is the member’s where they have none, and is gone as the visitor’s', async () => {
  const person = await newPerson()
  await add(person.visitor, at('Mug'), 2)
  const { cart: before } = await person.visitor.currentCart.getCurrentCart()
  await logIn(person)
  const { cart } = await person.member.currentCart.getCurrentCart()
  assert.deepEqual([cart.id, cart.subtotal?.amount], [before.id, '40.00'])
  assert.equal((await attempt(person.visitor.currentCart.getCurrentCart()))[0]?.code, 'OWNED_CART_NOT_FOUND')
})

test('it comes to the cart the member has; who has none, or logs in again, changes nothing', async () => {
  const person = await newPerson()
  await logIn(person)
  assert.equal((await cartOf(person.member)).size, 0)
  await add(person.member, at('Mug'))
  await add(person.member, at('Bowl'))
  await add(person.visitor, at('Mug'), 2)
  await add(person.visitor, at('Vase'))
  await logIn(person)
  const whole = new Map([
    ['Mug', 3],
    ['Bowl', 1],
    ['Vase', 1],
  ])
  assert.deepEqual(await cartOf(person.member), whole)
  await logIn(person)
  assert.deepEqual(await cartOf(person.member), whole)
})

test('the checkout under way is the member’s; what it buys leaves the cart, and what else was in it stays', async () => {
  const person = await newPerson()
  await add(person.member, at('Mug'))
  await add(person.member, at('Bowl'))
  const checkoutId = await toCheckout(person.visitor, [{ product: at('Mug'), quantity: 2 }])
  await logIn(person)
  const { checkout } = await person.member.checkout.getCheckout({ id: checkoutId })
  assert.equal(checkout.buyerInfo?.memberId, person.memberId)
  assert.equal((await person.visitor.checkout.getCheckout({ id: checkoutId })).checkout.id, checkoutId, 'a page that is still open goes on')
  const paymentToken = await card(person.member)
  const { orderId } = await person.member.payments.placeOrder({ id: checkoutId, paymentToken, returnUrl: 'http://localhost/back' })
  assert.deepEqual(
    await cartOf(person.member),
    new Map([
      ['Mug', 1],
      ['Bowl', 1],
    ]),
  )
  const { order } = await person.member.orders.getOrder({ id: orderId })
  assert.equal(order.buyerInfo?.memberId, person.memberId)
})

test('carts that are not current go to the member with their checkouts, and their order is the member’s', async () => {
  const person = await newPerson()
  const { cart } = await person.visitor.cartsV2.createCart({
    cart: {
      deliveryInfo: { address: berlin.address },
      customerInfo: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    },
    catalogItems: [{ quantity: 1, catalogReference: at('Mug').reference() }],
    deliveryMethod: { code: 'standard' },
  })
  const { checkoutId } = await person.visitor.carts.createCheckout({ id: cart.id })
  await logIn(person)
  const { checkout } = await person.member.checkout.getCheckout({ id: checkoutId })
  assert.equal(checkout.buyerInfo?.memberId, person.memberId)
  assert.equal((await person.visitor.checkout.getCheckout({ id: checkoutId })).checkout.id, checkoutId, 'a page that is still open goes on')
  const { orderId } = await person.member.cartsV2.placeOrder({ cartId: cart.id })
  const rows = await shop.platform.database.query<{ owner: string }>(
    sql`select owner from orders where site = ${shop.site} and id = ${orderId}`,
  )
  assert.deepEqual(rows, [{ owner: `member:${person.memberId}` }])
})

test('the member goes on to a checkout of all of it with what the visitor wrote there', async () => {
  const person = await newPerson()
  await add(person.member, at('Bowl'))
  const checkoutId = await toCheckout(person.visitor, [{ product: at('Mug') }])
  await logIn(person)
  const made = await person.member.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' })
  assert.equal(made.checkoutId, checkoutId)
  const { checkout } = await person.member.checkout.getCheckout({ id: checkoutId })
  assert.deepEqual(new Set(checkout.lineItems.map(({ productName }) => productName?.original)), new Set(['Mug', 'Bowl']))
  assert.equal(checkout.shippingInfo?.shippingDestination?.address?.city, berlin.address.city)
})

test('logging in while both carts change, on many devices at once, loses no unit that was answered', async () => {
  for (let round = 0; round < 4; round++) {
    const memberId = newId()
    const people = await Promise.all(Array.from({ length: 3 }, () => newPerson(memberId)))
    const added = new Map<string, number>()
    const adding = async (buyer: Buyer, name: string) => {
      const [refused] = await attempt(add(buyer, at(name)))
      if (!refused) added.set(name, (added.get(name) ?? 0) + 1)
    }
    await Promise.all(
      people.flatMap((person) => [
        ...['Mug', 'Bowl', 'Mug', 'Vase'].map((name) => adding(person.visitor, name)),
        ...['Mug', 'Lamp'].map((name) => adding(person.member, name)),
        ...Array.from({ length: 3 }, () => logIn(person)),
      ]),
    )
    // What came into a visitor's cart after it was handed over comes with the next exchange of tokens.
    for (const person of people) await logIn(person)
    assert.deepEqual(new Map([...(await cartOf(people[0]!.member))].sort()), new Map([...added].sort()))
    assert.equal(
      [...added.values()].reduce((all, one) => all + one, 0),
      18,
    )
    const [left] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from cart where site = ${shop.site} and owner = any(${people.map(({ visitorId }) => `visitor:${visitorId}`)})`,
    )
    assert.equal(left!.count, 0)
  }
})

test('logging in while the visitor’s order is paid: bought once, and nothing else is lost', async () => {
  for (let round = 0; round < 4; round++) {
    const person = await newPerson()
    await add(person.member, at('Bowl'))
    const checkoutId = await toCheckout(person.visitor, [{ product: at('Mug'), quantity: 2 }])
    await add(person.visitor, at('Vase'))
    const paymentToken = await card(person.visitor)
    const [placed] = await Promise.all([
      person.visitor.payments.placeOrder({ id: checkoutId, paymentToken, returnUrl: 'http://localhost/back' }),
      logIn(person),
      logIn(person),
    ])
    await logIn(person)
    assert.equal(placed.status, 'APPROVED')
    assert.deepEqual(
      await cartOf(person.member),
      new Map([
        ['Bowl', 1],
        ['Vase', 1],
      ]),
    )
  }
})

test('a visitor’s orders are the member’s where they were ordered with the member’s email, and nobody else’s', async () => {
  const person = await newPerson()
  await shop.platform.database.query(sql`
    insert into member (site, id, contact_id, login_email, login_email_verified, status, privacy_status, activity_status, slug, words,
      revision, document, created_at, updated_at)
    values (${shop.site}, ${person.memberId}, ${newId()}, 'Ada@Example.com', true, 'APPROVED', 'PRIVATE', 'ACTIVE', ${person.memberId}, '',
      1, '{}', ${shop.clock.now()}, ${shop.clock.now()})`)
  const order = async (email: string) => {
    const id = await toCheckout(person.visitor, [{ product: at('Lamp'), quantity: 1 }])
    await person.visitor.checkout.updateCheckout({ checkout: { id, buyerInfo: { email } } })
    return person.visitor.payments.placeOrder({ id, paymentToken: await card(person.visitor), returnUrl: 'http://localhost/back' })
  }
  const [own, others] = [await order('ada@example.com'), await order('eve@example.com')]
  await logIn(person)
  await logIn(person)
  const { order: found } = await person.member.orders.getOrder({ id: own.orderId })
  assert.deepEqual([found.buyerInfo?.memberId, found.buyerInfo?.visitorId], [person.memberId, undefined])
  assert.equal((await attempt(person.visitor.orders.getOrder({ id: own.orderId })))[0]?.code, 'ORDER_NOT_FOUND')
  assert.equal((await attempt(person.member.orders.getOrder({ id: others.orderId })))[0]?.code, 'ORDER_NOT_FOUND')
})

test('carts of a visitor beside the current one are the member’s after the login', async () => {
  const person = await newPerson()
  const { cart } = await person.visitor.cartsV2.createCart({ catalogItems: [{ catalogReference: stockItem[0]!.reference(), quantity: 1 }] })
  await add(person.visitor, stockItem[1]!)
  await logIn(person)
  assert.equal((await person.member.cartsV2.getCart({ cartId: cart.id })).cart.customerInfo.memberId, person.memberId)
  assert.deepEqual([...(await cartOf(person.member)).keys()], ['Bowl'])
  assert.equal((await attempt(person.visitor.cartsV2.getCart({ cartId: cart.id })))[0]?.code, 'CART_NOT_FOUND')
})
