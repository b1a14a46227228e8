export interface AnswerView {
  id: string
  text: string
  /** Whoever has bought it; undefined for the shop. */
  author?: string
  /** The slug of the author's page. */
  page?: string
  /** As people of the shop's country write it; undefined for buyers. */
  day?: string
  helpful: number
}

export interface QuestionView {
  id: string
  text: string
  author: string
  /** ISO, and as people of the shop's country write it. */
  date: string
  day: string
  answers: readonly AnswerView[]
}

/** The questions of a product that everybody sees. */
export interface QuestionsView {
  count: number
  answered: number
  list: readonly QuestionView[]
}

/** A question of one's own that others do not see, or that nobody has answered. */
export interface OwnQuestionView {
  id: string
  text: string
  /** `open`: others see it, and nobody has answered. */
  status: 'open' | 'waiting' | 'rejected'
}

/** What of the questions of a product is the shopper's own. */
export interface MineView {
  /** Whom the shop writes to when a question is answered; absent where nobody is signed in. */
  email: string | undefined
  own: readonly OwnQuestionView[]
  mayAnswer: boolean
  /** Own answers, by their questions. */
  answers: Readonly<Record<string, { id: string; text: string; status: 'open' | 'waiting' | 'rejected' }>>
  /** Ids of answers that they found helpful. */
  helpful: readonly string[]
}

/** What a form of the section is answered with, for pages with script. */
export interface Said {
  done?: 'asked' | 'answered' | 'removed'
  /** Why it was not done, in a sentence. */
  not?: string
  text?: string
}

/** What became of a vote. */
export interface Voted {
  answer: string
  helpful: boolean
  count?: number
  not?: string
}

/** So many questions stand on a product's page; the others on the page of its questions. */
export const FIRST = 2

export const mostQuestion = 500
export const mostAnswer = 2000
