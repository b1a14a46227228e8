import type { QuestionInQueue, QuestionState } from '@vitrine/contract'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { SearchBox } from '../list/tools.tsx'
import { placedAt } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button, Keys } from '../parts/button.tsx'
import { Status } from '../parts/glyph.tsx'
import { withParams } from '../parts/params.ts'
import { useStrip } from '../parts/strip.ts'
import { Thumb } from '../parts/thumb.tsx'
import { useAddress } from '../parts/use-address.ts'
import { useKeys } from '../shell/keys.ts'
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
  const [params, changeAddress] = useAddress()
  const mayWrite = useMay()('reviews.write')
  const { name, timeZone } = useShop()
  const { act, busy } = useAct()
  usePlace([{ name: 'Reviews', to: '/reviews' }, { name: 'Questions' }])

  const at = Math.max(
    0,
    questions.findIndex(({ question }) => question.id === params.get('id')),
  )
  const current = questions[at]
  const list = useStrip(current?.question.id)
  const ask = (change: Readonly<Record<string, string | undefined>>, replace = false) =>
    changeAddress((from) => withParams(from, { id: undefined, after: undefined, ...change }), { replace })
  const go = (to: number) => {
    const { question } = questions[Math.min(questions.length - 1, Math.max(0, to))] ?? {}
    if (question) ask({ id: question.id, after: params.get('after') ?? undefined }, true)
  }

  const management = client.questionManagement
  const decide = (questionId: string, status: 'PUBLISHED' | 'REJECTED') =>
    void act(async () => {
      await management.moderateQuestion({ questionId, status })
      return status === 'PUBLISHED' ? 'The question is published.' : 'The question is turned down.'
    })
  const decideAnswer = (questionId: string, answerId: string, status: 'PUBLISHED' | 'REJECTED') =>
    void act(async () => {
      await management.moderateAnswer({ questionId, answerId, status })
      return status === 'PUBLISHED' ? 'The answer is published.' : 'The answer is turned down.'
    })
  const answer = (questionId: string, text: string) =>
    act(async () => {
      if (text) await management.setAnswer({ questionId, text })
      else await management.removeAnswer({ questionId })
      return text ? 'Your answer is published.' : 'Your answer is removed.'
    })

  const one = mayWrite ? current?.question : undefined
  useKeys(
    {
      j: { says: 'Next question', moves: true, run: () => go(at + 1) },
      k: { says: 'Question before', moves: true, run: () => go(at - 1) },
      ...(one && {
        a: { says: 'Publish the question', run: () => decide(one.id, 'PUBLISHED') },
        d: { says: 'Turn the question down', run: () => decide(one.id, 'REJECTED') },
        r: { says: 'Answer the question', moves: true, run: () => document.getElementById('question-answer')?.focus() },
      }),
      '/': { says: 'Search questions', moves: true, run: () => document.getElementById('list-q')?.focus() },
    },
    'Questions',
  )
  const empty = emptyText(tab.of, counts)

  return (
    <>
      <PageHead title="Questions" />
      <div className="tabs">
        <nav aria-label="Views">
          <ul>
            {tabs.map((each) => (
              <li key={each.of}>
                <Link to={`?show=${each.of}`} {...(each.of === tab.of && { 'aria-current': 'page' as const })}>
                  {each.name}
                  <span className="n">{counts[each.of].toLocaleString('en-GB')}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="acts small faint">
          <Keys of={['J', 'K']} /> move &nbsp; <Keys of={['R']} /> answer &nbsp; <Keys of={['A']} /> publish &nbsp; <Keys of={['D']} /> turn
          down
        </div>
      </div>
      <div className="tools">
        <SearchBox hint="Search questions" asked={params.get('q') ?? ''} onAsk={ask} />
      </div>
      {current ? (
        <div className="cols split queue">
          <div className="picklist">
            <ul ref={list}>
              {questions.map((each, index) => (
                <li key={each.question.id} className="rv-pick" {...(index === at && { 'data-on': true })}>
                  <Link
                    to={`?${withParams(params, { id: each.question.id })}`}
                    replace
                    {...(index === at && { 'aria-current': 'true' as const })}
                  >
                    <Thumb src={each.product?.picture} size={36} />
                    <span className="two grow">
                      <b className="ell">{each.question.text}</b>
                      <span className="faint small">
                        {askerOf(each)}, {placedAt(each.question.createdDate, timeZone)}, {doText(each)}
                      </span>
                      {isSuspicious(each) && (
                        <Status glyph="t-warn" tone="warn">
                          Suspicious
                        </Status>
                      )}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            {next && (
              <p className="pad rv-next">
                <Button small onClick={() => ask({ after: next })}>
                  Show the next {perPage}
                </Button>
              </p>
            )}
          </div>
          <Reading
            key={current.question.id}
            of={current}
            shop={name}
            busy={busy}
            mayWrite={mayWrite}
            onDecide={(status) => decide(current.question.id, status)}
            onDecideAnswer={(answerId, status) => decideAnswer(current.question.id, answerId, status)}
            onAnswer={(text) => answer(current.question.id, text)}
          />
          <Rail of={current} />
        </div>
      ) : (
        <div className="empty">
          <h2>{params.get('q') ? `No question says “${params.get('q')}”` : empty.title}</h2>
          {!params.get('q') && <p>{empty.words}</p>}
        </div>
      )}
    </>
  )
}
