import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { asMember, enter, type Guest, goodPassword, guest, newEmail, ownPages, register, signInPolicy } from '../src/guest.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { codeOf } from '../src/refused.ts'
import { refusalOf, send } from '../src/wire.ts'

const shop = await startPlatformForFile()

/** A new member, who has just signed in. */
async function newSignIn(email = newEmail(), firstName = 'Ada') {
  const answer = await register(guest(shop), email, { profile: { firstName } })
  return { email, memberId: answer.identity!.id!, sessionToken: answer.sessionToken! }
}

const signInAgain = async (email: string) =>
  (await guest(shop).authentication.login({ loginId: { email }, password: goodPassword })).sessionToken!

async function remember(sessionToken: string, references: readonly string[] = [], who: Guest = guest(shop)) {
  const answer = await who.deviceAccounts.rememberOnDevice({ sessionToken, references: [...references], replacesCurrent: true })
  return [answer.reference, ...answer.references]
}

const list = async (references: readonly string[], who: Guest = guest(shop)) =>
  (await who.deviceAccounts.listDeviceAccounts({ references: [...references] })).accounts

const set = (memberId: string, change: ReturnType<typeof sql>) =>
  shop.platform.database.query(sql`update member set ${change} where site = ${shop.site} and id = ${memberId}`)

