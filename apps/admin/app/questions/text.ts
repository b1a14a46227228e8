import type { QuestionInQueue, QuestionState, ReviewReason } from '@vitrine/contract'

export const tabs = [
  { of: 'TO_ANSWER', name: 'To answer' },
  { of: 'ANSWERED', name: 'Answered' },
  { of: 'REJECTED', name: 'Turned down' },
] as const satisfies readonly { of: QuestionState; name: string }[]
export type Tab = (typeof tabs)[number]

const reasonText: Readonly<Partial<Record<ReviewReason, string>>> = {
  ALL_ARE_READ: 'The shop reads everything first',
  MUTED: 'From a muted member',
  WORD: 'A word of the list',
  LINK: 'A link or an address in it',
  SAME_TEXT: 'Somebody else has asked the same',
}

export const reasonsText = (reasons: readonly ReviewReason[]): string => reasons.flatMap((reason) => reasonText[reason] ?? []).join(', ')

const suspicious: ReadonlySet<ReviewReason> = new Set(['LINK', 'WORD', 'SAME_TEXT'])

/** Whether a question, or an answer that waits, has something that is mostly sent by nobody who wants to know. */
export const isSuspicious = ({ question, reasons, answers }: Pick<QuestionInQueue, 'question' | 'reasons' | 'answers'>): boolean => {
  const waits = new Set(question.answers.filter(({ status }) => status === 'WAITING').map(({ id }) => id))
  const all = [
    ...(question.status === 'WAITING' ? reasons : []),
    ...answers.filter(({ answerId }) => waits.has(answerId)).flatMap((one) => one.reasons),
  ]
  return all.some((reason) => suspicious.has(reason))
}

export const askerOf = ({ question }: Pick<QuestionInQueue, 'question'>): string => question.authorName ?? 'Somebody'

/** What there is to do with a question, in a few words. */
export function doText({ question: { status, answers } }: Pick<QuestionInQueue, 'question'>): string {
  const waiting = answers.filter((one) => one.status === 'WAITING').length
  if (waiting > 0) return waiting === 1 ? 'an answer to read' : `${waiting} answers to read`
  if (status === 'WAITING') return 'not shown yet'
  const shown = answers.filter((one) => one.status === 'PUBLISHED').length
  return shown === 0 ? 'no answer yet' : shown === 1 ? '1 answer' : `${shown} answers`
}

/** What is said in the place of an empty list. */
export function emptyText(
  of: QuestionState,
  counts: Readonly<Record<QuestionState, number>>,
): { readonly title: string; readonly words: string } {
  if (Object.values(counts).every((count) => count === 0))
    return { title: 'No questions yet', words: 'Members ask them on the pages of products.' }
  switch (of) {
    case 'TO_ANSWER':
      return { title: 'All questions are answered', words: 'New ones are listed here, and answers of buyers that have to be read first.' }
    case 'ANSWERED':
      return { title: 'Nothing answered', words: 'Questions with an answer are listed here.' }
    case 'REJECTED':
      return { title: 'Nothing turned down', words: 'Questions that you turn down are listed here, and can be published later.' }
  }
}
