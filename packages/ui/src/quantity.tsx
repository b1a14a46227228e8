import { Minus, Plus } from 'lucide-react'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'

export interface QuantityProps {
  id: string
  name?: string
  value: number
  most?: number | undefined
  small?: boolean
  /** Said before `Quantity` to those who do not see the line: the object's name. */
  of?: string
  onChange: (quantity: number) => void
}

/** How many: a field between two buttons. Without script it is a field, and the form around it has a button to keep it. */
export function Quantity({ id, name, value, most, small, of, onChange }: QuantityProps) {
  const about = of ? ` of ${of}` : ''
  return (
    <div className={classes('qty', small && 'qty--s')}>
      <button type="button" aria-label={`One fewer${about}`} disabled={value <= 1} onClick={() => onChange(value - 1)}>
        <Icon of={Minus} small />
      </button>
      <input
        id={id}
        name={name}
        aria-label={`Quantity${about}`}
        inputMode="numeric"
        autoComplete="off"
        pattern="[0-9]*"
        maxLength={5}
        value={Number.isNaN(value) ? '' : value}
        onChange={(event) => onChange(event.target.value === '' ? Number.NaN : Number(event.target.value.replace(/\D/g, '')))}
        onBlur={() => Number.isNaN(value) && onChange(1)}
      />
      <button
        type="button"
        aria-label={`One more${about}`}
        disabled={most !== undefined && value >= most}
        onClick={() => onChange(value + 1)}
      >
        <Icon of={Plus} small />
      </button>
    </div>
  )
}
