import type { StoreClock } from '../../kernel/clock/clock.ts'
import { clockOperations } from '../../kernel/clock/operations.ts'
import { findOnlyClock } from '../../kernel/clock/store.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { isOnlySite } from '../../kernel/sites/directory.ts'
import { findNames } from '../../people/index.ts'
import { type SandboxScript, scriptOperations } from '../payments/sandbox-script.ts'
import { foreseen, nextDue } from './scheduled-work.ts'

export interface RehearsingDeps {
  readonly database: Database
  readonly clock: StoreClock
  readonly script: SandboxScript
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  /** Whether the sandbox bank takes new payments. */
  readonly sandboxIsOpen: boolean
  /** Whether somebody takes real money. */
  readonly isInEarnest: () => Promise<boolean>
  /** Does all that is due by the clock as it goes now. */
  readonly carryOut: () => Promise<void>
}

/** Playing with time and with what the bank says. */
export function rehearsing({ database, clock, script, readSettings, sandboxIsOpen, isInEarnest, carryOut }: RehearsingDeps) {
  /** Whether time may be played with: no real money moves, and no other shop would go along. */
  const isPlay = async () => sandboxIsOpen && !(await isInEarnest()) && (await isOnlySite(database))
  return {
    operations: {
      ...clockOperations({
        clock,
        movable: isPlay,
        foresee: foreseen({ readSettings }),
        nextDue: nextDue({ readSettings }),
        carryOut,
        peopleCalled: findNames,
      }),
      ...scriptOperations({ script, offered: sandboxIsOpen }),
    },

    /** Hears how the clock goes and whether the bank has a script, whoever has said so; where real money moves there is neither. */
    async hear(): Promise<void> {
      if (!sandboxIsOpen) return
      await script.look(database)
      const kept = await findOnlyClock(database)
      if (kept && (await isPlay())) clock.set(kept)
    },
  }
}
