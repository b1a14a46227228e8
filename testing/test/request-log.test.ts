// The log of requests of programs, and sending them again.
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { StaffRole } from '@vitrine/contract'
import { usualRateLimits } from '@vitrine/platform'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { attack } from '../src/attack.ts'
import { newBuyer } from '../src/buyer.ts'
import { colleague } from '../src/colleague.ts'
import { startTestPlatform, testClock } from '../src/platform.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

const day = 86_400_000
const shop = await startPlatformForFile({ clock: testClock(new Date().toISOString()) })
const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const log = office.requestLog
const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 100 }, shop.clock.now())

const turn = (enabled: boolean) => log.updateRequestLogSettings({ settings: { enabled } })
const settle = () => shop.platform.jobs.settle()
const as = async (role: StaffRole) => createClient({ baseUrl: shop.url, auth: await colleague(shop, role), modules: backOffice })

/** A request by hand, with the shop's key. */
const send = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method,
    headers: { authorization: shop.apiKey, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  })

/** What the log has of a path, the newest first. */
async function entries(path: string) {
  await settle()
  return (await log.listLoggedRequests({ path })).requests
}
async function latest(path: string) {
  const [found] = await entries(path)
  assert.ok(found, `nothing of ${path} is in the log`)
  return (await log.getLoggedRequest({ id: found.id })).request
}

beforeEach(async () => {
  await settle()
  await shop.platform.database.query(sql`delete from request_log where site = ${shop.site}`)
  await turn(true)
})

