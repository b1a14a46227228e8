import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { apiKey, createClient as ownClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { wishlists } from '@wix/ecom'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { wishlist } from '@wix/stores'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'
import { newMember } from '../src/subscribed-member.ts'

let shop: TestPlatform
let mug: TestProduct
let lamp: TestProduct
let hosts: PublishedHosts

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, colours: { Sage: 5, Clay: 5 } }, clock.now())
  lamp = await addProduct(platform, { site, name: 'Dusk Lamp', price: 9900, stock: 3 }, clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

/** What the published module has at run time, and its types leave out. */
interface PublishedWishlists {
  getDefaultWishlist(options?: { appId?: string }): Promise<{ wishlist?: PublishedWishlist }>
  addItem(catalogReference: object, options?: { returnEntity?: boolean }): Promise<{ wishlist?: PublishedWishlist }>
  removeItem(catalogReference: object, options?: { returnEntity?: boolean }): Promise<{ wishlist?: PublishedWishlist }>
  bulkUpdateWishlistTags(wishlistIds: readonly string[], options?: object): Promise<{ bulkActionMetadata: object }>
  bulkUpdateWishlistTagsByFilter(filter: object, options?: object): Promise<{ jobId: string }>
}
interface PublishedWishlist {
  _id?: string
  memberId?: string
  items?: { catalogReference?: { catalogItemId?: string }; addedDate?: Date }[]
  _createdDate?: Date
  tags?: { privateTags?: { tagIds?: string[] } }
}

const modules = { wishlists, wishlist }
const typed = <T extends { wishlists: unknown }>(client: T) =>
  client as unknown as Omit<T, 'wishlists'> & { readonly wishlists: PublishedWishlists }
const merchant = () => typed(createClient({ modules, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) }))
const visitor = () => typed(createClient({ modules, auth: OAuthStrategy({ clientId: shop.clientId }) })).wishlists
const signedIn = async () => {
  const { access, memberId } = await newMember(shop)
  const auth = OAuthStrategy({
    clientId: shop.clientId,
    tokens: { accessToken: { value: access, expiresAt: 4e9 }, refreshToken: { value: 'x', role: 'member' } },
  })
  return { memberId, lists: typed(createClient({ modules, auth })).wishlists }
}
const named = ({ items }: { items?: { catalogReference?: { catalogItemId?: string } }[] }) =>
  items!.map(({ catalogReference }) => catalogReference!.catalogItemId)

test('a member reads, fills and empties the default wish list with the published client', async () => {
  const { memberId, lists } = await signedIn()
  const empty = (await lists.getDefaultWishlist()).wishlist!
  assert.deepEqual([empty._id, empty.memberId, empty.items], [undefined, memberId, []])
  assert.deepEqual(empty.tags?.privateTags?.tagIds, [])

  const added = (await lists.addItem(mug.reference('Sage'), { returnEntity: true })).wishlist!
  assert.ok(added._id)
  assert.ok(added._createdDate instanceof Date)
  assert.ok(added.items![0]!.addedDate instanceof Date)
  assert.deepEqual(added.items![0]!.catalogReference, mug.reference('Sage'))

  shop.clock.advance(1000)
  assert.equal((await lists.addItem(lamp.reference())).wishlist, undefined)
  assert.deepEqual(named((await lists.getDefaultWishlist()).wishlist!), [mug.id, lamp.id])
  // Named another way it is the same thing, and stays on the list once.
  await lists.addItem({ appId: storesAppId, catalogItemId: mug.id, options: { options: { Colour: 'Sage' } } }).catch(() => undefined)
  await lists.addItem(mug.reference('Sage'))
  assert.equal((await lists.getDefaultWishlist()).wishlist!.items!.length, 2)
  assert.deepEqual((await lists.getDefaultWishlist({ appId: '13d21c63-b5ec-5912-8397-c3a5ddb27a97' })).wishlist!.items, [])

  const left = (await lists.removeItem(mug.reference('Sage'), { returnEntity: true })).wishlist!
  assert.deepEqual(named(left), [lamp.id])
  await lists.removeItem(mug.reference('Sage'))
  assert.deepEqual(named((await lists.getDefaultWishlist()).wishlist!), [lamp.id])
})

