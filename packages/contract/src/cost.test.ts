import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { type Cost, contract, costOf, isWrite, type Operation, type Route } from './index.ts'

const operations = Object.entries<Operation>(contract) as [Route, Operation][]
const of = (cost: Cost) => operations.flatMap(([line, operation]) => (costOf(line, operation) === cost ? [line] : [])).sort()

test('every operation has a class of cost: a read or a price changes nothing, an email or a write does', () => {
  for (const [line, operation] of operations) {
    const cost = costOf(line, operation)
    const writes = isWrite(line, operation)
    if (cost === 'read' || cost === 'price') assert.equal(writes, false, line)
    if (cost === 'write') assert.equal(writes, true, line)
  }
})

test('operations that send an email to somebody who is named in them are of the class email', () => {
  assert.deepEqual(of('email'), [
    'POST /_api/iam/authentication/v2/register',
    'POST /_api/iam/recovery/v1/activation-email',
    'POST /_api/iam/recovery/v1/send-email',
    'POST /_api/iam/verification/v1/auth/resend',
    'POST /_api/iam/verification/v1/start',
    'POST /back-in-stock-service/v1/back-in-stock-notification-requests',
    'POST /gift-cards/v1/gift-cards/{giftCardId}/send-email',
    'POST /vitrine/v1/abandoned-checkouts/{id}/remind',
    'POST /vitrine/v1/emails/{id}/send-test',
    'POST /vitrine/v1/members/my/factors/code',
    'POST /vitrine/v1/members/my/login-email',
    'POST /vitrine/v1/newsletter/subscriptions',
    'POST /vitrine/v1/orders/{id}/request-cancellation',
    'POST /vitrine/v1/orders/{id}/returns',
    'POST /vitrine/v1/orders/{orderId}/emails',
    'POST /vitrine/v1/payment-collections/{id}/send',
    'POST /vitrine/v1/price-alerts',
    'POST /vitrine/v1/sign-in/email-code',
    'POST /vitrine/v1/staff/invitations',
    'POST /vitrine/v1/staff/invitations/{id}/send',
    'POST /vitrine/v1/staff/recovery/send',
  ])
  // Where a browser goes, and whose browser it is.
  const not: ReadonlySet<string> = new Set(['POST /ecom/v1/checkouts/{id}/remove-override-checkout-url', 'PATCH /vitrine/v1/apps/{app.id}'])
  for (const [line, operation] of operations)
    if (/(^| )(send|mail|invite)\b/i.test(operation.summary) && isWrite(line, operation) && !not.has(line))
      assert.equal(costOf(line, operation), 'email', `${line}: ${operation.summary}`)
})

/** Fields that hold what somebody could guess; other codes are those of countries, deliveries and colours. */
const secret = /(^|\.)(password|oldPassword|code|couponCode|giftCardCode|key|token|\w+Token)$/
const noSecret = /(shippingOption|selectedCarrierServiceOption|deliveryMethod|colorInfo)\.code$/i
const unguessable: ReadonlySet<string> = new Set([
  // Not a secret: the token states which total the caller saw.
  'POST /ecom/v2/carts/{cartId}/place-order',
  // 128 bits and more, made or sealed by the shop.
  'POST /oauth2/token',
  'POST /oauth2/token-info',
  'POST /vitrine/v1/sign-in/totp',
  'POST /vitrine/v1/device-accounts',
  'POST /_api/iam/verification/v1/auth/resend',
  'POST /_api/redirects-api/v1/redirect-session',
  'GET /vitrine/v1/orders/{id}/status',
  'GET /vitrine/v1/products/previews/{token}',
  'GET /vitrine/v1/look-previews/{token}',
  'GET /vitrine/v1/page-previews/{token}',
  'GET /vitrine/v1/payment-collections/{id}',
  'POST /vitrine/v1/payment-collections/{id}/confirm',
  'POST /vitrine/v1/orders/{id}/confirm-payment',
  // A token of a card, which the provider made for this buyer.
  'POST /vitrine/v1/checkouts/{id}/place-order',
  'POST /vitrine/v1/payment-collections/{id}/pay',
  // The password that a new member chooses.
  'POST /_api/iam/authentication/v2/register',
])

function fieldsOf(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const {
    properties = {},
    items,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema as {
    properties?: Record<string, unknown>
    items?: unknown
    anyOf?: unknown[]
    oneOf?: unknown[]
    allOf?: unknown[]
  }
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => {
      const path = at === '' ? name : `${at}.${name}`
      return [path, ...fieldsOf(inner, path)]
    }),
    ...fieldsOf(items, `${at}[]`),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((inner) => fieldsOf(inner, at)),
  ]
}

