import {
  countAnswers,
  insertAnswer,
  insertQuestion,
  type StoredAnswer,
  type StoredQuestion,
} from '@vitrine/platform/commerce/questions/store'
import type { Db } from '@vitrine/platform/kernel/db/sql'
import { demoSite, productIdOf, uuidOf } from './ids.ts'

interface Said {
  readonly text: string
  readonly daysLater: number
  readonly helpful?: number
  /** Who has bought it and answers; the shop where nobody is said. */
  readonly author?: string
}

interface Asked {
  readonly product: string
  readonly author: string
  readonly text: string
  readonly daysAgo: number
  readonly answers?: readonly Said[]
  /** Why it waits to be read. */
  readonly reasons?: StoredQuestion['reasons']
}

/** What people ask about the shop's products. */
export const asked: readonly Asked[] = [
  {
    product: 'morning-mug',
    author: 'Piet',
    text: 'Does the large one fit under an espresso machine?',
    daysAgo: 38,
    answers: [
      { text: 'It is 10.6 cm tall; most machines leave 11. With the drip tray up it may touch.', daysLater: 1, helpful: 4 },
      { text: 'Under mine it does, with a finger to spare.', daysLater: 2, author: 'Hanna K.', helpful: 12 },
    ],
  },
  {
    product: 'morning-mug',
    author: 'Yıldız A.',
    text: 'How many fingers does the handle take?',
    daysAgo: 80,
    answers: [{ text: 'Three of a large hand, four of a small one.', daysLater: 0.2 }],
  },
  {
    product: 'morning-mug',
    author: 'Lotte S.',
    text: 'Does the glaze mind the dishwasher every day?',
    daysAgo: 124,
    answers: [
      { text: 'It does not. The bare foot turns a little darker over the years, the glaze stays as it is.', daysLater: 1, helpful: 3 },
    ],
  },
  {
    product: 'morning-mug',
    author: 'Marek P.',
    text: 'Can I put it into the oven to warm it?',
    daysAgo: 171,
    answers: [{ text: 'Up to 160 degrees, and never from cold to hot at once: put it in before you turn it on.', daysLater: 2 }],
  },
  {
    product: 'cutting-board',
    author: 'Sofia R.',
    text: 'Does the walnut board stain?',
    daysAgo: 96,
    answers: [{ text: 'Beetroot, once. Salt and half a lemon took it out.', daysLater: 3, author: 'Jonas W.', helpful: 5 }],
  },
  {
    product: 'moon-vase',
    author: 'Ines M.',
    text: 'Is it heavy enough for a tall branch?',
    daysAgo: 61,
    answers: [
      { text: 'It weighs 2.1 kg. Put water in before the branch, then it stands.', daysLater: 1, helpful: 2 },
      { text: 'A cherry branch of a metre stood in ours for two weeks.', daysLater: 4, author: 'Greta S.', helpful: 6 },
    ],
  },
  {
    product: 'teapot',
    author: 'Ben',
    text: 'Does the spout drip?',
    daysAgo: 45,
    answers: [{ text: 'We pour each one with water before it leaves. It stops when you stop.', daysLater: 0.3, helpful: 2 }],
  },
  {
    product: 'morning-blend',
    author: 'Carla V.',
    text: 'When was the last roast?',
    daysAgo: 12,
    answers: [{ text: 'Every Tuesday. What leaves on Wednesday is a day old; the date is on the bag.', daysLater: 0.1 }],
  },
  { product: 'table-lamp', author: 'Oskar T.', text: 'Does the switch come in black as well?', daysAgo: 2 },
  { product: 'linen-napkins', author: 'Anna B.', text: 'How much do they shrink in a 60 degree wash?', daysAgo: 1 },
  {
    product: 'first-light-candle',
    author: 'light_fan',
    text: 'Is it the same as on www.cheap-candle.example?',
    daysAgo: 0.4,
    reasons: ['LINK'],
  },
]

const dayMs = 24 * 3_600_000

export const questionIdOf = ({ product, author }: Pick<Asked, 'product' | 'author'>): string => uuidOf(`question ${product} ${author}`)
export const answerIdOf = (question: Pick<Asked, 'product' | 'author'>, nth: number): string =>
  uuidOf(`answer ${question.product} ${question.author} ${nth}`)

export async function addQuestions(db: Db, now: Date): Promise<void> {
  for (const one of asked) {
    const at = new Date(now.getTime() - one.daysAgo * dayMs)
    const question: StoredQuestion = {
      id: questionIdOf(one),
      productId: productIdOf(one.product),
      memberId: null,
      authorName: one.author,
      body: one.text,
      status: one.reasons ? 'WAITING' : 'PUBLISHED',
      reasons: one.reasons ?? [],
      answers: 0,
      waitingAnswers: 0,
      createdAt: at,
      updatedAt: at,
    }
    await insertQuestion(db, demoSite, question)
    for (const [nth, { text, daysLater, helpful = 0, author }] of (one.answers ?? []).entries()) {
      const saidAt = new Date(at.getTime() + daysLater * dayMs)
      const answer: StoredAnswer = {
        id: answerIdOf(one, nth),
        questionId: question.id,
        byShop: author === undefined,
        memberId: null,
        authorName: author ?? null,
        orderId: null,
        body: text,
        status: 'PUBLISHED',
        reasons: [],
        helpful,
        createdAt: saidAt,
        updatedAt: saidAt,
      }
      await insertAnswer(db, demoSite, answer, null)
    }
    await countAnswers(db, demoSite, question.id)
  }
}
