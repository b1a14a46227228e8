import type { EventType, LiveEvent } from '@vitrine/contract'
import { type Db, sql } from '../db/sql.ts'

export interface RecentEvent extends LiveEvent {
  readonly site: string
}

interface Asked {
  readonly sites: readonly string[]
  readonly types: readonly EventType[]
  /** Ids after this one; they carry the time. */
  readonly after: string
  /** At most so many of each site. */
  readonly limit: number
}

/** Recent events of some sites, ordered by id. A caller that asks again with a little overlap also finds those that were committed late. */
export async function findRecent(db: Db, { sites, types, after, limit }: Asked): Promise<RecentEvent[]> {
  const rows = await db.query<{ site: string; id: string; type: EventType; entityId: string; revision: string | null }>(sql`
    select asked.site, recent.id, recent.type, recent.entity_id as "entityId", recent.payload ->> 'revision' as revision
    from unnest(${sites}::uuid[]) as asked (site)
    cross join lateral (
      select id, type, entity_id, payload from outbox
      where outbox.site = asked.site and outbox.id > ${after} and type = any(${types})
      order by outbox.id limit ${limit}
    ) as recent
    order by recent.id`)
  return rows.map(({ revision, ...row }) => ({ ...row, ...(revision !== null && { revision: Number(revision) }) }))
}
