import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { bareDatabase, type TestDatabase, testDatabase } from '@vitrine/testing/database'
import pg from 'pg'
import { localOriginals } from '../../shop/media/originals.ts'
import { migrations } from '../db/migrate.ts'
import { pendingJobs, putBackJobs } from '../jobs/pending-jobs.ts'
import { type BackupMade, backUp } from './backup.ts'
import { checkBackup } from './check.ts'
import { type BackupManifest, BackupRefused, manifestFile } from './manifest.ts'
import { restore } from './restore.ts'

const site = '11111111-1111-4111-8111-111111111111'
const at = new Date('2026-11-21T09:00:00.000Z')

let folder: string
let source: TestDatabase
let whole: string
let made: BackupMade
let digest: string

const originalsIn = (name: string) => localOriginals(join(folder, name))

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Values that are easily lost: nothing, quotes, line ends, backslashes, bytes, big numbers, lists, moments. */
const awkward = `
  insert into site (site, name, created_at) values ('${site}', E'A "shop"\\n\\twith \\\\ and ’ü🛍', '2026-11-21 09:00:00.123456+00');
  insert into site_setting (site, section, revision, document, updated_at)
    values ('${site}', 'shop', 1, '{"a": 1.10, "b": [null, "\\"\\\\"], "c": 12345678901234567890.5}', '2026-11-21 09:00:00+00');
  insert into api_key (site, id, name, hash, created_at, scopes)
    values ('${site}', gen_random_uuid(), '', '\\x00ff0a0d5c', 'infinity', array['a,b', 'c"d', '', null]::text[]),
      ('${site}', gen_random_uuid(), E'\\r\\n', '\\x', '-infinity', null);
  insert into outbox (site, id, type, entity_id, occurred_at, payload)
    -- None of them by chance in the partition that is made next.
    select '${site}', lpad(n::text, 32, '0')::uuid, 'x', n::text, now(), '{}' from generate_series(1, 2500) n;
  create table outbox_2031_01 partition of outbox for values from ('01c00000-0000-0000-0000-000000000000') to ('01c10000-0000-0000-0000-000000000000');
  insert into outbox (site, id, type, entity_id, occurred_at, payload) values ('${site}', '01c00000-0000-7000-8000-000000000001', 'x', 'later', now(), '{}')`

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-backup-'))
  source = await testDatabase()
  await on(source.url, (client) => client.query(awkward))
  const bytes = randomBytes(300_000)
  digest = createHash('sha256').update(bytes).digest('hex')
  await originalsIn('media').put(site, digest, bytes)
  whole = join(folder, 'whole')
  made = await backupTo(whole)
})
after(async () => {
  await source?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const backupTo = (to: string, url = source.url, more: { readonly withMedia?: boolean; readonly media?: string } = {}) =>
  backUp({
    url,
    originals: originalsIn(more.media ?? 'media'),
    to,
    withMedia: more.withMedia ?? true,
    now: at,
    version: '0.1.0',
    pendingJobs,
    tell: (line) => told.push(line),
  })

const told: string[] = []
let target: TestDatabase
let targets = 0
const restoreFrom = async (from: string, url = target.url) =>
  restore({ from, database: async () => url, originals: originalsIn(`restored ${++targets}`), putBackJobs })

/** A backup with something wrong about it. */
async function damaged(change: (copy: string) => Promise<unknown>): Promise<string> {
  const copy = join(folder, `damaged ${randomBytes(4).toString('hex')}`)
  await backupTo(copy)
  await change(copy)
  return copy
}

const changeManifest = (change: (manifest: BackupManifest) => object) => (copy: string) =>
  readFile(join(copy, manifestFile), 'utf8').then((text) =>
    writeFile(join(copy, manifestFile), JSON.stringify(change(JSON.parse(text) as BackupManifest))),
  )

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  await writeFile(path, bytes)
}

const tablesIn = (url: string) =>
  on(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p') and nspname in ('public', 'jobs')`,
    )
    return rows.map(({ name }) => name)
  })

