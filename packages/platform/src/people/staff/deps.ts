import type { Ok, Right } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { App, User } from '../../kernel/http/caller.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { Seals } from '../../kernel/seals.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { freshStaff, type StaffSettings } from '../../kernel/settings/staff-settings.ts'
import type { PasswordChecks } from '../credentials/password-checks.ts'
import type { Secrets } from '../credentials/secrets.ts'
import type { NoteOwn } from './sessions.ts'
import type { StaffCaptcha } from './tries.ts'

/** What people of the staff have made for programs to act with. */
export interface StaffKeys {
  find(db: Db, site: string, staffId: string): Promise<Ok<'GET /vitrine/v1/staff/{id}/api-keys'>>
  /** Revokes or hands over what is beyond the rights that somebody has left; undefined for all, NOTHING where they go. */
  settle(
    db: Db,
    site: string,
    change: {
      readonly staffId: string
      readonly left: ReadonlySet<Right> | undefined | 'NOTHING'
      readonly fate: 'REVOKE' | 'TRANSFER'
      readonly by: User | App
    },
    now: Date,
  ): Promise<{ readonly revoked: number; readonly transferred: number } | Refusal<'SCOPE_NOT_YOURS'>>
}

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
  readonly keys: StaffKeys
  /** The shop's own address. */
  readonly origin: string
  /** Whether emails reach their mail boxes; else they lie in an inbox that everybody can read. */
  readonly byMail: boolean
  /** Sends the emails that were asked for. */
  readonly poke: () => void
}

export const settingsOf = async ({ readSettings }: Pick<StaffDeps, 'readSettings'>, db: Db, site: string): Promise<StaffSettings> =>
  (await readSettings(db, site)).staff ?? freshStaff
