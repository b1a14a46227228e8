import type { storeClock as contract, SandboxBehaviour } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Behaviour } from './cards.ts'

type ScriptContract = { [R in keyof typeof contract as R extends `${string}/sandbox/script` ? R : never]: (typeof contract)[R] }

/** What the bank does, whatever the card. */
export const scripted: Readonly<Record<SandboxBehaviour, Behaviour>> = {
  APPROVE: { kind: 'APPROVE' },
  DECLINE: { kind: 'DECLINE', reason: 'CARD_DECLINED', message: 'The bank declined the card.', retryable: false },
  INSUFFICIENT_FUNDS: { kind: 'DECLINE', reason: 'INSUFFICIENT_FUNDS', message: 'The card has not enough funds.', retryable: false },
  THREE_D_SECURE: { kind: 'THREE_D_SECURE' },
  TIME_OUT: { kind: 'TIME_OUT' },
  LATE: { kind: 'LATE' },
  TWICE: { kind: 'TWICE' },
  DISPUTE: { kind: 'DISPUTE' },
}

/** The bank's script: as long as no process has heard of one, no payment asks for it. */
export interface SandboxScript {
  /** What it says of the next payment, once; each answer is given one time. */
  next(db: Db, site: string): Promise<Behaviour | undefined>
  /** There is one. */
  begin(): void
  /** Looks whether any shop has one left: another process may have said so. */
  look(db: Db): Promise<void>
}

export function sandboxScript(): SandboxScript {
  let isThere = false
  let begun = 0
  return {
    begin() {
      isThere = true
      begun++
    },
    async look(db) {
      const before = begun
      const found = await db.query(sql`select from sandbox_script where cardinality(next) > 0 limit 1`)
      // What began while this was asked may not be in the answer.
      if (begun === before) isThere = found.length > 0
    },
    async next(db, site) {
      if (!isThere) return undefined
      const [row] = await db.query<{ said: SandboxBehaviour | null }>(sql`
        with script as (select next from sandbox_script where site = ${site} and cardinality(next) > 0 for update)
        update sandbox_script set next = sandbox_script.next[2:] from script
        where sandbox_script.site = ${site} returning script.next[1] as said`)
      return row?.said ? scripted[row.said] : undefined
    },
  }
}

export interface ScriptDeps {
  readonly script: SandboxScript
  readonly offered: boolean
}

export const scriptOperations = ({ script, offered }: ScriptDeps): Handlers<ScriptContract> => ({
  async 'GET /vitrine/v1/sandbox/script'(_, { db, site }) {
    const [row] = await db.query<{ next: SandboxBehaviour[] }>(sql`select next from sandbox_script where site = ${site}`)
    return { next: row?.next ?? [] }
  },

  async 'POST /vitrine/v1/sandbox/script'({ next }, { db, site }) {
    if (!offered) return refuse('SANDBOX_OFF')
    await db.query(sql`
      insert into sandbox_script (site, next) values (${site}, ${next})
      on conflict (site) do update set next = excluded.next`)
    script.begin()
    return { next }
  },
})
