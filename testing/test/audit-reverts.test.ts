import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { startAuditedShop } from '../src/audited-shop.ts'
import { pathOf, refusalOf } from '../src/wire.ts'

const { settings, office, app, as, detail, entries, newest, newCoupon, newGroup, newOrder } = await startAuditedShop()

describe('POST /vitrine/v1/audit/{id}/revert', () => {
  const revert = (id: string, body: object = {}) => as('OWNER', `POST /vitrine/v1/audit/${id}/revert`, body)
  const lastOf = async (entityId: string) => (await entries({ entityIds: { $hasSome: [entityId] } }))[0]!

  test('200 puts values back by the entity’s own update, and is told as such', async () => {
    const id = await newCoupon()
    await as('ORDERS', `PATCH /stores/v2/coupons/${id}`, { specification: { percentOffRate: 25, limitPerCustomer: 1 } })
    const entry = await lastOf(id)
    assert.equal((await detail(entry.id)).revert, 'POSSIBLE')
    const answer = await revert(entry.id)
    assert.deepEqual([answer.status, answer.json], [200, { fields: 2 }], answer.text)
    const { specification } = (await office.coupons.getCoupon({ id })).coupon
    assert.deepEqual([specification.percentOffRate, specification.limitPerCustomer], [10, undefined])
    const told = await lastOf(id)
    assert.deepEqual([told.act, told.reverts, told.fields], ['REVERTED', entry.id, 2])
    const after = await detail(entry.id)
    assert.deepEqual([after.revert, after.revertedBy.id], ['NOTHING_LEFT', told.id])
    assert.equal((await revert(told.id)).status, 200, 'and that can be taken back, too')
    assert.equal((await office.coupons.getCoupon({ id })).coupon.specification.percentOffRate, 25)
  })

  test('200 leaves what was changed since; 409 CHANGED_SINCE where that is named', async () => {
    const id = await newCoupon()
    await as('OWNER', `PATCH /stores/v2/coupons/${id}`, { specification: { percentOffRate: 25, name: 'A quarter off' } })
    const entry = await lastOf(id)
    await as('ORDERS', `PATCH /stores/v2/coupons/${id}`, { specification: { percentOffRate: 30 } })
    const { changes } = await detail(entry.id)
    const rate = changes[0].fields.find(({ path }: { path: string[] }) => path[1] === 'percentOffRate')
    assert.deepEqual([rate.kept, rate.now], ['CHANGED_SINCE', 30])
    const named = await revert(entry.id, { fields: [{ entityId: id, path: rate.path }] })
    assert.equal(refusalOf(named), 'CHANGED_SINCE')
    assert.deepEqual((await revert(entry.id)).json, { fields: 1 })
    const { specification } = (await office.coupons.getCoupon({ id })).coupon
    assert.deepEqual([specification.percentOffRate, specification.name], [30, 'A tenth off'])
  })

  test('200 for each kind of setting, and for what of an order is written by hand', async () => {
    const orderId = await newOrder()
    const group = await newGroup()
    const { address: billed } = (await app.orders.getOrder({ id: orderId })).order.billingInfo!
    const { paymentSettings } = (await as('OWNER', 'GET /vitrine/v1/payment-settings')).json
    const changes: readonly (readonly [entityId: string, line: string, body: object])[] = [
      [
        orderId,
        `PATCH /ecom/v1/orders/${orderId}`,
        { order: { id: orderId, billingInfo: { address: { ...billed, addressLine: 'Nikolaistraße 12a' } } } },
      ],
      [orderId, 'POST /ecom/v1/bulk/orders/update-tags', { orderIds: [orderId], assignTags: { tags: { tagIds: ['gift'] } } }],
      [group.id, `PATCH /billing/v1/tax-groups/${group.id}`, { taxGroup: { id: group.id, revision: group.revision, name: 'Maps' } }],
      [
        'checkoutSettings',
        'PATCH /ecom/v1/checkout-settings',
        { checkoutSettings: { checkoutPolicies: { returnPolicy: { visible: true, content: 'Within 60 days.' } } } },
      ],
      ['checkoutForm', 'PATCH /vitrine/v1/checkout-form', { checkoutForm: { questions: [{ title: 'Which way?' }] } }],
      [
        'paymentSettings',
        'PATCH /vitrine/v1/payment-settings',
        { paymentSettings: { offlineMethods: [...paymentSettings.offlineMethods, { id: 'cash', name: 'Cash' }] } },
      ],
      ['recoverySettings', 'PATCH /vitrine/v1/recovery-settings', { recoverySettings: { afterMinutes: 95 } }],
    ]
    for (const [entityId, line, body] of changes) {
      const changed = await as('OWNER', line, body)
      assert.equal(changed.status, 200, `${line}: ${changed.text}`)
      const entry = await lastOf(entityId)
      const { changes: before, revert: may } = await detail(entry.id)
      assert.equal(may, 'POSSIBLE', line)
      const answer = await revert(entry.id)
      assert.equal(answer.status, 200, `${line}: ${answer.text}`)
      const back = await detail((await lastOf(entityId)).id)
      assert.deepEqual(
        back.changes[0].fields.map(({ path, before: was, after: is }: Record<string, unknown>) => ({ path, before: was, after: is })),
        before[0].fields.map(({ path, before: was, after: is }: Record<string, unknown>) => ({ path, before: is, after: was })),
        line,
      )
    }
  })

  test('200 for every setting that the other tests write, wherever its entry says that it can be', async () => {
    for (const [line, ready] of Object.entries(settings)) {
      const { params, body } = await ready()
      const [method, template] = line.split(' ') as [string, string]
      if (!/^(PATCH|POST \/billing\/v1\/tax-settings)/.test(line)) continue
      await as('OWNER', `${method} ${pathOf(template, (name) => params[name]!)}`, body)
      const entry = await newest()
      if ((await detail(entry.id)).revert !== 'POSSIBLE') continue
      const answer = await revert(entry.id)
      assert.equal(answer.status, 200, `${line}: ${answer.text}`)
      assert.notEqual((await detail(entry.id)).revert, 'POSSIBLE', line)
    }
  })

  test('409 NOT_REVERTIBLE says why: it was made, deleted, or is out in the world', async () => {
    const why = async (entityId: string) => {
      const entry = await lastOf(entityId)
      const answer = await revert(entry.id)
      assert.equal(refusalOf(answer), 'NOT_REVERTIBLE')
      return answer.json.details.applicationError.data.reason
    }
    const coupon = await newCoupon()
    assert.equal(await why(coupon), 'CREATED')
    await as('OWNER', `DELETE /stores/v2/coupons/${coupon}`)
    assert.equal(await why(coupon), 'DELETED')
    const orderId = await newOrder()
    await as('OWNER', `POST /ecom/v1/orders/${orderId}/cancel`, {})
    assert.equal(await why(orderId), 'EFFECTS')
    const group = await newGroup()
    await as('OWNER', `PATCH /billing/v1/tax-groups/${group.id}`, { taxGroup: { id: group.id, revision: group.revision, name: 'Maps' } })
    const changed = await lastOf(group.id)
    assert.equal(refusalOf(await revert(changed.id, { fields: [{ entityId: group.id, path: ['colour'] }] })), 'NOT_REVERTIBLE')
    await office.taxGroups.deleteTaxGroup({ taxGroupId: group.id })
    assert.equal(refusalOf(await revert(changed.id)), 'NOT_REVERTIBLE', 'it is gone by now')
  })

  test('404 AUDIT_ENTRY_NOT_FOUND', async () => {
    assert.equal(refusalOf(await revert(newId())), 'AUDIT_ENTRY_NOT_FOUND')
  })

  test('of two who put the same back one does, and the other hears so', async () => {
    const id = await newCoupon()
    await as('OWNER', `PATCH /stores/v2/coupons/${id}`, { specification: { percentOffRate: 25 } })
    const entry = await lastOf(id)
    const answers = await Promise.all([revert(entry.id), revert(entry.id)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  })
})
