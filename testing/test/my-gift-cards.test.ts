/** Gift cards that a member has paid with: their own orders' alone, without codes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, visitor } from '@vitrine/client'
import { myGiftCards } from '@vitrine/client/account'
import { newBuyer, toCheckout } from '../src/buyer.ts'
import { startOfferingShop } from '../src/offering-shop.ts'
import { codeOf } from '../src/refused.ts'
import { newMember } from '../src/subscribed-member.ts'

const { shop, office, mug, giftCard, update, order } = await startOfferingShop()

test('those that orders of the member were paid with, a balance first', async () => {
  const member = await newMember(shop)
  const read = async () =>
    (await member.client.myGiftCards.listMyGiftCards({})).giftCards.map(({ codeSuffix, balance, status }) => [
      codeSuffix,
      balance.amount,
      status,
    ])
  assert.deepEqual(await read(), [])
  const [large, small, others] = [await giftCard('100'), await giftCard('10'), await giftCard('100')]
  for (const [buyer, { code }] of [
    [member.client, large],
    [member.client, small],
    [newBuyer(shop), others],
  ] as const) {
    const id = await toCheckout(buyer, [{ product: mug }])
    await update(buyer, id, { giftCardCode: code })
    await order(buyer, id)
  }
  assert.deepEqual(await read(), [
    [large.code.slice(-4), '69.10', 'VALID'],
    [small.code.slice(-4), '0.00', 'VALID'],
  ])
  await office.giftCards.disableGiftCard({ giftCardId: large.id })
  assert.deepEqual(
    (await read()).toSorted(),
    [
      [large.code.slice(-4), '69.10', 'DISABLED'],
      [small.code.slice(-4), '0.00', 'VALID'],
    ].toSorted(),
  )
})

test('a visitor is no member: 403 PERMISSION_DENIED', async () => {
  const client = createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId }), modules: { myGiftCards } })
  assert.equal(await codeOf(client.myGiftCards.listMyGiftCards({})), 'PERMISSION_DENIED')
})