test('operations for buyers and anonymous callers that try a secret are of the class guess, or name the field that makes them one', () => {
  assert.deepEqual(of('guess'), [
    'POST /_api/iam/authentication/v1/sso/login-with-token-params',
    'POST /_api/iam/authentication/v2/login',
    'POST /_api/iam/authentication/v2/{factorType}/verify',
    'POST /_api/iam/recovery/v1/recover',
    'POST /_api/iam/verification/v1/auth/verify',
    'POST /ecom/v1/gift-cards/redeem',
    'POST /ecom/v1/gift-cards/{code}',
    'POST /ecom/v2/carts/current/add-coupon',
    'POST /ecom/v2/carts/current/add-gift-card',
    'POST /ecom/v2/carts/{cartId}/add-coupon',
    'POST /ecom/v2/carts/{cartId}/add-gift-card',
    'POST /vitrine/v1/abandoned-checkouts/links/emails',
    'POST /vitrine/v1/abandoned-checkouts/links/read',
    'POST /vitrine/v1/abandoned-checkouts/{id}/recover',
    'POST /vitrine/v1/back-in-stock/link/read',
    'POST /vitrine/v1/back-in-stock/link/resume',
    'POST /vitrine/v1/back-in-stock/link/stop',
    'POST /vitrine/v1/checkouts/{id}/open',
    'POST /vitrine/v1/me/password',
    'POST /vitrine/v1/me/recovery-codes',
    'POST /vitrine/v1/me/second-step',
    'POST /vitrine/v1/me/second-step/confirm',
    'POST /vitrine/v1/me/second-step/remove',
    'POST /vitrine/v1/members/my/factors/confirm',
    'POST /vitrine/v1/members/my/factors/{factorId}/remove',
    'POST /vitrine/v1/members/my/login-email/confirm',
    'POST /vitrine/v1/members/my/password',
    'POST /vitrine/v1/members/my/recovery-codes',
    'POST /vitrine/v1/newsletter/link/confirm',
    'POST /vitrine/v1/newsletter/link/read',
    'POST /vitrine/v1/newsletter/link/unsubscribe',
    'POST /vitrine/v1/reviews/links/emails',
    'POST /vitrine/v1/reviews/links/open',
    'POST /vitrine/v1/reviews/links/read',
    'POST /vitrine/v1/sign-in/passkey/finish',
    'POST /vitrine/v1/staff/invitations/accept',
    'POST /vitrine/v1/staff/invitations/preview',
    'POST /vitrine/v1/staff/recovery/reset',
    'POST /vitrine/v1/wishlists/shared/give',
    'POST /vitrine/v1/wishlists/shared/read',
    'POST /vitrine/v1/wishlists/shared/take-back',
  ])
  assert.deepEqual(operations.flatMap(([line, { guesses }]) => (guesses ? [`${line} ${guesses.join(' ')}`] : [])).sort(), [
    'GET /vitrine/v1/orders/find email',
    'GET /vitrine/v1/orders/{id}/returnable email',
    'GET /vitrine/v1/orders/{id}/status email',
    'GET /vitrine/v1/returns/{id} email',
    'PATCH /ecom/v1/carts/current couponCode',
    'PATCH /ecom/v1/carts/{cartInfo.id} couponCode',
    'PATCH /ecom/v1/checkouts/{checkout.id} couponCode giftCardCode',
    'POST /ecom/v1/calculate-totals couponCode giftCardCode',
    'POST /ecom/v1/carts couponCode',
    'POST /ecom/v1/checkouts couponCode giftCardCode',
    'POST /ecom/v2/carts coupons[].code giftCards[].code',
    'POST /ecom/v2/carts/current coupons[].code giftCards[].code',
    'POST /vitrine/v1/members/my/login-email password',
    'POST /vitrine/v1/orders/{id}/end-subscription email',
    'POST /vitrine/v1/orders/{id}/renew-download email',
    'POST /vitrine/v1/orders/{id}/request-cancellation email',
    'POST /vitrine/v1/orders/{id}/returns email',
    'POST /vitrine/v1/returns/{id}/cancel email',
  ])
  for (const [line, operation] of operations) {
    const { as, input, guesses = [] } = operation
    if (as === 'user' || costOf(line, operation) === 'guess' || unguessable.has(line)) continue
    const tried = fieldsOf(z.toJSONSchema(input, { io: 'input', reused: 'inline' })).filter(
      (path) => secret.test(path) && !noSecret.test(path),
    )
    for (const path of tried) assert.ok(guesses.includes(path), `${line}: ${path}`)
  }
})

test('a field that makes a call a guess is one of its input', () => {
  for (const [line, { input, guesses = [] }] of operations)
    for (const field of guesses) assert.ok(field.split('.')[0]!.replace('[]', '') in input.shape, `${line}: ${field}`)
})
