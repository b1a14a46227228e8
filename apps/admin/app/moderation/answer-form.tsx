import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, Keys } from '../parts/button.tsx'
import { ThumbBar } from '../shell/page.tsx'

interface AnswerFormProps {
  /** Of its field. */
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly maxLength: number
  /** What the shop has said before. */
  readonly before: string
  /** What sending does, by what is written. */
  readonly submits: (said: string) => string
  /** What leads to the field: `Reply`. */
  readonly opens: string
  readonly published: boolean
  readonly rejected: boolean
  readonly busy: boolean
  readonly onDecide: (publishes: boolean) => void
  readonly onAnswer: (said: string) => Promise<boolean>
}

/** The shop's answer to what a customer wrote, and whether that shows; on a phone with a bar at the foot. */
export function AnswerForm({
  id,
  label,
  hint,
  maxLength,
  before,
  submits,
  opens,
  published,
  rejected,
  busy,
  onDecide,
  onAnswer,
}: AnswerFormProps) {
  const [text, setText] = useState(before)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const said = text.trim()
  const isWritten = said !== before
  return (
    <>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && isWritten) void onAnswer(said)
        }}
      >
        <div className="field">
          <label htmlFor={id}>{label}</label>
          <textarea
            ref={field}
            id={id}
            className="input"
            rows={3}
            maxLength={maxLength}
            value={text}
            aria-describedby={`${id}-h`}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
          <p className="hint" id={`${id}-h`}>
            {hint}
          </p>
        </div>
        <div className="row rv-acts">
          <button type="submit" className="btn primary" disabled={busy || !isWritten}>
            <span>{submits(said)}</span>
            <Keys of={['⌘', '↵']} silent />
          </button>
          {!published && (
            <Button keys={['A']} disabled={busy} onClick={() => onDecide(true)}>
              Publish
            </Button>
          )}
          {!rejected && (
            <Button keys={['D']} disabled={busy} onClick={() => onDecide(false)}>
              Turn down
            </Button>
          )}
        </div>
      </form>
      <ThumbBar>
        {!rejected && (
          <Button disabled={busy} onClick={() => onDecide(false)}>
            Turn down
          </Button>
        )}
        {isWritten ? (
          <Button kind="primary" disabled={busy} onClick={() => form.current?.requestSubmit()}>
            {submits(said)}
          </Button>
        ) : (
          <>
            <Button kind={published ? 'primary' : ''} onClick={() => field.current?.focus()}>
              {opens}
            </Button>
            {!published && (
              <Button kind="primary" icon={Check} disabled={busy} onClick={() => onDecide(true)}>
                Publish
              </Button>
            )}
          </>
        )}
      </ThumbBar>
    </>
  )
}