describe('a backup', () => {
  beforeEach(() => void (told.length = 0))

  test('is a folder that only its owner can read, with every table, its rows, and every original', async () => {
    const { manifest, bytes } = made
    assert.deepEqual(
      manifest.migrations,
      (await migrations()).map(({ name }) => name),
    )
    const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]))
    assert.deepEqual([rows['site'], rows['api_key'], rows['outbox'], rows['vitrine_migration']], [1, 2, 2501, manifest.migrations.length])
    assert.equal(rows['outbox_rest'], undefined, 'partitions are their table’s')
    assert.deepEqual(manifest.media, { ...manifest.media, copied: true, files: 1, bytes: 300_000 })
    let sum = 0
    for (const entry of await readdir(whole, { recursive: true, withFileTypes: true })) {
      const { mode, size } = await stat(join(entry.parentPath, entry.name))
      assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name)
      if (entry.isFile()) sum += size
    }
    assert.equal(bytes, sum)
    assert.deepEqual(await checkBackup(whole, new Set(manifest.migrations)), manifest)
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('unfinished')),
      [],
    )
  })

  test('of the same rows is the same, byte by byte', async () => {
    const again = join(folder, 'again')
    const { manifest } = await backupTo(again)
    assert.deepEqual(manifest, made.manifest)
  })

  test('without media lists the originals, and leaves them where they are', async () => {
    const bare = join(folder, 'bare')
    const { manifest } = await backupTo(bare, source.url, { withMedia: false })
    assert.deepEqual(manifest.media, { ...made.manifest.media, copied: false })
    assert.ok(!(await readdir(bare)).includes('media'))
    await checkBackup(bare, new Set(manifest.migrations))
  })

  test('leaves out an original that is not what its name says, and tells so', async () => {
    const other = createHash('sha256').update('other').digest('hex')
    await originalsIn('spoiled').put(site, other, Buffer.from('anything else'))
    const { manifest } = await backupTo(join(folder, 'of spoiled'), source.url, { media: 'spoiled' })
    assert.equal(manifest.media.files, 0)
    assert.match(told.join('\n'), new RegExp(`${other} cannot be read`))
  })

  test('is refused into a folder that is not empty, and of a database without a shop; neither leaves anything', async () => {
    await assert.rejects(backupTo(whole), /is not empty$/)
    await using nothing = await bareDatabase()
    await assert.rejects(backupTo(join(folder, 'nothing'), nothing.url), new BackupRefused('There is no shop in this database'))
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('nothing')),
      [],
    )
  })
})

