import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Context } from '../../../kernel/db/context.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import type { JobDefinition } from '../../../kernel/jobs/jobs.ts'
import { nextRevision } from '../revision.ts'
import { keepMembers } from './members.ts'
import { agesOf, type StoredRule } from './stored-rule.ts'

/** Before all ids. */
const start = '00000000-0000-0000-0000-000000000000'
const batch = 500
const dayMs = 24 * 3_600_000

/** Gives a collection a rule, or takes it away: all products are looked at again, the first of them by `updateSome`. */
export const saveRule = ({ db, site, now }: Context, collectionId: string, rule: StoredRule | null): Promise<unknown> =>
  db.query(sql`
    update collection set rule = ${rule && JSON.stringify(rule)}::jsonb, rule_cursor = ${start},
      rule_time = ${rule && agesOf(rule).length > 0 ? now : null}
    where site = ${site} and id = ${collectionId}`)

/**
 * Looks at the next products of a shop whose rules were changed; false once there are none left. Each time in a transaction of its own, so
 * that those who edit products wait for a few of them at the most.
 */
export async function updateSome({ db, site, now }: Context): Promise<boolean> {
  await nextRevision(db, site)
  const [updating] = await db.query<{ from: string | null }>(sql`
    select min(rule_cursor::text) as from from collection where site = ${site} and rule_cursor is not null`)
  if (!updating?.from) return false
  const rows = await db.query<{ id: string }>(sql`
    select id from product where site = ${site} and id > ${updating.from}::uuid order by id limit ${batch}`)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await keepMembers(db, site, ids, now)
  const goesOn = ids.length === batch
  await db.query(sql`
    update collection set rule_cursor = ${goesOn ? ids.at(-1)! : null}::uuid
    where site = ${site} and rule_cursor is not null and (${!goesOn} or rule_cursor < ${ids.at(-1) ?? start}::uuid)`)
  return goesOn
}

export interface UpdateDeps {
  readonly database: Database
  readonly clock: Clock
}

/** Goes on until all products of a shop are where its rules want them. */
export async function updateCollections({ database, clock }: UpdateDeps, site: string): Promise<void> {
  const [waiting] = await database.query(sql`select from collection where site = ${site} and rule_cursor is not null limit 1`)
  if (!waiting) return
  while (await database.transact((db) => updateSome({ db, site, now: clock.now() })));
}

/** Moves the products of a shop that have come to an age, or are younger again because the clock was put back. Many of them are left to `updateSome`. */
export async function moveByAge({ db, site, now }: Context): Promise<void> {
  await nextRevision(db, site)
  const aging = await db.query<{ id: string; rule: StoredRule; since: Date }>(sql`
    select id, rule, rule_time as since from collection where site = ${site} and rule_time is not null and rule_time <> ${now}`)
  for (const { id, rule, since } of aging)
    for (const days of agesOf(rule)) {
      const [one, other] = [since, now].map((at) => new Date(at.getTime() - days * dayMs))
      const [from, to] = one! < other! ? [one!, other!] : [other!, one!]
      const ids = await createdBetween(db, site, from, to)
      if (ids.length <= batch) await keepMembers(db, site, ids, now)
      else await db.query(sql`update collection set rule_cursor = ${start} where site = ${site} and id = ${id}`)
    }
  await db.query(sql`update collection set rule_time = ${now} where site = ${site} and rule_time is not null`)
}

/** What was created at the very moment counts at both ends. Of many, one more than are moved at once. */
async function createdBetween(db: Db, site: string, from: Date, to: Date): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where site = ${site} and visible in (true, false) and created_at between ${from} and ${to}
    limit ${batch + 1}`)
  return rows.map(({ id }) => id)
}

/** What is left to do after a rule was changed in a shop with many products. */
export const collectionUpdates = (deps: UpdateDeps): JobDefinition => ({
  queue: 'collection-rules',
  on: ['com.wix.ecommerce.catalog.api.v1.CollectionChanged'],
  run: ({ site }) => updateCollections(deps, site),
})

/** What is due by the clock: products grow old, and what another process left undone is done. A failing shop does not hold up the rest. */
export async function keepCollections(deps: UpdateDeps & { readonly sites: () => Promise<readonly string[]> }): Promise<void> {
  const { database, clock, sites } = deps
  const faults: unknown[] = []
  for (const site of await sites()) {
    const [timed] = await database.query(sql`select from collection where site = ${site} and rule_time is not null limit 1`)
    const work = async () => {
      if (timed) await database.transact((db) => moveByAge({ db, site, now: clock.now() }))
      await updateCollections(deps, site)
    }
    await work().catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, 'some collections do not have the products that their rules want')
}
