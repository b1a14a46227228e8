import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Input } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'

const nobody = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e99'
const own = 'd80111c5-a0f4-47a8-b63a-65b54d774a27'
const day = 24 * 3600 * 1000

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

type Choice = Partial<Input<'POST /gift-cards/v1/gift-cards'>['giftCard']>
let made = 0
/** A card of €50 and its code. */
async function newCard(choice: Choice = {}, idempotencyKey?: string) {
  const code = choice.code ?? `GIFT-0000-${String(++made).padStart(4, '0')}`
  const { giftCard } = await office.giftCards.createGiftCard({
    giftCard: { code, initialValue: { amount: '50' }, currency: 'EUR', source: 'MANUAL', ...choice },
    ...(idempotencyKey && { idempotencyKey }),
  })
  return { id: giftCard.id, code, giftCard }
}
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const redeem = (code: string, value: string, more: object = {}) =>
  office.giftVouchers.redeemGiftCard({ code, amount: { value }, appId: own, ...more })
const balanceOf = async (code: string) => (await office.giftVouchers.getGiftCard({ code })).giftCard.balance.value
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * day).toISOString()

describe('a gift card', () => {
  test('is made, masked in every answer, and found by its code however that is typed', async () => {
    const { id, giftCard } = await newCard({ code: 'Hcx7-2kqm-9pwd', expirationDate: inDays(365) })
    assert.deepEqual(giftCard, {
      id,
      code: '****-****-****-9PWD',
      codeSuffix: '9PWD',
      initialValue: { amount: '50.00', formattedAmount: '€50.00' },
      balance: { amount: '50.00', formattedAmount: '€50.00' },
      currency: 'EUR',
      expirationDate: inDays(365),
      createdDate: inDays(0),
      updatedDate: inDays(0),
      source: 'MANUAL',
    })
    assert.deepEqual((await office.giftCards.getGiftCard({ giftCardId: id })).giftCard, giftCard)
    assert.deepEqual((await office.giftVouchers.getGiftCard({ code: 'hcx72kqm9PWD' })).giftCard, {
      obfuscatedCode: '****-****-****-9PWD',
      balance: { value: '50.00', currency: 'EUR' },
      status: 'VALID',
      appId: own,
      externalId: id,
    })
  })

  test('without a code and without anybody to write to tells its new code once', async () => {
    const { giftCard } = await office.giftCards.createGiftCard({
      giftCard: { initialValue: { amount: '5' }, currency: 'EUR', source: 'MANUAL' },
    })
    assert.match(giftCard.code, /^([2-9B-Z]{4}-){3}[2-9B-Z]{4}$/)
    assert.equal(await balanceOf(giftCard.code), '5.00')
    assert.equal((await office.giftCards.getGiftCard({ giftCardId: giftCard.id })).giftCard.code, `****-****-****-${giftCard.codeSuffix}`)
  })

  // attack: Operations and defaults | gift card codes are read from a copy of the database | hashes only
  test('keeps nothing in the database that tells its code', async () => {
    await newCard({ code: 'SECRET-WORD-42', notificationInfo: { recipient: { email: 'ada@example.com' }, notificationDate: inDays(9) } })
    const rows = await shop.platform.database.query<{ row: string }>(
      sql`select gift_card::text as row from gift_card where site = ${shop.site}`,
    )
    for (const { row } of rows) assert.doesNotMatch(row, /SECRET/i)
  })

  test('asked for again under one idempotencyKey is the same one', async () => {
    const choice = { initialValue: { amount: '20' } }
    const [first, second] = await Promise.all([
      newCard({ ...choice, code: 'TWICE-001' }, 'once'),
      newCard({ ...choice, code: 'TWICE-002' }, 'once'),
    ])
    assert.equal(first.id, second.id)
    assert.equal((await newCard({}, 'once')).id, first.id)
  })

  test('409 GIFT_CARD_CODE_ALREADY_EXISTS, 400 CURRENCY_NOT_SUPPORTED and INVALID_ARGUMENT', async () => {
    const { code } = await newCard()
    assert.equal(await codeOf(newCard({ code: code.toLowerCase() })), 'GIFT_CARD_CODE_ALREADY_EXISTS')
    assert.equal(await codeOf(newCard({ currency: 'USD' })), 'CURRENCY_NOT_SUPPORTED')
    for (const choice of [
      { initialValue: { amount: '0' } },
      { initialValue: { amount: '1.005' } },
      { expirationDate: inDays(-1) },
      { code: 'A-B-C-D-E' },
    ])
      assert.equal(await codeOf(newCard(choice)), 'INVALID_ARGUMENT')
  })

  test('404 GIFT_CARD_NOT_FOUND by id, by code, and for another app', async () => {
    const { code } = await newCard()
    assert.equal(await codeOf(office.giftCards.getGiftCard({ giftCardId: nobody })), 'GIFT_CARD_NOT_FOUND')
    assert.equal(await codeOf(office.giftCards.disableGiftCard({ giftCardId: nobody })), 'GIFT_CARD_NOT_FOUND')
    assert.equal(await codeOf(office.giftVouchers.getGiftCard({ code: 'NO-SUCH-CODE' })), 'GIFT_CARD_NOT_FOUND')
    assert.equal(await codeOf(office.giftVouchers.getGiftCard({ code, appId: nobody })), 'GIFT_CARD_NOT_FOUND')
    assert.equal(await codeOf(redeem('NO-SUCH-CODE', '5')), 'GIFT_CARD_NOT_FOUND')
    for (const change of [office.giftCards.increaseGiftCardBalance, office.giftCards.decreaseGiftCardBalance])
      assert.equal(await codeOf(change({ giftCardId: nobody, amount: { amount: '5' } })), 'GIFT_CARD_NOT_FOUND')
    assert.equal(await codeOf(office.giftCards.queryGiftCardTransactions({ giftCardId: nobody })), 'GIFT_CARD_NOT_FOUND')
  })

  test('disabled is so for good: 428 GIFT_CARD_DISABLED', async () => {
    const { id, code } = await newCard()
    const { transactionId } = await redeem(code, '10')
    const { giftCard } = await office.giftCards.disableGiftCard({ giftCardId: id })
    assert.equal(giftCard.disabledDate, inDays(0))
    assert.equal((await office.giftVouchers.getGiftCard({ code })).giftCard.status, 'DISABLED')
    assert.equal(await codeOf(office.giftCards.disableGiftCard({ giftCardId: id })), 'GIFT_CARD_DISABLED')
    assert.equal(await codeOf(redeem(code, '5')), 'GIFT_CARD_DISABLED')
    assert.equal(await codeOf(office.giftVouchers.voidTransaction({ transactionId, appId: own })), 'GIFT_CARD_DISABLED')
    assert.equal(await codeOf(office.giftCards.increaseGiftCardBalance({ giftCardId: id, amount: { amount: '5' } })), 'GIFT_CARD_DISABLED')
    assert.equal(await codeOf(office.giftCards.decreaseGiftCardBalance({ giftCardId: id, amount: { amount: '5' } })), 'GIFT_CARD_DISABLED')
  })
})

