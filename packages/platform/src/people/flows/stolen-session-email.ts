import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { emailBrandingOf, type Mailer, sessionStolen } from '../../shop/index.ts'
import { findMember } from '../members/store.ts'

/** Emails a member that a stolen refresh token was detected. */
export const stolenSessionEmail = ({
  database,
  origin,
  mailer,
  readSettings,
}: {
  readonly database: Database
  readonly origin: string
  readonly mailer: Mailer
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}): JobDefinition => ({
  queue: 'mail-session-stolen',
  on: ['wix.members.v1.member_updated'],
  when: ({ payload }) => 'sessionStolen' in payload,
  async run({ site, entityId, payload }) {
    const sessionId = String(payload['sessionStolen'])
    const [settings, member, [session]] = await Promise.all([
      readSettings(database, site),
      findMember(database, site, entityId),
      database.query<{ agent: string; createdAt: Date }>(
        sql`select agent, created_at as "createdAt" from member_session where site = ${site} and id = ${sessionId}`,
      ),
    ])
    if (!member || member.deletedAt || !session) return
    const { from, replyTo } = settings.mail
    const { firstName } = member.document.contact
    const email = sessionStolen(
      { shop: emailBrandingOf(settings, origin), email: member.loginEmail, ...(firstName && { firstName }) },
      { url: `${origin}/account/security`, agent: session.agent, at: session.createdAt },
    )
    await mailer.send({ site, key: `session-stolen:${sessionId}`, from, to: member.loginEmail, ...(replyTo && { replyTo }), ...email })
  },
})
