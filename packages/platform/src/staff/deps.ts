import type { Clock } from '../clock/clock.ts'
import type { PasswordChecks } from '../credentials/password-checks.ts'
import type { Secrets } from '../credentials/secrets.ts'
import type { Seals } from '../credentials/steps.ts'
import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import type { Sections } from '../settings/sections.ts'
import { freshStaff, type StaffSettings } from '../settings/staff-settings.ts'
import type { NoteOwn } from './sessions.ts'
import type { StaffCaptcha } from './tries.ts'

export interface StaffDeps {
  readonly database: Database
  /** Real time: sign-ins do not go by the shop's clock. */
  readonly clock: Clock
  readonly secrets: Secrets
  readonly passwords: PasswordChecks
  readonly captcha: StaffCaptcha
  readonly seals: Seals
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly noteOwn: NoteOwn
  /** The shop's own address. */
  readonly origin: string
  /** Whether letters reach their mail boxes; else they lie in an inbox that everybody can read. */
  readonly byMail: boolean
  /** Sends the letters that were asked for. */
  readonly poke: () => void
}

export const settingsOf = async ({ readSettings }: Pick<StaffDeps, 'readSettings'>, db: Db, site: string): Promise<StaffSettings> =>
  (await readSettings(db, site)).staff ?? freshStaff
