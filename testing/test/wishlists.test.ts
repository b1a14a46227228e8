import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { WishlistWithItems } from '@vitrine/contract'
import { mergeAtLogin } from '@vitrine/platform/commerce/flows/merge-at-login'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { stockOf } from '../src/back-in-stock-writes.ts'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { newMember } from '../src/subscribed-member.ts'

let shop: TestPlatform
let mug: TestProduct
let lamp: TestProduct
let bowl: TestProduct

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  const now = clock.now()
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, colours: { Sage: 9, Clay: 0 } }, now)
  const engraving = { title: 'Engraving', maxLength: 50, mandatory: true }
  lamp = await addProduct(platform, { site, name: 'Dusk Lamp', price: 9900, stock: 30, texts: [engraving] }, now)
  bowl = await addProduct(platform, { site, name: 'Slow Bowl', price: 2800, stock: 300 }, now)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const refusal = async (call: Promise<unknown>) => (await attempt(call))[0]?.code
const engraved = (text: string) => ({
  ...lamp.reference(),
  options: { ...lamp.reference().options, customTextFields: { Engraving: text } },
})
const namesOf = ({ items }: Pick<WishlistWithItems, 'items'>) => items.map(({ name }) => name)

async function listOf({ wishlists }: Buyer, kind = 'DEFAULT'): Promise<WishlistWithItems> {
  const one = (await wishlists.listMyWishlists({})).wishlists.find((list) => list.kind === kind)
  assert.ok(one, `has a list ${kind}`)
  return (await wishlists.getWishlist({ id: one.id })).wishlist
}

/** Somebody before they sign in, and after. */
async function newPerson() {
  const issuer = tokens(keyRing(shop.platform.database), shop.clock)
  const [visitorId, memberId] = [newId(), newId()]
  const bearer = { site: shop.site, visitorId, clientId: shop.clientId }
  const clientOf = (text: string) => createClient({ baseUrl: shop.url, auth: apiKey(text) }) as unknown as Buyer
  return {
    visitor: clientOf((await issuer.issue({ kind: 'visitor', ...bearer })).access),
    member: clientOf((await issuer.issue({ kind: 'member', memberId, ...bearer })).access),
    signIn: () =>
      shop.platform.database.transact((db) => mergeAtLogin({ db, site: shop.site, now: shop.clock.now() }, visitorId, memberId)),
  }
}

test('lists are made, renamed and deleted; the default one stays, and nobody reaches those of others', async () => {
  const [ada, other] = [newBuyer(shop), newBuyer(shop)]
  assert.deepEqual((await ada.wishlists.listMyWishlists({})).wishlists, [])
  const { wishlist } = await ada.wishlists.createWishlist({ name: 'For the new flat', note: 'We move in December.' })
  assert.deepEqual(
    [wishlist.kind, wishlist.name, wishlist.note, wishlist.itemCount],
    ['NAMED', 'For the new flat', 'We move in December.', 0],
  )
  const { wishlist: renamed } = await ada.wishlists.updateWishlist({ id: wishlist.id, name: 'Presents', note: null })
  assert.deepEqual([renamed.name, renamed.note], ['Presents', undefined])
  const calls = [
    other.wishlists.getWishlist({ id: wishlist.id }),
    other.wishlists.updateWishlist({ id: wishlist.id, name: 'Mine' }),
    other.wishlists.deleteWishlist({ id: wishlist.id }),
    other.wishlists.addItem({ wishlistId: wishlist.id, catalogReference: bowl.reference() }),
    other.wishlists.moveToCart({ id: wishlist.id }),
    other.wishlists.setListsOfItem({ catalogReference: bowl.reference(), wishlistIds: [wishlist.id] }),
  ]
  for (const code of await Promise.all(calls.map(refusal))) assert.equal(code, 'WISHLIST_NOT_FOUND')
  const { wishlists } = await ada.wishlists.listMyWishlists({})
  assert.deepEqual(
    wishlists.map(({ kind, name }) => [kind, name]),
    [
      ['DEFAULT', ''],
      ['NAMED', 'Presents'],
    ],
  )
  assert.equal(await refusal(ada.wishlists.deleteWishlist({ id: wishlists[0]!.id })), 'WISHLIST_IS_DEFAULT')
  await ada.wishlists.deleteWishlist({ id: wishlist.id })
  assert.equal(await refusal(ada.wishlists.getWishlist({ id: wishlist.id })), 'WISHLIST_NOT_FOUND')
})

