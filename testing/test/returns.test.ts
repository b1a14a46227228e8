/** Goods on their way back, as their buyers ask for it and are told. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import sharp from 'sharp'
import { newBuyer } from '../src/buyer.ts'
import { emailsTo } from '../src/mailbox.ts'
import { newMember as enrolled } from '../src/member.ts'
import { codeOf } from '../src/refused.ts'
import { reason, startReturningShop } from '../src/returning-shop.ts'
import { newMember } from '../src/subscribed-member.ts'

const { shop, office, mug, plate, sent, ask, left, settings } = await startReturningShop()
const day = 24 * 3_600_000

describe('what a buyer asks for', () => {
  test('is approved at once within the first days, seen with the email of the order, and called off as long as it is with them', async () => {
    const order = await sent([{ product: mug, colour: 'Sage', quantity: 2 }])
    const guest = newBuyer(shop)
    const { orderId: id, email, lines } = order
    assert.equal(await codeOf(guest.returns.getReturnability({ id })), 'ORDER_NOT_FOUND')
    const { returnability } = await guest.returns.getReturnability({ id, email })
    assert.deepEqual([returnability.state, returnability.isAutomatic, returnability.windowDays], ['OPEN', true, 30])
    assert.equal(returnability.lines[0]?.unitAmount.amount, '25.00')

    const wanted = { lines: [{ lineItemId: lines[0]!, quantity: 1, reason }], note: 'Too small.' }
    assert.equal(await codeOf(guest.returns.requestReturn({ id, ...wanted })), 'ORDER_NOT_FOUND')
    const { return: made } = await guest.returns.requestReturn({ id, email, ...wanted })
    assert.deepEqual([made.status, made.amount.amount, made.actions, made.customer], ['APPROVED', '25.00', ['CANCEL'], undefined])
    assert.deepEqual(
      made.history.map(({ status, by }) => `${status} ${by}`),
      ['REQUESTED BUYER', 'APPROVED RULE'],
    )
    assert.match(made.number, /^\d+-R1$/)
    assert.deepEqual(await left(order), [1])

    assert.equal(await codeOf(guest.returns.getReturn({ id: made.id })), 'RETURN_NOT_FOUND')
    assert.equal((await guest.returns.getReturn({ id: made.id, email })).return.note, 'Too small.')
    assert.equal(await codeOf(guest.returns.cancelReturn({ id: made.id })), 'RETURN_NOT_FOUND')
    assert.equal((await guest.returns.cancelReturn({ id: made.id, email })).return.status, 'CANCELED')
    assert.equal((await guest.returns.cancelReturn({ id: made.id, email })).return.status, 'CANCELED', 'done again it stays so')
    assert.deepEqual(await left(order), [2])
    const { order: told } = await office.orders.getOrder({ id })
    const story = told.activities.flatMap(({ merchantComment }) => merchantComment?.message ?? [])
    assert.match(story.join(' '), /was asked for and approved by the rules.*was called off/s)
  })

  test('is theirs in their account', async () => {
    const { client } = await newMember(shop)
    const order = await sent(undefined, { who: client })
    await client.returns.requestReturn({ id: order.orderId, lines: [{ lineItemId: order.lines[0]!, quantity: 1, reason }] })
    const second = await sent([{ product: plate }], { who: client })
    const { return: newest } = await client.returns.requestReturn({
      id: second.orderId,
      lines: [{ lineItemId: second.lines[0]!, quantity: 1, reason }],
    })
    const first = await client.returns.listMyReturns({ limit: 1 })
    assert.deepEqual(
      first.returns.map(({ id }) => id),
      [newest.id],
    )
    const rest = await client.returns.listMyReturns({ cursor: first.nextCursor })
    assert.deepEqual(
      rest.returns.map(({ orderId }) => orderId),
      [order.orderId],
    )
    assert.equal(rest.nextCursor, undefined)
    assert.equal(await codeOf(client.returns.listMyReturns({ cursor: 'x' })), 'INVALID_ARGUMENT')
    const { client: other } = await newMember(shop)
    assert.deepEqual((await other.returns.listMyReturns({})).returns, [])
    assert.equal(await codeOf(other.returns.getReturn({ id: newest.id })), 'RETURN_NOT_FOUND')
  })

  test('409 NOT_RETURNABLE names how many units are left: what was not sent, is in another return or was refunded cannot come back', async () => {
    const order = await sent([{ product: mug, colour: 'Sage', quantity: 2 }, { product: plate }], { handOver: false })
    const guest = newBuyer(shop)
    const { orderId: id, email, lines } = order
    const of = (quantity: number, lineItemId = lines[0]!) =>
      guest.returns.requestReturn({ id, email, lines: [{ lineItemId, quantity, reason }] })
    assert.equal((await guest.returns.getReturnability({ id, email })).returnability.state, 'NOTHING')
    const [unsent] = await attempt(of(1))
    assert.deepEqual([unsent?.code, unsent?.data], ['NOT_RETURNABLE', { lineItemId: lines[0], returnable: 0, reason: 'NOT_SHIPPED' }])
    await office.orderFulfillments.createFulfillment({ orderId: id, fulfillment: { lineItems: [{ id: lines[0]!, quantity: 2 }] } })
    assert.equal(await codeOf(of(3)), 'NOT_RETURNABLE')
    assert.equal(await codeOf(of(1, lines[1])), 'NOT_RETURNABLE')
    assert.equal(await codeOf(of(1)), 'done')
    assert.equal(await codeOf(of(2)), 'NOT_RETURNABLE')
    const { payments } = (await office.orderTransactions.listTransactionsForSingleOrder({ orderId: id })).orderTransactions
    await office.orderBilling.refundPayments({
      orderId: id,
      paymentRefunds: [{ paymentId: payments[0]!.id! }],
      refundItems: { lineItems: [{ lineItemId: lines[0]!, quantity: 1 }] },
    })
    assert.equal(await codeOf(of(1)), 'NOT_RETURNABLE')
    assert.equal(await codeOf(of(1, newId())), 'ORDER_LINE_ITEM_NOT_FOUND')
  })

  test('the same unit in two returns at once is in one of them', async () => {
    const order = await sent()
    const guests = [newBuyer(shop), newBuyer(shop), newBuyer(shop)]
    const lines = [{ lineItemId: order.lines[0]!, quantity: 1, reason }]
    const codes = await Promise.all(
      guests.map((guest) => codeOf(guest.returns.requestReturn({ id: order.orderId, email: order.email, lines }))),
    )
    assert.deepEqual(codes.sort(), ['NOT_RETURNABLE', 'NOT_RETURNABLE', 'done'])
  })

  test('travels in one of the ways that the shop offers: a code waits for the shop to enter it, what is brought goes to that place', async () => {
    const guest = newBuyer(shop)
    const asking = async (method: 'SHIPMENT' | 'CODE' | 'IN_PERSON') => {
      const order = await sent()
      const { orderId: id, email } = order
      const asked = await attempt(
        guest.returns.requestReturn({ id, email, lines: [{ lineItemId: order.lines[0]!, quantity: 1, reason }], method }),
      )
      return { ...order, asked: asked[1]?.return, code: asked[0]?.code }
    }
    for (const method of ['CODE', 'IN_PERSON'] as const) assert.equal((await asking(method)).code, 'INVALID_ARGUMENT', method)
    const place = ['Kastanienallee 77, Berlin', 'Monday to Saturday']
    await settings({ offersCode: true, inPersonAddress: place, address: ['Returns', '10435 Berlin'] })
    const { orderId, email, asked } = await asking('CODE')
    const { returnability } = await guest.returns.getReturnability({ id: orderId, email })
    assert.deepEqual([returnability.methods, returnability.inPersonAddress], [['SHIPMENT', 'CODE', 'IN_PERSON'], place])
    assert.deepEqual([asked?.status, asked?.shipping], ['REQUESTED', undefined])
    await office.orderReturns.approveReturn({ id: asked!.id, code: ' DHL-0034 ' })
    const { return: approved } = await guest.returns.getReturn({ id: asked!.id, email })
    assert.deepEqual([approved.method, approved.shipping?.code, approved.shipping?.address[0]], ['CODE', 'DHL-0034', 'Returns'])
    const { asked: brought } = await asking('IN_PERSON')
    assert.deepEqual([brought?.status, brought?.shipping?.address], ['APPROVED', place])
    const { asked: usual } = await asking('SHIPMENT')
    assert.deepEqual([usual?.status, usual?.shipping?.address], ['APPROVED', ['Returns', '10435 Berlin']])
    await settings({ offersCode: false, inPersonAddress: [], address: [] })
  })

  test('goes by the settings of the shop', async () => {
    const order = await sent()
    const guest = newBuyer(shop)
    const { orderId: id, email } = order
    const lines = [{ lineItemId: order.lines[0]!, quantity: 1, reason }]
    const { settings: usual } = await office.orderReturns.getReturnSettings({})
    const wanted = (more: object = {}) => codeOf(guest.returns.requestReturn({ id, email, lines, ...more }))
    await settings({ isOpen: false })
    assert.deepEqual(
      [await wanted(), (await guest.returns.getReturnability({ id, email })).returnability.state],
      ['RETURNS_CLOSED', 'CLOSED'],
    )
    await settings({ isOpen: true, offersExchange: false, offersStoreCredit: false })
    assert.equal(await wanted({ resolution: 'EXCHANGE' }), 'RETURN_RESOLUTION_NOT_OFFERED')
    assert.equal(await wanted({ resolution: 'STORE_CREDIT' }), 'RETURN_RESOLUTION_NOT_OFFERED')
    await settings({ offersExchange: true, offersStoreCredit: true, excludedProductIds: [mug.id] })
    assert.equal(await wanted(), 'NOT_RETURNABLE')
    await settings({ excludedProductIds: [], reasons: ['Because'] })
    assert.equal(await wanted(), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(settings({ revision: usual.revision, windowDays: 3 })), 'STALE_REVISION')
    await settings({ reasons: usual.reasons, automaticDays: 0, windowDays: 20, address: ['Morrow', '10435 Berlin'] })
    shop.clock.advance(20 * day + 1)
    assert.deepEqual(
      [await wanted(), (await guest.returns.getReturnability({ id, email })).returnability.state],
      ['RETURN_WINDOW_OVER', 'TOO_LATE'],
    )
    await settings({ windowDays: 30 })
    const { return: late } = await guest.returns.requestReturn({ id, email, lines })
    assert.equal(late.status, 'REQUESTED', 'nothing is approved by the rules')
    await office.orderReturns.approveReturn({ id: late.id })
    assert.deepEqual((await guest.returns.getReturn({ id: late.id, email })).return.shipping?.address, ['Morrow', '10435 Berlin'])
    await settings({ automaticDays: usual.automaticDays, address: [] })
  })

  test('409 EXCHANGE_NOT_POSSIBLE where the variant is none of the product', async () => {
    const order = await sent()
    const guest = newBuyer(shop)
    const wanted = (exchangeVariantId?: string) =>
      guest.returns.requestReturn({
        id: order.orderId,
        email: order.email,
        resolution: 'EXCHANGE',
        lines: [{ lineItemId: order.lines[0]!, quantity: 1, reason, ...(exchangeVariantId && { exchangeVariantId }) }],
      })
    assert.equal(await codeOf(wanted()), 'EXCHANGE_NOT_POSSIBLE')
    assert.equal(await codeOf(wanted(newId())), 'EXCHANGE_NOT_POSSIBLE')
    const { return: made } = await wanted(mug.variants['Ink'])
    assert.equal(made.lines[0]?.exchangeFor?.name, 'Ink')
  })
})

describe('pictures of what is wrong', () => {
  const photo = async () =>
    (
      await sharp({ create: { width: 60, height: 40, channels: 3, background: { r: Math.floor(Math.random() * 255), g: 9, b: 120 } } })
        .jpeg()
        .toBuffer()
    ).toString('base64')

  test('are shown with the return to its buyer and the shop, and go with the buyer', async () => {
    const who = newBuyer(shop)
    const { orderId, email, lines } = await sent([{ product: mug, colour: 'Sage' }], { who })
    const { picture } = await who.returns.uploadReturnPicture({ content: await photo() })
    const asking = { id: orderId, lines: [{ lineItemId: lines[0]!, quantity: 1, reason }], pictures: [picture.id!, picture.id!] }
    const { return: made } = await who.returns.requestReturn(asking)
    assert.deepEqual(made.pictures, [picture.id])
    assert.deepEqual((await office.returns.getReturn({ id: made.id })).return.pictures, [picture.id])
    const unused = await office.mediaLibrary.listUnusedFiles({ limit: 100 })
    assert.ok(!JSON.stringify(unused).includes(picture.id!), 'it is used')
    const rowsOf = () => shop.platform.database.query(sql`select id from media where site = ${shop.site} and id = ${picture.id!}`)
    assert.equal((await rowsOf()).length, 1)
    await office.orderReturns.refuseReturn({ id: made.id, message: 'Used' })
    await office.personalData.erasePersonalData({ email })
    assert.equal((await rowsOf()).length, 0)
    assert.equal((await office.returns.getReturn({ id: made.id })).return.pictures, undefined)
  })

  test('that a member sent and showed nowhere go with the member, and those of others stay', async () => {
    const { client, memberId } = await newMember(shop, await enrolled(shop))
    const { picture: theirs } = await client.returns.uploadReturnPicture({ content: await photo() })
    const { picture: others } = await newBuyer(shop).returns.uploadReturnPicture({ content: await photo() })
    await office.memberManagement.deleteMember({ id: memberId })
    shop.clock.advance(31 * day)
    await shop.platform.everyMinute()
    const left = await shop.platform.database.query<{ id: string }>(
      sql`select id from media where site = ${shop.site} and id = any(${[theirs.id!, others.id!]}::text[])`,
    )
    assert.deepEqual(left, [{ id: others.id }])
  })

  test('400 INVALID_ARGUMENT for a picture of somebody else, and nothing is asked for', async () => {
    const who = newBuyer(shop)
    const { orderId, lines } = await sent([{ product: mug, colour: 'Sage' }], { who })
    const { picture } = await newBuyer(shop).returns.uploadReturnPicture({ content: await photo() })
    const asking = { id: orderId, lines: [{ lineItemId: lines[0]!, quantity: 1, reason }] }
    const [refused] = await attempt(who.returns.requestReturn({ ...asking, pictures: [picture.id!] }))
    assert.equal(refused?.code, 'INVALID_ARGUMENT')
    assert.deepEqual((await who.returns.getReturnability({ id: orderId })).returnability.returns, [])
  })
})

describe('emails', () => {
  const subjects = async (email: string) => {
    await shop.platform.jobs.settle()
    return (await emailsTo(shop, email)).map(({ subject }) => subject).filter((subject) => /return/i.test(subject))
  }

  test('tell the buyer of each step, with the label and what goes back, and lead to the page of the return', async () => {
    const order = await sent()
    const guest = newBuyer(shop)
    await settings({ automaticDays: 0, address: ['Morrow', '10435 Berlin'] })
    const { return: made } = await guest.returns.requestReturn({
      id: order.orderId,
      email: order.email,
      lines: [{ lineItemId: order.lines[0]!, quantity: 1, reason }],
      note: 'Too small for tea.',
    })
    const { id, number } = made
    await shop.platform.jobs.settle()
    await office.orderReturns.approveReturn({ id, labelUrl: 'https://labels.example/7.pdf', message: 'Use the box.' })
    await shop.platform.jobs.settle()
    await settings({ automaticDays: 14, address: [] })
    await office.orderReturns.receiveReturn({ id })
    await shop.platform.jobs.settle()
    await office.orderReturns.checkReturn({ id, lines: [{ lineItemId: order.lines[0]!, condition: 'AS_NEW', accepted: 1, restocked: 1 }] })
    await office.orderReturns.refundReturn({ id })
    const told = await subjects(order.email)
    assert.deepEqual(
      told.sort(),
      [
        `We have your request for return ${number}`,
        `Return ${number} is approved`,
        `Return ${number} is with us`,
        `€25.00 are on their way back. Return ${number}`,
      ].sort(),
    )
    const approved = (await emailsTo(shop, order.email)).find(({ subject }) => subject === `Return ${number} is approved`)
    for (const words of ['https://labels.example/7.pdf', 'Use the box.', '10435 Berlin']) assert.ok(approved?.text.includes(words), words)
    const refunded = (await emailsTo(shop, order.email)).find(({ subject }) => subject.startsWith('€25.00'))
    assert.match(refunded?.text ?? '', new RegExp(`/return/${id}`))
  })

  test('say why nothing goes back, and that broken things need not be sent', async () => {
    const refused = await sent()
    await office.orderReturns.refuseReturn({ id: (await ask(refused)).id, message: 'It has stood on a flame.' })
    const [, no] = [
      await subjects(refused.email),
      (await emailsTo(shop, refused.email)).find(({ subject }) => subject.startsWith('We cannot')),
    ]
    assert.match(no?.text ?? '', /It has stood on a flame\./)
    const broken = await sent()
    await office.orderReturns.approveReturn({ id: (await ask(broken)).id, keepsGoods: true })
    assert.equal((await subjects(broken.email)).filter((subject) => subject.endsWith('is approved')).length, 1)
    const yes = (await emailsTo(shop, broken.email)).find(({ subject }) => subject.endsWith('is approved'))
    assert.match(yes?.text ?? '', /You need not send it back/)
  })
})
