import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Email, Guid, text } from './primitives.ts'

/**
 * The texts of an email that a shop may write itself. `{{ order.number }}` inserts a value; `{{ customer.firstName | friend }}` has a
 * fallback.
 */
export const EmailWords = z.object({
  subject: z.string().optional(),
  /** Line breaks stay. */
  headline: z.string().optional(),
  /** Paragraphs, separated by empty lines. */
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
  /** Whether it may be switched off: what buyers need to get what they paid for is always sent. */
  mayBeOff: z.boolean(),
  on: z.boolean(),
  /** The fields that its texts may use. */
  fields: z.array(z.string()),
  /** The default texts; those of a sample, others may adapt to the order. */
  original: EmailWords,
  /** The shop's own texts. */
  words: EmailWords,
  revision: z.string(),
})
export interface EmailTemplate extends z.infer<typeof EmailTemplate> {}

/** The sender of emails. */
export const EmailSender = z.object({
  name: z.string(),
  /** Belongs to the mail server, and is set at installation. */
  address: z.string(),
  replyTo: z.string().optional(),
  /** In the footer of each email: where to ask for help. */
  help: z.string(),
})
export interface EmailSender extends z.infer<typeof EmailSender> {}

/**
 * What was looked at in an email: whether its fields have values, its plain text part, its subject, where its links lead, whether readers can
 * unsubscribe (of emails that they need not get), alternative texts of its pictures, its size, and the contrast of its colours.
 */
export const EmailCheck = z.object({
  check: z.enum(['FIELDS', 'TEXT', 'SUBJECT', 'LINKS', 'UNSUBSCRIBE', 'IMAGES', 'SIZE', 'CONTRAST']),
  /** False where the email may break, or be taken for spam. */
  ok: z.boolean(),
  /** For people, in English. */
  says: z.string(),
})
export interface EmailCheck extends z.infer<typeof EmailCheck> {}

const EmailWordsInput = z.object({
  subject: text(200).nullish(),
  headline: text(200).nullish(),
  lead: text(2000).nullish(),
  button: text(60).nullish(),
})
export interface EmailWordsInput extends z.output<typeof EmailWordsInput> {}

const Which = z.object({ id: text(40, 1) })
/** Texts to try out; the saved ones if absent. With an order the email is about that; else about a sample order. */
const Tried = Which.extend({ words: EmailWordsInput.nullish(), orderId: Guid.nullish() })

export const emails = operations({
  'GET /vitrine/v1/emails': operation({
    as: 'user',
    summary: 'List the emails that the shop writes, and whom they come from',
    input: z.object({}),
    ok: z.object({ sender: EmailSender, emails: z.array(EmailTemplate) }),
    errors: [],
  }),

  /**
   * Absent fields stay unchanged, null restores the default text. Texts that use fields unknown to this email are refused, with a list of
   * the known ones.
   */
  'PATCH /vitrine/v1/emails/{email.id}': operation({
    as: 'user',
    summary: 'Change the words of an email, or whether it is sent',
    input: z.object({
      email: Which.extend({ revision: text(20).nullish(), on: z.boolean().nullish(), words: EmailWordsInput.nullish() }),
    }),
    ok: z.object({ email: EmailTemplate }),
    errors: ['EMAIL_NOT_FOUND'],
  }),

  /** Absent fields stay unchanged, null restores the default. */
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
    ok: z.object({ subject: z.string(), html: z.string(), text: z.string(), checks: z.array(EmailCheck) }),
    errors: ['EMAIL_NOT_FOUND', 'ORDER_NOT_FOUND'],
    reads: true,
  }),

  /** To the caller; if that is an app, to the shop. */
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
