import { ChevronDown, CircleAlert, Minus, Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

interface Around {
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  hidden?: boolean
}

function Frame({ id, label, hint, error, optional, hidden, children }: Around & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id} className={hidden ? 'vh' : undefined}>
        {label}
        {optional && <span className="opt"> optional</span>}
      </label>
      {children}
      {hint && (
        <p className="hint" id={`${id}-h`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="err" id={`${id}-e`} role="alert">
          <Icon of={CircleAlert} />
          {error}
        </p>
      )}
    </div>
  )
}

const describing = (id: string, { hint, error }: Around) => {
  const ids = [hint && `${id}-h`, error && `${id}-e`].filter(Boolean).join(' ')
  return { ...(ids && { 'aria-describedby': ids }), ...(error && { 'aria-invalid': true as const }) }
}

/** A line of text. `before` and `after` stand in the field, such as a unit. */
export function TextField({
  before,
  after,
  end,
  mono,
  label,
  hint,
  error,
  optional,
  hidden,
  ...rest
}: Around & { before?: string; after?: string; end?: boolean; mono?: boolean } & Omit<ComponentProps<'input'>, 'className'>) {
  const id = useId()
  const around = { label, hint, error, optional, hidden } as Around
  const input = (
    <input {...rest} id={id} className={['input', end && 'right', mono && 'mono'].filter(Boolean).join(' ')} {...describing(id, around)} />
  )
  return (
    <Frame id={id} {...around}>
      {before || after ? (
        <span className="affix">
          {before && <span className="fix">{before}</span>}
          {input}
          {after && <span className="fix">{after}</span>}
        </span>
      ) : (
        input
      )}
    </Frame>
  )
}

export function TextArea({ label, hint, error, optional, hidden, ...rest }: Around & Omit<ComponentProps<'textarea'>, 'className'>) {
  const id = useId()
  const around = { label, hint, error, optional, hidden } as Around
  return (
    <Frame id={id} {...around}>
      <textarea {...rest} id={id} className="input" {...describing(id, around)} />
    </Frame>
  )
}

export function SelectField({
  label,
  hint,
  error,
  optional,
  hidden,
  children,
  ...rest
}: Around & Omit<ComponentProps<'select'>, 'className'>) {
  const id = useId()
  const around = { label, hint, error, optional, hidden } as Around
  return (
    <Frame id={id} {...around}>
      <span className="select">
        <select {...rest} id={id} className="input" {...describing(id, around)}>
          {children}
        </select>
        <Icon of={ChevronDown} small />
      </span>
    </Frame>
  )
}

export function Check({
  children,
  hint,
  hidden,
  ...rest
}: { children: ReactNode; hint?: ReactNode; hidden?: boolean } & Omit<ComponentProps<'input'>, 'type' | 'id'>) {
  const id = useId()
  return (
    <span className="check">
      <input {...rest} type="checkbox" id={id} />
      <label htmlFor={id} className={hidden ? 'vh' : undefined}>
        {children}
        {hint && <span className="hint">{hint}</span>}
      </label>
    </span>
  )
}

/** One of several that share a `name`; the reader picks one. */
export function Radio({
  children,
  hint,
  ...rest
}: { children: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type' | 'id'>) {
  const id = useId()
  return (
    <span className="check">
      <input {...rest} type="radio" id={id} />
      <label htmlFor={id}>
        {children}
        {hint && <span className="hint">{hint}</span>}
      </label>
    </span>
  )
}

interface StepperProps {
  of: string
  /** All there are; where it is said, it stands behind the field. */
  most?: number
  /** What stands there instead. */
  note?: ReactNode
  value: number
  disabled?: boolean
  onChange: (value: number) => void
}

/** The wire takes no more of one thing. */
const mostOfAnything = 100_000

/** How many of something, from none to all there are. */
export function Stepper({ of, most = mostOfAnything, note, value, disabled = false, onChange }: StepperProps) {
  const id = useId()
  const name = `Quantity ${of}`
  const set = (next: number) => onChange(Math.max(0, Math.min(most, Number.isNaN(next) ? 0 : next)))
  return (
    <span className="row" style={{ flexWrap: 'nowrap' }}>
      <span className="step" role="group" aria-label={name}>
        <button type="button" aria-label="Less" disabled={disabled || value === 0} onClick={() => set(value - 1)}>
          <Icon of={Minus} />
        </button>
        <label className="vh" htmlFor={id}>
          {name}
        </label>
        <input
          id={id}
          inputMode="numeric"
          disabled={disabled}
          value={value}
          onChange={(event) => set(Number.parseInt(event.target.value, 10))}
        />
        <button type="button" aria-label="More" disabled={disabled || value === most} onClick={() => set(value + 1)}>
          <Icon of={Plus} />
        </button>
      </span>
      <span className="faint">{note ?? (most === mostOfAnything ? undefined : `of ${most}`)}</span>
    </span>
  )
}