test('400 ITEM_NOT_FOUND_IN_CATALOG and 409 WISHLIST_ITEMS_LIMIT_EXCEEDED come as the published client reads them', async () => {
  const { platform, site, clock } = shop
  const many = await Promise.all(
    Array.from({ length: 101 }, (_, n) => addProduct(platform, { site, name: `Thing ${n}`, price: 100 }, clock.now())),
  )
  const lists = visitor()
  await assert.rejects(lists.addItem({ appId: storesAppId, catalogItemId: site }), /ITEM_NOT_FOUND_IN_CATALOG/)
  for (const product of many.slice(0, 100)) await lists.addItem(product.reference())
  await assert.rejects(lists.addItem(many[100]!.reference()), /WISHLIST_ITEMS_LIMIT_EXCEEDED/)
  assert.equal((await lists.getDefaultWishlist()).wishlist!.items!.length, 100)
})

test('a program reads a list by its id, and tags lists by their ids and by a filter', async () => {
  const { memberId, lists } = await signedIn()
  await lists.addItem(mug.reference('Sage'))
  shop.clock.advance(1000)
  const id = (await lists.addItem(lamp.reference(), { returnEntity: true })).wishlist!._id!
  const office = merchant()

  const read = await office.wishlist.getWishlistById(id)
  assert.deepEqual([read?._id, read?.ownerId, read?.totalCount], [id, memberId, 2])
  assert.deepEqual(
    read.items!.map(({ _id, type, origin }) => [_id, type, origin]),
    [
      [mug.id, 'PRODUCT', storesAppId],
      [lamp.id, 'PRODUCT', storesAppId],
    ],
  )
  assert.ok(read.items![0]!.dateAdded instanceof Date)
  assert.deepEqual(
    (await office.wishlist.getWishlistById(id, { limit: 1, offset: 1 })).items!.map(({ _id }) => _id),
    [lamp.id],
  )
  assert.equal((await office.wishlist.getWishlistById(id, { kind: [{ type: 'ALBUM', origin: storesAppId }] })).totalCount, 0)
  await assert.rejects(office.wishlist.getWishlistById(shop.site), /WISHLIST_NOT_FOUND/)

  const gift = { privateTags: { tagIds: ['gift', 'rush'] } }
  const tagged = await office.wishlists.bulkUpdateWishlistTags([id, shop.site], { assignTags: gift })
  assert.deepEqual(tagged.bulkActionMetadata, { totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 })
  const tagsNow = async () => (await lists.getDefaultWishlist()).wishlist!.tags!.privateTags!.tagIds
  assert.deepEqual(await tagsNow(), ['gift', 'rush'])
  const { jobId } = await office.wishlists.bulkUpdateWishlistTagsByFilter(
    { memberId },
    { assignTags: { privateTags: { tagIds: ['new', 'rush'] } }, unassignTags: { privateTags: { tagIds: ['gift'] } } },
  )
  assert.match(jobId, /^[0-9a-f-]{36}$/)
  assert.deepEqual(await tagsNow(), ['rush', 'new'])
  await office.wishlists.bulkUpdateWishlistTagsByFilter({ 'tags.privateTags.tagIds': { $hasSome: ['absent'] } }, { unassignTags: gift })
  assert.deepEqual(await tagsNow(), ['rush', 'new'])

  await assert.rejects(office.wishlists.bulkUpdateWishlistTags([id]), /EMPTY_ASSIGN_AND_UNASSIGN_LISTS/)
  await assert.rejects(office.wishlists.bulkUpdateWishlistTagsByFilter({}, {}), /EMPTY_ASSIGN_AND_UNASSIGN_LISTS/)
  await assert.rejects(lists.bulkUpdateWishlistTags([id], { assignTags: gift }))
  const own = ownClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  await assert.rejects(
    own.memberWishlists.bulkUpdateWishlistTagsByFilter({ filter: { colour: 'red' }, assignTags: gift }),
    /colour|INVALID_ARGUMENT/,
  )
})

test('the addresses of a shop’s own host answer as well', async () => {
  const { access } = await newMember(shop)
  const ask = (path: string, body?: object) =>
    fetch(`${shop.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: access, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const added = await ask('/_api/wishlist/v1/wishlists/add-item', { catalogReference: lamp.reference(), returnEntity: true })
  assert.equal(added.status, 200)
  const { wishlist: read } = (await (await ask('/_api/wishlist/v1/wishlists/get-default')).json()) as { wishlist: { items: object[] } }
  assert.equal(read.items.length, 1)
})