test('409 WISHLISTS_LIMIT_EXCEEDED after twenty named lists, also when they are made at once', async () => {
  const ada = newBuyer(shop)
  for (let n = 0; n < 18; n++) await ada.wishlists.createWishlist({ name: `List ${n}` })
  const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => refusal(ada.wishlists.createWishlist({ name: `At once ${n}` }))))
  assert.deepEqual(answers.filter((code) => code === 'WISHLISTS_LIMIT_EXCEEDED').length, 2)
  assert.equal((await ada.wishlists.listMyWishlists({})).wishlists.length, 21)
})

test('items are put, changed, moved and taken off; hearts know the products, and a heart takes a product off all lists', async () => {
  const ada = newBuyer(shop)
  const { item } = await ada.wishlists.addItem({ catalogReference: mug.reference('Sage'), quantity: 6, note: 'The large ones' })
  assert.deepEqual(
    [item.name, item.quantity, item.note, item.price, item.addedPrice, item.priceIsFrom, item.availability],
    ['Morning Mug', 6, 'The large ones', '26.00', '26.00', false, 'AVAILABLE'],
  )
  // A product without its choices is another thing than one of its variants.
  shop.clock.advance(1000)
  const { item: any } = await ada.wishlists.addItem({ catalogReference: { appId: mug.reference().appId, catalogItemId: mug.id } })
  assert.equal(any.availability, 'CHOICE_NEEDED')
  assert.deepEqual(await ada.wishlists.listSavedProducts({}), { productIds: [mug.id], itemCount: 2 })
  const { item: changed } = await ada.wishlists.updateItem({ itemId: item.id, quantity: 2, note: '' })
  assert.deepEqual([changed.quantity, changed.note], [2, undefined])

  const { wishlist: presents } = await ada.wishlists.createWishlist({ name: 'Presents' })
  const { item: moved } = await ada.wishlists.moveItem({ itemId: item.id, wishlistId: presents.id })
  assert.equal(moved.wishlistId, presents.id)
  // What is on the other list already is taken off this one alone.
  const { item: again } = await ada.wishlists.addItem({ catalogReference: mug.reference('Sage') })
  assert.equal((await ada.wishlists.moveItem({ itemId: again.id, wishlistId: presents.id })).item.id, item.id)
  assert.deepEqual(
    (await listOf(ada)).items.map(({ id }) => id),
    [any.id],
  )

  const other = newBuyer(shop)
  const calls = [
    other.wishlists.updateItem({ itemId: item.id, quantity: 9 }),
    other.wishlists.removeItem({ itemId: item.id }),
    other.wishlists.moveItem({ itemId: item.id, wishlistId: presents.id }),
  ]
  for (const code of await Promise.all(calls.map(refusal))) assert.equal(code, 'WISHLIST_ITEM_NOT_FOUND')
  assert.equal(await refusal(ada.wishlists.moveItem({ itemId: item.id, wishlistId: newId() })), 'WISHLIST_NOT_FOUND')
  await ada.wishlists.removeItem({ itemId: any.id })
  assert.equal(await refusal(ada.wishlists.removeItem({ itemId: any.id })), 'WISHLIST_ITEM_NOT_FOUND')

  await ada.wishlists.addItem({ catalogReference: mug.reference('Clay') })
  assert.deepEqual(await ada.wishlists.removeSavedProduct({ productId: mug.id }), { removed: 2 })
  assert.deepEqual(await ada.wishlists.listSavedProducts({}), { productIds: [], itemCount: 0 })
})

