// Charges of a service whose memberships pay here: those it does not answer, and those that a merchant makes and voids.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { Refuses } from '../../examples/plugins/serve.ts'
import { appId, type MembershipPath, type MemberWithCard, startMembershipShop } from '../src/membership-shop.ts'
import { codeOf, reasonOf, refusedWith } from '../src/refused.ts'

const { begin, end, admin, app, charges, minuteLater, order, paymentsOf, service, settle, states, voids, withLessons } =
  await startMembershipShop()
let member: MemberWithCard['member']
let ten: MemberWithCard['ten']
let plugin: MemberWithCard['plugin']
beforeEach(async () => {
  ;({ member, ten, plugin } = await begin())
})
afterEach(end)

describe('silence', () => {
  const loses = (path: MembershipPath) => {
    let lost = false
    service.afterwards = (one) => {
      if (one.path !== path || lost) return
      lost = true
      throw new Refuses(500, '')
    }
  }
  const says = (code: string) => () => {
    throw new Refuses(500, code)
  }

  test('of the list: nothing is offered, and an order that counts on a membership is refused with 409 CHARGE_MEMBERSHIP_ERROR', async () => {
    const id = await withLessons(2)
    service.instead = says('')
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, name: 'Silent' } })
    const { checkout } = await member.client.checkout.getCheckout({ id })
    assert.deepEqual([checkout.membershipOptions?.eligibleMemberships, checkout.priceSummary?.total?.amount], [[], '90.00'])
    const refused = await refusedWith(order(id))
    assert.deepEqual([refused?.code, reasonOf(refused)], ['CHARGE_MEMBERSHIP_ERROR', 'PLUGIN_FAILED'])
    assert.deepEqual([charges().length, ten.left, await states()], [0, 10, []])
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, active: false } })
    assert.equal(await codeOf(order(id)), 'CHARGE_MEMBERSHIP_ERROR')
    await admin.servicePlugins.deleteServicePlugin({ id: plugin })
    assert.equal(await codeOf(order(id)), 'CHARGE_MEMBERSHIP_ERROR')
  })

  test('of a charge: the next try asks with the same key, and nothing is charged twice', async () => {
    const id = await withLessons(2)
    loses('/v1/charge-membership')
    assert.equal(await codeOf(order(id)), 'CHARGE_MEMBERSHIP_ERROR')
    assert.deepEqual([ten.left, await states()], [8, ['UNKNOWN']])
    await order(id)
    assert.deepEqual([ten.left, await states()], [8, ['USED']])
    const [first, second] = charges()
    assert.equal(first!.request.idempotencyKey, second!.request.idempotencyKey)
    assert.equal(first!.metadata.requestId, second!.metadata.requestId)
  })

  test('of a charge that nobody tries again is found out about, and it is voided, however often that is not heard', async () => {
    const id = await withLessons(2)
    loses('/v1/charge-membership')
    assert.equal(await codeOf(order(id)), 'CHARGE_MEMBERSHIP_ERROR')
    await settle()
    assert.deepEqual([ten.left, charges().length], [8, 1], 'somebody may be trying again')
    loses('/v1/void-membership-charge')
    await minuteLater()
    assert.deepEqual([ten.left, await states()], [10, ['VOIDING']])
    await settle()
    assert.deepEqual([ten.left, await states(), voids().length], [10, ['VOIDED'], 2])
  })

  test('and a service that says MEMBERSHIP_ALREADY_CHARGED has charged it', async () => {
    const id = await withLessons(2)
    loses('/v1/charge-membership')
    assert.equal(await codeOf(order(id)), 'CHARGE_MEMBERSHIP_ERROR')
    service.instead = ({ path }) => {
      if (path === '/v1/charge-membership') throw new Refuses(409, 'MEMBERSHIP_ALREADY_CHARGED')
      return undefined
    }
    const { orderId } = await order(id)
    assert.deepEqual([ten.left, await states()], [8, ['USED']])
    assert.equal((await paymentsOf(orderId))[0]?.membershipPaymentDetails?.externalTransactionId, undefined)
  })
})

