import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Email, Guid, text } from './primitives.ts'

/** The words of a letter that a shop may write itself. `{{ order.number }}` names something; `{{ customer.firstName | friend }}` has a stand-in. */
export const LetterWords = z.object({
  subject: z.string().optional(),
  /** A line of it a line. */
  headline: z.string().optional(),
  /** Paragraphs, parted by empty lines. */
  lead: z.string().optional(),
  /** On the button. */
  button: z.string().optional(),
})
export interface LetterWords extends z.infer<typeof LetterWords> {}

/** A kind of letter that the platform writes. */
export const LetterKindInfo = z.object({
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
  original: LetterWords,
  /** Those that the shop wrote. */
  words: LetterWords,
  revision: z.string(),
})
export interface LetterKindInfo extends z.infer<typeof LetterKindInfo> {}

/** Whom letters come from. */
export const LetterSender = z.object({
  name: z.string(),
  /** Belongs to the mail server, and is set where the shop is installed. */
  address: z.string(),
  replyTo: z.string().optional(),
  /** In the foot of each letter: how to ask something. */
  help: z.string(),
})
export interface LetterSender extends z.infer<typeof LetterSender> {}

const LetterWordsInput = z.object({
  subject: text(200).nullish(),
  headline: text(200).nullish(),
  lead: text(2000).nullish(),
  button: text(60).nullish(),
})
export interface LetterWordsInput extends z.output<typeof LetterWordsInput> {}

const Which = z.object({ id: text(40, 1) })
/** Words to try out; absent for those that are kept. With an order the letter is about that; else about one that is made up. */
const Tried = Which.extend({ words: LetterWordsInput.nullish(), orderId: Guid.nullish() })

export const letters = operations({
  'GET /vitrine/v1/letters': operation({
    as: 'user',
    summary: 'List the letters that the shop writes, and whom they come from',
    input: z.object({}),
    ok: z.object({ sender: LetterSender, letters: z.array(LetterKindInfo) }),
    errors: [],
  }),

  /** What is absent stays, null is as the house has it. Words that name what this letter does not know are refused, and name what it knows. */
  'PATCH /vitrine/v1/letters/{letter.id}': operation({
    as: 'user',
    summary: 'Change the words of a letter, or whether it is sent',
    input: z.object({
      letter: Which.extend({ revision: text(20).nullish(), on: z.boolean().nullish(), words: LetterWordsInput.nullish() }),
    }),
    ok: z.object({ letter: LetterKindInfo }),
    errors: ['LETTER_NOT_FOUND'],
  }),

  /** What is absent stays, null is as it was at the beginning. */
  'PATCH /vitrine/v1/letter-sender': operation({
    as: 'user',
    summary: 'Change whom letters come from',
    input: z.object({
      sender: z.object({
        name: text(100, 1)
          .regex(/^[^<>"\r\n]*$/, 'may hold no angle brackets, quotes and line breaks')
          .nullish(),
        replyTo: Email.nullish(),
        help: text(300).nullish(),
      }),
    }),
    ok: z.object({ sender: LetterSender }),
    errors: [],
  }),

  'POST /vitrine/v1/letters/{id}/preview': operation({
    as: 'user',
    summary: 'See what a letter looks like',
    input: Tried,
    ok: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
    errors: ['LETTER_NOT_FOUND', 'ORDER_NOT_FOUND'],
    reads: true,
  }),

  /** To whoever asks; what an app asks for goes to the shop. */
  'POST /vitrine/v1/letters/{id}/send-test': operation({
    as: 'user',
    cost: 'email',
    summary: 'Send a letter to oneself',
    input: Tried,
    ok: z.object({
      to: z.string(),
      /** Whether it waits, because the shop has no mail server yet. */
      waiting: z.boolean(),
    }),
    errors: ['LETTER_NOT_FOUND', 'ORDER_NOT_FOUND'],
  }),
})
