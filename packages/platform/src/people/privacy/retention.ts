import type { retention } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import { type RetentionSettings, usualRetention } from '../../kernel/settings/retention.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'

export interface RetentionDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

export const retentionOperations = ({ readSettings }: RetentionDeps): Handlers<typeof retention> => ({
  async 'GET /vitrine/v1/retention'(_, { db, site }) {
    return { retention: { ...usualRetention, ...(await readSettings(db, site)).retention } }
  },

  async 'PATCH /vitrine/v1/retention'({ retention: sent }, { db, site, now }) {
    const { document } = await lockSection(db, site, 'retention', usualRetention, now)
    const after: RetentionSettings = {
      checkoutDays: sent.checkoutDays ?? document.checkoutDays,
      emailDays: sent.emailDays ?? document.emailDays,
      addressDays: sent.addressDays ?? document.addressDays,
    }
    await writeSettings(db, site, 'retention', after, now)
    return { retention: after }
  },
})