test('a dialog sets on which lists an item is, all or nothing', async () => {
  const ada = newBuyer(shop)
  const { wishlist: flat } = await ada.wishlists.createWishlist({ name: 'Flat' })
  const [main] = (await ada.wishlists.listMyWishlists({})).wishlists
  const catalogReference = bowl.reference()
  const counts = (lists: readonly { readonly name: string; readonly itemCount: number }[]) =>
    lists.map(({ name, itemCount }) => [name, itemCount])
  const both = await ada.wishlists.setListsOfItem({ catalogReference, wishlistIds: [main!.id, flat.id] })
  assert.deepEqual(counts(both.wishlists), [
    ['', 1],
    ['Flat', 1],
  ])
  assert.equal(await refusal(ada.wishlists.setListsOfItem({ catalogReference, wishlistIds: [newId()] })), 'WISHLIST_NOT_FOUND')
  const one = await ada.wishlists.setListsOfItem({ catalogReference, wishlistIds: [flat.id] })
  const asked = await ada.wishlists.listMyWishlists({ productId: bowl.id })
  assert.deepEqual(
    asked.wishlists.map(({ holds }) => holds),
    [false, true],
  )
  assert.deepEqual(counts(one.wishlists), [
    ['', 0],
    ['Flat', 1],
  ])
  const none = await ada.wishlists.setListsOfItem({ catalogReference, wishlistIds: [] })
  assert.deepEqual(counts(none.wishlists), [
    ['', 0],
    ['Flat', 0],
  ])
})

test('two who add one item at once make one line, and the hundredth place is given once', async () => {
  const { platform, site, clock } = shop
  const ada = newBuyer(shop)
  const answers = await Promise.all(Array.from({ length: 5 }, () => ada.wishlists.addItem({ catalogReference: bowl.reference() })))
  assert.equal(new Set(answers.map(({ item }) => item.id)).size, 1)
  assert.equal((await listOf(ada)).itemCount, 1)
  const many = await Promise.all(
    Array.from({ length: 101 }, (_, n) => addProduct(platform, { site, name: `Thing ${n}`, price: 100 }, clock.now())),
  )
  for (const product of many.slice(0, 98)) await ada.wishlists.addItem({ catalogReference: product.reference() })
  const codes = await Promise.all(
    many.slice(98).map((product) => refusal(ada.wishlists.addItem({ catalogReference: product.reference() }))),
  )
  assert.deepEqual(codes.filter((code) => code === 'WISHLIST_ITEMS_LIMIT_EXCEEDED').length, 2)
  assert.equal((await listOf(ada)).itemCount, 100)
})

test('adding to a list while it is deleted ends either way without a line that belongs to nobody', async () => {
  for (let n = 0; n < 5; n++) {
    const ada = newBuyer(shop)
    const { wishlist } = await ada.wishlists.createWishlist({ name: 'Short-lived' })
    const [added, deleted] = await Promise.all([
      refusal(ada.wishlists.addItem({ wishlistId: wishlist.id, catalogReference: bowl.reference() })),
      refusal(ada.wishlists.deleteWishlist({ id: wishlist.id })),
    ])
    assert.equal(deleted, undefined)
    assert.ok(added === undefined || added === 'WISHLIST_NOT_FOUND', added)
  }
  const orphans = await shop.platform.database.query(sql`
    select id from wishlist_item item where item.site = ${shop.site}
      and not exists (select from wishlist where wishlist.site = item.site and wishlist.id = item.wishlist_id)`)
  assert.deepEqual(orphans, [])
})

