import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startPublishedCallers } from '../src/published-callers.ts'
import { errorOf } from '../src/published-error.ts'

const { visitor, filledCheckout } = await startPublishedCallers()

describe('errors, as the published client shows them', () => {
  test('a refusal is JSON text with message and details; code, data, status and request id are at hand', async () => {
    const error = await errorOf(visitor().currentCart.getCurrentCart())
    const told = JSON.parse(error.message)
    assert.equal(error.status, 404)
    assert.equal(error.details.applicationError?.code, 'OWNED_CART_NOT_FOUND')
    assert.equal(told.message, error.details.applicationError?.description, 'message and description are one sentence, not two')
    assert.deepEqual(told.details, error.details)
    assert.match(error.requestId, /^[0-9a-f-]{36}$/)
    assert.equal(error.details.requestId, error.requestId)
  })

  test('broken rules name the arguments of the published function', async () => {
    const error = await errorOf(visitor().currentCart.updateCurrentCartLineItemQuantity([{ _id: 'no-guid', quantity: 1 }]))
    assert.equal(error.status, 400)
    const [violation] = error.details.validationError!.fieldViolations
    assert.deepEqual([violation!.field, violation!.violatedRule], ['lineItems.0.id', 'FORMAT'])
    assert.match(JSON.parse(error.message).message, /^INVALID_ARGUMENT: "lineItems\.0\.id" /)
  })

  test('a broken path parameter is named as the published function calls it', async () => {
    const error = await errorOf(visitor().checkout.getCheckout('no-guid'))
    assert.equal(error.status, 400)
    assert.equal(error.details.validationError!.fieldViolations[0]!.field, '_id')
  })

  test('a call without the right to it: 403 PERMISSION_DENIED', async () => {
    const client = visitor()
    const { checkoutId } = await filledCheckout(client)
    const error = await errorOf(client.checkout.markCheckoutAsCompleted(checkoutId))
    assert.deepEqual([error.status, error.details.applicationError?.code], [403, 'PERMISSION_DENIED'])
  })
})
