import type { StaffRole } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import {
  type EmailMessage,
  emailBrandingOf,
  type Mailer,
  type StaffFacts,
  staffInvitation,
  staffPasswordChanged,
  staffRecovery,
  staffSecondStepOff,
} from '../../shop/index.ts'
import { joinUrl, type StaffEmail } from '../staff/emails.ts'
import { recoveryUrl } from '../staff/recovery-link.ts'
import { findMail } from '../staff/store.ts'

interface Wiring {
  readonly database: Db
  readonly origin: string
  readonly mailer: Pick<Mailer, 'send'>
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  /** Where there is no mail server: says to whoever runs this one what must not lie in an inbox that is open to everybody. */
  readonly tell: ((line: string) => void) | undefined
}

/** What roles are called in a sentence. */
const roleNames: Readonly<Record<StaffRole, string>> = {
  OWNER: 'an owner',
  ORDERS: 'one for orders',
  WAREHOUSE: 'one of the warehouse',
  SUPPORT: 'one for support',
  DEVELOPER: 'a developer',
}

/** Writes and sends an email to one of the staff, or to somebody who is invited. */
export async function sendToStaff(
  { database, origin, mailer, readSettings, tell }: Wiring,
  site: string,
  key: string,
  email: StaffEmail,
): Promise<void> {
  const to = email.kind === 'staff-invitation' ? email.about.email : await findMail(database, site, email.to)
  if (to === undefined) return
  if (email.kind === 'staff-recovery' && tell)
    return tell(`${to} may choose another password for the admin within half an hour: ${recoveryUrl(origin, email.about.token)}`)
  // Asked for while there was a mail server: whoever invites hears the link themselves where there is none.
  if (email.kind === 'staff-invitation' && tell)
    return tell(`${to} may join the staff as ${roleNames[email.about.role]}: ${joinUrl(origin, email.about.token)}`)
  const settings = await readSettings(database, site)
  const { from, replyTo } = settings.mail
  const facts: StaffFacts = { shop: emailBrandingOf(settings, origin), email: to }
  await mailer.send({ site, key, from, to, ...(replyTo && { replyTo }), ...written(email, facts, origin) })
}

function written(email: StaffEmail, facts: StaffFacts, origin: string): EmailMessage {
  switch (email.kind) {
    case 'staff-invitation': {
      const { role, token, invitedBy, expiresAt } = email.about
      const url = joinUrl(origin, token)
      return staffInvitation(facts, { url, role: roleNames[role], ...(invitedBy && { invitedBy }), until: new Date(expiresAt) })
    }
    case 'staff-recovery': {
      const { token, agent, at } = email.about
      return staffRecovery(facts, { url: recoveryUrl(origin, token), agent, at: new Date(at) })
    }
    case 'staff-password-changed':
      return staffPasswordChanged(facts, { url: `${origin}/admin/account`, agent: email.about.agent, at: new Date(email.about.at) })
    case 'staff-second-step-off': {
      const { whose, mine, by, agent, at } = email.about
      const url = `${origin}/admin/${mine ? 'account' : 'staff'}`
      return staffSecondStepOff(facts, { url, whose, mine, ...(by && { by }), agent, at: new Date(at) })
    }
  }
}
