import type { QuestionInQueue, QuestionState } from '@vitrine/contract'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { QueueOf, type QueueRow, QueueTabs } from '../moderation/queue.tsx'
import { useQueue } from '../moderation/use-queue.ts'
import { placedAt } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { Rail } from './rail.tsx'
import { Reading } from './reading.tsx'
import { askerOf, doText, emptyText, isSuspicious, type Tab, tabs } from './text.ts'

const perPage = 50

interface Loaded {
  readonly tab: Tab
  readonly questions: readonly QuestionInQueue[]
  readonly next: string | undefined
  readonly counts: Readonly<Record<QuestionState, number>>
}

export async function loader({ request: { url, signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const asked = new URL(url).searchParams
  const tab = tabs.find(({ of }) => of === asked.get('show')) ?? tabs[0]
  const words = asked.get('q')?.slice(0, 100) ?? ''
  const cursor = asked.get('after')?.slice(0, 100)
  const [{ questions, nextCursor }, { counts }] = await Promise.all([
    client.questionManagement.searchQuestions({ state: tab.of, words, limit: perPage, ...(cursor && { cursor }) }, { signal }),
    client.questionManagement.countByState({}, { signal }),
  ])
  const countOf = (of: QuestionState) => counts.find(({ state }) => state === of)?.count ?? 0
  return {
    tab,
    questions,
    next: nextCursor,
    counts: { TO_ANSWER: countOf('TO_ANSWER'), ANSWERED: countOf('ANSWERED'), REJECTED: countOf('REJECTED') },
  }
}

/** Questions about products as the shop answers them: one after the other, by the keys. */
export function Questions() {
  const { tab, questions, next, counts } = useLoaderData<Loaded>()
  const mayWrite = useMay()('reviews.write')
  const { name, timeZone } = useShop()
  const { act, busy } = useAct()
  usePlace([{ name: 'Reviews', to: '/reviews' }, { name: 'Questions' }])

  const management = client.questionManagement
  const decide = (questionId: string, publishes: boolean) =>
    void act(async () => {
      await management.moderateQuestion({ questionId, status: publishes ? 'PUBLISHED' : 'REJECTED' })
      return publishes ? 'The question is published.' : 'The question is turned down.'
    })
  const decideAnswer = (questionId: string, answerId: string, publishes: boolean) =>
    void act(async () => {
      await management.moderateAnswer({ questionId, answerId, status: publishes ? 'PUBLISHED' : 'REJECTED' })
      return publishes ? 'The answer is published.' : 'The answer is turned down.'
    })
  const answer = (questionId: string, text: string) =>
    act(async () => {
      if (text) await management.setAnswer({ questionId, text })
      else await management.removeAnswer({ questionId })
      return text ? 'Your answer is published.' : 'Your answer is removed.'
    })

  const queue = useQueue(questions, ({ question }) => question.id, {
    one: 'question',
    title: 'Questions',
    answer: { says: 'Answer the question', field: 'question-answer' },
    onDecide: mayWrite ? ({ question }, publishes) => decide(question.id, publishes) : undefined,
  })
  const { current } = queue
  const rowOf = (each: QuestionInQueue): QueueRow => ({
    id: each.question.id,
    picture: each.product?.picture,
    title: each.question.text,
    facts: `${askerOf(each)}, ${placedAt(each.question.createdDate, timeZone)}, ${doText(each)}`,
    suspicious: isSuspicious(each),
  })

  return (
    <>
      <PageHead title="Questions" />
      <QueueTabs tabs={tabs} at={tab.of} counts={counts} answers="answer" />
      <QueueOf queue={queue} items={questions} rowOf={rowOf} one="question" next={next} perPage={perPage} empty={emptyText(tab.of, counts)}>
        {current && (
          <>
            <Reading
              key={current.question.id}
              of={current}
              shop={name}
              busy={busy}
              mayWrite={mayWrite}
              onDecide={(publishes) => decide(current.question.id, publishes)}
              onDecideAnswer={(answerId, publishes) => decideAnswer(current.question.id, answerId, publishes)}
              onAnswer={(text) => answer(current.question.id, text)}
            />
            <Rail of={current} />
          </>
        )}
      </QueueOf>
    </>
  )
}