test('prices, stock and what is gone are those of now; the price of then stays', async () => {
  const { platform, site, clock } = shop
  const now = clock.now()
  const vase = await addProduct(platform, { site, name: 'Moon Vase', price: 11_000, stock: 2 }, now)
  const plate = await addProduct(platform, { site, name: 'Table Plate', price: 3800, stock: 2 }, now)
  const ada = newBuyer(shop)
  for (const product of [vase, plate]) {
    clock.advance(1000)
    await ada.wishlists.addItem({ catalogReference: product.reference() })
  }
  await addProduct(platform, { site, id: vase.id, name: 'Moon Vase', price: 9000, stock: 2 }, clock.now()).catch(() => undefined)
  await platform.database.query(sql`update product set visible = false where site = ${site} and id = ${plate.id}`)
  await stockOf(shop, vase, 0)
  const items = new Map((await listOf(ada)).items.map((item) => [item.productId, item]))
  const gone = items.get(plate.id)!
  assert.deepEqual([gone.name, gone.availability, gone.price, gone.slug], ['Table Plate', 'GONE', undefined, undefined])
  const soldOut = items.get(vase.id)!
  assert.deepEqual([soldOut.availability, soldOut.addedPrice], ['SOLD_OUT', '110.00'])
  // What is gone can still be taken off, by its reference.
  await ada.wishlists.removeFromDefaultWishlist({ catalogReference: plate.reference() })
  assert.deepEqual(namesOf(await listOf(ada)), ['Moon Vase'])
})

test('items go to the cart with their options and how many; what cannot stays and is named', async () => {
  const ada = newBuyer(shop)
  await ada.wishlists.addItem({ catalogReference: engraved('For Ada'), quantity: 2 })
  await ada.wishlists.addItem({ catalogReference: mug.reference('Sage') })
  await ada.wishlists.addItem({ catalogReference: mug.reference('Clay') })
  await ada.wishlists.addItem({ catalogReference: lamp.reference() })
  const { id, items } = await listOf(ada)
  const one = items.find(({ availability, productId }) => availability === 'AVAILABLE' && productId === mug.id)!
  assert.deepEqual(await ada.wishlists.moveToCart({ id, itemIds: [one.id] }), { movedCount: 1, left: [] })
  const { movedCount, left } = await ada.wishlists.moveToCart({ id })
  assert.equal(movedCount, 1)
  assert.deepEqual(left.map(({ name, availability }) => [name, availability]).sort(), [
    ['Dusk Lamp', 'CHOICE_NEEDED'],
    ['Morning Mug', 'SOLD_OUT'],
  ])
  const { cart } = await ada.currentCart.getCurrentCart()
  assert.deepEqual(cart.lineItems.map(({ productName, quantity }) => [productName?.original, quantity]).sort(), [
    ['Dusk Lamp', 2],
    ['Morning Mug', 1],
  ])
  const line = cart.lineItems.find(({ productName }) => productName?.original === 'Dusk Lamp')!
  assert.deepEqual(
    line.descriptionLines?.map(({ plainText }) => plainText?.original),
    ['For Ada'],
  )
  assert.equal((await listOf(ada)).itemCount, 2)
})

test('a line leaves the cart to be bought later, and comes back as it was', async () => {
  const ada = newBuyer(shop)
  const { cart } = await ada.currentCart.addToCurrentCart({
    lineItems: [
      { quantity: 3, catalogReference: engraved('Later') },
      { quantity: 1, catalogReference: bowl.reference() },
    ],
  })
  const line = cart.lineItems.find(({ quantity }) => quantity === 3)!
  const { item } = await ada.wishlists.saveForLater({ lineItemId: line.id! })
  assert.deepEqual([item.name, item.quantity], ['Dusk Lamp', 3])
  assert.deepEqual(
    (await ada.currentCart.getCurrentCart()).cart.lineItems.map(({ quantity }) => quantity),
    [1],
  )
  // It is on no wish list.
  assert.deepEqual(await ada.wishlists.listSavedProducts({}), { productIds: [], itemCount: 0 })
  const later = await listOf(ada, 'SAVED_FOR_LATER')
  assert.equal((await ada.wishlists.moveToCart({ id: later.id, itemIds: [item.id] })).movedCount, 1)
  const back = (await ada.currentCart.getCurrentCart()).cart.lineItems
  assert.deepEqual(back.map(({ quantity }) => quantity).sort(), [1, 3])
  assert.deepEqual((await listOf(ada, 'SAVED_FOR_LATER')).items, [])

  assert.equal(await refusal(ada.wishlists.saveForLater({ lineItemId: newId() })), 'LINE_ITEM_NOT_FOUND')
  assert.equal(await refusal(newBuyer(shop).wishlists.saveForLater({ lineItemId: line.id! })), 'OWNED_CART_NOT_FOUND')
})

