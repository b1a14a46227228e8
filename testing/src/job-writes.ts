import type { Route } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import type { ReadyWrite } from './order-writes.ts'
import { addPicture } from './pictures.ts'
import type { TestPlatform } from './platform.ts'

/** Work on a file that nobody begins by itself: its time is far away. The id of the job. */
export async function addMediaJob(shop: TestPlatform, state: 'WAITING' | 'FAILED' | 'RUNNING'): Promise<string> {
  const mediaId = await addPicture(shop)
  const later = new Date('2100-01-01T00:00:00Z')
  await shop.platform.database.query(sql`
    insert into media_job (site, media_id, state, attempts, due_at, failure, message, created_at)
    values (${shop.site}, ${mediaId}, ${state}, 1, ${later}, ${state === 'FAILED' ? 'DIED' : null}, ${state === 'FAILED' ? 'it ended' : null},
      ${shop.clock.now()})`)
  return `media:${mediaId}`
}

/** The writes of what the shop does in the background, each with a job that it can be done to. */
export function jobWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  return {
    'POST /vitrine/v1/jobs/{jobId}/retry': async () => ({ params: { jobId: await addMediaJob(shop, 'FAILED') }, body: {} }),
    'POST /vitrine/v1/jobs/{jobId}/cancel': async () => ({ params: { jobId: await addMediaJob(shop, 'WAITING') }, body: {} }),
  }
}
