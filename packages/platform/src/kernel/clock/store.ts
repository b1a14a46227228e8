import type { StoreClockMoveType } from '@vitrine/contract'
import { newId } from '../db/id.ts'
import { type Db, sql } from '../db/sql.ts'
import type { ClockSetting } from './clock.ts'

export interface StoredClock extends ClockSetting {
  readonly movedBy: string
  readonly movedAt: Date
}

const columns = sql`frozen_at as "frozenAt", ahead_ms as "aheadMs", revision, moved_by as "movedBy", moved_at as "movedAt"`

export async function findClock(db: Db, site: string): Promise<StoredClock | undefined> {
  const [row] = await db.query<StoredClock>(sql`select ${columns} from store_clock where site = ${site}`)
  return row
}

/** How the clock goes where there is one shop, for every process of it to follow. */
export async function findOnlyClock(db: Db): Promise<ClockSetting | undefined> {
  const rows = await db.query<ClockSetting>(sql`select frozen_at as "frozenAt", ahead_ms as "aheadMs", revision from store_clock limit 2`)
  return rows.length === 1 ? rows[0] : undefined
}

/** Stores how the clock goes from now on, if nobody has moved it meanwhile. */
export async function keepClock(db: Db, site: string, clock: StoredClock): Promise<boolean> {
  const { frozenAt, aheadMs, revision, movedBy, movedAt } = clock
  const rows = await db.query(sql`
    insert into store_clock (site, frozen_at, ahead_ms, revision, moved_by, moved_at)
    values (${site}, ${frozenAt}, ${aheadMs}, ${revision}, ${movedBy}, ${movedAt})
    on conflict (site) do update
    set frozen_at = excluded.frozen_at, ahead_ms = excluded.ahead_ms, revision = excluded.revision, moved_by = excluded.moved_by,
      moved_at = excluded.moved_at
    where store_clock.revision = excluded.revision - 1
    returning site`)
  return rows.length > 0
}

export interface StoredMove {
  readonly id: string
  readonly kind: StoreClockMoveType
  readonly from: Date
  readonly to: Date
  readonly effects: number
  readonly movedBy: string
  readonly movedAt: Date
}

export async function noteMove(db: Db, site: string, { kind, from, to, effects, movedBy, movedAt }: Omit<StoredMove, 'id'>): Promise<void> {
  await db.query(sql`
    insert into store_clock_move (site, id, kind, from_at, to_at, effects, moved_by, moved_at)
    values (${site}, ${newId()}, ${kind}, ${from}, ${to}, ${effects}, ${movedBy}, ${movedAt})`)
}

const shown = 20

export async function findMoves(db: Db, site: string): Promise<readonly StoredMove[]> {
  return db.query<StoredMove>(sql`
    select id, kind, from_at as "from", to_at as "to", effects, moved_by as "movedBy", moved_at as "movedAt" from store_clock_move
    where site = ${site} order by id desc limit ${shown}`)
}
