import { classes, Icon } from '@vitrine/ui'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { digitsOf } from './digits.ts'

const FIGURES = 6
const boxes = Array.from({ length: FIGURES }, (_, at) => at)

export interface CodeFieldProps {
  id: string
  hint?: ReactNode
  wrong?: ReactNode
  /** Where one begins to write as soon as the page is there: it asks for nothing else. */
  first?: boolean
}

/**
 * Six figures out of an email or an app: typed, pasted with or without spaces, or filled in by the device. One field lies over six boxes; with script
 * the boxes show what is in it, without it the field does.
 */
export function CodeField({ id, hint, wrong, first }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [written, setWritten] = useState<string>()
  useEffect(() => {
    // What was written before the script was there stays.
    // oxlint-disable-next-line react/set-state-in-effect -- the field is the browser's
    setWritten(digitsOf(field.current?.value ?? '').slice(0, FIGURES))
  }, [])
  // A code that was refused is written anew.
  useEffect(() => {
    if (wrong) field.current?.select()
  }, [wrong])
  return (
    <div className={classes('otp', wrong ? 'otp--bad' : undefined)}>
      <label className="label" htmlFor={id}>
        Code
      </label>
      <div
        className={classes('otp__in', written !== undefined && 'otp__in--live')}
        data-at={written === undefined ? undefined : Math.min(written.length, FIGURES - 1)}
      >
        {boxes.map((box) => (
          <span key={box} aria-hidden="true">
            {written?.[box]}
          </span>
        ))}
        <div className="otp__clip">
          <input
            ref={field}
            id={id}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCorrect="off"
            spellCheck={false}
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page asks for nothing else
            autoFocus={first}
            aria-describedby={wrong || hint ? `${id}-says` : undefined}
            aria-invalid={wrong ? true : undefined}
            onInput={({ currentTarget }) => {
              const figures = digitsOf(currentTarget.value).slice(0, FIGURES)
              if (figures !== currentTarget.value) currentTarget.value = figures
              setWritten(figures)
            }}
          />
        </div>
      </div>
      {wrong ? (
        <p className="bad" id={`${id}-says`} role="alert">
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
