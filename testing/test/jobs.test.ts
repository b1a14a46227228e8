import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
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
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
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
    const { jobs, counts, hasMore } = await office.jobs.listJobs({})
    assert.deepEqual([counts, hasMore], [{ waiting: 1, running: 0, failed: 2 }, false])
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

  test('403 PERMISSION_DENIED to whoever may not change settings', async () => {
    const support = createClient({ baseUrl: shop.url, auth: await colleague(shop, 'SUPPORT'), modules: backOffice })
    const jobId = await addMediaJob(shop, 'FAILED')
    assert.equal(await code(support.jobs.retryJob({ jobId })), 'PERMISSION_DENIED')
    assert.equal(await code(support.jobs.cancelJob({ jobId })), 'PERMISSION_DENIED')
  })
})
