import type { reminderLinks } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Seals } from '../../kernel/seals.ts'
import { emailsOff, setEmailsOff } from './emails-off.ts'
import { findAbandoned } from './store.ts'

/** What is sealed in the link that stops reminders: the id of what was left. */
export const stopKind = 'reminder-emails'

/** What the link at the foot of a reminder opens, for whoever holds it. */
export function reminderLinkOperations({ open }: Pick<Seals, 'open'>): Handlers<typeof reminderLinks> {
  async function emailIn(db: Db, site: string, token: string): Promise<string | undefined> {
    const id = (await open(site, stopKind, token))?.['id']
    const left = typeof id === 'string' ? await findAbandoned(db, site, id) : undefined
    return left?.document.buyerInfo.email || undefined
  }
  return {
    async 'POST /vitrine/v1/abandoned-checkouts/links/read'({ token }, { db, site }) {
      const email = await emailIn(db, site, token)
      return email ? { wanted: (await emailsOff(db, site, [email])).size === 0 } : refuse('REMINDER_LINK_EXPIRED')
    },

    async 'POST /vitrine/v1/abandoned-checkouts/links/emails'({ token, wanted }, scope) {
      const email = await emailIn(scope.db, scope.site, token)
      if (!email) return refuse('REMINDER_LINK_EXPIRED')
      await setEmailsOff(scope, email, !wanted)
      return { wanted }
    },
  }
}
