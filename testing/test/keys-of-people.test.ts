// What becomes of the keys that people make for programs: they end with those people, or when they were to end, and say where they were used.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Right, StaffRole } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { identifier } from '@vitrine/platform/people/identity/identify'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { attack } from '../src/attack.ts'
import { authOf, hire, signsIn } from '../src/colleague.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
const minute = 60_000
const day = 24 * 60 * minute

before(async () => void (shop = await startTestPlatform()))
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const office = (key = shop.apiKey) => createClient({ baseUrl: shop.url, auth: apiKey(key), modules: backOffice })
async function person(role: StaffRole) {
  const hired = await hire(shop, role)
  const auth = authOf(await signsIn(shop, hired.email))
  return { ...hired, office: createClient({ baseUrl: shop.url, auth, modules: backOffice }) }
}
type Office = ReturnType<typeof office>
const codeOf = async (call: Promise<unknown>): Promise<string> => (await attempt(call))[0]?.code ?? 'done'
const make = (who: { readonly office: Office }, scopes: readonly Right[]) =>
  who.office.developers.createApiKey({ apiKey: { name: scopes.join(', ').slice(0, 60), scopes: [...scopes] } })
/** Whether a key still lists the developers' keys. */
const works = async (key: string): Promise<string> => {
  await shop.platform.learnEnded()
  return codeOf(office(key).developers.listApiKeys({}))
}
const listed = async (id: string) => (await office().developers.listApiKeys({})).apiKeys.find((one) => one.id === id)

describe('whoever leaves the staff', () => {
  test(
    attack({
      area: 'API keys and roles',
      tries: 'an API key of a developer who was taken off the staff',
      answer: '401 INVALID_TOKEN within seconds: it ended with them, and with it the key that it had made',
    }),
    async () => {
      const dev = await person('DEVELOPER')
      const { key, apiKey: made } = await make(dev, ['developers.read', 'developers.write'])
      const { key: child } = await make({ office: office(key) }, ['developers.read'])
      const { apiKeys, appSecrets } = await office().staff.listApiKeysOfStaffMember({ id: dev.id })
      assert.deepEqual([apiKeys.length, apiKeys.at(-1)!.id, apiKeys.at(-1)!.createdBy!.staffMemberId, appSecrets], [2, made.id, dev.id, []])
      assert.deepEqual([await works(key), await works(child)], ['done', 'done'])
      const { apiKeys: settled } = await office().staff.removeStaffMember({ id: dev.id })
      assert.deepEqual(settled, { revoked: 2, transferred: 0 })
      assert.deepEqual([await works(key), await works(child)], ['INVALID_TOKEN', 'INVALID_TOKEN'])
      assert.equal(await codeOf(office().staff.listApiKeysOfStaffMember({ id: dev.id })), 'STAFF_NOT_FOUND')
      await office().staff.restoreStaffMember({ id: dev.id })
      assert.equal(await works(key), 'INVALID_TOKEN', 'it does not come back with them')
    },
  )

  test('TRANSFER: their keys belong to whoever acts, and go on', async () => {
    const [owner, dev] = [await person('OWNER'), await person('DEVELOPER')]
    const { key, apiKey: made } = await make(dev, ['developers.read'])
    const { apiKeys } = await owner.office.staff.removeStaffMember({ id: dev.id, apiKeys: 'TRANSFER' })
    assert.deepEqual(apiKeys, { revoked: 0, transferred: 1 })
    assert.equal(await works(key), 'done')
    assert.deepEqual((await listed(made.id))!.createdBy, { staffMemberId: owner.id, name: owner.email, removed: false })
  })

  test('TRANSFER by the shop’s own key makes them the shop’s own', async () => {
    const dev = await person('DEVELOPER')
    const { key, apiKey: made } = await make(dev, ['developers.read'])
    await office().staff.removeStaffMember({ id: dev.id, apiKeys: 'TRANSFER' })
    assert.equal(await works(key), 'done')
    assert.equal((await listed(made.id))!.createdBy, undefined)
  })

  test(
    attack({
      area: 'API keys and roles',
      tries: 'to take over the keys of an owner with a key that may only manage the staff and the developers',
      answer: '403 SCOPE_NOT_YOURS, or ROLE_NOT_YOURS before that, and nothing changes',
    }),
    async () => {
      const [owner, dev] = [await person('OWNER'), await person('DEVELOPER')]
      const { key } = await make(dev, ['developers.read', 'products.read'])
      const { apiKey: wide } = await owner.office.developers.createApiKey({ apiKey: { name: 'Everything' } })
      const rights = (await office().staff.listRoles()).roles.find(({ role }) => role === 'DEVELOPER')!.rights as Right[]
      const without = rights.filter((right) => right !== 'products.read')
      const { key: hr } = await make(owner, ['staff.read', 'staff.write', ...without])
      const by = office(hr).staff
      assert.equal(await codeOf(by.removeStaffMember({ id: owner.id, apiKeys: 'TRANSFER' })), 'ROLE_NOT_YOURS')
      assert.equal(await codeOf(by.removeStaffMember({ id: dev.id, apiKeys: 'TRANSFER' })), 'ROLE_NOT_YOURS')
      assert.equal(await works(key), 'done')
      assert.ok(await listed(wide.id))

      const { key: able } = await make(owner, ['staff.read', 'staff.write', ...rights])
      await shop.platform.database.query(
        sql`update api_key set scopes = '{orders.write}' where site = ${shop.site} and created_by = ${dev.id}`,
      )
      const [refused] = await attempt(office(able).staff.removeStaffMember({ id: dev.id, apiKeys: 'TRANSFER' }))
      assert.deepEqual([refused?.code, refused?.data], ['SCOPE_NOT_YOURS', { scope: 'orders.write' }])
      assert.equal((await office().staff.getStaffMember({ id: dev.id })).staffMember.role, 'DEVELOPER')
    },
  )

  test('nobody hands their keys to themselves while they leave', async () => {
    const owner = await person('OWNER')
    await person('OWNER')
    await make(owner, ['orders.read'])
    assert.equal(await codeOf(owner.office.staff.removeStaffMember({ id: owner.id, apiKeys: 'TRANSFER' })), 'SCOPE_NOT_YOURS')
    assert.deepEqual((await owner.office.staff.removeStaffMember({ id: owner.id })).apiKeys, { revoked: 1, transferred: 0 })
  })

  test('the secret that they made for an app ends with them, or goes on with whoever acts', async () => {
    const [one, other] = [await person('DEVELOPER'), await person('DEVELOPER')]
    const { app } = await one.office.developers.createApp({ app: { name: 'Feeds' } })
    const first = await one.office.developers.makeAppSecret({ id: app.id, scopes: ['developers.read'] })
    const ask = (secret: string) =>
      send(shop, {
        method: 'POST',
        path: '/oauth2/token',
        body: { grantType: 'client_credentials', clientId: app.id, clientSecret: secret },
      })
    assert.deepEqual((await office().staff.listApiKeysOfStaffMember({ id: one.id })).appSecrets, [
      { appId: app.id, name: 'Feeds', scopes: ['developers.read'] },
    ])
    await office().staff.removeStaffMember({ id: one.id, apiKeys: 'TRANSFER' })
    assert.equal((await ask(first.secret)).status, 200)
    const second = await other.office.developers.makeAppSecret({ id: app.id, scopes: ['developers.read'] })
    assert.deepEqual((await office().staff.removeStaffMember({ id: other.id })).apiKeys, { revoked: 1, transferred: 0 })
    assert.notEqual((await ask(second.secret)).status, 200)
    assert.equal((await office().developers.listApps({})).apps.find(({ id }) => id === app.id)!.hasSecret, false)
  })
})

