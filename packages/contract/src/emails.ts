import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Email, Guid, text } from './primitives.ts'

/** The words of an email that a shop may write itself. `{{ order.number }}` names something; `{{ customer.firstName | friend }}` has a stand-in. */
export const EmailWords = z.object({
  subject: z.string().optional(),
  /** A line of it a line. */
  headline: z.string().optional(),
  /** Paragraphs, parted by empty lines. */
  lead: z.string().optional(),
  /** On the button. */
  button: z.string().optional(),
})
export interface EmailWords extends z.infer<typeof EmailWords> {}

/** A kind of email that the platform writes. */
export const EmailTemplate = z.object({
  /** `order-shipped` */
  id: z.string(),
  name: z.string(),
  when: z.string(),
  to: z.enum(['BUYER', 'SHOP']),
  /** Whether it may be switched off: what somebody needs to get what they paid for goes out always. */
  mayBeOff: z.boolean(),
  on: z.boolean(),
  /** What its words may name. */
  fields: z.array(z.string()),
  /** The words that it has where the shop says nothing; those of a sample, others may fit themselves to the order. */
  original: EmailWords,
  /** Those that the shop wrote. */
  words: EmailWords,
  revision: z.string(),
})
export interface EmailTemplate extends z.infer<typeof EmailTemplate> {}

/** Whom emails come from. */
export const EmailSender = z.object({
  name: z.string(),
  /** Belongs to the mail server, and is set where the shop is installed. */
  address: z.string(),
  replyTo: z.string().optional(),
  /** In the foot of each email: how to ask something. */
  help: z.string(),
})
export interface EmailSender extends z.infer<typeof EmailSender> {}

const EmailWordsInput = z.object({
  subject: text(200).nullish(),
  headline: text(200).nullish(),
  lead: text(2000).nullish(),
  button: text(60).nullish(),
})
export interface EmailWordsInput extends z.output<typeof EmailWordsInput> {}

const Which = z.object({ id: text(40, 1) })
/** Words to try out; absent for those that are saved. With an order the email is about that; else about one that is made up. */
const Tried = Which.extend({ words: EmailWordsInput.nullish(), orderId: Guid.nullish() })

export const emails = operations({
  'GET /vitrine/v1/emails': operation({
    as: 'user',
    summary: 'List the emails that the shop writes, and whom they come from',
    input: z.object({}),
    ok: z.object({ sender: EmailSender, emails: z.array(EmailTemplate) }),
    errors: [],
  }),

  /** What is absent stays, null is the default text. Words that name what this email does not know are refused, and name what it knows. */
  'PATCH /vitrine/v1/emails/{email.id}': operation({
    as: 'user',
    summary: 'Change the words of an email, or whether it is sent',
    input: z.object({
      email: Which.extend({ revision: text(20).nullish(), on: z.boolean().nullish(), words: EmailWordsInput.nullish() }),
    }),
    ok: z.object({ email: EmailTemplate }),
    errors: ['EMAIL_NOT_FOUND'],
  }),

  /** What is absent stays, null is as it was at the beginning. */
  'PATCH /vitrine/v1/email-sender': operation({
    as: 'user',
    summary: 'Change whom emails come from',
    input: z.object({
      sender: z.object({
        name: text(100, 1)
          .regex(/^[^<>"\r\n]*$/, 'may hold no angle brackets, quotes and line breaks')
          .nullish(),
        replyTo: Email.nullish(),
        help: text(300).nullish(),
      }),
    }),
    ok: z.object({ sender: EmailSender }),
    errors: [],
  }),

  'POST /vitrine/v1/emails/{id}/preview': operation({
    as: 'user',
    summary: 'See what an email looks like',
    input: Tried,
    ok: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
    errors: ['EMAIL_NOT_FOUND', 'ORDER_NOT_FOUND'],
    reads: true,
  }),

  /** To whoever asks; what an app asks for goes to the shop. */
  'POST /vitrine/v1/emails/{id}/send-test': operation({
    as: 'user',
    cost: 'email',
    summary: 'Send an email to oneself',
    input: Tried,
    ok: z.object({
      to: z.string(),
      /** Whether it waits, because the shop has no mail server yet. */
      waiting: z.boolean(),
    }),
    errors: ['EMAIL_NOT_FOUND', 'ORDER_NOT_FOUND'],
  }),
})
