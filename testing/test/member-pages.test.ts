/** What members of the community show on their pages: nothing that they did not choose. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { newBuyer } from '../src/buyer.ts'
import type { TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { startReviewedShop } from '../src/reviewed-shop.ts'
import type { TestMember } from '../src/subscribed-member.ts'

const { shop, office, newMug, of, member, buyer } = await startReviewedShop()

let mug: TestProduct
beforeEach(async () => {
  mug = await newMug()
})
let people = 0
const join = async ({ client }: TestMember) => {
  const slug = `page-${++people}-${newId().slice(-6)}`
  await client.members.updateCurrentMemberSlug({ slug })
  await client.members.joinCommunity({})
  return slug
}
const pageOf = (slug: string, by: Pick<TestMember['client'], 'memberPages'> = newBuyer(shop)) => by.memberPages.getPage({ slug })
/** A member in the community who has bought, reviewed and answered. */
async function talkative() {
  const who = await buyer()
  await who.client.reviews.createReview(of(5, { title: 'Steady' }))
  const { question } = await (await member()).client.questions.ask({ productId: mug.id, text: `Does number ${people} ring?` })
  await who.client.questions.answer({ questionId: question.id, text: 'Like a bell.' })
  return { ...who, slug: await join(who), questionId: question.id }
}
async function listOf({ client }: TestMember, name = 'For the new flat') {
  const { wishlist } = await client.wishlists.createWishlist({ name })
  await client.wishlists.addItem({ wishlistId: wishlist.id, catalogReference: mug.reference() })
  return wishlist.id
}

test('a page shows nothing until its member says so, and then what they chose', async () => {
  const { client, slug } = await talkative()
  assert.deepEqual(await pageOf(slug), { reviews: [], answers: [], indexable: false })
  assert.deepEqual(await client.memberPages.getMyPage({}), {
    choices: { showsWords: false, showsBought: false, indexable: false },
    reviews: 1,
    answers: 1,
  })
  await client.memberPages.updateMyPage({ showsWords: true })
  const shown = await pageOf(slug)
  assert.deepEqual(
    [
      shown.reviews.map(({ title, rating, bought, product }) => [title, rating, bought, product.slug]),
      shown.answers.map(({ text }) => text),
    ],
    [[['Steady', 5, undefined, mug.slug]], ['Like a bell.']],
  )
  assert.match(shown.answers[0]!.question, /ring\?$/)
  await client.memberPages.updateMyPage({ showsBought: true, indexable: true })
  const more = await pageOf(slug)
  assert.deepEqual([more.reviews[0]!.bought, more.indexable], [true, true])
  await client.memberPages.updateMyPage({ showsWords: false })
  assert.deepEqual(await pageOf(slug), { reviews: [], answers: [], indexable: true })
})

test('an answer on the page of a product leads to its author’s page where that shows it, and no further than they are in the community', async () => {
  const { client, slug } = await talkative()
  const led = async () => (await newBuyer(shop).questions.getPage({ productId: mug.id })).questions[0]!.answers[0]!.authorSlug
  assert.equal(await led(), undefined)
  await client.memberPages.updateMyPage({ showsWords: true })
  assert.equal(await led(), slug)
  await client.members.leaveCommunity({})
  assert.equal(await led(), undefined)
  assert.equal(await codeOf(pageOf(slug)), 'MEMBER_NOT_FOUND')
})

test('what is not published is on no page, nor what is about a product that does not show', async () => {
  const { client, slug, questionId } = await talkative()
  await client.memberPages.updateMyPage({ showsWords: true })
  await office.questionManagement.moderateQuestion({ questionId, status: 'REJECTED' })
  assert.deepEqual((await pageOf(slug)).answers, [])
  const { review } = await client.reviews.getMyReview({ entityId: mug.id })
  await office.reviewManagement.updateModerationStatus({ reviewId: review!.id, status: 'REJECTED' })
  assert.deepEqual((await pageOf(slug)).reviews, [])
})

test('a page shows one list of its member’s, through a link that lives as long as it is chosen', async () => {
  const who = await member()
  const slug = await join(who)
  const { memberPages, wishlists } = who.client
  const wishlistId = await listOf(who)
  assert.deepEqual((await memberPages.updateMyPage({ wishlistId })).choices.wishlistId, wishlistId)
  const { wishlist } = await pageOf(slug)
  assert.deepEqual([wishlist!.name, wishlist!.itemCount, wishlist!.givenCount], ['For the new flat', 1, 0])
  const giver = newBuyer(shop)
  const { wishlist: read } = await giver.wishlists.readSharedWishlist({ token: wishlist!.token })
  await giver.wishlists.giveItem({ token: wishlist!.token, itemId: read.items[0]!.id })
  assert.equal((await pageOf(slug)).wishlist!.givenCount, 1)
  assert.equal((await pageOf(slug, who.client)).wishlist!.givenCount, undefined, 'whoever wishes is not told')
  for (let n = 0; n < 12; n++) await wishlists.shareWishlist({ id: wishlistId })
  assert.equal((await pageOf(slug)).wishlist!.token, wishlist!.token, 'other links do not push it out')
  await memberPages.updateMyPage({ wishlistId: null })
  assert.equal((await pageOf(slug)).wishlist, undefined)
  assert.equal(await codeOf(newBuyer(shop).wishlists.readSharedWishlist({ token: wishlist!.token })), 'WISHLIST_NOT_FOUND')
})

test('a list whose links were ended, or that is deleted, is on no page, and can be chosen again', async () => {
  const who = await member()
  const slug = await join(who)
  const { memberPages, wishlists } = who.client
  const wishlistId = await listOf(who)
  await memberPages.updateMyPage({ wishlistId })
  await wishlists.endSharing({ id: wishlistId })
  assert.equal((await pageOf(slug)).wishlist, undefined)
  assert.equal((await memberPages.getMyPage({})).choices.wishlistId, undefined)
  await memberPages.updateMyPage({ wishlistId })
  assert.equal((await pageOf(slug)).wishlist?.itemCount, 1)
  await wishlists.deleteWishlist({ id: wishlistId })
  assert.equal((await pageOf(slug)).wishlist, undefined)
})

test('nobody shows the list of somebody else, and those whom a member has blocked see no page', async () => {
  const [one, other] = [await member(), await member()]
  const slug = await join(one)
  assert.equal(await codeOf(one.client.memberPages.updateMyPage({ wishlistId: await listOf(other) })), 'WISHLIST_NOT_FOUND')
  await join(other)
  await one.client.myAccount.blockForMe({ memberId: other.memberId })
  assert.equal(await codeOf(pageOf(slug, other.client)), 'MEMBER_TO_MEMBER_BLOCKED')
  assert.equal(await codeOf(pageOf('nobody-of-that-name')), 'MEMBER_NOT_FOUND')
})