describe('a merchant', () => {
  const unpaid = async () => {
    const id = await withLessons(2, { choose: false })
    const { orderId } = await order(id)
    return { orderId, lineItemId: (await app.orders.getOrder({ id: orderId })).order.lineItems[0]!.id }
  }
  const chargeCard = (orderId: string, lineItemId: string, membershipId = 'ten') =>
    admin.orderBilling.chargeMemberships({
      orderId,
      memberId: member.memberId,
      memberships: [{ lineItemId, membershipIdentifier: { existingMembership: { appId, membershipId } } }],
    })

  test('charges a membership of a service for a line of an order, and voids it', async () => {
    const { orderId, lineItemId } = await unpaid()
    assert.equal(await codeOf(chargeCard(orderId, lineItemId, 'another')), 'MEMBERSHIP_NOT_ELIGIBLE')
    const { payments } = await chargeCard(orderId, lineItemId)
    const [payment] = payments
    assert.deepEqual([payment?.amount?.amount, ten.left, await states()], ['90.00', 8, ['USED']])
    assert.match(payment?.membershipPaymentDetails?.externalTransactionId ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(await codeOf(chargeCard(orderId, lineItemId)), 'LINE_ITEM_PAID')
    await admin.orderBilling.voidMemberships({ orderId, paymentIds: [payment!.id!] })
    assert.deepEqual([ten.left, await states()], [10, ['VOIDED']])
    assert.equal((await paymentsOf(orderId))[0]?.membershipPaymentDetails?.status, 'VOIDED')
  })

  test('409 CHARGE_MEMBERSHIP_ERROR where the service does not say whether it charged; the next try asks again', async () => {
    const { orderId, lineItemId } = await unpaid()
    let lost = false
    service.afterwards = ({ path }) => {
      if (path !== '/v1/charge-membership' || lost) return
      lost = true
      throw new Refuses(500, '')
    }
    assert.equal(await codeOf(chargeCard(orderId, lineItemId)), 'CHARGE_MEMBERSHIP_ERROR')
    await chargeCard(orderId, lineItemId)
    assert.deepEqual([ten.left, await states()], [8, ['USED']])
  })

  test('409 CHARGE_MEMBERSHIP_ERROR by the other names of the call as well, and the order stays as it is', async () => {
    const { orderId, lineItemId } = await unpaid()
    const { memberId } = member
    service.instead = ({ path }) => {
      if (path === '/v1/charge-membership') throw new Refuses(428, 'MEMBERSHIP_CANNOT_BE_CHARGED')
      return undefined
    }
    const membership = { lineItemId, membershipIdentifier: { existingMembership: { appId, membershipId: 'ten' } } }
    const refused = await refusedWith(admin.orderBilling.chargeOrder({ orderId, memberId, memberships: [membership] }))
    assert.deepEqual(
      [refused?.code, refused?.data],
      ['CHARGE_MEMBERSHIP_ERROR', { reason: 'MEMBERSHIP_CANNOT_BE_CHARGED', lineItemIds: [lineItemId] }],
    )
    const membershipCharges = [{ lineItemId, appId, membershipId: 'ten' }]
    assert.equal(
      await codeOf(app.orders.chargeMemberships({ ecomOrderId: orderId, memberId, membershipCharges })),
      'CHARGE_MEMBERSHIP_ERROR',
    )
    assert.deepEqual([await paymentsOf(orderId), ten.left], [[], 10])
    service.instead = () => undefined
    const { payments } = await admin.orderBilling.chargeOrder({ orderId, memberId, memberships: [membership] })
    assert.deepEqual([payments[0]?.amount?.amount, ten.left], ['90.00', 8])
  })

  test('409 VOID_MEMBERSHIP_ERROR where the service does not void it, or does not say whether it did', async () => {
    const { orderId } = await order(await withLessons(2))
    const paymentId = (await paymentsOf(orderId))[0]!.id!
    const undo = () => admin.orderBilling.voidMemberships({ orderId, paymentIds: [paymentId] })
    service.instead = ({ path }) => (path === '/v1/get-voidability' ? { voidable: false, reason: 'The lesson is over.' } : undefined)
    const refused = await refusedWith(undo())
    assert.deepEqual(
      [refused?.status, refused?.code, refused?.data],
      [409, 'VOID_MEMBERSHIP_ERROR', { reason: 'The lesson is over.', paymentId }],
    )
    assert.deepEqual([voids().length, await states(), ten.left], [0, ['USED'], 8])
    service.instead = () => undefined
    let lost = false
    service.afterwards = ({ path }) => {
      if (path !== '/v1/void-membership-charge' || lost) return
      lost = true
      throw new Refuses(500, '')
    }
    assert.equal(await codeOf(undo()), 'VOID_MEMBERSHIP_ERROR')
    await undo()
    assert.deepEqual([ten.left, await states(), voids().length], [10, ['VOIDED'], 2])
    assert.equal((await paymentsOf(orderId))[0]?.membershipPaymentDetails?.status, 'VOIDED')
  })
})
