import type { Clock } from '../../kernel/clock/clock.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { lruOf } from '../../kernel/lru.ts'
import { NoAnswer } from './outside-calls.ts'

/** How a provider answered the last times. */
export interface StoredProviderHealth {
  readonly providerId: string
  readonly answeredAt: Date | null
  readonly failure: { readonly at: string; readonly since: string; readonly code: string; readonly description: string } | null
  readonly failing: boolean
}

/** Writes down that a provider answered, or why it did not. */
export type NoteProviderHealth = (site: string, providerId: string, told: object) => Promise<void>

export interface ProviderHealthDeps {
  readonly database: Db
  readonly clock: Clock
  readonly report: (fault: unknown) => void
}

/** What is the same as before is written down again after so long: a shop whose provider answers each buyer has no row that all wait for. */
const sameMs = 20_000
const longest = 300

export function recordProviderHealth({ database, clock, report }: ProviderHealthDeps): NoteProviderHealth {
  const noted = lruOf<string, string>(10_000, { ttl: sameMs })
  return async (site, providerId, told) => {
    const key = `${site} ${providerId}`
    const outcome = told instanceof NoAnswer ? told.code : ''
    if (noted.get(key) === outcome) return
    noted.set(key, outcome)
    const now = clock.now()
    const written =
      told instanceof NoAnswer ? noteFailure(database, site, providerId, told, now) : noteAnswer(database, site, providerId, now)
    await written.catch((fault: unknown) => {
      noted.delete(key)
      report(fault)
    })
  }
}

const noteAnswer = (db: Db, site: string, providerId: string, now: Date) =>
  db.query(sql`
    insert into provider_health (site, provider_id, answered_at, failing) values (${site}, ${providerId}, ${now}, false)
    on conflict (site, provider_id) do update set answered_at = excluded.answered_at, failing = false`)

function noteFailure(db: Db, site: string, providerId: string, { code, message }: NoAnswer, now: Date) {
  const failure = { at: now.toISOString(), since: now.toISOString(), code, description: message.slice(0, longest) }
  return db.query(sql`
    insert into provider_health (site, provider_id, failure, failing) values (${site}, ${providerId}, ${JSON.stringify(failure)}::jsonb, true)
    on conflict (site, provider_id) do update
    set failing = true, failure = case when provider_health.failing
      then excluded.failure || jsonb_build_object('since', provider_health.failure -> 'since') else excluded.failure end`)
}

/** How the providers of a shop answered, those that were ever asked. */
export const findProviderHealth = (db: Db, site: string): Promise<StoredProviderHealth[]> =>
  db.query<StoredProviderHealth>(
    sql`select provider_id as "providerId", answered_at as "answeredAt", failure, failing from provider_health where site = ${site} order by provider_id limit 1000`,
  )
