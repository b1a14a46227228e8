import type { Ref } from 'react'
import { TextField } from '../parts/field.tsx'

interface CodeFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  value: string
  /** Of a recovery code: letters too. */
  letters?: boolean
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** What an app for codes shows, or one of the codes for when it is lost. */
export function CodeField({ letters = false, value, onChange, ...rest }: CodeFieldProps) {
  return (
    <div className={letters ? 'onecode long' : 'onecode'}>
      <TextField
        {...rest}
        name="code"
        required
        autoComplete={letters ? 'off' : 'one-time-code'}
        inputMode={letters ? 'text' : 'numeric'}
        maxLength={letters ? 20 : 7}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
