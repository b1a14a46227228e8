import type { PgBoss, QueueOptions } from 'pg-boss'
import { retrying } from '../db/retry.ts'

/** A worker that dies is missed after a few heartbeats, and its job is another one's; a job that waits for something slow is left alone. */
export const heartbeatSeconds = 10

export const queueOptions = {
  retryLimit: 12,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds,
  deleteAfterSeconds: 24 * 3600,
} as const satisfies QueueOptions

/** The next time it is due is soon enough. */
const scheduledOptions = { retryLimit: 0, heartbeatSeconds, deleteAfterSeconds: 3600 } as const satisfies QueueOptions

/** At most one waits and one runs. */
const onceAtATime = 'stately'

/**
 * Makes those queues and schedules that the database does not have as they are asked for; schedules of other queues go. Without `scheduled`
 * schedules stay as they are.
 */
export async function prepareQueues(
  boss: PgBoss,
  followers: readonly { readonly queue: string }[],
  scheduled: readonly { readonly queue: string; readonly every: string }[] | undefined,
): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const prepare = async (queue: string, options: QueueOptions, policy?: string) => {
    const found = known.get(queue)
    if (!found) await retrying(() => boss.createQueue(queue, { ...options, ...(policy && { policy }) }))
    else if (differ(found, options)) await retrying(() => boss.updateQueue(queue, options))
  }
  for (const { queue } of followers) await prepare(queue, queueOptions)
  if (!scheduled) return
  for (const { queue } of scheduled) await prepare(queue, scheduledOptions, onceAtATime)

  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const { queue, every } of scheduled) {
    if (schedules.get(queue) !== every) await boss.schedule(queue, every)
    schedules.delete(queue)
  }
  for (const queue of schedules.keys()) await boss.unschedule(queue)
}

const differ = (found: QueueOptions, asked: QueueOptions): boolean =>
  (Object.keys(asked) as (keyof QueueOptions)[]).some((name) => found[name] !== asked[name])
