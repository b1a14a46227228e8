import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { type Audience, contract } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { createSite } from '@vitrine/platform/kernel/sites/directory'
import { ensureSigningKey, type KeyRing, keyRing } from '@vitrine/platform/people/identity/keys'
import { seals } from '@vitrine/platform/people/identity/seals'
import { registerApiKey } from '@vitrine/platform/people/identity/store'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { card } from '../src/buyer.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { type Customer, fillStock, newCustomer, rowsOf } from '../src/populate.ts'
import { addresses, newVisitor, pathOf, type RawRequest, refusalOf, send } from '../src/wire.ts'

const shop = await startPlatformForFile()
const stockItems = await fillStock(shop)
const victim = await newCustomer(shop, stockItems)
const issuer = () => tokens(keyRing(shop.platform.database), shop.clock)

const memberToken = async () =>
  (await issuer().issue({ kind: 'member', site: shop.site, memberId: newId(), visitorId: newId(), clientId: shop.clientId })).access

describe('the audience of each operation', () => {
  const rank: { readonly [A in Audience]: number } = { anyone: 0, visitor: 1, member: 2, user: 3 }

  // attack: API keys and roles | visitors and members call every operation of administrators | 401 or 403, whatever they send
  test('is kept at each of its addresses: 401 to unauthenticated callers, 403 to visitors and members, whatever they send', async () => {
    const callers = [
      { rank: 0, refusal: 'UNAUTHENTICATED', token: '' },
      { rank: 1, refusal: 'PERMISSION_DENIED', token: (await newVisitor(shop)).token },
      { rank: 2, refusal: 'PERMISSION_DENIED', token: await memberToken() },
      { rank: 3, refusal: 'none', token: shop.apiKey },
    ]
    let refused = 0
    for (const { line, method, template, inQuery } of addresses) {
      const audience: Audience = contract[line].as
      const path = pathOf(template, () => newId())
      for (const caller of callers) {
        for (const body of inQuery ? [undefined] : ['{}', '{"as":"user","caller":{"kind":"app"}}', 'not json']) {
          const answer = await send(shop, { method, path, headers: { authorization: caller.token }, body })
          const what = `${method} ${path} as ${caller.rank}: ${answer.text}`
          if (caller.rank < rank[audience]) {
            assert.equal(refusalOf(answer), caller.refusal, what)
            refused++
          } else if (answer.status !== 200) {
            assert.ok(!['UNAUTHENTICATED', 'INVALID_TOKEN'].includes(refusalOf(answer)), what)
          }
        }
      }
    }
    assert.ok(refused > 60, 'there are operations that not everybody may call')
  })
})