describe('paying with it', () => {
  test('takes so much off, and a void puts it back, once', async () => {
    const { id, code } = await newCard()
    const { transactionId } = await redeem(code, '12.50', { orderId: nobody })
    assert.equal(await balanceOf(code), '37.50')
    await office.giftVouchers.voidTransaction({ transactionId, appId: own })
    assert.equal(await balanceOf(code), '50.00')
    assert.equal(await codeOf(office.giftVouchers.voidTransaction({ transactionId, appId: own })), 'ALREADY_VOIDED')
    assert.equal(await codeOf(office.giftVouchers.voidTransaction({ transactionId: nobody, appId: own })), 'TRANSACTION_NOT_FOUND')
    assert.equal(await codeOf(office.giftVouchers.voidTransaction({ transactionId: 'none', appId: own })), 'TRANSACTION_NOT_FOUND')
    await office.giftCards.increaseGiftCardBalance({ giftCardId: id, amount: { amount: '5' }, note: 'Sorry', idempotencyKey: 'sorry' })
    await office.giftCards.increaseGiftCardBalance({ giftCardId: id, amount: { amount: '5' }, idempotencyKey: 'sorry' })
    const { balance } = await office.giftCards.decreaseGiftCardBalance({ giftCardId: id, amount: { amount: '1' } })
    assert.equal(balance.amount, '54.00')
    const { transactions } = await office.giftCards.queryGiftCardTransactions({
      giftCardId: id,
      query: { sort: [{ fieldName: 'id', order: 'ASC' }] },
    })
    assert.deepEqual(
      transactions.map(({ type, operationType, amount, updatedBalance }) => [type, operationType, amount.amount, updatedBalance.amount]),
      [
        ['INITIAL', 'ADD', '50.00', '50.00'],
        ['REDEEM', 'SUBTRACT', '12.50', '37.50'],
        ['VOID', 'ADD', '12.50', '50.00'],
        ['MANUAL', 'ADD', '5.00', '55.00'],
        ['MANUAL', 'SUBTRACT', '1.00', '54.00'],
      ],
    )
    assert.equal(transactions[1]?.orderInfo?.orderId, nobody)
    const voids = await office.giftCards.queryGiftCardTransactions({ giftCardId: id, query: { filter: { type: 'VOID' } } })
    assert.equal(voids.transactions.length, 1)
  })

  test('428 INSUFFICIENT_FUNDS, 428 GIFT_CARD_EXPIRED, 409 ALREADY_REDEEMED, 400 CURRENCY_NOT_SUPPORTED and INVALID_ARGUMENT', async () => {
    const { id, code } = await newCard({ expirationDate: inDays(2) })
    assert.equal(await codeOf(redeem(code, '50.01')), 'INSUFFICIENT_FUNDS')
    assert.equal(
      await codeOf(office.giftCards.decreaseGiftCardBalance({ giftCardId: id, amount: { amount: '50.01' } })),
      'INSUFFICIENT_FUNDS',
    )
    assert.equal(
      await codeOf(office.giftCards.increaseGiftCardBalance({ giftCardId: id, amount: { amount: '1000000000' } })),
      'INVALID_GIFT_CARD_BALANCE',
    )
    assert.equal(await codeOf(redeem(code, '5', { orderId: nobody })), 'done')
    assert.equal(await codeOf(redeem(code, '5', { orderId: nobody })), 'ALREADY_REDEEMED')
    assert.equal(await codeOf(redeem(code, '5', { amount: { value: '5', currency: 'USD' } })), 'CURRENCY_NOT_SUPPORTED')
    assert.equal(await codeOf(redeem(code, '0')), 'INVALID_ARGUMENT')
    const { transactionId } = await redeem(code, '1')
    shop.clock.advance(2 * day)
    assert.equal(await codeOf(redeem(code, '5')), 'GIFT_CARD_EXPIRED')
    assert.equal(await codeOf(office.giftVouchers.voidTransaction({ transactionId, appId: own })), 'GIFT_CARD_EXPIRED')
    assert.equal(await codeOf(office.giftCards.disableGiftCard({ giftCardId: id })), 'GIFT_CARD_EXPIRED')
    for (const change of [office.giftCards.increaseGiftCardBalance, office.giftCards.decreaseGiftCardBalance])
      assert.equal(await codeOf(change({ giftCardId: id, amount: { amount: '1' } })), 'GIFT_CARD_EXPIRED')
    assert.equal((await office.giftVouchers.getGiftCard({ code })).giftCard.status, 'EXPIRED')
  })

  // attack: Money | one gift card is spent thirty times at once | it never goes below zero
  test('a card that thirty want to spend at once never goes below zero', async () => {
    const { id, code } = await newCard()
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => codeOf(redeem(code, '7'))))
    assert.equal(outcomes.filter((outcome) => outcome === 'done').length, 7)
    assert.ok(outcomes.every((outcome) => outcome === 'done' || outcome === 'INSUFFICIENT_FUNDS'))
    assert.equal(await balanceOf(code), '1.00')
    const { transactions } = await office.giftCards.queryGiftCardTransactions({ giftCardId: id })
    assert.deepEqual(
      transactions.map(({ updatedBalance }) => Number(updatedBalance.amount)).toSorted((a, b) => b - a),
      [50, 43, 36, 29, 22, 15, 8, 1],
    )
  })

  // attack: Money | a redemption is voided twice at once | it gives back once
  test('one that was voided twice at once gives back once', async () => {
    const { code } = await newCard()
    const { transactionId } = await redeem(code, '20')
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(office.giftVouchers.voidTransaction({ transactionId, appId: own }))),
    )
    assert.deepEqual(outcomes.toSorted(), [
      'ALREADY_VOIDED',
      'ALREADY_VOIDED',
      'ALREADY_VOIDED',
      'ALREADY_VOIDED',
      'ALREADY_VOIDED',
      'ALREADY_VOIDED',
      'ALREADY_VOIDED',
      'done',
    ])
    assert.equal(await balanceOf(code), '50.00')
  })
})

