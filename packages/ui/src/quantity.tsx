import { Minus, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
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

/** How many: a field between two buttons. Without script it is a field, and the form around it has a button to save it. */
export function Quantity({ id, name, value, most, small, of, onChange }: QuantityProps) {
  const about = of ? ` of ${of}` : ''
  const field = useRef<HTMLInputElement>(null)
  const written = (text: string) => (text === '' ? Number.NaN : Number(text.replace(/\D/g, '')))
  /** What was written before the script was there counts, too. */
  const takeIn = useEffectEvent(() => {
    const early = written(field.current?.value ?? '')
    if (early > 0 && early !== value) onChange(early)
  })
  useEffect(() => takeIn(), [])
  return (
    <div className={classes('qty', small && 'qty--s')}>
      <button type="button" aria-label={`One fewer${about}`} disabled={value <= 1} onClick={() => onChange(value - 1)}>
        <Icon of={Minus} small />
      </button>
      <input
        ref={field}
        id={id}
        name={name}
        aria-label={`Quantity${about}`}
        inputMode="numeric"
        autoComplete="off"
        pattern="[0-9]*"
        maxLength={5}
        value={Number.isNaN(value) ? '' : value}
        onChange={(event) => onChange(written(event.target.value))}
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
