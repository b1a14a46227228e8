import { classes, Icon } from '@vitrine/ui'
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { strengthOf } from './strength.ts'

export interface PasswordFieldProps {
  id: string
  name?: string
  label: ReactNode
  autoComplete: 'current-password' | 'new-password'
  wrong?: ReactNode
  /** Seen beside the label, and come to after the field: whoever goes on by the keys from the field before writes the password. */
  aside?: ReactNode
  /** A password that is being chosen: says how well it would stand guessing. What is known of its owner makes it weaker. */
  measured?: { known: readonly string[] } | undefined
  /** Something else is written: what was wrong with it counts no more. */
  onWritten?: () => void
  /** Where one begins to write as soon as the page is there: it asks for nothing else. */
  first?: boolean
}

/** A password that can be looked at. */
export function PasswordField({
  id,
  name = 'password',
  label,
  autoComplete,
  wrong,
  aside,
  measured,
  onWritten,
  first,
}: PasswordFieldProps) {
  const [open, setOpen] = useState(false)
  const [written, setWritten] = useState('')
  const strength = measured && strengthOf(written, measured.known)
  return (
    <>
      <div className={classes('field', aside !== undefined && 'field--aside')}>
        <label className="label" htmlFor={id}>
          {label}
        </label>
        <div className="secret">
          <input
            className={classes('input', wrong ? 'input--bad' : undefined)}
            id={id}
            name={name}
            type={open ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={200}
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page asks for nothing else
            autoFocus={first}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong || strength ? `${id}-says` : undefined}
            onInput={({ currentTarget }) => {
              setWritten(currentTarget.value)
              onWritten?.()
            }}
          />
          <button
            type="button"
            className="icon-button secret__eye"
            aria-label={open ? 'Hide the password' : 'Show the password'}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <Icon of={open ? EyeOff : Eye} small />
          </button>
        </div>
        {aside && <span className="field__aside">{aside}</span>}
        {wrong ? (
          <p className="bad" id={`${id}-says`}>
            <Icon of={CircleAlert} />
            <span>{wrong}</span>
          </p>
        ) : (
          strength && (
            <p className="hint" id={`${id}-says`} aria-live="polite">
              {strength.words}
            </p>
          )
        )}
      </div>
      {strength && (
        <div
          className={classes('meter', strength.steps > 0 && `meter--${strength.steps}`)}
          role="img"
          aria-label={`Strength: ${counted[strength.steps]}`}
        >
          <i />
          <i />
          <i />
          <i />
        </div>
      )}
    </>
  )
}

const counted = ['none yet', 'one of four', 'two of four', 'three of four', 'four of four'] as const