describe('what is another’s', () => {
  /** Every operation that names something of somebody's, with what it takes besides. */
  const naming = (of: Customer): RawRequest[] => [
    { method: 'GET', path: `/ecom/v1/checkouts/${of.checkoutId}` },
    { method: 'GET', path: `/ecom/v1/checkouts/by-cart-id/${of.cartId}` },
    { method: 'GET', path: `/ecom/v1/checkouts/${of.checkoutId}/checkout-url` },
    { method: 'PATCH', path: `/ecom/v1/checkouts/${of.checkoutId}`, body: { checkout: { id: of.checkoutId, buyerNote: 'mine now' } } },
    { method: 'POST', path: `/ecom/v1/checkouts/${of.checkoutId}/remove-coupon`, body: {} },
    { method: 'POST', path: `/ecom/v1/checkouts/${of.checkoutId}/remove-gift-card`, body: {} },
    { method: 'POST', path: `/ecom/v1/checkouts/${of.checkoutId}/remove-override-checkout-url`, body: {} },
    {
      method: 'POST',
      path: `/ecom/v1/checkouts/${of.checkoutId}/add-to-checkout`,
      body: { lineItems: [{ quantity: 1, catalogReference: stockItems.print.reference() }] },
    },
    { method: 'POST', path: `/ecom/v1/checkouts/${of.checkoutId}/remove-line-items`, body: { lineItemIds: of.checkoutLineIds } },
    {
      method: 'POST',
      path: `/ecom/v1/checkouts/${of.checkoutId}/update-line-items-quantity`,
      body: { lineItems: [{ id: of.checkoutLineIds[0], quantity: 9 }] },
    },
    { method: 'POST', path: `/ecom/v1/checkouts/${of.checkoutId}/create-order`, body: {} },
    { method: 'POST', path: `/vitrine/v1/checkouts/${of.checkoutId}/open`, body: { key: 'x'.repeat(32) } },
    { method: 'POST', path: `/vitrine/v1/checkouts/${of.checkoutId}/place-order`, body: { returnUrl: shop.url } },
    { method: 'POST', path: `/vitrine/v1/checkouts/${of.waitingCheckoutId}/place-order`, body: { returnUrl: shop.url } },
    { method: 'POST', path: '/_api/redirects-api/v1/redirect-session', body: { ecomCheckout: { checkoutId: of.checkoutId } } },
    {
      method: 'POST',
      path: '/ecom/v1/checkouts',
      body: {
        channelType: 'WEB',
        checkoutInfo: { cartId: of.cartId },
        lineItems: [{ quantity: 1, catalogReference: stockItems.print.reference() }],
      },
    },
    { method: 'GET', path: `/ecom/v1/orders/${of.paidOrderId}` },
    { method: 'GET', path: `/vitrine/v1/orders/${of.paidOrderId}/status` },
    { method: 'GET', path: `/vitrine/v1/orders/${of.paidOrderId}/status`, search: 'email=eve@example.com&token=x' },
    { method: 'POST', path: `/vitrine/v1/orders/${of.waitingOrderId}/confirm-payment`, body: { resultToken: 'x' } },
    { method: 'GET', path: `/ecom/v1/payments/orders/${of.paidOrderId}` },
    { method: 'POST', path: '/ecom/v1/carts/current/remove-line-items', body: { lineItemIds: of.lineIds } },
    {
      method: 'POST',
      path: '/ecom/v1/carts/current/update-line-items-quantity',
      body: { lineItems: [{ id: of.lineIds[0], quantity: 9 }] },
    },
  ]

  const nobodys = (): Customer => ({
    ...victim,
    cartId: newId(),
    lineIds: victim.lineIds.map(() => newId()),
    checkoutId: newId(),
    checkoutLineIds: victim.checkoutLineIds.map(() => newId()),
    waitingCheckoutId: newId(),
    paidOrderId: newId(),
    waitingOrderId: newId(),
  })

  const withoutIds = (text: string): string => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')

  // attack: Other people's data | a visitor, a member and a holder of another link read somebody's checkout | 404, the same as for one that does not exist
  test('is answered word for word like what does not exist, to visitors, members and holders of another link', async () => {
    const earlier = await rowsOf(shop, victim)
    const other = await newCustomer(shop, stockItems)
    for (const token of [(await newVisitor(shop)).token, other.token, await memberToken()]) {
      const [theirs, none] = [naming(victim), naming(nobodys())]
      for (const [i, request] of theirs.entries()) {
        const headers = { authorization: token }
        const seen = await send(shop, { ...request, headers })
        const missing = await send(shop, { ...none[i]!, headers })
        refusalOf(seen)
        assert.deepEqual(
          [seen.status, withoutIds(seen.text)],
          [missing.status, withoutIds(missing.text)],
          `${request.method} ${request.path}`,
        )
      }
    }
    assert.deepEqual(await rowsOf(shop, victim), earlier)
  })

  test('may be read by who holds its link, and by the shop', async () => {
    const { token } = await newVisitor(shop)
    const opened = await send(shop, {
      method: 'POST',
      path: `/vitrine/v1/checkouts/${victim.checkoutId}/open`,
      headers: { authorization: token },
      body: { key: victim.checkoutKey },
    })
    assert.equal(opened.status, 200)
    const read = await send(shop, { method: 'GET', path: `/ecom/v1/checkouts/${victim.checkoutId}`, headers: { authorization: token } })
    assert.equal(read.status, 200)
    const order = await send(shop, {
      method: 'GET',
      path: `/ecom/v1/orders/${victim.paidOrderId}`,
      headers: { authorization: shop.apiKey },
    })
    assert.equal(order.status, 200)
  })
})

