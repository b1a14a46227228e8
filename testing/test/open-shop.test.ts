import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '@vitrine/platform'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { testDatabase } from '../src/database.ts'
import { startServerProcess } from '../src/server-process.ts'

const now = new Date('2026-11-21T09:00:00.000Z')

test('however many open a bare shop at once, there is one, with one key and one app of each kind', async () => {
  await using home = await testDatabase()
  await using database = connect({ url: home.url, connections: 12 })
  const opened = await Promise.all(Array.from({ length: 8 }, () => openShop(database, { now, adminApiKey: 'a-key-of-the-environment' })))
  assert.equal(new Set(opened.map((shop) => JSON.stringify(shop))).size, 1)
  const [rows] = await database.query(sql`
    select (select count(*)::int from site) as sites, (select count(*)::int from signing_key) as keys, (select count(*)::int from oauth_app) as apps,
      (select count(*)::int from api_key) as "apiKeys", (select count(*)::int from site_setting) as sections`)
  assert.deepEqual({ ...rows }, { sites: 1, keys: 1, apps: 2, apiKeys: 1, sections: 5 })
  assert.deepEqual(await openShop(database, { now }), opened[0], 'later starts find it')
})

test('three servers that start at once on an empty database open the same shop', async () => {
  await using home = await testDatabase()
  const servers = await Promise.all([1, 2, 3].map(() => startServerProcess({ databaseUrl: home.url })))
  try {
    const clientIds = servers.map((server) => /Client id\s+(\S+)/.exec(server.output())?.[1])
    assert.equal(new Set(clientIds).size, 1)
    const tokens = await Promise.all(
      servers.map(({ url }) =>
        fetch(`${url}/oauth2/token`, { method: 'POST', body: JSON.stringify({ grantType: 'anonymous', clientId: clientIds[0] }) }),
      ),
    )
    const { access_token: token } = (await tokens[0]!.json()) as { access_token: string }
    for (const { url } of servers) {
      const cart = await fetch(`${url}/ecom/v1/carts/current`, { headers: { authorization: token } })
      assert.equal(cart.status, 404, 'a token of one is good at all of them')
    }
  } finally {
    for (const server of servers) await server[Symbol.asyncDispose]()
  }
})
