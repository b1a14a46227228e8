// VITRINE_SECRET: the keys that the database holds are wrapped with a secret that it does not hold.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiKey, attempt } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { createClient as modular } from '@vitrine/client/modular'
import { codeKeys, hashOf } from '@vitrine/platform/commerce/gift-cards/code'
import type { Database } from '@vitrine/platform/kernel/db/pool'
import { raw, sql } from '@vitrine/platform/kernel/db/sql'
import { asText, type KeyWrap, keyWrap, noWrap, SecretMismatch } from '@vitrine/platform/kernel/key-wrap/key-wrap'
import { keyTables, rewrapStoredKeys, wrapStoredKeys } from '@vitrine/platform/kernel/key-wrap/stored-keys'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { claimImport, headersIn } from '@vitrine/platform/shop/media/files/import-store'
import pg from 'pg'
import { attack } from '../src/attack.ts'
import { newBuyer } from '../src/buyer.ts'
import { addPicture } from '../src/pictures.ts'
import { startBeside, startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { startServerProcess } from '../src/server-process.ts'
import type { FakeStripe } from '../src/stripe/model.ts'
import { fakeStripe } from '../src/stripe/stripe.ts'

const secret = 'the secret of the operator in these tests'
const next = 'the secret that comes after it in these tests'

let shop: TestPlatform
let database: Database
let stripeApi: FakeStripe
let code: string

const office = (url = shop.url) => modular({ baseUrl: url, auth: apiKey(shop.apiKey), modules: backOffice })
const settings = { name: 'Parcels', baseUrl: 'https://parcels.example', type: 'SHIPPING_RATES' } as const

/** A shop with a key of every kind, and things that were made with them. */
before(async () => {
  stripeApi = await fakeStripe()
  shop = await startTestPlatform({ keyWrap: keyWrap(secret), stripeApi })
  database = shop.platform.database
  const { giftCards, paymentSettings, servicePlugins, signInSettings, webhooks } = office()
  await paymentSettings.setStripeKeys({ stripeKeys: { secretKey: stripeApi.secretKey } })
  code = (await giftCards.createGiftCard({ giftCard: { initialValue: { amount: '50' }, currency: 'EUR', source: 'MANUAL' } })).giftCard
    .code!
  await servicePlugins.createServicePlugin({ servicePlugin: settings })
  await addWaitingImport()
  const webhook = { url: 'https://receiver.example/in', events: ['wix.ecom.v1.order_approved' as const] }
  await webhooks.createWebhook({ webhook: { ...webhook, name: 'Warehouse', format: 'STANDARD' } })
  const { signIn } = await signInSettings.getSignInSettings()
  const { updatedDate: _, socialRedirectUri: __, ...sent } = signIn
  const social = [{ name: 'Example', issuer: 'https://id.example.com', clientId: 'morrow', clientSecret: 'a secret of the provider' }]
  await signInSettings.setSignInSettings({ signIn: { ...sent, methods: { ...sent.methods, social } } })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await stripeApi[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const password = 'Bearer what-the-server-of-the-pictures-wants'

/** An import that waits, with what it will say to the server of the file. */
async function addWaitingImport(): Promise<void> {
  const id = await addPicture(shop)
  const stored = keyWrap(secret).wrap(
    { kind: 'import headers', site: shop.site, id },
    Buffer.from(JSON.stringify({ authorization: password })),
  )
  await database.query(sql`
    insert into media_import (site, media_id, url, headers, wrapped_by, attempts, due_at)
    values (${shop.site}, ${id}, 'https://pictures.example/mug.webp', ${asText(stored)}, ${stored.wrappedBy}, 1, ${new Date('2100-01-01')})`)
}

interface Stored {
  readonly table: string
  readonly key: string
  readonly wrappedBy: string | null
}

async function storedKeys(db: Database = database): Promise<readonly Stored[]> {
  const all = await Promise.all(
    keyTables.map(({ table, column }) =>
      db.query<Stored>(
        sql`select ${table}::text as "table", ${raw(column)}::text as key, wrapped_by as "wrappedBy" from ${raw(table)} order by site, 2`,
      ),
    ),
  )
  return all.flat()
}

/** How many gift cards have the code of the one that was made. */
async function cardsOf(wrap: KeyWrap): Promise<number> {
  const key = await codeKeys(wrap).find(database, shop.site)
  return (await database.query(sql`select from gift_card where site = ${shop.site} and hash = ${hashOf(key!, code)}`)).length
}

const wrappings = async () => [...new Set((await storedKeys()).map(({ wrappedBy }) => wrappedBy))]

/** A command of whoever runs the server. */
async function command(name: 'secret' | 'keys', argv: readonly string[], env: Readonly<Record<string, string>>) {
  const child = start(name, argv, env)
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { status: status as number, out, err }
}

const start = (name: string, argv: readonly string[], env: Readonly<Record<string, string>>) =>
  spawn(process.execPath, [join(import.meta.dirname, `../../apps/server/src/${name}.ts`), ...argv], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATABASE_URL: shop.databaseUrl, ...env },
  })

describe('the keys of a shop with a secret', () => {
  test(
    attack({
      area: 'Operations and defaults',
      tries: 'a stolen dump of the database is searched for keys that sign, seal or digest',
      answer: 'every key is wrapped with VITRINE_SECRET, which is not in it',
    }),
    async () => {
      const keys = await storedKeys()
      assert.deepEqual(
        [...new Set(keys.map(({ table }) => table))],
        ['signing_key', 'authentication_key', 'gift_card_key', 'plugin_key', 'payment_provider_key', 'media_import', 'webhook_key'],
      )
      assert.deepEqual(await wrappings(), [keyWrap(secret).id])
      for (const { table, key } of keys) {
        assert.doesNotMatch(key, /PRIVATE KEY|"(d|kty)"/, table)
        for (const form of [key, Buffer.from(JSON.parse(table === 'signing_key' ? key : '""') as string, 'base64').toString()])
          assert.throws(() => createPrivateKey(form), table)
      }
      await assert.rejects(keyRing(database).signing(shop.site), SecretMismatch)
      await assert.rejects(keyRing(database, { wrap: keyWrap(next) }).signing(shop.site), SecretMismatch)
      // No other table holds a copy, plain, in hex or in base64.
      const plain = await database.transact(async (db) => {
        const opened: Database = { ...database, transact: async (work) => work(db, false) }
        await rewrapStoredKeys(opened, keyWrap(secret), noWrap)
        const found = await storedKeys({ ...database, query: db.query })
        await rewrapStoredKeys(opened, noWrap, keyWrap(secret))
        return found
      })
      const marks = plain.flatMap(({ table, key }) => {
        if (table === 'payment_provider_key') return [stripeApi.secretKey]
        if (table === 'media_import') return [(JSON.parse(key) as { authorization: string }).authorization]
        if (table === 'webhook_key') return [key]
        if (table === 'signing_key') return [(JSON.parse(key) as { d: string }).d]
        const bytes = Buffer.from(key.replace(/^\\x/, ''), 'hex')
        return table === 'plugin_key'
          ? [key.split('\n')[10]!]
          : [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')]
      })
      const tables = await database.query<{ name: string }>(
        sql`select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      )
      for (const { name } of tables)
        for (const mark of marks) {
          const rows = await database.query(sql`select from ${raw(name)} as t where strpos(t::text, ${mark}) > 0 limit 1`)
          assert.equal(rows.length, 0, name)
        }
    },
  )

  test('do their work: tokens, gift cards, plug-ins and sealed secrets, in every process that has it', async () => {
    const beside = await startBeside(shop, { keyWrap: keyWrap(secret) })
    try {
      const issued = tokens(keyRing(database, { wrap: keyWrap(secret) }), shop.clock)
      const { access } = await issued.issue({ kind: 'visitor', site: shop.site, visitorId: crypto.randomUUID(), clientId: shop.clientId })
      assert.ok(await tokens(keyRing(beside.database, { wrap: keyWrap(secret) }), shop.clock).read(access))
      assert.equal(await cardsOf(keyWrap(secret)), 1)
      const { servicePlugins } = await office().servicePlugins.listServicePlugins({})
      assert.match(servicePlugins[0]!.publicKey, /BEGIN PUBLIC KEY/)
    } finally {
      await beside[Symbol.asyncDispose]()
    }
  })

  test('a new signing key is wrapped as well, made by the operation or by the command', async () => {
    const before = (await storedKeys()).length
    await office().developers.rotateSigningKey({})
    const { status, out, err } = await command('keys', ['rotate'], { VITRINE_SECRET: secret })
    assert.equal(status, 0, err)
    assert.match(out, /^Test shop signs with a new key\. What older keys signed stays good/)
    assert.equal((await storedKeys()).length, before + 2)
    assert.deepEqual(await wrappings(), [keyWrap(secret).id])
    assert.deepEqual(await command('keys', ['rotate'], {}), {
      status: 1,
      out: '',
      err: 'The keys in this database are wrapped with a secret: set VITRINE_SECRET to it\n',
    })
    assert.equal((await command('keys', ['rotate', '--revoke'], { VITRINE_SECRET: secret })).status, 0)
    assert.equal((await keyRing(database, { wrap: keyWrap(secret) }).published(shop.site)).length, 1)
  })
})

describe('a start', () => {
  const startWith = (wrap: typeof noWrap) => startBeside(shop, { keyWrap: wrap })

  test('without the secret, or with another one, ends with one sentence and changes nothing', async () => {
    const before = await storedKeys()
    await assert.rejects(
      startWith(noWrap),
      new SecretMismatch('The keys in this database are wrapped with a secret: set VITRINE_SECRET to it'),
    )
    await assert.rejects(
      startWith(keyWrap(next)),
      new SecretMismatch('VITRINE_SECRET is not the one that the keys in this database are wrapped with'),
    )
    assert.deepEqual(await storedKeys(), before)
  })

  test('of the server says it in one sentence as well', async () => {
    const wrong = startServerProcess({ databaseUrl: shop.databaseUrl, env: { VITRINE_SECRET: next } })
    await assert.rejects(
      wrong,
      /ended before it was open:\nVITRINE_SECRET is not the one that the keys in this database are wrapped with\n$/,
    )
  })

  test('wraps the keys that lie there as they are, once, whichever process comes first', async () => {
    assert.ok((await rewrapStoredKeys(database, keyWrap(secret), noWrap)) > 3)
    assert.deepEqual(await wrappings(), [null])
    const counts = await Promise.all([1, 2, 3, 4].map(() => wrapStoredKeys(database, keyWrap(secret))))
    const keys = await storedKeys()
    assert.deepEqual(counts.toSorted(), [0, 0, 0, keys.length].toSorted())
    assert.deepEqual(await wrappings(), [keyWrap(secret).id])
    assert.equal(await cardsOf(keyWrap(secret)), 1)
    const [{ publicKey } = { publicKey: '' }] = (await office().servicePlugins.listServicePlugins({})).servicePlugins
    const beside = await startWith(keyWrap(secret))
    await beside[Symbol.asyncDispose]()
    assert.match(publicKey, /BEGIN/)
  })
})

describe('a rotation', () => {
  const both = { VITRINE_SECRET: secret, VITRINE_SECRET_NEXT: next }

  test('that is killed on its way changes nothing, and the servers go on with the secret they have', async () => {
    const before = await storedKeys()
    const holder = new pg.Client({ connectionString: shop.databaseUrl })
    await holder.connect()
    try {
      // The last table that it comes to.
      await holder.query('begin; select from plugin_key for update')
      const child = start('secret', ['rotate'], both)
      const said = text(child.stderr)
      const waiting = sql`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%plugin_key%'`
      let pids: readonly object[] = []
      for (; pids.length === 0 && child.exitCode === null; await sleep(20)) pids = await database.query(waiting)
      assert.equal(pids.length, 1, child.exitCode === null ? '' : await said)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await holder.query('rollback')
    } finally {
      await holder.end()
    }
    assert.deepEqual(await storedKeys(), before)
  })

  test('wraps every key with the new secret in one go; what was made before it stays good', async () => {
    const { access } = await tokens(keyRing(database, { wrap: keyWrap(secret) }), shop.clock).issue({
      kind: 'visitor',
      site: shop.site,
      visitorId: crypto.randomUUID(),
      clientId: shop.clientId,
    })
    const during = await startBeside(shop, { keyWrap: keyWrap(secret, next) })
    const { status, out, err } = await command('secret', ['rotate'], both)
    assert.equal(status, 0, err)
    const keys = await storedKeys()
    assert.match(out, new RegExp(`^${keys.length} keys are wrapped with the new secret`))
    assert.deepEqual(await wrappings(), [keyWrap(next).id])
    const waiting = (await claimImport(database, new Date('2100-01-02'), new Date('2100-01-01')))!
    assert.deepEqual(headersIn(keyWrap(next), waiting), { authorization: password })
    for (const wrap of [keyWrap(next), keyWrap(secret, next)])
      assert.ok(await tokens(keyRing(during.database, { wrap }), shop.clock).read(access))
    await during[Symbol.asyncDispose]()
    await assert.rejects(startBeside(shop, { keyWrap: keyWrap(secret) }), SecretMismatch)
    const afterwards = await startBeside(shop, { keyWrap: keyWrap(next) })
    await afterwards[Symbol.asyncDispose]()
    assert.match((await command('secret', ['rotate'], both)).out, /^0 keys/, 'another time changes nothing')
  })

  test('without a secret that fits, or that is missing, ends with one sentence', async () => {
    const before = await storedKeys()
    for (const [argv, env, said] of [
      [['rotate'], { VITRINE_SECRET: next }, /^VITRINE_SECRET_NEXT is not set/],
      [['rotate'], {}, /^VITRINE_SECRET is not set/],
      [
        ['rotate'],
        { VITRINE_SECRET: secret, VITRINE_SECRET_NEXT: `${secret}, another` },
        /^VITRINE_SECRET is not the one that the keys in this database are wrapped with$/,
      ],
      [[], { VITRINE_SECRET: next }, /npm run secret -- rotate/],
    ] as const) {
      const { status, out, err } = await command('secret', argv, env)
      assert.deepEqual([status, out], [1, ''])
      assert.match(err.trim(), said)
    }
    assert.deepEqual(await storedKeys(), before)
  })

  test('the wrapping is taken away again by the command', async () => {
    const { status, out } = await command('secret', ['remove'], { VITRINE_SECRET: next })
    assert.equal(status, 0)
    assert.match(out, /no longer wrapped/)
    assert.deepEqual(await wrappings(), [null])
    const buyer = newBuyer(shop)
    assert.equal((await attempt(buyer.currentCart.getCurrentCart()))[0]?.code, 'OWNED_CART_NOT_FOUND')
    await rewrapStoredKeys(database, noWrap, keyWrap(secret))
  })
})
