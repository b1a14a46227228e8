import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { queueOptions } from './queues.ts'

interface Pending {
  readonly queue: string
  readonly data: object
}

/** Work that has not been done yet, as lines of JSON; what is scheduled becomes due again by itself. */
export async function* pendingJobs(client: pg.Client): AsyncIterable<readonly string[]> {
  const { rows: known } = await client.query<{ jobs: boolean }>(`select to_regclass('jobs.job') is not null as jobs`)
  if (!known[0]!.jobs) return
  await client.query(`
    declare vitrine_jobs no scroll cursor for
    select json_build_object('queue', name, 'data', data)::text as line from jobs.job
    where state < 'completed' and data is not null and name not like '\\_\\_pgboss\\_\\_%' order by created_on, id`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>('fetch forward 500 from vitrine_jobs')
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await client.query('close vitrine_jobs')
}

/** Puts that work into the queues of a database that nobody works on yet. */
export async function putBackJobs(url: string, batches: AsyncIterable<readonly string[]>): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, schema: 'jobs', supervise: false, schedule: false })
  boss.on('error', () => {}) // the call that fails says it
  await boss.start()
  try {
    const queues = new Set<string>()
    for await (const lines of batches)
      for (const [queue, jobs] of Map.groupBy(
        lines.map((line) => JSON.parse(line) as Pending),
        (one) => one.queue,
      )) {
        if (!queues.has(queue)) await boss.createQueue(queue, queueOptions)
        queues.add(queue)
        await boss.insert(
          queue,
          jobs.map(({ data }) => ({ data })),
        )
      }
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}