describe('whoever gets another role', () => {
  test(
    attack({
      area: 'API keys and roles',
      tries: 'an API key of a developer who is now in the warehouse',
      answer: '401 INVALID_TOKEN where it may do what the new role may not; a key within the new role goes on',
    }),
    async () => {
      const dev = await person('DEVELOPER')
      const { key: wide } = await make(dev, ['developers.read', 'orders.read'])
      const { key: narrow, apiKey: made } = await make(dev, ['orders.read'])
      const { apiKeys } = await office().staff.updateStaffMember({ staffMember: { id: dev.id, role: 'WAREHOUSE' } })
      assert.deepEqual(apiKeys, { revoked: 1, transferred: 0 })
      assert.equal(await works(wide), 'INVALID_TOKEN')
      assert.equal(await works(narrow), 'PERMISSION_DENIED', 'it is good, for orders alone')
      assert.ok(await listed(made.id))
    },
  )

  test('an owner’s key that may do everything ends with the role; as owner it stays', async () => {
    const owner = await person('OWNER')
    const { key } = await owner.office.developers.createApiKey({ apiKey: { name: 'Everything' } })
    assert.deepEqual((await office().staff.updateStaffMember({ staffMember: { id: owner.id, role: 'OWNER' } })).apiKeys, {
      revoked: 0,
      transferred: 0,
    })
    assert.equal(await works(key), 'done')
    await office().staff.updateStaffMember({ staffMember: { id: owner.id, role: 'DEVELOPER' } })
    assert.equal(await works(key), 'INVALID_TOKEN')
  })

  test('TRANSFER hands over what is beyond the new role', async () => {
    const [owner, dev] = [await person('OWNER'), await person('DEVELOPER')]
    const { key, apiKey: made } = await make(dev, ['developers.read'])
    const { apiKeys } = await owner.office.staff.updateStaffMember({ staffMember: { id: dev.id, role: 'SUPPORT' }, apiKeys: 'TRANSFER' })
    assert.deepEqual(apiKeys, { revoked: 0, transferred: 1 })
    assert.equal(await works(key), 'done')
    assert.equal((await listed(made.id))!.createdBy!.staffMemberId, owner.id)
  })
})