describe('401 INVALID_TOKEN', () => {
  const cart = (authorization: string) => send(shop, { method: 'GET', path: '/ecom/v1/carts/current', headers: { authorization } })

  // attack: Tokens, OAuth, sessions | an expired access token | 401 INVALID_TOKEN from that second on
  test('for a token whose time is over, from the very second on', async () => {
    const { token } = await newVisitor(shop)
    assert.equal(refusalOf(await cart(token)), 'OWNED_CART_NOT_FOUND')
    shop.clock.advance(14_399_000)
    assert.equal(refusalOf(await cart(token)), 'OWNED_CART_NOT_FOUND')
    shop.clock.advance(1000)
    assert.equal(refusalOf(await cart(token)), 'INVALID_TOKEN')
  })

  // attack: Tokens, OAuth, sessions | an access token that is unsigned, signed by somebody else, or changed | 401 INVALID_TOKEN
  test('for one that was signed by nobody, by somebody else, or changed on its way', async () => {
    const { token } = await newVisitor(shop)
    const [head, body, signature] = token.slice('OauthNG.JWS.'.length).split('.') as [string, string, string]
    const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { ...decoded(body), vid: newId() }
    const [key] = await shop.platform.database.query<{ x: string }>(
      sql`select public_key->>'x' as x from signing_key where site = ${shop.site}`,
    )
    const hmac = (h: string, b: string, secret: string | Buffer) => createHmac('sha256', secret).update(`${h}.${b}`).digest('base64url')
    const symmetric = encoded({ ...decoded(head), alg: 'HS256' })
    const forged = [
      `${encoded({ ...decoded(head), alg: 'none' })}.${encoded(claims)}.`,
      `${encoded({ alg: 'none' })}.${body}.${signature}`,
      `${head}.${encoded(claims)}.${signature}`,
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${symmetric}.${encoded(claims)}.${hmac(symmetric, encoded(claims), key!.x)}`,
      `${symmetric}.${encoded(claims)}.${hmac(symmetric, encoded(claims), Buffer.from(key!.x, 'base64url'))}`,
      `${encoded({ ...decoded(head), kid: `${shop.site}/${newId()}` })}.${body}.${signature}`,
      `${encoded({ ...decoded(head), kid: undefined })}.${body}.${signature}`,
      `${encoded({ ...decoded(head), jwk: { kty: 'OKP', crv: 'Ed25519', x: key!.x }, kid: 'x' })}.${body}.${signature}`,
      `${encoded({ ...decoded(head), crit: ['exp'] })}.${body}.${signature}`,
    ]
    for (const jwt of forged) assert.equal(refusalOf(await cart(`OauthNG.JWS.${jwt}`)), 'INVALID_TOKEN', jwt)
    assert.equal(refusalOf(await cart(token)), 'OWNED_CART_NOT_FOUND', 'the real one is taken')
  })

  // attack: Tokens, OAuth, sessions | a refresh token, link or card token is used as an access token | 401 INVALID_TOKEN
  test('for statements of ours that are no access tokens: refresh tokens, links, card tokens', async () => {
    const pair = await issuer().issue({ kind: 'visitor', site: shop.site, visitorId: newId(), clientId: shop.clientId })
    const cardToken = await card(victim.buyer)
    for (const other of [pair.refresh, `OauthNG.${pair.refresh}`, `OauthNG.JWS.${victim.statusToken}`, `OauthNG.JWS.${cardToken}`]) {
      assert.equal(refusalOf(await cart(other)), 'INVALID_TOKEN', other.slice(0, 30))
    }
    const refreshed = await send(shop, {
      method: 'POST',
      path: '/oauth2/token',
      body: { grantType: 'refresh_token', refreshToken: pair.access, clientId: shop.clientId },
    })
    assert.equal(refusalOf(refreshed), 'INVALID_GRANT', 'nor is an access token a refresh token')
  })

  // attack: Tokens, OAuth, sessions | a sealed value is used where a signature is needed | 401 INVALID_TOKEN
  test('for a statement that was sealed where one has to be signed', async () => {
    const key = await keyRing(shop.platform.database).signing(shop.site)
    const iat = Math.floor(shop.clock.now().getTime() / 1000)
    const claims = { use: 'access', kind: 'visitor', vid: newId(), cid: shop.clientId, iat, exp: iat + 60 }
    assert.notEqual(refusalOf(await cart(`OauthNG.JWS.${key.sign(claims)}`)), 'INVALID_TOKEN')
    assert.equal(refusalOf(await cart(`OauthNG.JWS.${key.seal(claims)}`)), 'INVALID_TOKEN')
  })

  // attack: Tokens, OAuth, sessions | a token of a retired signing key | 401 within a minute in every process
  test('for a token whose key was retired, within a minute in every process', async () => {
    let now = 0
    const ring = keyRing(shop.platform.database, { ms: () => now })
    const reader = tokens(ring, shop.clock)
    const site = newId()
    await createSite(shop.platform.database, { id: site, name: 'Short-lived' }, shop.clock.now())
    await ensureSigningKey(shop.platform.database, site, shop.clock.now())
    const { access } = await reader.issue({ kind: 'visitor', site, visitorId: newId(), clientId: newId() })
    assert.ok(await reader.read(access))
    await shop.platform.database.query(sql`update signing_key set retired_at = ${shop.clock.now()} where site = ${site}`)
    assert.ok(await reader.read(access))
    now = 61_000
    assert.equal(await reader.read(access), undefined)
    await shop.platform.database.query(sql`delete from signing_key where site = ${site}`)
    await shop.platform.database.query(sql`delete from site where site = ${site}`)
  })

  // attack: API keys and roles | an invented or revoked API key | 401 INVALID_TOKEN
  test('for an API key that nobody has, or that was revoked', async () => {
    assert.equal(refusalOf(await cart('vitrine-test-key-9999999999')), 'INVALID_TOKEN')
    assert.equal(refusalOf(await cart(shop.apiKey.toUpperCase())), 'INVALID_TOKEN')
    await registerApiKey(shop.platform.database, shop.site, 'Gone', 'a-key-that-is-gone-soon', shop.clock.now())
    await shop.platform.database.query(sql`update api_key set revoked_at = ${shop.clock.now()} where site = ${shop.site} and name = 'Gone'`)
    assert.equal(refusalOf(await cart('a-key-that-is-gone-soon')), 'INVALID_TOKEN')
  })
})

describe('what comes back to the shop', () => {
  let ring: KeyRing
  before(() => {
    ring = keyRing(shop.platform.database)
  })
  const at = () => Math.floor(shop.clock.now().getTime() / 1000)
  const refreshed = async (claims: Record<string, unknown>, write: 'sign' | 'seal') =>
    tokens(ring, shop.clock).readRefresh(
      `JWS.${(await ring.signing(shop.site))[write]({ use: 'refresh', iat: at(), exp: at() + 60, ...claims })}`,
    )

  test('a refresh token or a link that was signed, as before there were secrets, is good as long as it lasts', async () => {
    const visitorId = newId()
    const claims = { kind: 'visitor', vid: visitorId, cid: shop.clientId }
    for (const write of ['sign', 'seal'] as const)
      assert.deepEqual(await refreshed(claims, write), {
        bearer: { kind: 'visitor', site: shop.site, visitorId, clientId: shop.clientId },
      })
    const statement = { orderId: newId() }
    const signed = (await ring.signing(shop.site)).sign({ use: 'seal:order-status', is: statement, iat: at(), exp: at() + 60 })
    assert.deepEqual(await seals(ring, shop.clock).open(shop.site, 'order-status', signed), statement)
  })

  // attack: Tokens, OAuth, sessions | a value sealed with the published key or with another shop's secret | refused
  test('nobody seals with what the shop publishes, nor with the secret of another shop', async () => {
    const visitorId = newId()
    const { kid } = await ring.signing(shop.site)
    const [published] = await ring.published(shop.site)
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const said = `${encoded({ alg: 'HS256', kid })}.${encoded({ use: 'refresh', kind: 'visitor', vid: visitorId, cid: shop.clientId, iat: at(), exp: at() + 60 })}`
    for (const secret of [published!.x, Buffer.from(published!.x, 'base64url'), ''])
      assert.equal(
        await tokens(ring, shop.clock).readRefresh(`JWS.${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`),
        undefined,
      )
    const other = newId()
    await createSite(shop.platform.database, { id: other, name: 'Another' }, shop.clock.now())
    await ensureSigningKey(shop.platform.database, other, shop.clock.now())
    const elsewhere = await keyRing(shop.platform.database).signing(other)
    const body = elsewhere.seal({ use: 'refresh', kind: 'visitor', vid: visitorId, cid: shop.clientId, iat: at(), exp: at() + 60 })
    const [, claims, seal] = body.split('.')
    assert.equal(await tokens(ring, shop.clock).readRefresh(`JWS.${encoded({ alg: 'HS256', kid })}.${claims}.${seal}`), undefined)
  })
})

describe('a program’s own headers', () => {
  const order = (headers: Record<string, string>) => send(shop, { method: 'GET', path: `/ecom/v1/orders/${victim.paidOrderId}`, headers })

  // attack: API keys and roles | an API key with a foreign wix-site-id | 403 SITE_ID_MISMATCH
  test('wix-site-id has to be the shop of the key; 403 SITE_ID_MISMATCH otherwise, and the sentence says so', async () => {
    assert.equal((await order({ authorization: shop.apiKey, 'wix-site-id': shop.site })).status, 200)
    assert.equal((await order({ authorization: shop.apiKey, 'wix-site-id': '' })).status, 200)
    for (const other of [newId(), 'x', `${shop.site} `]) {
      const refused = await order({ authorization: shop.apiKey, 'wix-site-id': other })
      assert.deepEqual([refused.status, refusalOf(refused)], [403, 'SITE_ID_MISMATCH'], other)
      assert.match(String(refused.json.message), /names another site than the one this API key belongs to/)
    }
  })

  test('a visitor’s token and an API key joined by a comma are the program, if both are good', async () => {
    const { token } = await newVisitor(shop)
    assert.equal((await order({ authorization: `${token},${shop.apiKey}` })).status, 200)
    assert.equal((await order({ authorization: `Bearer ${token},${shop.apiKey}` })).status, 200)
    for (const bad of [
      `${token},`,
      `${token},x`,
      `${token}x,${shop.apiKey}`,
      `${shop.apiKey},${token}`,
      `,${shop.apiKey}`,
      `${token},${shop.apiKey},${shop.apiKey}`,
    ]) {
      assert.equal(refusalOf(await order({ authorization: bad })), 'INVALID_TOKEN', bad)
    }
    assert.equal(refusalOf(await order({ authorization: `${token},${shop.apiKey}`, 'wix-site-id': newId() })), 'SITE_ID_MISMATCH')
  })
})