test('whoever has a link sees the list and nothing else of its owner; revoked links are over', async () => {
  const { client: ada, memberId } = await newMember(shop)
  const { wishlist } = await ada.wishlists.createWishlist({ name: 'For the new flat', note: 'No flowers, please.' })
  await ada.wishlists.addItem({ wishlistId: wishlist.id, catalogReference: mug.reference('Sage'), quantity: 6 })
  const { token: first } = await ada.wishlists.shareWishlist({ id: wishlist.id })
  assert.match(first, /^[\w-]{32}$/)
  const stored = await shop.platform.database.query<{ digest: Buffer }>(sql`select digest from wishlist_link where site = ${shop.site}`)
  assert.ok(!stored.some(({ digest }) => digest.toString('latin1').includes(first)))
  const friend = newBuyer(shop)
  const { wishlist: seen } = await friend.wishlists.readSharedWishlist({ token: first })
  assert.deepEqual(
    [seen.name, seen.note, seen.mine, seen.items.length, seen.items[0]!.quantity],
    ['For the new flat', 'No flowers, please.', false, 1, 6],
  )
  const text = JSON.stringify(seen)
  for (const hidden of [memberId, wishlist.id, 'addedPrice', 'wishlistId']) assert.ok(!text.includes(hidden), hidden)
  assert.equal((await ada.wishlists.readSharedWishlist({ token: first })).wishlist.mine, true)

  shop.clock.advance(1000)
  const { token: second } = await ada.wishlists.shareWishlist({ id: wishlist.id })
  assert.equal((await friend.wishlists.readSharedWishlist({ token: second })).wishlist.name, 'For the new flat')
  // Ten links work at a time; the oldest ends.
  for (let n = 0; n < 9; n++) {
    shop.clock.advance(1000)
    await ada.wishlists.shareWishlist({ id: wishlist.id })
  }
  assert.equal(await refusal(friend.wishlists.readSharedWishlist({ token: first })), 'WISHLIST_NOT_FOUND')
  await ada.wishlists.endSharing({ id: wishlist.id })
  assert.equal(await refusal(friend.wishlists.readSharedWishlist({ token: second })), 'WISHLIST_NOT_FOUND')
  const { token: last } = await ada.wishlists.shareWishlist({ id: wishlist.id })
  await ada.wishlists.deleteWishlist({ id: wishlist.id })
  assert.equal(await refusal(friend.wishlists.readSharedWishlist({ token: last })), 'WISHLIST_NOT_FOUND')
  assert.equal(await refusal(friend.wishlists.shareWishlist({ id: wishlist.id })), 'PERMISSION_DENIED')
})

test('lists of a visitor become the member’s at sign-in: nothing twice, nothing lost', async () => {
  const { visitor, member, signIn } = await newPerson()
  await member.wishlists.addItem({ catalogReference: bowl.reference() })
  await visitor.wishlists.addItem({ catalogReference: bowl.reference() })
  await visitor.wishlists.addItem({ catalogReference: mug.reference('Sage') })
  const { wishlist } = await visitor.wishlists.createWishlist({ name: 'Presents' })
  await visitor.wishlists.addItem({ wishlistId: wishlist.id, catalogReference: bowl.reference() })
  const { cart } = await visitor.currentCart.addToCurrentCart({ lineItems: [{ quantity: 2, catalogReference: bowl.reference() }] })
  await visitor.wishlists.saveForLater({ lineItemId: cart.lineItems[0]!.id! })
  await signIn()
  await signIn()
  assert.deepEqual(namesOf(await listOf(member)).sort(), ['Morning Mug', 'Slow Bowl'])
  assert.deepEqual(
    (await listOf(member, 'SAVED_FOR_LATER')).items.map(({ quantity }) => quantity),
    [2],
  )
  assert.equal((await member.wishlists.getWishlist({ id: wishlist.id })).wishlist.itemCount, 1)
  assert.deepEqual((await visitor.wishlists.listMyWishlists({})).wishlists, [])
})

