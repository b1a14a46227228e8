import { CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'

interface Around {
  label: ReactNode
  /** Said after the label of a field that may stay empty: `if there is one`. */
  optional?: string | undefined
  hint?: ReactNode
  /** What is wrong with it, in a sentence that says how to put it right. */
  wrong?: ReactNode
  /** Takes the whole row of a `.fields` grid. */
  wide?: boolean | undefined
}

function Frame({ id, label, optional, hint, wrong, wide, children }: Around & { id: string; children: ReactNode }) {
  return (
    <div className={classes('field', wide && 'wide')}>
      <label htmlFor={id}>
        {label}
        {optional && <span className="optional"> {optional}</span>}
      </label>
      {children}
      {wrong ? (
        <p className="bad" id={`${id}-says`}>
          <Icon of={CircleAlert} />
          <span>{wrong}</span>
        </p>
      ) : (
        hint && (
          <p className="hint" id={`${id}-says`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

const said = (id: string, { hint, wrong }: Around) => ({
  'aria-describedby': hint || wrong ? `${id}-says` : undefined,
  'aria-invalid': wrong ? true : undefined,
})

export interface FieldProps extends ComponentProps<'input'>, Around {
  id: string
}

/** One line to write into, with its label above and its hint or what is wrong below. */
export function Field({ id, label, optional, hint, wrong, wide, className, ...input }: FieldProps) {
  const around = { label, optional, hint, wrong, wide }
  return (
    <Frame id={id} {...around}>
      <input {...input} {...said(id, around)} id={id} className={classes('input', wrong ? 'input--bad' : undefined, className)} />
    </Frame>
  )
}

export interface SelectProps extends ComponentProps<'select'>, Around {
  id: string
}

/** A choice out of many, with `option`s as children. */
export function Select({ id, label, optional, hint, wrong, wide, className, ...select }: SelectProps) {
  const around = { label, optional, hint, wrong, wide }
  return (
    <Frame id={id} {...around}>
      <select {...select} {...said(id, around)} id={id} className={classes('input', wrong ? 'input--bad' : undefined, className)} />
    </Frame>
  )
}

export interface CheckProps extends Omit<ComponentProps<'input'>, 'type'> {
  children: ReactNode
}

/** A box to tick, and what ticking it means. */
export function Check({ children, ...input }: CheckProps) {
  return (
    <label className="check">
      <input {...input} type="checkbox" />
      {children}
    </label>
  )
}