describe('what is recorded', () => {
  test('is off by default, and nothing is stored until it is on, or after it is off', async () => {
    await turn(false)
    await send('GET', '/vitrine/v1/webhooks')
    assert.deepEqual(await entries('/vitrine/v1/webhooks'), [])
    await shop.platform.database.query(sql`delete from site_setting where site = ${shop.site} and section = 'requestLog'`)
    assert.deepEqual(await log.getRequestLogSettings({}), { settings: { enabled: false, storedDays: 7, mostRequests: 5000 } })
    assert.equal((await turn(true)).settings.enabled, true)
    await send('GET', '/vitrine/v1/webhooks')
    assert.equal((await entries('/vitrine/v1/webhooks')).length, 1)
  })

  test('a request of a key has its caller, operation, status, request id, time and bodies', async () => {
    const body = `{"search": {"filter": {"id": "${mug.id}"}}}`
    const answer = await send('POST', '/ecom/v1/orders/search', body, { 'x-vitrine-peer': '2001:db8:1:2:3::1' })
    const text = await answer.text()
    const found = await latest('/ecom/v1/orders/search')
    assert.deepEqual([found.method, found.status, found.operation, found.writes], ['POST', 200, 'POST /ecom/v1/orders/search', false])
    assert.equal(found.requestId, answer.headers.get('x-wix-request-id'))
    assert.equal(found.caller.kind, 'API_KEY')
    assert.ok(found.caller.id && found.caller.name)
    assert.ok(found.milliseconds >= 0)
    assert.equal(found.address, '2001:db8:1:2::/64')
    assert.deepEqual(found.request, { state: 'WHOLE', text: body, sizeInBytes: body.length })
    assert.equal(found.answer.sizeInBytes, Buffer.byteLength(text))
    assert.ok(text.startsWith(found.answer.text!.slice(0, 100)))
    assert.deepEqual((await log.listRequestCallers({})).callers, [found.caller])
  })

  test('a refusal has its code, and a path that leads nowhere is there too', async () => {
    await send('GET', `/ecom/v1/orders/${crypto.randomUUID()}?x=1`)
    const found = await latest('/ecom/v1/orders/')
    assert.deepEqual([found.status, found.refusalCode, found.query], [404, 'ORDER_NOT_FOUND', 'x=1'])
    await send('POST', '/vitrine/v1/nowhere', '{"a":1}')
    // For what is not there, the caller is unknown.
    const nowhere = await latest('/vitrine/v1/nowhere')
    assert.deepEqual(
      [nowhere.status, nowhere.operation, nowhere.request.state, nowhere.hindrance],
      [404, undefined, 'LEFT_OUT', 'NO_OPERATION'],
    )
  })

  test('visitors are not in it, unless what they sent with a token was refused, and those of the shop’s own pages not even then', async () => {
    const { app } = await office.developers.createApp({ app: { name: 'Phone app', redirectUris: ['https://app.example/back'] } })
    const tokenOf = async (clientId: string) => {
      const answer = await fetch(`${shop.url}/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientId, grantType: 'anonymous' }),
      })
      return ((await answer.json()) as { access_token: string }).access_token
    }
    const { app: own } = await office.developers.createApp({ app: { name: 'The shop', redirectUris: [] } })
    await shop.platform.database.query(sql`update oauth_app set first_party = true where site = ${shop.site} and id = ${own.id}`)
    const wrong = '/ecom/v1/carts/current/add-to-cart'
    for (const clientId of [app.id, own.id]) {
      const authorization = await tokenOf(clientId)
      await send('GET', '/stores/v1/collections/query', undefined, { authorization })
      await send('POST', wrong, '{"lineItems": 1}', { authorization })
    }
    const found = await entries(wrong)
    assert.deepEqual(
      found.map(({ caller, status }) => [caller.kind, caller.name, status]),
      [['VISITOR', 'Phone app', 400]],
    )
    await newBuyer(shop).currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
    assert.equal((await entries(wrong)).length, 1)
    await send('GET', '/vitrine/v1/webhooks', undefined, { authorization: 'vk_no_such_key_at_all' })
    const [unknown] = await entries('/vitrine/v1/webhooks')
    assert.deepEqual([unknown!.caller, unknown!.refusalCode], [{ kind: 'UNKNOWN' }, 'INVALID_TOKEN'])
  })

  test('what the staff do in the admin is not in it', async () => {
    const staff = await as('OWNER')
    await staff.webhooks.listWebhooks({})
    assert.deepEqual(await entries('/vitrine/v1/webhooks'), [])
  })

  test('characters that PostgreSQL cannot store do not keep a request out', async () => {
    assert.equal((await send('POST', '/ecom/v1/orders/search', '{"search": "\\u0000 \\ud800"}')).status, 400)
    assert.equal((await send('POST', '/ecom/v1/orders/search', '{"search": "\0"')).status, 400)
    const found = await entries('/ecom/v1/orders/search')
    assert.equal(found.length, 2)
    assert.ok((await log.getLoggedRequest({ id: found[0]!.id })).request.request.text?.includes('\ufffd'))
    assert.deepEqual(shop.faults, [])
  })
})

describe('finding', () => {
  test('filters by status, method, path, caller, request id and time, and pages', async () => {
    await send('GET', '/vitrine/v1/webhooks')
    shop.clock.advance(1000)
    const middle = shop.clock.now().toISOString()
    await send('GET', '/vitrine/v1/webhooks?limit=x')
    await send('POST', '/vitrine/v1/webhooks', '{}')
    await settle()
    const at = async (more: Parameters<typeof log.listLoggedRequests>[0]) =>
      (await log.listLoggedRequests({ path: '/vitrine/v1/webhooks', ...more })).requests
    const all = await at({})
    assert.equal(all.length, 3)
    assert.deepEqual((await at({ statusClass: 4 })).map(({ method }) => method).includes('POST'), true)
    assert.equal((await at({ method: 'GET' })).length, 2)
    assert.equal((await at({ requestId: all[1]!.requestId })).length, 1)
    assert.equal((await at({ from: middle })).length, 2)
    assert.equal((await at({ to: middle })).length, 1)
    assert.equal((await at({ callerId: all[0]!.caller.id! })).length, 3)
    assert.equal((await at({ callerId: crypto.randomUUID() })).length, 0)
    assert.equal((await at({ path: '/vitrine/v1/web%' })).length, 0)
    const first = await log.listLoggedRequests({ path: '/vitrine/v1/webhooks', limit: 2 })
    const second = await log.listLoggedRequests({ path: '/vitrine/v1/webhooks', limit: 2, cursor: first.nextCursor! })
    assert.deepEqual([...first.requests, ...second.requests], all)
    assert.equal(second.nextCursor, undefined)
  })

  test('404 LOGGED_REQUEST_NOT_FOUND for what is not there', async () => {
    const id = crypto.randomUUID()
    assert.equal(await codeOf(log.getLoggedRequest({ id })), 'LOGGED_REQUEST_NOT_FOUND')
    assert.equal(await codeOf(log.replayLoggedRequest({ id })), 'LOGGED_REQUEST_NOT_FOUND')
  })

  test('a week later, and of more than five thousand the oldest, they are forgotten', async () => {
    await send('GET', '/vitrine/v1/webhooks')
    await settle()
    await shop.platform.database.query(sql`
      insert into request_log (site, id, at, method, path, query, status, request_id, milliseconds, caller_kind, request_state, request_bytes,
        answer_state, answer_bytes, secret_removed)
      select ${shop.site}, gen_random_uuid(), ${shop.clock.now()}, 'GET', '/x', '', 200, 'r', 1, 'UNKNOWN', 'NONE', 0, 'NONE', 0, false
      from generate_series(1, 5010)`)
    const count = async () =>
      (
        await shop.platform.database.query<{ count: number }>(sql`select count(*)::int as count from request_log where site = ${shop.site}`)
      )[0]!.count
    await shop.platform.everyMinute()
    assert.equal(await count(), 5000)
    shop.clock.advance(7 * day + 60_000)
    await shop.platform.everyMinute()
    assert.equal(await count(), 0)
  })
})

describe('secrets', () => {
  test(
    attack({
      area: 'Tokens, OAuth, sessions',
      tries: 'somebody looks for passwords, tokens, codes and keys in the log of requests',
      answer: 'none of them is in any column of it',
    }),
    async () => {
      const secrets = ['pass-word-1', 'gift-code-77', 'app-secret-9', 'tok-123456789']
      await send('POST', '/_api/iam/authentication/v2/login', JSON.stringify({ loginId: { email: 'a@b.example' }, password: secrets[0] }))
      await send('POST', `/ecom/v1/gift-cards/${secrets[1]}`, '{}')
      await send('POST', '/gift-cards/v1/gift-cards', JSON.stringify({ giftCard: { code: secrets[1] } }))
      await send('POST', '/oauth2/token', JSON.stringify({ grantType: 'client_credentials', client_secret: secrets[2] }))
      await send('POST', '/ecom/v1/orders/search', JSON.stringify({ search: {}, accessToken: secrets[3] }))
      await send('GET', `/vitrine/v1/look-previews/${secrets[3]}`)
      await send('GET', `/ecom/v1/orders?token=${secrets[3]}`)
      const { key } = await office.developers.createApiKey({ apiKey: { name: 'Temporary' } })
      await settle()
      const rows = await shop.platform.database.query<{ row: string }>(
        sql`select to_jsonb(request_log)::text as row from request_log where site = ${shop.site}`,
      )
      assert.ok(rows.length >= 6)
      for (const secret of [...secrets, key, shop.apiKey])
        assert.deepEqual(
          rows.filter(({ row }) => row.includes(secret)),
          [],
          secret,
        )
    },
  )

  test('erasing a person erases what was sent and answered about them', async () => {
    const email = 'leaving@example.com'
    await send('POST', '/members/v1/members', JSON.stringify({ member: { loginEmail: email } }))
    await settle()
    const holding = async () =>
      (
        await shop.platform.database.query(
          sql`select 1 from request_log where site = ${shop.site} and concat(request_body, answer_body) like ${`%${email}%`}`,
        )
      ).length
    assert.equal(await holding(), 1)
    await office.personalData.erasePersonalData({ email })
    await settle()
    assert.equal(await holding(), 0)
  })
})

describe('replay', () => {
  test('a read is sent again as whoever asks, and is in the log with what it repeats', async () => {
    const owner = await as('OWNER')
    await send('GET', '/vitrine/v1/webhooks')
    const first = await latest('/vitrine/v1/webhooks')
    const { request } = await owner.requestLog.replayLoggedRequest({ id: first.id })
    assert.deepEqual([request.status, request.replayOf, request.caller.kind, request.idempotencyKey], [200, first.id, 'STAFF', undefined])
    assert.equal(request.answer.text, first.answer.text)
    assert.deepEqual(
      (await entries('/vitrine/v1/webhooks')).map(({ id }) => id),
      [request.id, first.id],
    )
  })

  test('a write is done again under a key of its own, once for each Idempotency-Key of the replay', async () => {
    const named = async () => (await office.webhooks.listWebhooks({})).webhooks.length
    await send(
      'POST',
      '/vitrine/v1/webhooks',
      JSON.stringify({ webhook: { name: 'Again', url: 'https://a.example/in', events: ['wix.ecom.v1.order_approved'] } }),
    )
    // What makes a secret is never sent again.
    const hook = await latest('/vitrine/v1/webhooks')
    assert.equal(hook.hindrance, 'SIGN_IN')
    const before = await named()
    assert.equal(await codeOf(log.replayLoggedRequest({ id: hook.id })), 'REQUEST_NOT_REPLAYABLE')
    assert.equal(await named(), before)

    const coupon = {
      specification: { name: 'Spring', code: 'SPRING', startTime: '1735689600000', percentOffRate: 10, scope: { namespace: 'stores' } },
    }
    await send('POST', '/stores/v2/coupons', JSON.stringify(coupon))
    const made = await latest('/stores/v2/coupons')
    assert.equal(made.writes, true)
    const replay = () =>
      send('POST', `/vitrine/v1/request-log/${made.id}/replay`, '{}', { 'idempotency-key': 'once' }).then(
        async (answer) => (await answer.json()) as { request: { id: string; idempotencyKey?: string } },
      )
    const one = await replay()
    assert.match(one.request.idempotencyKey!, /^replay-/)
    assert.deepEqual(await replay(), one)
    assert.equal((await entries('/stores/v2/coupons')).length, 2)
  })

  test('a write that is sent again is in the audit log as done by whoever sent it', async () => {
    const path = `/stores/v1/products/${mug.id}`
    await send('PATCH', path, '{"product": {"name": "Evening Mug"}}')
    const first = await latest(path)
    const owner = await as('OWNER')
    const { request } = await owner.requestLog.replayLoggedRequest({ id: first.id })
    assert.equal(request.status, 200)
    const { entries: audited } = await office.audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [mug.id] } } } })
    assert.deepEqual(
      audited.map(({ actor }) => [actor.kind, actor.id === request.caller.id]),
      [
        ['STAFF', true],
        ['API_KEY', false],
      ],
    )
  })

  test('requests that are sent again count for the rate limits of whoever sends them', async () => {
    const read = { quota: 4, seconds: 3600 }
    await using limited = await startTestPlatform({ rateLimits: { ...usualRateLimits, read } })
    const { requestLog } = createClient({ baseUrl: limited.url, auth: apiKey(limited.apiKey), modules: backOffice })
    await requestLog.updateRequestLogSettings({ settings: { enabled: true } })
    await fetch(`${limited.url}/vitrine/v1/webhooks`, { headers: { authorization: limited.apiKey } })
    await limited.platform.jobs.settle()
    const [first] = (await requestLog.listLoggedRequests({ path: '/vitrine/v1/webhooks' })).requests
    const statuses: number[] = []
    do statuses.push((await requestLog.replayLoggedRequest({ id: first!.id })).request.status)
    while (statuses.at(-1) === 200 && statuses.length < 1000)
    assert.equal(statuses.at(-1), 429)
  })

  test(
    attack({
      area: 'API keys and roles',
      tries: 'a developer replays what a key with more rights did, and reads what it answered',
      answer: 'bodies are not shown, 403 PERMISSION_DENIED, and nothing is changed',
    }),
    async () => {
      const developer = await as('DEVELOPER')
      await send('POST', '/members/v1/members', JSON.stringify({ member: { loginEmail: 'private@example.com' } }))
      const found = await latest('/members/v1/members')
      const { request } = await developer.requestLog.getLoggedRequest({ id: found.id })
      assert.deepEqual(
        [request.request.state, request.request.text, request.answer.state, request.answer.text],
        ['NOT_YOURS', undefined, 'NOT_YOURS', undefined],
      )
      assert.equal(await codeOf(developer.requestLog.replayLoggedRequest({ id: found.id })), 'PERMISSION_DENIED')
      // May read products, not change them: the replay is refused as the request itself would be.
      await send('PATCH', `/stores/v1/products/${mug.id}`, '{"product": {"name": "Renamed"}}')
      const patch = await latest(`/stores/v1/products/${mug.id}`)
      const { request: again } = await developer.requestLog.replayLoggedRequest({ id: patch.id })
      assert.deepEqual([again.status, again.refusalCode, again.replayOf], [403, 'PERMISSION_DENIED', patch.id])
      const warehouse = await as('WAREHOUSE')
      assert.equal(await codeOf(warehouse.requestLog.listLoggedRequests({})), 'PERMISSION_DENIED')
    },
  )

  test('409 REQUEST_NOT_REPLAYABLE says why: sign-ins, the log itself, secrets, long bodies', async () => {
    await send('POST', '/oauth2/token', '{"grantType":"anonymous"}')
    await send('POST', '/ecom/v1/orders/search', JSON.stringify({ search: {}, accessToken: 'a-secret' }))
    await send('GET', '/ecom/v1/orders/x?token=abc')
    await settle()
    const { requests } = await log.listLoggedRequests({ path: '/vitrine/v1/request-log' })
    const reasonOf = async (id: string) => {
      const answer = await send('POST', `/vitrine/v1/request-log/${id}/replay`, '{}')
      const said = (await answer.json()) as { details: { applicationError: { code: string; data: { reason: string } } } }
      assert.equal(said.details.applicationError.code, 'REQUEST_NOT_REPLAYABLE')
      return said.details.applicationError.data.reason
    }
    assert.equal(await reasonOf(requests[0]!.id), 'REQUEST_LOG')
    assert.equal(await reasonOf((await latest('/ecom/v1/orders/search')).id), 'BODY_NOT_WHOLE')
    assert.equal(await reasonOf((await latest('/ecom/v1/orders/x')).id), 'QUERY_NOT_WHOLE')
  })
})
