// What a program in an empty project does with the installed package: `node buy.mjs <shop> <client id>`.
import assert from 'node:assert/strict'
import { attempt, createClient, each, visitor } from '@vitrine/client'
import { identity } from '@vitrine/client/account'
import * as backOffice from '@vitrine/client/back-office'
import { productsV3 } from '@vitrine/client/catalogue-v3'
import { fitImage } from '@vitrine/client/media'
import { memberLogin } from '@vitrine/client/member'
import { createClient as createSmallClient } from '@vitrine/client/modular'
import * as modules from '@vitrine/client/modules'
import { webMethodHandler } from '@vitrine/client/web-method-handler'
import { webMethods } from '@vitrine/client/web-methods'
import { verifyWebhook, WebhookNotVerified } from '@vitrine/client/webhooks'

const [, , baseUrl, clientId] = process.argv
const client = createClient({ baseUrl, auth: visitor({ clientId }) })

const found = []
for await (const product of each('products', client.products.queryProducts, { query: { paging: { limit: 1 } } })) found.push(product)
const appId = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const lineItems = [{ quantity: 2, catalogReference: { appId, catalogItemId: found[0].id } }]
const { cart } = await client.currentCart.addToCurrentCart({ lineItems })
const { checkoutId } = await client.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' })
const { checkoutUrl } = await client.checkout.getCheckoutUrl({ id: checkoutId })
const [refused] = await attempt(client.orders.getOrder({ id: checkoutId }))

const small = createSmallClient({ baseUrl, auth: visitor({ clientId }), modules: { productsV3 } })
const { products: newer } = await small.productsV3.queryProducts({ query: {} })
assert.equal(await memberLogin({ baseUrl, clientId, session: client.auth }).loggedIn(), false)
assert.match(fitImage('photo.jpg', { baseUrl, width: 10, height: 10 }), /photo\.jpg/)
await assert.rejects(verifyWebhook('whsec_AAAA', { headers: new Headers(), body: '{}' }), WebhookNotVerified)
for (const part of [identity, webMethodHandler, webMethods]) assert.equal(typeof part, 'function')
for (const every of [modules, backOffice]) assert.ok(Object.keys(every).length > 5)

console.log(
  JSON.stringify({
    node: process.version,
    names: found.map(({ name }) => name),
    newer: newer.length,
    subtotal: cart.subtotal.amount,
    checkoutUrl,
    refused: refused?.code,
  }),
)
