import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { mergeAtLogin } from '@vitrine/platform/commerce/flows/merge-at-login'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { type Buyer, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { newMember } from '../src/subscribed-member.ts'

const day = 24 * 3_600_000
let shop: TestPlatform
let bowl: TestProduct
let vase: TestProduct

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  bowl = await addProduct(platform, { site, name: 'Slow Bowl', price: 2800, stock: 300 }, clock.now())
  vase = await addProduct(platform, { site, name: 'Moon Vase', price: 11_000, stock: 3 }, clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const dayFromNow = (days: number) => new Date(shop.clock.now().getTime() + days * day).toISOString().slice(0, 10)

/** A list with six bowls and one vase, shared by a member. */
async function sharedList({ until, owner }: { until?: string | undefined; owner?: Awaited<ReturnType<typeof newMember>> } = {}) {
  const { client: ada, memberId } = owner ?? (await newMember(shop))
  const { wishlist } = await ada.wishlists.createWishlist({ name: 'For the new flat', ...(until && { giftsHiddenUntil: until }) })
  const put = async (product: TestProduct, quantity: number) =>
    (await ada.wishlists.addItem({ wishlistId: wishlist.id, catalogReference: product.reference(), quantity })).item.id
  const [bowls, oneVase] = [await put(bowl, 6), await put(vase, 1)]
  const { token } = await ada.wishlists.shareWishlist({ id: wishlist.id })
  return { ada, memberId, id: wishlist.id, token, bowls, oneVase }
}

const seenBy = async ({ wishlists }: Pick<Buyer, 'wishlists'>, token: string, itemId: string) =>
  (await wishlists.readSharedWishlist({ token })).wishlist.items.find(({ id }) => id === itemId)!.given

/** Its owner, with a token that has not run out. */
const ownerOf = async ({ memberId }: { memberId: string }) => (await newMember(shop, memberId)).client.wishlists

async function toldOf(list: Awaited<ReturnType<typeof sharedList>>) {
  const { items } = (await (await ownerOf(list)).getWishlist({ id: list.id })).wishlist
  return items.flatMap(({ name, gifts }) => gifts?.map(({ quantity, giverName }) => [name, quantity, giverName]) ?? [])
}

test('people give from a list by its link, see what others give, and take back only what they gave', async () => {
  const list = await sharedList()
  const { token, bowls, oneVase } = list
  const [ben, cleo] = [newBuyer(shop), newBuyer(shop)]
  const now = shop.clock.now().toISOString()
  const { given } = await ben.wishlists.giveItem({ token, itemId: bowls, quantity: 2 })
  assert.deepEqual(given, { given: 2, givenByMe: 2, left: 4, lastDate: now })
  await cleo.wishlists.giveItem({ token, itemId: bowls })
  await cleo.wishlists.giveItem({ token, itemId: oneVase })
  assert.deepEqual(await seenBy(ben, token, bowls), { given: 3, givenByMe: 2, left: 3, lastDate: now })
  assert.deepEqual(await seenBy(ben, token, oneVase), { given: 1, givenByMe: 0, left: 0, lastDate: now })
  // Nothing of the givers is in what others read.
  const text = JSON.stringify((await ben.wishlists.readSharedWishlist({ token })).wishlist)
  const givers = await shop.platform.database.query<{ giver: string }>(sql`select giver from wishlist_gift where site = ${shop.site}`)
  for (const { giver } of givers) assert.ok(!text.includes(giver.split(':')[1]!))

  assert.equal(await codeOf(ben.wishlists.takeBackGift({ token, itemId: oneVase })), 'WISHLIST_GIFT_NOT_FOUND')
  assert.equal((await seenBy(ben, token, oneVase))?.given, 1)
  assert.deepEqual((await ben.wishlists.takeBackGift({ token, itemId: bowls })).given, { given: 1, givenByMe: 0, left: 5, lastDate: now })
  assert.equal(await codeOf(ben.wishlists.takeBackGift({ token, itemId: bowls })), 'WISHLIST_GIFT_NOT_FOUND')
})

test('409 WISHLIST_ITEM_GIVEN says how many are left, and nothing changes; of two who give the last one at once, one does', async () => {
  const { token, bowls, oneVase } = await sharedList()
  const people = Array.from({ length: 6 }, () => newBuyer(shop))
  // Each is known before they press at the same time.
  for (const { wishlists } of people) await wishlists.readSharedWishlist({ token })
  const answers = await Promise.all(people.map(({ wishlists }) => attempt(wishlists.giveItem({ token, itemId: oneVase }))))
  assert.equal(answers.filter(([refused]) => !refused).length, 1)
  for (const [refused] of answers) if (refused) assert.ok(refused.code === 'WISHLIST_ITEM_GIVEN' && refused.data.left === 0)
  const [ben] = people
  await ben!.wishlists.giveItem({ token, itemId: bowls, quantity: 4 })
  const [refused] = await attempt(ben!.wishlists.giveItem({ token, itemId: bowls, quantity: 3 }))
  assert.ok(refused?.code === 'WISHLIST_ITEM_GIVEN')
  assert.equal(refused.data.left, 2)
  assert.equal((await seenBy(ben!, token, bowls))?.given, 4)
})

test('whoever made a list gives nothing from it, and learns nothing of what is given; other lists are not reached by its link', async () => {
  const { ada, token, oneVase, bowls } = await sharedList()
  const other = await sharedList()
  const ben = newBuyer(shop)
  assert.equal(await codeOf(ada.wishlists.giveItem({ token, itemId: oneVase })), 'WISHLIST_IS_YOURS')
  await ben.wishlists.giveItem({ token, itemId: oneVase })
  assert.equal(await codeOf(ada.wishlists.giveItem({ token, itemId: oneVase })), 'WISHLIST_IS_YOURS')
  assert.equal(await codeOf(ada.wishlists.takeBackGift({ token, itemId: oneVase })), 'WISHLIST_GIFT_NOT_FOUND')
  assert.equal(await seenBy(ada, token, oneVase), undefined)
  assert.equal(await codeOf(ben.wishlists.giveItem({ token, itemId: other.bowls })), 'WISHLIST_ITEM_NOT_FOUND')
  assert.equal(await codeOf(ben.wishlists.takeBackGift({ token, itemId: other.bowls })), 'WISHLIST_ITEM_NOT_FOUND')
  assert.equal(await codeOf(ben.wishlists.giveItem({ token: 'no such link', itemId: bowls })), 'WISHLIST_NOT_FOUND')
  await ada.wishlists.endSharing({ id: (await ada.wishlists.listMyWishlists({})).wishlists.at(-1)!.id })
  assert.equal(await codeOf(ben.wishlists.takeBackGift({ token, itemId: oneVase })), 'WISHLIST_NOT_FOUND')
})

test('an owner is told who gives what from the day on that the list said, and cannot bring it forward', async () => {
  const until = dayFromNow(20)
  const list = await sharedList({ until })
  const { id, token, bowls, oneVase } = list
  const { member } = await office().memberManagement.createMember({
    member: { loginEmail: 'ben@example.com', contact: { firstName: 'Ben', lastName: 'Ott' } },
  })
  const { client: ben } = await newMember(shop, member.id)
  assert.equal((await ben.wishlists.readSharedWishlist({ token })).wishlist.giftsHiddenUntil, until)
  await ben.wishlists.giveItem({ token, itemId: bowls, quantity: 2 })
  await newBuyer(shop).wishlists.giveItem({ token, itemId: oneVase })
  assert.deepEqual(await toldOf(list), [])
  await (await ownerOf(list)).updateWishlist({ id, giftsHiddenUntil: dayFromNow(1) })
  shop.clock.advance(2 * day)
  assert.deepEqual(await toldOf(list), [], 'what was promised until the later day stays hidden until then')
  // Given since then: by the day that stood on the list.
  assert.equal(await codeOf((await ownerOf(list)).updateWishlist({ id, giftsHiddenUntil: dayFromNow(0) })), 'INVALID_ARGUMENT')
  assert.equal(
    (await (await ownerOf(list)).updateWishlist({ id, name: 'Still for the flat', giftsHiddenUntil: dayFromNow(-1) })).wishlist.name,
    'Still for the flat',
  )
  shop.clock.advance(18 * day)
  const told = await toldOf(list)
  assert.deepEqual(told.sort(), [
    ['Moon Vase', 1, undefined],
    ['Slow Bowl', 2, 'Ben O.'],
  ])
  // A later day hides it again; none hides it for good.
  await (await ownerOf(list)).updateWishlist({ id, giftsHiddenUntil: dayFromNow(5) })
  assert.deepEqual(await toldOf(list), [])
  await (await ownerOf(list)).updateWishlist({ id, giftsHiddenUntil: null })
  assert.deepEqual(await toldOf(list), [])
})

test('an owner is not told of what was promised while the list said no day, and the shop is told of no gifts', async () => {
  const list = await sharedList()
  await newBuyer(shop).wishlists.giveItem({ token: list.token, itemId: list.oneVase })
  await (await ownerOf(list)).updateWishlist({ id: list.id, giftsHiddenUntil: dayFromNow(1) })
  await newBuyer(shop).wishlists.giveItem({ token: list.token, itemId: list.bowls })
  shop.clock.advance(3 * day)
  assert.deepEqual(await toldOf(list), [['Slow Bowl', 1, undefined]])
  const { wishlists } = await office().memberWishlists.listWishlistsOfMember({ memberId: list.memberId })
  assert.ok(wishlists.every(({ items }) => items.every(({ gifts }) => gifts === undefined)))
})

test('a gift goes with its item: off the list, or to another one', async () => {
  const { ada, id, token, bowls, oneVase } = await sharedList()
  const ben = newBuyer(shop)
  for (const itemId of [bowls, oneVase]) await ben.wishlists.giveItem({ token, itemId })
  await ada.wishlists.updateItem({ itemId: bowls, quantity: 1 })
  await ada.wishlists.removeItem({ itemId: oneVase })
  const { item } = await ada.wishlists.addItem({ wishlistId: id, catalogReference: vase.reference() })
  assert.equal((await seenBy(ben, token, item.id))?.given, 0)
  const { wishlist } = await ada.wishlists.createWishlist({ name: 'Another' })
  await ada.wishlists.moveItem({ itemId: bowls, wishlistId: wishlist.id })
  const { token: another } = await ada.wishlists.shareWishlist({ id: wishlist.id })
  assert.equal((await seenBy(ben, another, bowls))?.givenByMe, 1)
})

test('what a visitor gives is the member’s after sign-in, once; and nothing from a list of their own', async () => {
  const issuer = tokens(keyRing(shop.platform.database), shop.clock)
  const visitorId = newId()
  const ben = await newMember(shop)
  const bearer = { kind: 'visitor' as const, site: shop.site, visitorId, clientId: shop.clientId }
  const visitor = createClient({ baseUrl: shop.url, auth: apiKey((await issuer.issue(bearer)).access) })
  const [list, own] = [await sharedList(), await sharedList({ owner: ben })]
  const { token, bowls } = list
  await ben.client.wishlists.giveItem({ token, itemId: bowls, quantity: 2 })
  await visitor.wishlists.giveItem({ token, itemId: bowls })
  await visitor.wishlists.giveItem({ token: own.token, itemId: own.oneVase })
  const context = { site: shop.site, now: shop.clock.now() }
  for (let n = 0; n < 2; n++) await shop.platform.database.transact((db) => mergeAtLogin({ db, ...context }, visitorId, ben.memberId))
  const { given, givenByMe } = (await seenBy(ben.client, token, bowls))!
  assert.deepEqual([given, givenByMe], [3, 3])
  assert.equal((await seenBy(visitor, token, bowls))?.givenByMe, 0)
  assert.equal((await seenBy(newBuyer(shop), own.token, own.oneVase))?.given, 0)
})

test('what somebody gives is in the export of their data, and goes with them', async () => {
  const { token, oneVase } = await sharedList()
  const ben = newBuyer(shop)
  await ben.wishlists.giveItem({ token, itemId: oneVase })
  await ben.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: vase.reference() }] })
  await ben.currentCart.updateCurrentCart({ cartInfo: { buyerInfo: { email: 'giver@example.com' } } })
  const whose = { email: 'giver@example.com' }
  const { personalData } = office()
  const { counts } = await personalData.previewPersonalData(whose)
  assert.equal(counts.find(({ kind }) => kind === 'WISHLIST_GIFTS')?.count, 1)
  const { data } = await personalData.exportPersonalData(whose)
  assert.equal((data as { wishlistGifts: { item: { name: string } }[] }).wishlistGifts[0]?.item.name, 'Moon Vase')
  await personalData.erasePersonalData(whose)
  assert.equal((await seenBy(newBuyer(shop), token, oneVase))?.given, 0)
})

const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
