import { Button } from '@vitrine/ui'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { loader } from '../routes/questions-close.ts'
import { to } from '../shop/shop.ts'
import { mostQuestion, type QuestionView, type Said } from './questions.ts'

const pauseMs = 300

/** What one asks, with those that are close to it while one types. */
export function AskForm({ slug, text, known }: { slug: string; text: string | undefined; known: readonly QuestionView[] }) {
  const { Form, data, state } = useFetcher<Said>()
  const { load, data: found } = useFetcher<typeof loader>()
  const [typed, setTyped] = useState(text ?? '')
  const [asked, setAsked] = useState(data)
  if (data !== asked) {
    setAsked(data)
    if (data?.done) setTyped('')
  }
  const wanted = typed.trim()
  useEffect(() => {
    if (wanted.length < 3) return
    const later = setTimeout(() => void load(`${to.questions(slug)}/close?${new URLSearchParams({ text: wanted })}`), pauseMs)
    return () => clearTimeout(later)
  }, [wanted, slug, load])
  const close = wanted.length < 3 || found?.text === undefined ? [] : found.close
  const [first] = close
  return (
    <Form method="post" action={to.questions(slug)} className="field">
      <label htmlFor="question-text">Yours</label>
      <textarea
        className="input"
        id="question-text"
        name="text"
        maxLength={mostQuestion}
        required
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className="hint" role="status">
        {data?.done === 'asked' && wanted === '' && 'Asked. It stands beside this until it is answered.'}
        {first && (
          <>
            Close to it:{' '}
            <a
              className="link"
              href={known.some(({ id }) => id === first.id) ? `#question-${first.id}` : `${to.questions(slug)}#question-${first.id}`}
            >
              {first.text}
            </a>
          </>
        )}
      </p>
      {data?.not && (
        <p className="bad" role="alert">
          {data.not}
        </p>
      )}
      <Button line small name="intent" value="ask" busy={state !== 'idle'}>
        Ask it
      </Button>
    </Form>
  )
}
