import type { inbox } from '@vitrine/contract'
import { isId } from '../../kernel/db/id.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { oneLine } from './plain.ts'
import { countInbox, findInboxMail, type InboxEntry, listInbox } from './store.ts'

export interface MailDeps {
  /** Whether emails go to the inbox, which everybody reads. */
  readonly inboxIsOn: boolean
}

export const mailOperations = ({ inboxIsOn }: MailDeps): Handlers<typeof inbox> => ({
  async 'GET /vitrine/v1/inbox'({ limit, offset }, { db, site }) {
    if (!inboxIsOn) return refuse('INBOX_OFF')
    const [entries, total] = await Promise.all([listInbox(db, site, { limit, offset }), countInbox(db, site)])
    return { messages: entries.map(showEntry), total }
  },

  async 'GET /vitrine/v1/inbox/{id}'({ id }, { db, site }) {
    if (!inboxIsOn) return refuse('INBOX_OFF')
    const mail = isId(id) ? await findInboxMail(db, site, id) : undefined
    if (!mail) return refuse('MESSAGE_NOT_FOUND')
    return { message: { ...showEntry({ ...mail, preview: mail.body }), text: mail.body, html: mail.html } }
  },
})

const showEntry = ({ id, sender, recipient, subject, preview, createdAt }: InboxEntry) => ({
  id,
  from: sender,
  to: [recipient],
  subject,
  createdDate: createdAt.toISOString(),
  preview: previewOf(preview),
})

/** The first words of an email behind the wordmark and the headline, as lists show them. */
export function previewOf(body: string): string {
  const parts = body.split('\n\n')
  return oneLine(parts.slice(2).join(' ') || parts.slice(1).join(' ') || body).slice(0, 140)
}
