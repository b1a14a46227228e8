import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, whole } from './primitives.ts'

export const InboxMessage = z.object({
  id: Guid,
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  createdDate: Instant,
  preview: z.string(),
})
export interface InboxMessage extends z.infer<typeof InboxMessage> {}

export const InboxEmail = InboxMessage.extend({ text: z.string(), html: z.string() })
export interface InboxEmail extends z.infer<typeof InboxEmail> {}

export const inbox = operations({
  /** Where emails go as long as no mail server is set: newest first. For demonstrations only. */
  'GET /vitrine/v1/inbox': operation({
    as: 'anyone',
    summary: 'List the mail that the shop would have sent',
    input: z.object({ limit: whole(1, 100).default(50), offset: whole(0, 1_000_000).default(0) }),
    ok: z.object({ messages: z.array(InboxMessage), total: z.int() }),
    errors: ['INBOX_OFF'],
  }),

  'GET /vitrine/v1/inbox/{id}': operation({
    as: 'anyone',
    summary: 'Read a mail that the shop would have sent',
    input: z.object({ id: Guid }),
    ok: z.object({ message: InboxEmail }),
    errors: ['INBOX_OFF', 'MESSAGE_NOT_FOUND'],
  }),
})