describe('its email', () => {
  const inbox = async () => {
    const { messages } = await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).inbox.listMessages({ limit: 20 })
    return messages
  }

  test('goes to who gets it, once, with the code', async () => {
    const recipient = { email: 'grace@example.com', name: 'Grace' }
    const { code } = await newCard({ notificationInfo: { recipient, sender: { name: 'Ada' }, personalizedMessage: 'For tea.' } })
    await shop.platform.jobs.settle()
    assert.equal((await inbox()).filter(({ to }) => to.includes(recipient.email)).length, 1, 'without waiting for the minute')
    await shop.platform.everyMinute()
    const sent = (await inbox()).filter(({ to }) => to.includes(recipient.email))
    assert.deepEqual(
      sent.map(({ subject }) => subject),
      ['Ada has something for you'],
    )
    const { message } = await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).inbox.getMessage({ id: sent[0]!.id })
    for (const words of [code, 'For tea.', 'Grace', '€50.00']) assert.ok(message.text.includes(words), words)
  })

  test('waits for its date', async () => {
    const recipient = { email: 'later@example.com' }
    await newCard({ notificationInfo: { recipient, notificationDate: inDays(1) } })
    await shop.platform.jobs.settle()
    await shop.platform.everyMinute()
    assert.equal((await inbox()).filter(({ to }) => to.includes(recipient.email)).length, 0)
    shop.clock.advance(day)
    await shop.platform.everyMinute()
    assert.equal((await inbox()).filter(({ to }) => to.includes(recipient.email)).length, 1)
  })
})

