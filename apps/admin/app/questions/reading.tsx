import type { QuestionAnswer, QuestionInQueue } from '@vitrine/contract'
import { Link } from 'react-router'
import { AnswerForm } from '../moderation/answer-form.tsx'
import { placedAt } from '../orders/text.ts'
import { Button } from '../parts/button.tsx'
import { Status } from '../parts/glyph.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useShop } from '../shop.ts'
import { askerOf, reasonsText } from './text.ts'

interface ReadingProps {
  readonly of: QuestionInQueue
  readonly shop: string
  readonly busy: boolean
  readonly mayWrite: boolean
  readonly onDecide: (publishes: boolean) => void
  readonly onDecideAnswer: (answerId: string, publishes: boolean) => void
  readonly onAnswer: (text: string) => Promise<boolean>
}

/** One question, read: about what, who asks, what buyers have answered, and what the shop answers. */
export function Reading({ of, shop, busy, mayWrite, onDecide, onDecideAnswer, onAnswer }: ReadingProps) {
  const { question, product } = of
  const { timeZone } = useShop()
  const own = question.answers.find(({ byShop }) => byShop)
  const isShown = question.status === 'PUBLISHED'
  return (
    <section className="reading" aria-label="The question">
      <div className="row">
        <Thumb src={product?.picture} size={44} />
        <div className="two grow">
          {product ? (
            <Link className="lead" to={`/products/${product.id}`}>
              {product.name}
            </Link>
          ) : (
            <span className="lead">A product that is gone</span>
          )}
          <span className="faint small">
            {askerOf(of)} asked, {placedAt(question.createdDate, timeZone)}
          </span>
        </div>
        {!isShown && (
          <Status glyph={question.status === 'WAITING' ? 't-warn' : 'c-x'} tone="warn">
            {question.status === 'WAITING' ? 'Waits to be read' : 'Turned down'}
          </Status>
        )}
      </div>
      <h2 className="rv-t">{question.text}</h2>
      {question.answers
        .filter(({ byShop }) => !byShop)
        .map((answer) => (
          <BuyersAnswer
            key={answer.id}
            answer={answer}
            of={of.answers.find(({ answerId }) => answerId === answer.id)}
            busy={busy}
            onDecide={mayWrite ? (publishes) => onDecideAnswer(answer.id, publishes) : undefined}
          />
        ))}
      {mayWrite ? (
        <AnswerForm
          id="question-answer"
          label={`Answer as ${shop}`}
          hint={`Shown on the page of the product${own ? '' : ' at once'}.${of.asker && !own ? ' The asker gets an email.' : ''}`}
          maxLength={2000}
          before={own?.text ?? ''}
          submits={(said) => (said === '' && own ? 'Remove the answer' : own ? 'Change the answer' : 'Answer')}
          opens="Answer"
          published={isShown}
          rejected={question.status === 'REJECTED'}
          busy={busy}
          onDecide={onDecide}
          onAnswer={onAnswer}
        />
      ) : (
        own && <p className="rv">{own.text}</p>
      )}
    </section>
  )
}

interface BuyersAnswerProps {
  readonly answer: QuestionAnswer
  readonly of: QuestionInQueue['answers'][number] | undefined
  readonly busy: boolean
  readonly onDecide: ((publishes: boolean) => void) | undefined
}

/** What somebody who has bought it answers. */
function BuyersAnswer({ answer, of, busy, onDecide }: BuyersAnswerProps) {
  const { timeZone } = useShop()
  const { order, memberId, reasons = [] } = of ?? {}
  const who = answer.authorName ?? 'A customer'
  return (
    <div className="stack-s" role="group" aria-label={`Answer by ${who}`}>
      <p className="rv">{answer.text}</p>
      <p className="small faint">
        {memberId ? <Link to={`/members/${memberId}`}>{who}</Link> : who}, {placedAt(answer.createdDate, timeZone)}
        {order && (
          <>
            {' · bought in order '}
            <Link to={`/orders/${order.id}`}>{order.number}</Link>
          </>
        )}
        {answer.helpful > 0 && ` · ${answer.helpful} found it helpful`}
      </p>
      {answer.status !== 'PUBLISHED' && (
        <Status glyph={answer.status === 'WAITING' ? 't-warn' : 'c-x'} tone="warn">
          {answer.status === 'WAITING' ? reasonsText(reasons) || 'Waits to be read' : 'Turned down'}
        </Status>
      )}
      {onDecide && (
        <div className="row">
          {answer.status !== 'PUBLISHED' && (
            <Button small disabled={busy} onClick={() => onDecide(true)}>
              Publish the answer
            </Button>
          )}
          {answer.status !== 'REJECTED' && (
            <Button small disabled={busy} onClick={() => onDecide(false)}>
              Turn the answer down
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
