import type { QuestionAnswer, QuestionInQueue } from '@vitrine/contract'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { placedAt } from '../orders/text.ts'
import { Button, Keys } from '../parts/button.tsx'
import { Status } from '../parts/glyph.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { ThumbBar } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { askerOf, reasonsText } from './text.ts'

type Decision = 'PUBLISHED' | 'REJECTED'

interface ReadingProps {
  readonly of: QuestionInQueue
  readonly shop: string
  readonly busy: boolean
  readonly mayWrite: boolean
  readonly onDecide: (status: Decision) => void
  readonly onDecideAnswer: (answerId: string, status: Decision) => void
  readonly onAnswer: (text: string) => Promise<boolean>
}

/** One question, read: about what, who asks, what buyers have answered, and what the shop answers. */
export function Reading({ of, shop, busy, mayWrite, onDecide, onDecideAnswer, onAnswer }: ReadingProps) {
  const { question, product } = of
  const { timeZone } = useShop()
  const own = question.answers.find(({ byShop }) => byShop)
  const [text, setText] = useState(own?.text ?? '')
  const said = text.trim()
  const isWritten = said !== (own?.text ?? '')
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const submits = said === '' && own ? 'Remove the answer' : own ? 'Change the answer' : 'Answer'
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
            onDecide={mayWrite ? (status) => onDecideAnswer(answer.id, status) : undefined}
          />
        ))}
      {mayWrite ? (
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy && isWritten) void onAnswer(said)
          }}
        >
          <div className="field">
            <label htmlFor="question-answer">{`Answer as ${shop}`}</label>
            <textarea
              ref={field}
              id="question-answer"
              className="input"
              rows={3}
              maxLength={2000}
              value={text}
              aria-describedby="question-answer-h"
              onChange={({ target }) => setText(target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
              }}
            />
            <p className="hint" id="question-answer-h">
              {`Shown on the page of the product${own ? '' : ' at once'}.${of.asker && !own ? ' The asker gets an email.' : ''}`}
            </p>
          </div>
          <div className="row rv-acts">
            <button type="submit" className="btn primary" disabled={busy || !isWritten}>
              <span>{submits}</span>
              <Keys of={['⌘', '↵']} silent />
            </button>
            {!isShown && (
              <Button keys={['A']} disabled={busy} onClick={() => onDecide('PUBLISHED')}>
                Publish
              </Button>
            )}
            {question.status !== 'REJECTED' && (
              <Button keys={['D']} disabled={busy} onClick={() => onDecide('REJECTED')}>
                Turn down
              </Button>
            )}
          </div>
        </form>
      ) : (
        own && <p className="rv">{own.text}</p>
      )}
      {mayWrite && (
        <ThumbBar>
          {question.status !== 'REJECTED' && (
            <Button disabled={busy} onClick={() => onDecide('REJECTED')}>
              Turn down
            </Button>
          )}
          {isWritten ? (
            <Button kind="primary" disabled={busy} onClick={() => form.current?.requestSubmit()}>
              {submits}
            </Button>
          ) : (
            <>
              {!isShown && (
                <Button icon={Check} disabled={busy} onClick={() => onDecide('PUBLISHED')}>
                  Publish
                </Button>
              )}
              <Button kind="primary" onClick={() => field.current?.focus()}>
                Answer
              </Button>
            </>
          )}
        </ThumbBar>
      )}
    </section>
  )
}

interface BuyersAnswerProps {
  readonly answer: QuestionAnswer
  readonly of: QuestionInQueue['answers'][number] | undefined
  readonly busy: boolean
  readonly onDecide: ((status: Decision) => void) | undefined
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
            <Button small disabled={busy} onClick={() => onDecide('PUBLISHED')}>
              Publish the answer
            </Button>
          )}
          {answer.status !== 'REJECTED' && (
            <Button small disabled={busy} onClick={() => onDecide('REJECTED')}>
              Turn the answer down
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
