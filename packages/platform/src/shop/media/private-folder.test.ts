import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { localOriginals } from './originals.ts'
import { keepAllPrivate, keepPrivate } from './private-folder.ts'

let home: string
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'vitrine-private-'))
})
after(() => rm(home, { recursive: true, force: true }))

const modeOf = async (...path: string[]) => ((await stat(join(home, ...path))).mode & 0o777).toString(8)
const site = '11111111-1111-4111-8111-111111111111'
const digest = 'ab'.padEnd(64, '0')

// attack: Operations and defaults | another user of the machine reads files that are sold out of DATA_DIR/media | folders are 700 and files 600
test('a new original and its folders are for their owner alone, whatever the umask', async () => {
  const before = process.umask(0o000)
  try {
    await localOriginals(join(home, 'new')).put(site, digest, Buffer.from('sold'))
  } finally {
    process.umask(before)
  }
  assert.deepEqual(
    [await modeOf('new'), await modeOf('new', site), await modeOf('new', site, 'ab'), await modeOf('new', site, 'ab', digest)],
    ['700', '700', '700', '600'],
  )
})

test('a folder of before is mended with all that lies in it', async () => {
  await mkdir(join(home, 'old/a/b'), { recursive: true, mode: 0o755 })
  await writeFile(join(home, 'old/a/b/c'), 'sold', { mode: 0o644 })
  for (const path of ['old', 'old/a', 'old/a/b']) await chmod(join(home, path), 0o755)
  await chmod(join(home, 'old/a/b/c'), 0o644)
  assert.equal(await keepAllPrivate(join(home, 'old')), undefined)
  assert.deepEqual(await Promise.all(['old', 'old/a', 'old/a/b', 'old/a/b/c'].map((path) => modeOf(path))), ['700', '700', '700', '600'])
})

test('the folder around it may be closed by itself, and what lies in it stays as it is', async () => {
  await mkdir(join(home, 'data/postgres'), { recursive: true })
  await chmod(join(home, 'data'), 0o755)
  await chmod(join(home, 'data/postgres'), 0o755)
  assert.equal(await keepPrivate(join(home, 'data')), undefined)
  assert.deepEqual([await modeOf('data'), await modeOf('data', 'postgres')], ['700', '755'])
})