describe('restoring', () => {
  beforeEach(async () => {
    target = await bareDatabase()
  })
  afterEach(() => target[Symbol.asyncDispose]())

  test('makes the very same rows, partitions, keys and originals', async () => {
    await restoreFrom(whole)
    const again = join(folder, 'of the restored')
    const { manifest } = await backupTo(again, target.url, { media: `restored ${targets}` })
    assert.deepEqual(manifest, { ...made.manifest, postgres: manifest.postgres })
    const shape = `
      select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint where connamespace = 'public'::regnamespace
      union select indrelid::regclass::text || ' ' || pg_get_indexdef(indexrelid) from pg_index where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      order by 1`
    const shapeOf = (url: string) => on(url, async (client) => (await client.query<{ line: string }>(shape)).rows)
    assert.deepEqual(await shapeOf(target.url), await shapeOf(source.url))
    assert.ok((await originalsIn(`restored ${targets}`).read(site, digest))?.length === 300_000)
  })

  test('of an older schema brings it to the newest', async () => {
    const last = made.manifest.migrations.at(-1)!
    const older = await damaged(async () => {})
    await using old = await bareDatabase()
    await on(old.url, async (client) => {
      for (const { name, text } of await migrations()) if (name < '0040') await client.query(text)
      await client.query('create table vitrine_migration (name text primary key, applied_at timestamptz not null)')
      for (const { name } of await migrations())
        if (name < '0040') await client.query('insert into vitrine_migration (name, applied_at) values ($1, now())', [name])
    })
    await rm(older, { recursive: true })
    const { manifest } = await backupTo(older, old.url)
    assert.ok(!manifest.migrations.includes(last))
    await restoreFrom(older)
    const { rows } = await on(target.url, (client) => client.query<{ name: string }>('select name from vitrine_migration order by name'))
    assert.equal(rows.at(-1)!.name, last)
  })

  const refusals: readonly (readonly [what: string, change: (copy: string) => Promise<unknown>, said: RegExp])[] = [
    [
      'a table with another bit',
      (copy) => flip(join(copy, 'tables/outbox.ndjson')),
      /^The backup is damaged: tables\/outbox\.ndjson is not as it was written$/,
    ],
    [
      'a table that is cut off',
      (copy) => truncate(join(copy, 'tables/outbox.ndjson'), 1000),
      /^The backup is damaged: tables\/outbox\.ndjson has 1000 bytes, and had \d+$/,
    ],
    [
      'a table that is longer',
      (copy) => appendFile(join(copy, 'tables/site.ndjson'), '\n'),
      /^The backup is damaged: tables\/site\.ndjson has \d+ bytes/,
    ],
    [
      'a table that is not there',
      (copy) => rm(join(copy, 'tables/site.ndjson')),
      /^The backup is damaged: tables\/site\.ndjson is missing$/,
    ],
    ['jobs with another bit', (copy) => writeFile(join(copy, 'jobs.ndjson'), '{}'), /^The backup is damaged: jobs\.ndjson/],
    [
      'an original with another bit',
      (copy) => flip(join(copy, 'media', site, digest.slice(0, 2), digest)),
      /^The backup is damaged: media\/.* is not as it was written$/,
    ],
    [
      'an original that is not there',
      (copy) => rm(join(copy, 'media'), { recursive: true }),
      /^The backup is damaged: media\/.* is missing$/,
    ],
    [
      'a list of originals with another bit',
      (copy) => flip(join(copy, 'media.ndjson')),
      /^The backup is damaged: media\.ndjson is not as it was written$/,
    ],
    [
      'a manifest that is cut off',
      (copy) => truncate(join(copy, manifestFile), 200),
      /^The backup is damaged: manifest\.json cannot be read$/,
    ],
    [
      'a manifest with SQL for a partition',
      changeManifest((manifest) => ({
        ...manifest,
        tables: manifest.tables.map((one) => ({ ...one, partitions: [{ name: 'a', bounds: 'DEFAULT; drop table site' }] })),
      })),
      /^The backup is damaged: manifest\.json cannot be read$/,
    ],
    [
      'a manifest with another count',
      changeManifest((manifest) => ({ ...manifest, tables: manifest.tables.map((one) => ({ ...one, rows: one.rows + 1 })) })),
      /^The table \w+ did not arrive as it was written: \d+ rows, of \d+$/,
    ],
    [
      'a manifest without a table',
      changeManifest((manifest) => ({ ...manifest, tables: manifest.tables.slice(1) })),
      /^The backup is damaged: its tables are not those of its migrations$/,
    ],
    [
      'a folder without a manifest',
      (copy) => rename(join(copy, manifestFile), join(copy, 'other.json')),
      /is no backup: there is no manifest\.json in it$/,
    ],
    [
      'one in a newer form',
      changeManifest((manifest) => ({ format: 2, vitrine: '9.0.0', other: manifest.at })),
      /^The backup is of a newer Vitrine \(9\.0\.0\): restore it with that version or a later one$/,
    ],
    [
      'one with newer migrations',
      changeManifest((manifest) => ({ ...manifest, vitrine: '0.2.0', migrations: [...manifest.migrations, '9999-later.sql'] })),
      /^The backup is of a newer Vitrine \(0\.2\.0\)/,
    ],
  ]
  for (const [what, change, said] of refusals)
    test(`${what} is refused with one sentence, and nothing is left in the database`, async () => {
      await assert.rejects(
        restoreFrom(await damaged(change)),
        (error: unknown) => error instanceof BackupRefused && said.test(error.message),
      )
      assert.deepEqual(await tablesIn(target.url), [])
    })

  test('into a database that is not empty is refused, and changes nothing', async () => {
    await on(target.url, (client) => client.query('create table mine (a int); insert into mine values (1)'))
    await assert.rejects(
      restoreFrom(whole),
      new BackupRefused('The database is not empty (it has mine): a backup is restored into an empty one'),
    )
    assert.deepEqual(await tablesIn(target.url), ['mine'])
  })
})
