import { useId } from 'react'
import { useAnswer } from '../parts/answer.ts'
import { TextField } from '../parts/field.tsx'
import type { Act } from './listing.ts'

interface AskFieldProps {
  of: NonNullable<Act<unknown>['asks']>
  /** Said below it. */
  hint?: string
  value: string
  onValue: (value: string) => void
}

/** What an act asks for before it is done; what there is to choose from is offered while one writes. */
export function AskField({ of: { label, offers }, hint, value, onValue }: AskFieldProps) {
  const id = useId()
  const offered = useAnswer({ ask: offers, of: label, ms: 0 })
  return (
    <>
      <TextField
        label={label}
        {...(hint !== undefined && { hint })}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        maxLength={50}
        data-first=""
        {...(offers && { list: id, autoComplete: 'off' })}
      />
      {offers && (
        <datalist id={id}>
          {offered?.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
      )}
    </>
  )
}