describe('the accounts of a device', () => {
  before(async () => {
    await signInPolicy(shop, {})
    await ownPages(shop)
  })

  test('200 lists who signed in on it, the newest first, and who is calling', async () => {
    const [first, second] = [await newSignIn(newEmail(), 'Hanna'), await newSignIn(newEmail(), 'Marta')]
    const references = await remember(second.sessionToken, await remember(first.sessionToken))
    const marta = asMember(shop, await enter(shop, second))
    const accounts = await list(references, marta)
    const both = { signedIn: true, hasPassword: true, hasPasskey: false }
    assert.deepEqual(accounts, [
      { memberId: second.memberId, email: second.email, name: 'Marta', current: true, ...both, references: [references[0]] },
      { memberId: first.memberId, email: first.email, name: 'Hanna', current: false, ...both, references: [references[1]] },
    ])
  })

  test('200 a member who calls is among them, also where the device has no reference yet', async () => {
    const signIn = await newSignIn()
    const member = asMember(shop, await enter(shop, signIn))
    const [own] = await list([], member)
    assert.deepEqual([own?.memberId, own?.signedIn, own?.current, own?.references.length], [signIn.memberId, true, true, 1])
    assert.equal((await list(own!.references))[0]?.signedIn, true, 'it gets one')
  })

  // attack: Tokens, OAuth, sessions | the cookie of a device's accounts is forged or changed, or its references are sent as tokens | they are left out, and open nothing
  test('what is forged or changed is left out, and a reference is no token', async () => {
    const [reference] = await remember((await newSignIn()).sessionToken)
    const [head, body, signature] = reference!.split('.') as [string, string, string]
    const said = JSON.parse(Buffer.from(body, 'base64url').toString())
    const other = Buffer.from(JSON.stringify({ ...said, is: { sessionId: '00000000-0000-4000-8000-000000000000' } })).toString('base64url')
    const forged = [`${head}.${other}.${signature}`, `${head}.${body}.`, 'a.b.c', 'nothing']
    assert.deepEqual(await list(forged), [])
    for (const text of forged)
      assert.equal(await codeOf(guest(shop).deviceAccounts.switchAccount({ reference: text })), 'SESSION_NOT_FOUND')
    assert.deepEqual(await guest(shop).deviceAccounts.signOutOnDevice({ references: forged }), { ended: 0 })
    for (const authorization of [reference!, `OauthNG.JWS.${reference}`])
      assert.equal(refusalOf(await send(shop, { method: 'GET', path: '/oauth2/user-info', headers: { authorization } })), 'INVALID_TOKEN')
    const refresh = { grantType: 'refresh_token', refreshToken: `JWS.${reference}`, clientId: shop.clientId }
    assert.equal(refusalOf(await send(shop, { method: 'POST', path: '/oauth2/token', body: refresh })), 'INVALID_GRANT')
    const exchange = { grantType: 'authorized_client', sessionToken: reference, clientId: shop.clientId }
    assert.equal(refusalOf(await send(shop, { method: 'POST', path: '/oauth2/token', body: exchange })), 'INVALID_GRANT')
    assert.doesNotMatch(JSON.stringify(said), /@|Ada/)
  })

  test('200 switching answers a session token of that very session', async () => {
    const signIn = await newSignIn()
    const [reference] = await remember(signIn.sessionToken)
    const switched = await guest(shop).deviceAccounts.switchAccount({ reference: reference! })
    const member = asMember(shop, await enter(shop, switched))
    assert.equal((await member.identity.getUserInfo({})).sub, signIn.memberId)
    assert.equal((await member.mySecurity.listMySessions({})).sessions.length, 1)
  })

  test('SESSION_NOT_FOUND where the session ended elsewhere; the account is listed as signed out', async () => {
    const signIn = await newSignIn()
    const [reference] = await remember(signIn.sessionToken)
    const elsewhere = asMember(shop, await enter(shop, { sessionToken: await signInAgain(signIn.email) }))
    await elsewhere.mySecurity.endMyOtherSessions({})
    assert.deepEqual(
      (await list([reference!])).map(({ email, signedIn }) => [email, signedIn]),
      [[signIn.email, false]],
    )
    assert.equal(await codeOf(guest(shop).deviceAccounts.switchAccount({ reference: reference! })), 'SESSION_NOT_FOUND')
  })

  // attack: Tokens, OAuth, sessions | a blocked or deleted member switches to their account on a device that remembers it | refused
  test('who is blocked is listed as signed out, and who is deleted or disconnected is not listed; none is switched to', async () => {
    const [blocked, deleted, disconnected] = [await newSignIn(), await newSignIn(), await newSignIn()]
    const two = await remember(deleted.sessionToken, await remember(blocked.sessionToken))
    const references = await remember(disconnected.sessionToken, two)
    await set(disconnected.memberId, sql`status = 'OFFLINE'`)
    await set(blocked.memberId, sql`status = 'BLOCKED'`)
    await set(deleted.memberId, sql`deleted_at = ${shop.clock.now()}`)
    assert.deepEqual(
      (await list(references)).map(({ memberId, signedIn }) => [memberId, signedIn]),
      [[blocked.memberId, false]],
    )
    for (const reference of references)
      assert.equal(await codeOf(guest(shop).deviceAccounts.switchAccount({ reference })), 'SESSION_NOT_FOUND')
  })

  test('SIGN_IN_OVER for a session token that is none, or that is over', async () => {
    assert.equal(await codeOf(guest(shop).deviceAccounts.rememberOnDevice({ sessionToken: 'none', references: [] })), 'SIGN_IN_OVER')
    const { sessionToken } = await newSignIn()
    await guest(shop).deviceAccounts.signOutOnDevice({ references: await remember(sessionToken) })
    assert.equal(await codeOf(guest(shop).deviceAccounts.rememberOnDevice({ sessionToken, references: [] })), 'SIGN_IN_OVER')
  })

  test('200 a sign-in takes the place of an earlier one of the same member, whose session ends', async () => {
    const signIn = await newSignIn()
    const [before] = await remember(signIn.sessionToken)
    const references = await remember(await signInAgain(signIn.email), [before!])
    assert.equal(references.length, 1)
    assert.deepEqual(
      (await list([before!])).map(({ signedIn }) => signedIn),
      [false],
    )
  })

  test('200 the sixth account takes the place of the one that signed in first, whose session ends', async () => {
    let references: readonly string[] = []
    for (let n = 0; n < 5; n++) references = await remember((await newSignIn()).sessionToken, references)
    const first = references.at(-1)!
    const after = await remember((await newSignIn()).sessionToken, references)
    assert.equal(after.length, 5)
    assert.ok(!after.includes(first))
    assert.deepEqual(
      (await list([first])).map(({ signedIn }) => signedIn),
      [false],
    )
    assert.ok((await list(after)).every(({ signedIn }) => signedIn))
  })

  test('200 signing out ends the sessions of the references, and no others', async () => {
    const [one, other] = [await newSignIn(), await newSignIn()]
    const references = await remember(other.sessionToken, await remember(one.sessionToken))
    assert.deepEqual(await guest(shop).deviceAccounts.signOutOnDevice({ references: [references[0]!] }), { ended: 1 })
    assert.deepEqual(
      (await list(references)).map(({ email, signedIn }) => [email, signedIn]),
      [
        [other.email, false],
        [one.email, true],
      ],
    )
  })

  test('a reference is over after 400 days', async () => {
    const [reference] = await remember((await newSignIn()).sessionToken)
    shop.clock.advance(401 * 24 * 3_600_000)
    assert.deepEqual(await list([reference!]), [])
  })
})
