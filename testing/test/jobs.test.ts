import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { newId } from '@vitrine/platform/kernel/db/id'
import { raw, sql } from '@vitrine/platform/kernel/db/sql'
import sharp from 'sharp'
import { colleague } from '../src/colleague.ts'
import { addMediaJob } from '../src/job-writes.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const code = async (work: Promise<unknown>) => (await attempt(work))[0]?.code
const statusOf = async (jobId: string) =>
  (
    await shop.platform.database.query<{ status: string; failure: string | null }>(sql`
      select operation_status as status, failure from media where site = ${shop.site} and id = ${jobId.replace('media:', '')}`)
  )[0]

/** Work after the fact, as its queue has it when it came to nothing. */
async function failedEvent(site = shop.site): Promise<string> {
  const id = newId()
  const task = { eventId: newId(), site, type: 'x', entityId: 'x', occurredAt: '2026-11-21T12:00:00.000Z', payload: {} }
  await shop.platform.database.query(sql`
    insert into jobs.job (id, name, data, state, retry_count, output, completed_on)
    values (${id}, 'mail-order-confirmation', ${JSON.stringify(task)}::jsonb, 'failed', 12, '{"message":"the mail server said no"}'::jsonb, clock_timestamp())`)
  return `mail-order-confirmation:${id}`
}