describe('finding gift cards', () => {
  test('by balance, value, suffix and dates, page by page, and by words', async () => {
    const values = ['301', '302', '303']
    for (const [i, amount] of values.entries())
      await newCard({ initialValue: { amount }, notificationInfo: { recipient: { name: `Findable ${i}` } } })
    const filter = { initialValue: { $gt: 300 } }
    const amounts = (found: { giftCards: readonly { initialValue: { amount: string } }[] }) =>
      found.giftCards.map(({ initialValue }) => initialValue.amount)
    const sort = [{ fieldName: 'initialValue', order: 'DESC' as const }]
    const first = await office.giftCards.queryGiftCards({ query: { filter, sort, cursorPaging: { limit: 2 } } })
    assert.deepEqual(amounts(first), ['303.00', '302.00'])
    const next = await office.giftCards.queryGiftCards({ query: { cursorPaging: { cursor: first.pagingMetadata.cursors.next, limit: 2 } } })
    assert.deepEqual(amounts(next), ['301.00'])
    assert.deepEqual(amounts(await office.giftCards.searchGiftCards({ search: { search: { expression: 'findABLE 1' } } })), ['302.00'])
    assert.deepEqual(amounts(await office.giftCards.searchGiftCards({ search: { search: { expression: '100%' } } })), [])
    assert.deepEqual(await office.giftCards.countGiftCards({ filter }), { count: 3 })
    assert.equal(await codeOf(office.giftCards.queryGiftCards({ query: { filter: { color: 1 } } })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(office.giftCards.countGiftCards({ filter: { color: 1 } })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(office.giftCards.searchGiftCards({ search: { filter: { color: 1 } } })), 'INVALID_ARGUMENT')
  })
})

describe('the shop’s cards, for its merchant', () => {
  const to = (email: string, name: string, more: object = {}) => ({ notificationInfo: { recipient: { email, name }, ...more } })

  test('are listed by the mail address they are sent to, however it is written, the newest first', async () => {
    const first = await newCard(to('Hopper@Example.com', 'Grace'))
    shop.clock.advance(1000)
    const second = await newCard(to('hopper@example.com', 'Grace Hopper'))
    await newCard(to('hopper@example.org', 'Another Grace'))
    const { giftCards } = await office.giftCards.listGiftCardsByEmail({ email: 'HOPPER@example.com' })
    assert.deepEqual(
      giftCards.map(({ id }) => id),
      [second.id, first.id],
    )
    assert.deepEqual((await office.giftCards.listGiftCardsByEmail({ email: 'nobody@example.com' })).giftCards, [])
  })

  test('are listed by part of the name or mail of whoever gets or gave them', async () => {
    const { id } = await newCard(to('edsger@example.com', 'Edsger', { sender: { name: 'Maria Debets' } }))
    const found = async (searchField: string) =>
      (await office.giftCards.listGiftCardsByContactDetails({ searchField })).giftCards.map((one) => one.id)
    assert.deepEqual([await found('debets'), await found('EDSGER@')], [[id], [id]])
    assert.deepEqual(await found('100%'), [])
  })

  test('are summed up: what is owed, on how many, and those that wait or are disabled', async () => {
    const before = await office.giftCards.sumUpGiftCards()
    const [full, empty, gone] = [await newCard(), await newCard(), await newCard()]
    await redeem(full.code, '10')
    await redeem(empty.code, '50')
    await office.giftCards.disableGiftCard({ giftCardId: gone.id })
    await newCard({ expirationDate: inDays(1), ...to('later@example.com', 'Later', { notificationDate: inDays(2) }) })
    const now = await office.giftCards.sumUpGiftCards()
    const more = (what: keyof typeof now.counts) => now.counts[what] - before.counts[what]
    assert.equal(Number(now.owed) - Number(before.owed), 90)
    assert.deepEqual(
      [more('all'), more('withMoney'), more('empty'), more('waiting'), more('disabled'), now.currency],
      [4, 2, 1, 1, 1, 'EUR'],
    )
    shop.clock.advance(day)
    const later = await office.giftCards.sumUpGiftCards()
    assert.equal(Number(now.owed) - Number(later.owed) >= 50, true, 'what has run out is owed no more')
  })

  test('are found by whether they are disabled, and by the day of an email that has not gone', async () => {
    const card = await newCard(to('soon@example.com', 'Soon', { notificationDate: inDays(30) }))
    const found = async (filter: Record<string, unknown>) =>
      (await office.giftCards.queryGiftCards({ query: { filter, cursorPaging: { limit: 100 } } })).giftCards.map(({ id }) => id)
    const now = inDays(0)
    assert.ok((await found({ 'notificationInfo.notificationDate': { $gt: now } })).includes(card.id))
    assert.ok(!(await found({ disabledDate: { $exists: true } })).includes(card.id))
    await office.giftCards.sendGiftCardEmail({ giftCardId: card.id })
    assert.ok(!(await found({ 'notificationInfo.notificationDate': { $gt: now } })).includes(card.id))
    const { giftCard } = await office.giftCards.getGiftCard({ giftCardId: card.id })
    assert.equal(giftCard.notificationInfo?.notificationDate, now, 'what is sent before its day has its day now')
    await office.giftCards.disableGiftCard({ giftCardId: card.id })
    assert.ok((await found({ disabledDate: { $exists: true } })).includes(card.id))
  })
})
