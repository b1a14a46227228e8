import type { QuestionState, QuestionStatus, ReviewReason } from '@vitrine/contract'
import { stem, wordsOf } from '../../kernel/query/words.ts'

/** Whether a text shows at once, by the reasons that there are for reading it first. */
export const statusOf = (reasons: readonly ReviewReason[]): QuestionStatus => (reasons.length === 0 ? 'PUBLISHED' : 'WAITING')

interface Counted {
  readonly status: QuestionStatus
  /** How many answers show. */
  readonly answers: number
  readonly waitingAnswers: number
}

/** What the shop has to do with a question. */
export function stateOf({ status, answers, waitingAnswers }: Counted): QuestionState {
  if (status === 'REJECTED') return 'REJECTED'
  return answers === 0 || waitingAnswers > 0 ? 'TO_ANSWER' : 'ANSWERED'
}

/** Whether the asker is told of an answer that shows from now on: of the first, and of the shop's. Nobody is told of their own. */
export const isTold = (
  question: { readonly memberId: string | null; readonly answers: number },
  answer: { readonly memberId: string | null; readonly byShop: boolean },
): boolean => question.memberId !== null && answer.memberId !== question.memberId && (answer.byShop || question.answers === 0)

/** Words that say nothing of what is asked, in English and German. */
const common = new Set(
  `a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its just made many me more much my no
  not of on one or our should so some than that the their them then there these they this those to too use used very was we were what when where which
  who why will with would you your aber als am an auch auf aus bei bin bis da das dass dem den der des die doch ein eine einem einen einer eines er
  es fur hat haben ich ihr im in ist kann man mein mich mir mit muss nach nicht noch nur oder sein sich sie sind so uber um und von vor war was wie wird wo
  zu zum zur enough genug viel viele welche welcher welches`.split(/\s+/),
)

const telling = (text: string, but: ReadonlySet<string>): string[] => [
  ...new Set(
    wordsOf(text)
      .filter((word) => !common.has(word))
      .map(stem)
      .filter((word) => !but.has(word)),
  ),
]

const mostClose = 3
/** Of the shorter text at least this share of words has to be in the other. */
const leastShare = 1 / 3
const fewestTyped = 3

/**
 * The questions that share words with what somebody writes, the closest first. Common words do not count, nor those of the product's name: they are
 * in most of its questions. The last word may not be finished yet.
 */
export function closest<Q extends { readonly body: string }>(text: string, questions: readonly Q[], productName: string): Q[] {
  const but = new Set(wordsOf(productName).map(stem))
  const asked = telling(text, but)
  if (asked.length === 0) return []
  const last = wordsOf(text).at(-1) ?? ''
  const isIn = (word: string, said: readonly string[]) =>
    said.includes(word) || (word === stem(last) && word.length >= fewestTyped && said.some((one) => one.startsWith(word)))
  return questions
    .map((question) => {
      const said = telling(question.body, but)
      const shared = asked.filter((word) => isIn(word, said)).length
      return { question, shared, share: shared / Math.max(1, Math.min(asked.length, said.length)) }
    })
    .filter(({ shared, share }) => shared > 0 && share >= leastShare)
    .sort((a, b) => b.shared - a.shared || b.share - a.share)
    .slice(0, mostClose)
    .map(({ question }) => question)
}