test('what is added while somebody signs in is on the member’s list, or on the visitor’s until the next sign-in', async () => {
  for (let n = 0; n < 5; n++) {
    const { visitor, member, signIn } = await newPerson()
    await visitor.wishlists.addItem({ catalogReference: bowl.reference() })
    await Promise.all([signIn(), visitor.wishlists.addItem({ catalogReference: mug.reference('Sage') })])
    await signIn()
    assert.deepEqual(namesOf(await listOf(member)).sort(), ['Morning Mug', 'Slow Bowl'])
  }
})

test('a shop sees on how many lists a product is, and the lists of a member', async () => {
  const { platform, site, clock } = shop
  const cup = await addProduct(platform, { site, name: 'Espresso Cup', price: 1200 }, clock.now())
  const { client, memberId } = await newMember(shop)
  await client.wishlists.addItem({ catalogReference: cup.reference() })
  const { wishlist } = await client.wishlists.createWishlist({ name: 'Presents' })
  await client.wishlists.addItem({ wishlistId: wishlist.id, catalogReference: cup.reference() })
  clock.advance(40 * 24 * 3_600_000)
  await newBuyer(shop).wishlists.addItem({ catalogReference: cup.reference() })
  assert.deepEqual(await office().memberWishlists.countWishlistsOfProduct({ productId: cup.id }), { wishlists: 3, people: 2, newPeople: 1 })
  const { wishlists } = await office().memberWishlists.listWishlistsOfMember({ memberId })
  assert.deepEqual(
    wishlists.map(({ name, items }) => [name, items.length]),
    [
      ['', 1],
      ['Presents', 1],
    ],
  )
})

test('a shop sees what is on the most lists, what is new, what went to carts and what members have bought', async () => {
  const { platform, site, clock } = shop
  const dish = await addProduct(platform, { site, name: 'Butter Dish', price: 3400, stock: 20 }, clock.now())
  const { client: member } = await newMember(shop)
  const { client: idle } = await newMember(shop)
  const visitor = newBuyer(shop)
  const before = (await office().memberWishlists.listProductsOnWishlists({})).totals
  for (const who of [member, idle, visitor]) await who.wishlists.addItem({ catalogReference: dish.reference() })
  const buyer = newBuyer(shop)
  await buyer.wishlists.addItem({ catalogReference: dish.reference() })
  const { id: listId } = await listOf(buyer)
  assert.equal((await buyer.wishlists.moveToCart({ id: listId })).movedCount, 1)
  clock.advance(1000)
  const id = await toCheckout(member, [{ product: dish }])
  await member.payments.placeOrder({ id, paymentToken: await card(member), returnUrl: `${shop.url}/back` })
  const { products, totals } = await office().memberWishlists.listProductsOnWishlists({ limit: 100 })
  const { wishlists, people, newPeople, moved, bought, name, soldOut } = products.find(({ productId }) => productId === dish.id)!
  assert.deepEqual(
    { wishlists, people, newPeople, moved, bought, name, soldOut },
    { wishlists: 3, people: 3, newPeople: 3, moved: 1, bought: 1, name: 'Butter Dish', soldOut: false },
  )
  assert.deepEqual([totals.products - before.products, totals.people - before.people, totals.wishlists - before.wishlists], [1, 3, 3])
  const peopleOf = products.map((one) => one.people)
  assert.deepEqual(
    peopleOf,
    [...peopleOf].sort((a, b) => b - a),
  )
  clock.advance(31 * 24 * 3_600_000)
  const later = (await office().memberWishlists.listProductsOnWishlists({ limit: 100 })).products.find(
    ({ productId }) => productId === dish.id,
  )!
  assert.deepEqual([later.people, later.newPeople, later.moved], [3, 0, 0])
})

