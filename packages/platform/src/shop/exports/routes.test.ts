import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Db } from '../../kernel/db/sql.ts'
import { exportRoute } from './routes.ts'
import { oneLineEach, type Source, type Wanted } from './source.ts'

const db: Db = {
  query() {
    throw new Error('the source asks no database')
  },
}
const rows = 50_000
const wide = 'x'.repeat(500)

/** As many rows as asked for, and how many of them were read. */
function counting() {
  const counted = { read: 0, ended: false }
  const source: Source<number> = {
    ...oneLineEach<number>({ id: { title: 'ID', text: String }, text: { title: 'Text', text: (n) => `${n % 2 ? '=' : ''}${wide}` } }),
    whole: (id) => ({ id }),
    async read(_db, _site, { cursorPaging }) {
      const from = Number(cursorPaging?.cursor ?? 0)
      const to = Math.min(rows, from + cursorPaging!.limit!)
      counted.read = to
      return { rows: Array.from({ length: to - from }, (_, i) => from + i), next: to < rows ? String(to) : undefined }
    },
  }
  return { counted, source: source as Source }
}

async function opened(source: Source, wanted: Wanted) {
  const route = exportRoute({
    db,
    now: () => new Date('2026-11-21T09:00:00.000Z'),
    sources: { orders: source, members: source, products: source, subscribers: source },
    read: async (_site, key) => (key === 'ours' ? { kind: 'orders', wanted } : undefined),
  })
  const ask = (path: string, method = 'GET') => route({ site: 'site', method, path })
  return { ask, answer: await ask(`/exports/orders.${wanted.format === 'CSV' ? 'csv' : 'jsonl'}?key=ours`) }
}

test('50,000 rows are read no faster than they are taken', async () => {
  const { counted, source } = counting()
  const { answer } = await opened(source, { format: 'CSV', query: {} })
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="orders-2026-11-21.csv"')
  assert.ok(answer.body instanceof Readable)
  let [lines, most] = [0, 0]
  for await (const unit of answer.body) {
    for (const byte of unit as Buffer) if (byte === 10) lines++
    most = Math.max(most, counted.read - lines)
  }
  assert.equal(lines, rows + 1)
  assert.ok(most <= 1000, `${most} rows were in memory at once`)
})

test('whoever hangs up ends it', async () => {
  const { counted, source } = counting()
  const { answer } = await opened(source, { format: 'JSON_LINES', query: {} })
  assert.ok(answer.body instanceof Readable)
  for await (const unit of answer.body) {
    assert.match(String(unit), /^\{"id":0\}\n/)
    break
  }
  assert.ok(answer.body.destroyed)
  const { read } = counted
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(counted.read, read)
  assert.ok(read < rows)
})

test('chosen columns alone, in both formats', async () => {
  const { source } = counting()
  const beginning = async (wanted: Wanted) => {
    const { answer } = await opened(source, wanted)
    for await (const unit of answer.body as Readable) return String(unit)
    return ''
  }
  assert.match(await beginning({ format: 'CSV', columns: ['id'], query: {} }), /^\uFEFFID\r\n/)
  assert.match(await beginning({ format: 'JSON_LINES', columns: ['id'], query: {} }), /^\{"id":"0"\}\n\{"id":"1"\}\n/)
})

test('404 EXPORT_NOT_FOUND for a key that is not ours, or of another file; 405 for anything but fetching', async () => {
  const { source } = counting()
  const { ask } = await opened(source, { format: 'CSV', query: {} })
  for (const path of ['/exports/orders.csv', '/exports/orders.csv?key=theirs', '/exports/members.csv?key=ours', '/exports/?key=ours'])
    assert.equal((await ask(path)).status, 404, path)
  assert.equal((await ask('/exports/orders.csv?key=ours', 'POST')).status, 405)
  assert.equal((await ask('/exports/orders.csv?key=ours', 'HEAD')).body, null)
})
