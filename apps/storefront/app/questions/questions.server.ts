import { attempt } from '@vitrine/client'
import type { Question, QuestionAnswer, QuestionStatus } from '@vitrine/contract'
import { localeIn } from '@vitrine/pricing'
import { findAccount } from '../member/member.server.ts'
import type { Visit } from '../shop.server.ts'
import type { AnswerView, MineView, OwnQuestionView, QuestionsView, QuestionView } from './questions.ts'

const mostShown = 100

/** A day as people of the shop's country write it; of this year without the year. */
function dayOf(date: string, { locale, country, timeZone, today }: Visit['shop']): string {
  const at = new Date(date)
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(at)
  return new Intl.DateTimeFormat(localeIn(locale, country), {
    day: 'numeric',
    month: 'long',
    ...(!today.startsWith(year) && { year: 'numeric' }),
    timeZone,
  }).format(at)
}

const showAnswer = (
  { id, text, byShop, authorName, authorSlug, createdDate, helpful }: QuestionAnswer,
  shop: Visit['shop'],
): AnswerView => ({
  id,
  text,
  ...(byShop ? { day: dayOf(createdDate, shop) } : { author: authorName ?? 'A customer' }),
  ...(authorSlug !== undefined && { page: authorSlug }),
  helpful,
})

const showQuestion = ({ id, text, authorName, createdDate, answers }: Question, shop: Visit['shop']): QuestionView => ({
  id,
  text,
  author: authorName ?? 'A customer',
  date: createdDate.slice(0, 10),
  day: dayOf(createdDate, shop),
  answers: answers.map((answer) => showAnswer(answer, shop)),
})

/** What is asked about a product; undefined where it cannot be had. */
export async function readQuestions(
  { client, shop }: Visit,
  productId: string,
  limit: number = mostShown,
): Promise<QuestionsView | undefined> {
  const [refused, page] = await attempt(client.questions.getPage({ productId, limit }))
  if (refused) return undefined
  return { count: page.count, answered: page.answered, list: page.questions.map((question) => showQuestion(question, shop)) }
}

const statuses: Readonly<Record<QuestionStatus, OwnQuestionView['status']>> = {
  PUBLISHED: 'open',
  WAITING: 'waiting',
  REJECTED: 'rejected',
}

/** What of it is the shopper's own: nothing for whoever is new here. */
export async function readMine(here: Visit, productId: string): Promise<MineView> {
  if (!here.known) return { email: undefined, own: [], mayAnswer: false, answers: {}, helpful: [] }
  const [account, mine] = await Promise.all([findAccount(here), here.client.questions.getMine({ productId })])
  return {
    email: account?.member.loginEmail,
    own: mine.questions
      .filter(({ status, answers }) => status !== 'PUBLISHED' || answers.length === 0)
      .map(({ id, text, status }) => ({ id, text, status: statuses[status] })),
    mayAnswer: mine.mayAnswer,
    answers: Object.fromEntries(
      mine.answers.map(({ questionId, answer: { id, text, status } }) => [questionId, { id, text, status: statuses[status] }]),
    ),
    helpful: mine.helpful,
  }
}

/** The question that an answer is to. */
export async function questionOf({ client }: Visit, productId: string, answerId: string): Promise<string | undefined> {
  const { questions } = await client.questions.getPage({ productId, limit: mostShown })
  return questions.find(({ answers }) => answers.some(({ id }) => id === answerId))?.id
}