describe('the end of a key', () => {
  const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * day).toISOString()

  test(
    attack({
      area: 'API keys and roles',
      tries: 'an API key after the end that it was given',
      answer: '401 INVALID_TOKEN, also where the process has cached it',
    }),
    async () => {
      const { key, apiKey: made } = await office().developers.createApiKey({ apiKey: { name: 'For a week', expiresDate: inDays(7) } })
      assert.equal(made.expiresDate, inDays(7))
      assert.equal(await works(key), 'done')
      shop.clock.advance(7 * day - 1)
      assert.equal(await works(key), 'done')
      shop.clock.advance(1)
      assert.equal(await works(key), 'INVALID_TOKEN')
      assert.ok(await listed(made.id), 'it is still listed')
    },
  )

  test('400 INVALID_ARGUMENT for an end that is over already', async () => {
    const { apiKey: made } = await office().developers.createApiKey({ apiKey: { name: 'A key' } })
    const past = inDays(-1)
    assert.equal(await codeOf(office().developers.createApiKey({ apiKey: { name: 'Late', expiresDate: past } })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(office().developers.updateApiKey({ apiKey: { id: made.id, expiresDate: past } })), 'INVALID_ARGUMENT')
    assert.equal((await listed(made.id))!.expiresDate, undefined)
  })

  test('is set, moved and taken away later; names change as well', async () => {
    const { apiKey: made } = await office().developers.createApiKey({ apiKey: { name: 'A key' } })
    const { developers } = office()
    const set = await developers.updateApiKey({ apiKey: { id: made.id, expiresDate: inDays(3) } })
    assert.equal(set.apiKey.expiresDate, inDays(3))
    const named = await developers.updateApiKey({ apiKey: { id: made.id, name: 'Courier' } })
    assert.deepEqual([named.apiKey.name, named.apiKey.expiresDate], ['Courier', inDays(3)])
    const { apiKey: endless } = await developers.updateApiKey({ apiKey: { id: made.id, expiresDate: null } })
    assert.equal(endless.expiresDate, undefined)
    await developers.revokeApiKey({ id: made.id })
    assert.equal(await codeOf(developers.updateApiKey({ apiKey: { id: made.id, expiresDate: inDays(3) } })), 'API_KEY_NOT_FOUND')
  })

  test(
    attack({
      area: 'API keys and roles',
      tries: 'a developer prolongs a key that may do more than they may',
      answer: '403 SCOPE_NOT_YOURS; to let it end sooner is allowed',
    }),
    async () => {
      const dev = await person('DEVELOPER')
      const { apiKey: made } = await office().developers.createApiKey({
        apiKey: { name: 'Orders', scopes: ['orders.write'], expiresDate: inDays(3) },
      })
      const to = (expiresDate: string | null) => attempt(dev.office.developers.updateApiKey({ apiKey: { id: made.id, expiresDate } }))
      for (const later of [inDays(4), null]) {
        const [refused] = await to(later)
        assert.deepEqual([refused?.code, refused?.data], ['SCOPE_NOT_YOURS', { scope: 'orders.write' }])
      }
      const [, done] = await to(inDays(2))
      assert.equal(done?.apiKey.expiresDate, inDays(2))
    },
  )
})

describe('the last use of a key', () => {
  test('when and from where, at most once a minute, and IPv6 by its /64', async () => {
    const { key, apiKey: made } = await office().developers.createApiKey({ apiKey: { name: 'Used', scopes: ['developers.read'] } })
    const use = async (address: string) => {
      const answer = await send(shop, {
        method: 'GET',
        path: '/vitrine/v1/api-keys',
        headers: { authorization: key, 'x-vitrine-peer': address },
      })
      assert.equal(answer.status, 200)
      await shop.platform.jobs.settle()
      const { usedDate, usedFrom } = (await listed(made.id))!
      return [usedDate, usedFrom]
    }
    const first = shop.clock.now().toISOString()
    assert.deepEqual(await use('192.0.2.7'), [first, '192.0.2.7'])
    shop.clock.advance(minute - 1)
    assert.deepEqual(await use('198.51.100.1'), [first, '192.0.2.7'], 'not yet a minute')
    shop.clock.advance(1)
    assert.deepEqual(await use('2001:db8:1:2::99'), [shop.clock.now().toISOString(), '2001:db8:1:2::/64'])
  })

  test('is written beside the call, which does not wait for it', async () => {
    const { database, siteAt } = shop.platform
    const { key } = await office().developers.createApiKey({ apiKey: { name: 'Waiting' } })
    const noted: string[] = []
    const identify = identifier({
      db: database,
      tokens: tokens(keyRing(database), shop.clock),
      siteAt,
      clock: shop.clock,
      noteUse: (...what) => void noted.push(what[2]),
    })
    const request = { method: 'GET', path: '/', search: '', body: undefined, requestId: 'one' }
    const caller = await identify({ ...request, headers: { authorization: key, 'x-vitrine-peer': '192.0.2.9' } })
    assert.deepEqual(['kind' in caller && caller.kind, noted], ['app', ['192.0.2.9']])
  })

  test('401 INVALID_TOKEN for a key that is none notes nothing', async () => {
    const answer = await send(shop, { method: 'GET', path: '/vitrine/v1/api-keys', headers: { authorization: 'vk_nobody' } })
    assert.equal(refusalOf(answer), 'INVALID_TOKEN')
  })
})
