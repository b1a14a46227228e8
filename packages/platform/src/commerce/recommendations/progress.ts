import { type Db, sql } from '../../kernel/db/sql.ts'

export type LearningKind = 'ORDER' | 'VISIT' | 'SIMILAR'

export interface Progress {
  readonly occasions: number
  readonly learnedUntil: Date | null
  readonly place: string | null
  readonly walkBeganAt: Date | null
}

const columns = sql`occasions::float8 as occasions, learned_until as "learnedUntil", place, walk_began_at as "walkBeganAt"`

/** How far learning has come, to go on from there: nobody else does until the transaction ends. */
export async function lockProgress(db: Db, site: string, kind: LearningKind): Promise<Progress> {
  await db.query(sql`insert into recommendation_progress (site, kind) values (${site}, ${kind}) on conflict (site, kind) do nothing`)
  const [row] = await db.query<Progress>(
    sql`select ${columns} from recommendation_progress where site = ${site} and kind = ${kind} for update`,
  )
  return row!
}

export async function saveProgress(db: Db, site: string, kind: LearningKind, progress: Progress): Promise<void> {
  await db.query(sql`
    update recommendation_progress set occasions = ${progress.occasions}::bigint, learned_until = ${progress.learnedUntil}, place = ${progress.place},
      walk_began_at = ${progress.walkBeganAt}
    where site = ${site} and kind = ${kind}`)
}

export async function findProgress(db: Db, site: string): Promise<ReadonlyMap<LearningKind, Progress>> {
  const rows = await db.query<Progress & { kind: LearningKind }>(
    sql`select kind, ${columns} from recommendation_progress where site = ${site}`,
  )
  return new Map(rows.map(({ kind, ...progress }) => [kind, progress]))
}