/** Puts so many things on a list that are no longer in the catalogue. */
const fill = (listId: string, count: number) =>
  shop.platform.database.query(sql`
    insert into wishlist_item (site, id, wishlist_id, product_id, reference, same, quantity, name, created_at)
    select ${shop.site}, gen_random_uuid(), ${listId}, gen_random_uuid(), '{"catalogItemId":"x","appId":"y"}'::jsonb,
      decode(lpad(to_hex(n), 64, '0'), 'hex'), 1, 'Gone', ${shop.clock.now()}
    from generate_series(1, ${count}::int) n`)

test('full lists and unknown products are refused at each door', async () => {
  const { client: ada } = await newMember(shop)
  const unknown = { ...bowl.reference(), catalogItemId: newId() }
  const { wishlist: full } = await ada.wishlists.createWishlist({ name: 'Full' })
  await fill(full.id, 100)
  const { item } = await ada.wishlists.addItem({ catalogReference: bowl.reference() })
  const catalogReference = mug.reference('Sage')
  const limit = 'WISHLIST_ITEMS_LIMIT_EXCEEDED'
  assert.equal(await refusal(ada.wishlists.addItem({ wishlistId: full.id, catalogReference })), limit)
  assert.equal(await refusal(ada.wishlists.moveItem({ itemId: item.id, wishlistId: full.id })), limit)
  assert.equal(await refusal(ada.wishlists.setListsOfItem({ catalogReference, wishlistIds: [full.id] })), limit)
  assert.equal(await refusal(ada.wishlists.addItem({ catalogReference: unknown })), 'ITEM_NOT_FOUND_IN_CATALOG')
  assert.equal(await refusal(ada.wishlists.setListsOfItem({ catalogReference: unknown, wishlistIds: [] })), 'ITEM_NOT_FOUND_IN_CATALOG')
  assert.equal(await refusal(ada.wishlists.shareWishlist({ id: newId() })), 'WISHLIST_NOT_FOUND')
  assert.equal(await refusal(ada.wishlists.endSharing({ id: newId() })), 'WISHLIST_NOT_FOUND')
})

test('a line that cannot be put on a list stays in the cart', async () => {
  const { platform, site, clock } = shop
  const program = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  const { cart: own } = await program.currentCart.addToCurrentCart({
    customLineItems: [{ quantity: 1, price: '5.00', productName: { original: 'A favour' }, itemType: { preset: 'SERVICE' } }],
  })
  assert.equal(await refusal(program.wishlists.saveForLater({ lineItemId: own.lineItems[0]!.id! })), 'LINE_ITEM_NOT_SAVEABLE')
  assert.equal((await program.currentCart.getCurrentCart()).cart.lineItems.length, 1)

  const ada = newBuyer(shop)
  const plate = await addProduct(platform, { site, name: 'Side Plate', price: 1800, stock: 5 }, clock.now())
  const lineItems = [plate, bowl].map((product) => ({ quantity: 1, catalogReference: product.reference() }))
  const { cart } = await ada.currentCart.addToCurrentCart({ lineItems })
  await platform.database.query(sql`update product set visible = false where site = ${site} and id = ${plate.id}`)
  const lineOf = (product: TestProduct) => cart.lineItems.find((line) => line.catalogReference?.catalogItemId === product.id)!.id!
  assert.equal(await refusal(ada.wishlists.saveForLater({ lineItemId: lineOf(plate) })), 'ITEM_NOT_FOUND_IN_CATALOG')
  const { item } = await ada.wishlists.saveForLater({ lineItemId: lineOf(bowl) })
  await fill(item.wishlistId, 99)
  const { cart: again } = await ada.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference('Sage') }] })
  const last = again.lineItems.find((line) => line.catalogReference?.catalogItemId === mug.id)!
  assert.equal(await refusal(ada.wishlists.saveForLater({ lineItemId: last.id! })), 'WISHLIST_ITEMS_LIMIT_EXCEEDED')
  assert.equal((await ada.currentCart.getCurrentCart()).cart.lineItems.length, 2)
})
