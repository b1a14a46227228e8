import type { Job } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../db/sql.ts'

/** A place in the list of all jobs: when one was created, in microseconds as 16 digits, and its id. */
export interface JobPlace {
  readonly at: string
  readonly id: string
}

/** Which jobs are read: the newest before a place, in one state or in all. */
export interface JobsAsked {
  readonly state: Job['state'] | undefined
  readonly before: JobPlace | undefined
  readonly most: number
}

export type ListedJob = Job & { readonly at: string }

/** Jobs of one kind, as the list of all jobs has them. */
export interface JobSource {
  readonly kind: Job['kind']
  readonly list: (db: Db, site: string, asked: JobsAsked) => Promise<readonly ListedJob[]>
  readonly count: (db: Db, site: string) => Promise<readonly { readonly state: Job['state']; readonly count: number }[]>
}

/** Prefixes of job ids for processing and for fetching a file; the file id follows. */
export const mediaJobStart = 'media:'
export const fetchJobStart = 'fetch:'

/** How a source reads its jobs so that they can be merged with those of others: `at` is a column, `where` and `tail` go into the statement. */
export function jobsInOrder({ createdAt, id }: { readonly createdAt: Sql; readonly id: Sql }, { before, most }: Omit<JobsAsked, 'state'>) {
  const time = before && sql`(timestamptz 'epoch' + ${before.at}::bigint * interval '1 microsecond')`
  const after = before && sql`${createdAt} <= ${time!} and (${createdAt} < ${time!} or ${id} collate "C" < ${before.id})`
  return {
    at: sql`lpad((extract(epoch from ${createdAt}) * 1000000)::bigint::text, 16, '0') as at`,
    where: after ?? sql`true`,
    tail: sql`order by ${createdAt} desc, ${id} collate "C" desc limit ${most}`,
  }
}

/** The newest first: the order of the statements above. */
export const newestFirst = (one: JobPlace, other: JobPlace): number =>
  one.at === other.at ? (one.id < other.id ? 1 : one.id > other.id ? -1 : 0) : one.at < other.at ? 1 : -1

/** The times of a job as the wire has them. */
export const timesOf = ({
  state,
  createdAt,
  startedAt,
  dueAt,
  finishedAt,
}: {
  readonly state: Job['state']
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly dueAt?: Date
  readonly finishedAt: Date | null
}) => ({
  createdDate: createdAt.toISOString(),
  ...(startedAt && { startedDate: startedAt.toISOString() }),
  ...(state === 'WAITING' && dueAt && { dueDate: dueAt.toISOString() }),
  ...(finishedAt && { finishedDate: finishedAt.toISOString() }),
})
