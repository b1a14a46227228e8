import { buttonClass, classes, Sun } from '@vitrine/ui'
import { useEffect } from 'react'
import { Link, useFetcher, useRouteLoaderData } from 'react-router'
import type { loader } from '../routes/product-questions.tsx'
import { to } from '../shop/shop.ts'
import { capital, inWords, many } from '../shop/text.ts'
import { useShop } from '../shop/use-shop.ts'
import { Answer } from './answer.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AskForm } from './ask-form.tsx'
import { FIRST, type MineView, type OwnQuestionView, type QuestionsView, type QuestionView } from './questions.ts'
import { useVotes, type Votes } from './use-votes.ts'

interface Props {
  slug: string
  questions: QuestionsView
  /** What is the shopper's own, on the page that is for them alone. */
  mine?: MineView | undefined
  /** What they have written before they signed in. */
  text?: string | undefined
  /** On the page of its own. */
  alone?: boolean
}

const nothing: MineView = { email: undefined, own: [], mayAnswer: false, answers: {}, helpful: [] }

/**
 * What is asked about a product. The product's page is the same for everybody: with script what is the shopper's own is fetched for whoever is
 * signed in; without it the page of the questions has it.
 */
export default function Questions({ slug, questions: first, mine: given, text, alone = false }: Props) {
  const who = useRouteLoaderData<{ readonly who?: string }>('root')?.who ?? ''
  const { load, data } = useFetcher<typeof loader>({ key: `questions-${slug}` })
  const isMember = who !== ''
  useEffect(() => {
    if (isMember && !alone) void load(to.questions(slug))
  }, [isMember, alone, slug, load])
  const mine = given ?? data?.mine ?? nothing
  const questions = alone ? first : { ...first, list: data?.questions.list.slice(0, Math.max(first.list.length, FIRST)) ?? first.list }
  const { count, answered, list } = questions
  const own = new Set(mine.own.map(({ id }) => id))
  const shown = list.filter(({ id }) => !own.has(id))
  const { Form, ...votes } = useVotes(mine.helpful)
  const Title = alone ? 'h1' : 'h2'
  const Heading = alone ? 'h2' : 'h3'
  return (
    <section className={classes('wrap', 'qas', !alone && 'section')} id="questions" aria-labelledby="questions-h">
      <div className="qas__side">
        <Title id="questions-h">Questions</Title>
        <p className="soft">
          {count === 0
            ? 'Nobody has asked yet.'
            : `${capital(inWords(count))}, ${answered === count ? (count === 1 ? 'answered' : 'all answered') : `${inWords(answered)} answered`}.`}
          {' The shop reads along, owners often know better.'}
        </p>
        <AskForm slug={slug} text={text} known={list} />
      </div>
      {(shown.length > 0 || mine.own.length > 0) && (
        <div className="qas__main">
          <ul className="qas__list">
            {mine.own.map((one) => (
              <Own key={one.id} of={one} slug={slug} email={mine.email} heading={Heading} />
            ))}
            {shown.map((question) => (
              <One key={question.id} of={question} slug={slug} mine={mine} votes={votes} heading={Heading} />
            ))}
          </ul>
          <Form method="post" action={to.questions(slug)} id={votes.form} hidden />
          {!alone && count > list.length && (
            <Link className={buttonClass({ line: true, small: true })} to={to.questions(slug)}>
              {`All ${many(count, 'question')}`}
            </Link>
          )}
        </div>
      )}
    </section>
  )
}

function One({
  of: { id, text, author, date, day, answers },
  slug,
  mine,
  votes,
  heading: Heading,
}: {
  of: QuestionView
  slug: string
  mine: MineView
  votes: Votes
  heading: 'h2' | 'h3'
}) {
  const { name: shop } = useShop()
  const own = mine.answers[id]
  return (
    <li className="qa" id={`question-${id}`}>
      <Heading>{text}</Heading>
      <p>
        {`${author}, `}
        <time dateTime={date}>{day}</time>
        {answers.length === 0 && '. Nobody has answered yet.'}
      </p>
      {answers.map((answer) => (
        <Answer key={answer.id} of={answer} shop={shop} slug={slug} questionId={id} isOwn={own?.id === answer.id} votes={votes} />
      ))}
      {own && own.status !== 'open' && (
        <div className="qa__a qa__a--wait">
          <p>{own.text}</p>
          <div>
            {own.status === 'waiting' ? 'Yours. It is shown when somebody of the shop has read it.' : 'Yours. The shop does not show it.'}
          </div>
        </div>
      )}
      {mine.mayAnswer && !own && <AnswerForm slug={slug} questionId={id} question={text} />}
    </li>
  )
}

const saysOf = ({ status }: OwnQuestionView, email: string | undefined): string => {
  if (status === 'rejected') return 'The shop does not show it.'
  const then = email ? `We write to ${email} when someone answers.` : 'We write to you when someone answers.'
  return status === 'waiting' ? `Others see it when somebody of the shop has read it. ${then}` : then
}

/** A question of one's own that waits. */
function Own({
  of,
  slug,
  email,
  heading: Heading,
}: {
  of: OwnQuestionView
  slug: string
  email: string | undefined
  heading: 'h2' | 'h3'
}) {
  const { Form, data, state } = useFetcher<{ not?: string }>()
  return (
    <li className="qa qa--wait" id={`question-${of.id}`}>
      <p className="tag small">
        <Sun rise={0.3} />
        {of.status === 'rejected' ? 'Yours, not shown' : 'Yours, waits for an answer'}
      </p>
      <Heading>{of.text}</Heading>
      <Form method="post" action={to.questions(slug)} className="small soft">
        <input type="hidden" name="question" value={of.id} />
        {saysOf(of, email)}{' '}
        <button className="text-button" name="intent" value="take-back" disabled={state !== 'idle'}>
          Take it back<span className="sr">: {of.text}</span>
        </button>
        {data?.not && (
          <span role="alert" className="bad">
            {' '}
            {data.not}
          </span>
        )}
      </Form>
    </li>
  )
}