describe('what the shop does in the background', () => {
  test('work on files and what follows from events stand in one list, with why they came to nothing', async () => {
    const waiting = await addMediaJob(shop, 'WAITING')
    const failed = await addMediaJob(shop, 'FAILED')
    const event = await failedEvent()
    await failedEvent(newId())
    const { jobs, counts, nextCursor } = await office.jobs.listJobs({})
    assert.deepEqual([counts, nextCursor], [{ waiting: 1, running: 0, failed: 2 }, undefined])
    const named = new Map(jobs.map((job) => [job.id, job]))
    assert.deepEqual([...named.keys()].toSorted(), [waiting, failed, event].toSorted(), 'those of this shop alone')
    const { kind, state, attempts, failure, message, mayRetry, mayCancel } = named.get(failed)!
    assert.deepEqual(
      [kind, state, attempts, failure, message, mayRetry, mayCancel],
      ['MEDIA', 'FAILED', 1, 'DIED', 'it ended', true, false],
    )
    assert.equal(named.get(waiting)!.dueDate, '2100-01-01T00:00:00.000Z')
    const mail = named.get(event)!
    assert.deepEqual(
      [mail.kind, mail.name, mail.attempts, mail.message],
      ['EVENT', 'mail-order-confirmation', 13, 'the mail server said no'],
    )
    const { jobs: only } = await office.jobs.listJobs({ state: 'WAITING' })
    assert.deepEqual(
      only.map(({ id }) => id),
      [waiting],
    )
  })

  test('a file whose work came to nothing is tried again, and is PENDING until then; the audit log has it', async () => {
    const jobId = await addMediaJob(shop, 'FAILED')
    const { job } = await office.jobs.retryJob({ jobId })
    assert.deepEqual([job.state, job.attempts, job.failure], ['WAITING', 0, undefined])
    const { entries } = await office.audit.queryAudit({ query: { filter: { kind: 'job' } } })
    assert.deepEqual([entries[0]?.operation, entries[0]?.actor.kind], ['POST /vitrine/v1/jobs/{jobId}/retry', 'API_KEY'])
    await shop.platform.jobs.settle()
    assert.deepEqual(await statusOf(jobId), { status: 'READY', failure: null })
    assert.equal(await code(office.jobs.retryJob({ jobId })), 'JOB_NOT_RETRIED')
  })

  test('work on a file that waits or runs is canceled once; the file has failed, and can be tried again', async () => {
    for (const state of ['WAITING', 'RUNNING'] as const) {
      const jobId = await addMediaJob(shop, state)
      const { job } = await office.jobs.cancelJob({ jobId })
      assert.deepEqual([job.state, job.mayRetry, job.mayCancel], ['CANCELED', true, false])
      assert.deepEqual(await statusOf(jobId), { status: 'FAILED', failure: 'CANCELED' })
      assert.equal(await code(office.jobs.cancelJob({ jobId })), 'JOB_NOT_CANCELED')
      assert.equal((await office.jobs.retryJob({ jobId })).job.state, 'WAITING')
    }
  })

  test('fetching a file from an address is a job until the file is there, and can be retried and canceled', async () => {
    const picture = await sharp({ create: { width: 9, height: 7, channels: 3, background: '#9aa58f' } })
      .webp()
      .toBuffer()
    let isThere = false
    // A worker may begin at any time: the answers wait for what is looked at.
    let answered = Promise.withResolvers<void>()
    const server = createServer((_, response) => {
      void answered.promise.then(() => (isThere ? response.end(picture) : response.writeHead(404).end()))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    try {
      const { file } = await office.files.importFile({ url: `http://127.0.0.1:${port}/bowl.webp`, urlHeaders: { 'x-key': 'sesame' } })
      const jobId = `fetch:${file.id}`
      const find = async () => (await office.jobs.listJobs({ limit: 200, kind: 'MEDIA' })).jobs.find(({ id }) => id === jobId)
      const begun = await find()
      assert.ok(begun?.state === 'WAITING' || begun?.state === 'RUNNING', begun?.state)
      assert.deepEqual([begun.name, begun.subject], ['fetch', `bowl.webp, 127.0.0.1:${port}`])
      answered.resolve()
      await shop.platform.jobs.settle()
      const failed = await find()
      assert.deepEqual([failed?.state, failed?.failure, failed?.attempts, failed?.mayRetry], ['FAILED', 'SOURCE_REFUSED', 1, true])
      const stateOf = async () => (await office.files.getFileDescriptor({ fileId: file.id })).file.operationStatus
      assert.equal(await stateOf(), 'FAILED')
      assert.ok((await office.jobs.listJobs({ state: 'FAILED' })).counts.failed >= 1)

      answered = Promise.withResolvers()
      const { job } = await office.jobs.retryJob({ jobId })
      assert.deepEqual([job.state, job.attempts, job.failure, await stateOf()], ['WAITING', 0, undefined, 'PENDING'])
      const { job: canceled } = await office.jobs.cancelJob({ jobId })
      assert.deepEqual([canceled.state, canceled.mayRetry, await stateOf()], ['CANCELED', true, 'FAILED'])
      assert.equal(await code(office.jobs.cancelJob({ jobId })), 'JOB_NOT_CANCELED')
      answered.resolve()
      await shop.platform.jobs.settle()
      assert.equal(await stateOf(), 'FAILED', 'nobody fetches what was canceled')

      isThere = true
      answered = Promise.withResolvers()
      await office.jobs.retryJob({ jobId })
      assert.equal(await code(office.jobs.retryJob({ jobId })), 'JOB_NOT_RETRIED')
      answered.resolve()
      await shop.platform.jobs.settle()
      assert.deepEqual([await stateOf(), await find()], ['READY', undefined])
      assert.equal(await code(office.jobs.retryJob({ jobId })), 'JOB_NOT_FOUND')
    } finally {
      server.close()
    }
  })

  test('what follows from an event is tried again, and never canceled: it has to be done', async () => {
    const jobId = await failedEvent()
    assert.equal(await code(office.jobs.cancelJob({ jobId })), 'JOB_NOT_CANCELED')
    const { job } = await office.jobs.retryJob({ jobId })
    assert.deepEqual([job.state, job.mayRetry], ['WAITING', false])
  })

  test('404 JOB_NOT_FOUND for what there is not, and for what is another shop’s', async () => {
    const others = await failedEvent(newId())
    for (const jobId of ['media:nothing.mp4', 'x', `mail-order-confirmation:${newId()}`, others, "media:' or 1=1 --"]) {
      assert.equal(await code(office.jobs.retryJob({ jobId })), 'JOB_NOT_FOUND', jobId)
      assert.equal(await code(office.jobs.cancelJob({ jobId })), 'JOB_NOT_FOUND', jobId)
    }
  })

  test('all of them are read page by page, each once, however many were created in one moment', async () => {
    const { database } = shop.platform
    for (let i = 0; i < 7; i++) await addMediaJob(shop, 'FAILED')
    for (let i = 0; i < 4; i++) await failedEvent()
    await database.query(
      sql`update jobs.job set created_on = ${shop.clock.now()} where data ->> 'site' = ${shop.site} and state = 'failed'`,
    )
    for (const kind of [undefined, 'MEDIA', 'EVENT'] as const) {
      const whole = (await office.jobs.listJobs({ limit: 200, ...(kind && { kind }) })).jobs
      const read: string[] = []
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await office.jobs.listJobs({ limit: 3, ...(kind && { kind }), ...(cursor !== undefined && { cursor }) })
        assert.ok(page.jobs.length <= 3)
        read.push(...page.jobs.map(({ id }) => id))
        cursor = page.nextCursor
      }
      assert.ok(read.length >= 4)
      assert.deepEqual(
        read,
        whole.map(({ id }) => id),
      )
      assert.equal(new Set(read).size, read.length)
    }
    for (const cursor of ['x', '1795251600000000', "1795251600000000 ' or 1=1", '9999999999999999 x'])
      assert.ok([undefined, 'INVALID_ARGUMENT'].includes(await code(office.jobs.listJobs({ cursor }))), cursor)
    assert.equal(await code(office.jobs.listJobs({ cursor: 'x' })), 'INVALID_ARGUMENT')
  })

  test('imports and changes of many products, reviews and members stand among them, with how far they are', async () => {
    const { database } = shop.platform
    const [id, at] = [newId(), shop.clock.now()]
    const settings = {
      format: 'VITRINE',
      encoding: 'utf-8',
      delimiter: ',',
      columns: [],
      existing: 'UPDATE',
      emptyCells: 'KEEP',
      hideNew: false,
    }
    await shop.platform.jobs.settle()
    await database.query(sql`
      insert into product_import (site, id, state, file_name, bytes, received, settings, columns, counts, staged, place, actor, sample, created_at, started_at, expires_at)
      values (${shop.site}, ${id}, 'RUNNING', 'autumn.csv', 1, 1, ${JSON.stringify(settings)}::jsonb, '[]', '{"processed":1284,"products":2000,"failed":3}', true, 0, '{}', false, ${at}, ${at}, ${at})`)
    await database.query(sql`
      insert into product_job (site, id, target, change, state, total, changed, refused, created_at, ended_at, undo_until)
      values (${shop.site}, ${id}, '{}', '{}', 'UNDONE', 12, 9, 3, ${at}, ${at}, ${at})`)
    await database.query(sql`
      insert into review_job (site, id, action, state, target, changed, created_at) values (${shop.site}, ${id}, 'PUBLISH', 'RUNNING', '{}', 4, ${at})`)
    await database.query(sql`
      insert into member_job (site, id, action, state, target, touched, skipped, created_at, ended_at, undo_until)
      values (${shop.site}, ${id}, 'APPROVE', 'DONE', '{}', 5, 1, ${at}, ${at}, ${at})`)
    // Held and taken away again, so that nobody goes on with what is only made up.
    await database.transact(async (db) => {
      for (const table of ['product_import', 'review_job'] as const)
        await db.query(sql`select from ${raw(table)} where site = ${shop.site} and id = ${id} for update`)
      const { jobs, counts } = await office.jobs.listJobs({ limit: 200 })
      const shown = jobs
        .filter(({ kind }) => kind === 'IMPORT' || kind === 'BULK')
        .map(({ id, kind, name, subject, state, done, total, failed, undo }) => [id, kind, name, subject, state, done, total, failed, undo])
      assert.deepEqual(
        shown.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
        [
          [`import:${id}`, 'IMPORT', 'import', 'autumn.csv', 'RUNNING', 1284, 2000, 3, false],
          [`members:${id}`, 'BULK', 'members', undefined, 'DONE', 6, undefined, 1, false],
          [`products:${id}`, 'BULK', 'products', undefined, 'DONE', 12, 12, 3, true],
          [`reviews:${id}`, 'BULK', 'reviews', undefined, 'RUNNING', 4, undefined, undefined, false],
        ],
      )
      assert.ok(counts.running >= 2)
      assert.deepEqual(
        (await office.jobs.listJobs({ kind: 'IMPORT', state: 'RUNNING' })).jobs.map(({ id }) => id),
        [`import:${id}`],
      )
      assert.deepEqual((await office.jobs.listJobs({ kind: 'IMPORT', state: 'DONE' })).jobs, [])
      for (const kind of ['import', 'products', 'reviews', 'members'])
        assert.equal(await code(office.jobs.retryJob({ jobId: `${kind}:${id}` })), 'JOB_NOT_FOUND', 'these have addresses of their own')
      for (const table of ['product_import', 'review_job'] as const)
        await db.query(sql`delete from ${raw(table)} where site = ${shop.site} and id = ${id}`)
    })
  })

  test('a shop finds its open jobs, and those that are bundled, by an index among those of all others', async () => {
    for (const mine of [sql`data ->> 'site' = ${shop.site}`, sql`data ->> 'site' is null`]) {
      const plan = await shop.platform.database.transact(async (db) => {
        await db.query(sql`set local enable_seqscan = off`)
        return db.query<{ 'QUERY PLAN': string }>(sql`
          explain select 1 from jobs.job where (state < 'completed' or state = 'failed') and ${mine} order by created_on desc limit 51`)
      })
      const text = plan.map((row) => row['QUERY PLAN']).join('\n')
      assert.match(text, /Index (Only )?Cond: \(\(data ->> 'site'::text\)|Index Cond: \(\(\(data ->> 'site'::text\)/, text)
    }
  })

  test('403 PERMISSION_DENIED to whoever may not change settings', async () => {
    const support = createClient({ baseUrl: shop.url, auth: await colleague(shop, 'SUPPORT'), modules: backOffice })
    const jobId = await addMediaJob(shop, 'FAILED')
    assert.equal(await code(support.jobs.retryJob({ jobId })), 'PERMISSION_DENIED')
    assert.equal(await code(support.jobs.cancelJob({ jobId })), 'PERMISSION_DENIED')
  })
})
