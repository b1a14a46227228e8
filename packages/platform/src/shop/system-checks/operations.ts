import type { SystemCheck, systemChecks } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { systemChecksOf } from './checks.ts'
import type { SystemFacts } from './facts.ts'
import { lastBackup, storageOf } from './machine.ts'
import { findOwners, findWaitingEmails, isDemoShop, measureDatabase } from './store.ts'

export interface SystemCheckDeps {
  readonly database: Db
  /** Real time: backups and mail servers know no other. */
  readonly clock: Clock
  readonly dataDir: string
  readonly ffmpeg: () => Promise<{ readonly version: string } | undefined>
  /** What holds for all shops of the installation. */
  readonly installation: Pick<SystemFacts, 'publicUrl' | 'hasSecret'> & {
    readonly delivery: SystemFacts['email']['delivery']
    readonly stripe: SystemFacts['payments']['stripe']
    readonly sandbox: boolean
    readonly embedded: boolean
    readonly proxies: () => SystemFacts['proxies']
  }
  /**
   * Whether everybody sees a shop, the names of the manual payment methods that it offers, and whether the account that its merchant entered
   * takes payments, with which keys.
   */
  readonly settingsOf: (
    db: Db,
    site: string,
  ) => Promise<{ readonly isOpen: boolean; readonly manualMethods: readonly string[]; readonly stripe?: 'LIVE' | 'TEST' }>
}

/** All checks of a shop, made now. */
export const systemChecker =
  ({ database, clock, dataDir, ffmpeg, installation, settingsOf }: SystemCheckDeps) =>
  async (site: string): Promise<{ readonly checks: SystemCheck[]; readonly checkedDate: string }> => {
    const now = clock.now()
    const { publicUrl, hasSecret, delivery, stripe, sandbox, embedded, proxies } = installation
    const [{ waiting, since }, owners, isDemo, measured, { isOpen, manualMethods: manual, stripe: entered }, storage, backup, program] =
      await Promise.all([
        findWaitingEmails(database, site, now),
        findOwners(database, site),
        isDemoShop(database, site),
        measureDatabase(database),
        settingsOf(database, site),
        storageOf(dataDir),
        lastBackup(dataDir),
        ffmpeg(),
      ])
    const checks = systemChecksOf({
      now,
      publicUrl,
      proxies: proxies(),
      email: { delivery, waiting, waitingSince: since },
      payments: { stripe: stripe ?? entered, sandbox: sandbox && (stripe !== undefined || entered === undefined), manual },
      owners,
      hasSecret,
      isOpen,
      isDemo,
      backup,
      storage,
      ffmpeg: program?.version,
      database: { embedded, ...measured },
    })
    return { checks, checkedDate: now.toISOString() }
  }

export const systemCheckOperations = (check: ReturnType<typeof systemChecker>): Handlers<typeof systemChecks> => ({
  'GET /vitrine/v1/system-checks': (_, { site }) => check(site),
})
