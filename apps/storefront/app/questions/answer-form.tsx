import { Button } from '@vitrine/ui'
import { useFetcher } from 'react-router'
import { to } from '../shop/shop.ts'
import { mostAnswer, type Said } from './questions.ts'

/** For those who have bought it. */
export function AnswerForm({ slug, questionId, question }: { slug: string; questionId: string; question: string }) {
  const { Form, data, state } = useFetcher<Said>()
  const id = `answer-to-${questionId}`
  return (
    <details className="qa__say">
      <summary className="text-button small">
        Answer it<span className="sr">: {question}</span>
      </summary>
      <Form method="post" action={to.questions(slug)} className="field">
        <input type="hidden" name="question" value={questionId} />
        <input type="hidden" name="intent" value="answer" />
        <label htmlFor={id}>Your answer, as somebody who has bought it</label>
        <textarea
          className="input"
          id={id}
          name="text"
          rows={3}
          maxLength={mostAnswer}
          required
          defaultValue={data?.text}
          aria-describedby={data?.not ? `${id}-says` : undefined}
        />
        {data?.not && (
          <p className="bad" id={`${id}-says`} role="alert">
            {data.not}
          </p>
        )}
        <Button line small busy={state !== 'idle'}>
          Send it
        </Button>
      </Form>
    </details>
  )
}
