import { Field, Icon, Select } from '@vitrine/ui'
import { CircleAlert } from 'lucide-react'
import { type Answers, type Asks, fieldOf, mostOf, type Question } from './asks.ts'

export interface QuestionsProps {
  of: Asks['questions']
  answers: Answers
  wrong: Readonly<Partial<Record<string, string>>>
}

/** What this shop asks beside the usual. */
export function Questions({ of: questions, answers, wrong }: QuestionsProps) {
  if (questions.length === 0) return null
  return (
    <div className="fields co__fields">
      {questions.map((question, at) => (
        <Asked key={question.title} of={question} name={fieldOf(at)} answer={answers[question.title] ?? ''} wrong={wrong[fieldOf(at)]} />
      ))}
    </div>
  )
}

interface AskedProps {
  of: Question
  name: string
  answer: string
  wrong: string | undefined
}

function Asked({ of: question, name, answer, wrong }: AskedProps) {
  const { title, type, required, hint, choices } = question
  const id = name.replace('.', '-')
  const about = { id, name, wrong, hint, required, label: title, optional: required ? undefined : 'if you like' }
  if (type === 'CHOICE')
    return (
      <Select {...about} defaultValue={answer}>
        <option value="">Choose</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
    )
  if (type === 'TEXT') return <Field {...about} maxLength={mostOf(question)} defaultValue={answer} />
  const says = wrong || hint ? `${id}-says` : undefined
  const below = wrong ? (
    <p className="bad" id={says}>
      <Icon of={CircleAlert} />
      <span>{wrong}</span>
    </p>
  ) : (
    hint && (
      <p className="hint" id={says}>
        {hint}
      </p>
    )
  )
  const said = { 'aria-describedby': says, 'aria-invalid': wrong ? (true as const) : undefined }
  if (type === 'CHECKBOX')
    return (
      <div className="field">
        <label className="check">
          <input {...said} type="checkbox" id={id} name={name} value="yes" required={required} defaultChecked={answer === 'yes'} />
          <span>
            {title}
            {!required && <span className="optional"> if you like</span>}
          </span>
        </label>
        {below}
      </div>
    )
  return (
    <div className="field">
      <label htmlFor={id}>
        {title}
        {!required && <span className="optional"> if you like</span>}
      </label>
      <textarea
        {...said}
        className={wrong ? 'input input--bad' : 'input'}
        id={id}
        name={name}
        rows={3}
        required={required}
        maxLength={mostOf(question)}
        defaultValue={answer}
      />
      {below}
    </div>
  )
}
