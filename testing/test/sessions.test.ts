import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { registerOauthApp } from '@vitrine/platform/people/identity/store'
import { emailsTo } from '../src/mailbox.ts'
import { newMember, prove, sessionsOf } from '../src/member.ts'
import { startBeside, startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { newVisitor, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
let own: string

before(async () => {
  shop = await startTestPlatform()
  own = await registerOauthApp(
    shop.platform.database,
    { site: shop.site, name: 'Own pages', redirectUris: [], firstParty: true },
    shop.clock.now(),
  )
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const token = (body: object) => send(shop, { method: 'POST', path: '/oauth2/token', body })
const refreshed = (refreshToken: string) => token({ grantType: 'refresh_token', clientId: own, refreshToken })
const here = () => ({ site: shop.site, now: shop.clock.now() })
const whoIs = (access: string, at = shop) => send(at, { method: 'GET', path: '/oauth2/user-info', headers: { authorization: access } })

async function signedIn(memberId?: string) {
  const id = memberId ?? (await newMember(shop))
  const { sessionId, sessionToken } = await prove(shop, id)
  const { json } = await token({ grantType: 'authorized_client', sessionToken, clientId: own })
  return { memberId: id, sessionId, access: json.access_token as string, refresh: json.refresh_token as string }
}

describe('a session', () => {
  test('is listed with where and how, the latest first, until it is over', async () => {
    const { memberId, sessionId } = await signedIn()
    const second = await prove(shop, memberId, { agent: 'A phone', methods: ['PASSKEY', 'TOTP'] })
    const list = await sessionsOf(shop).list(shop.platform.database, shop.site, memberId)
    assert.deepEqual(
      list.map(({ id, agent, methods, clientName }) => [id, agent, methods, clientName]),
      [
        [second.sessionId, 'A phone', ['PASSKEY', 'TOTP'], null],
        [sessionId, 'Tests', ['PASSWORD'], 'Own pages'],
      ],
    )
    assert.equal(await sessionsOf(shop).endAll({ db: shop.platform.database, ...here() }, memberId, sessionId), 1)
    const left = await sessionsOf(shop).list(shop.platform.database, shop.site, memberId)
    assert.deepEqual(
      left.map(({ id }) => id),
      [sessionId],
    )
  })

  // attack: Tokens, OAuth, sessions | tokens of an ended session are used | 401 within two seconds in every process
  test('that is ended takes its refresh token along at once, and its access tokens within a second or two, in every process', async () => {
    await using second = await startBeside(shop)
    const elsewhere = { ...shop, platform: second }
    const gone = await signedIn()
    const stays = await signedIn(gone.memberId)
    assert.deepEqual([(await whoIs(gone.access)).status, (await whoIs(gone.access, elsewhere)).status], [200, 200])
    assert.equal(await sessionsOf(shop).end({ db: shop.platform.database, ...here() }, gone.memberId, gone.sessionId), true)
    assert.equal(refusalOf(await refreshed(gone.refresh)), 'INVALID_GRANT')
    const started = performance.now()
    for (const at of [shop, elsewhere]) {
      while ((await whoIs(gone.access, at)).status === 200) {
        assert.ok(performance.now() - started < 20_000, 'it is heard of soon')
        await sleep(50)
      }
      assert.equal(refusalOf(await whoIs(gone.access, at)), 'INVALID_TOKEN')
      assert.equal((await whoIs(stays.access, at)).status, 200, 'the other session goes on')
    }
    assert.equal((await refreshed(stays.refresh)).status, 200)
    assert.equal(await sessionsOf(shop).end({ db: shop.platform.database, ...here() }, gone.memberId, gone.sessionId), false)
  })

  test('that is ended is known to a process that starts afterwards', async () => {
    const { access, memberId, sessionId } = await signedIn()
    await sessionsOf(shop).end({ db: shop.platform.database, ...here() }, memberId, sessionId)
    await using late = await startBeside(shop)
    assert.equal(refusalOf(await whoIs(access, { ...shop, platform: late })), 'INVALID_TOKEN')
  })

  // attack: Other people's data | a member ends another member's session | not found, and the session goes on
  test('of somebody else is not ended', async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()]
    assert.equal(await sessionsOf(shop).end({ db: shop.platform.database, ...here() }, mine.memberId, theirs.sessionId), false)
    assert.equal(await sessionsOf(shop).end({ db: shop.platform.database, ...here() }, mine.memberId, 'no-id'), false)
    assert.equal((await refreshed(theirs.refresh)).status, 200)
  })

  test('lasts a year at the most', async () => {
    await using other = await startTestPlatform()
    const memberId = await newMember(other)
    const { sessionToken } = await prove(other, memberId)
    const app = await registerOauthApp(
      other.platform.database,
      { site: other.site, name: 'Own', redirectUris: [], firstParty: true },
      other.clock.now(),
    )
    const ask = (body: object) => send(other, { method: 'POST', path: '/oauth2/token', body })
    const { json } = await ask({ grantType: 'authorized_client', sessionToken, clientId: app })
    other.clock.advance(364 * 24 * 3_600_000)
    assert.equal((await ask({ grantType: 'refresh_token', refreshToken: json.refresh_token })).status, 200)
    other.clock.advance(2 * 24 * 3_600_000)
    assert.equal(refusalOf(await ask({ grantType: 'refresh_token', refreshToken: json.refresh_token })), 'INVALID_GRANT')
  })

  test('signing out by the published call ends it', async () => {
    const { access, refresh } = await signedIn()
    const out = await send(shop, { method: 'GET', path: '/_api/iam/authentication/v1/logout', headers: { authorization: access } })
    assert.deepEqual([out.status, out.json.statusCode], [200, 302])
    assert.equal(refusalOf(await refreshed(refresh)), 'INVALID_GRANT')
    await shop.platform.learnEnded()
    assert.equal(refusalOf(await whoIs(access)), 'INVALID_TOKEN')
  })
})

describe('refresh tokens', () => {
  test('the first one stays good for who keeps it, as the published client does', async () => {
    const { refresh, access } = await signedIn()
    for (let i = 0; i < 5; i++) {
      shop.clock.advance(4 * 3_600_000)
      const { status, json } = await refreshed(refresh)
      assert.equal(status, 200)
      assert.equal((await whoIs(json.access_token)).status, 200)
    }
    assert.equal(refusalOf(await whoIs(access)), 'INVALID_TOKEN', 'access tokens do not')
  })

  test('who takes the newer ones goes on with them; a lost answer and tabs at the same time cost nobody their session', async () => {
    const { refresh } = await signedIn()
    const second = (await refreshed(refresh)).json.refresh_token
    const lost = await refreshed(second)
    assert.equal(lost.status, 200)
    assert.equal((await refreshed(second)).status, 200, 'the answer did not come, so the same one comes again')
    assert.equal((await refreshed(refresh)).status, 200, 'another tab, a moment later')
    shop.clock.advance(59_000)
    const { json } = await refreshed(refresh)
    shop.clock.advance(3_600_000)
    assert.equal((await refreshed(json.refresh_token)).status, 200)
  })

  test('who comes with an old one after a newer one was used is a thief, or was robbed: the session ends, and the member hears of it', async () => {
    const { refresh, memberId, sessionId } = await signedIn()
    const second = (await refreshed(refresh)).json.refresh_token
    const third = (await refreshed(second)).json.refresh_token
    shop.clock.advance(61_000)
    assert.equal(refusalOf(await refreshed(refresh)), 'INVALID_GRANT')
    assert.equal(refusalOf(await refreshed(third)), 'INVALID_GRANT', 'nobody can know which of the two is the member')
    const [told] = await shop.platform.database.query<{ payload: object }>(
      sql`select payload from outbox where site = ${shop.site} and entity_id = ${memberId} and payload ? 'sessionStolen'`,
    )
    assert.deepEqual(told?.payload, { sessionStolen: sessionId })
    const [member] = await shop.platform.database.query<{ email: string }>(
      sql`select login_email as email from member where site = ${shop.site} and id = ${memberId}`,
    )
    const [email, ...more] = await emailsTo(shop, member!.email)
    assert.deepEqual([email?.subject, more.length], ['We signed you out at Test shop', 0])
  })

  test('one app’s tokens say nothing about another’s of the same session', async () => {
    const memberId = await newMember(shop)
    const { sessionToken } = await prove(shop, memberId)
    const ask = async () => (await token({ grantType: 'authorized_client', sessionToken, clientId: own })).json.refresh_token as string
    const [keeps, rotates] = [await ask(), await ask()]
    await refreshed((await refreshed(rotates)).json.refresh_token)
    shop.clock.advance(3_600_000)
    assert.equal((await refreshed(keeps)).status, 200)
  })

  test('are for the app that got them', async () => {
    const { refresh } = await signedIn()
    assert.equal(refusalOf(await token({ grantType: 'refresh_token', clientId: shop.clientId, refreshToken: refresh })), 'INVALID_GRANT')
    assert.equal(refusalOf(await token({ grantType: 'refresh_token', clientId: newId(), refreshToken: refresh })), 'INVALID_GRANT')
  })

  test('of visitors stay as they are, and nothing is kept of them', async () => {
    const { json } = await token({ grantType: 'anonymous', clientId: shop.clientId })
    const again = await token({ grantType: 'refresh_token', refreshToken: json.refresh_token })
    assert.equal(again.json.refresh_token, json.refresh_token)
    await newVisitor(shop)
  })
})
