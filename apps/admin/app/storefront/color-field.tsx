import type { LookContrast } from '@vitrine/contract'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../parts/button.tsx'
import { isColor } from '../parts/color.ts'
import { Icon } from '../parts/icon.tsx'

interface ColorFieldProps {
  label: string
  value: string
  disabled: boolean
  /** It cannot be read well, and what could be taken instead. */
  faint?: LookContrast | undefined
  onChange: (color: string) => void
}

/** A colour, written or chosen. */
export function ColorField({ label, value, disabled, faint, onChange }: ColorFieldProps) {
  const id = useId()
  const isWhole = isColor(value)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="affix">
        <span className="fix">
          <input
            type="color"
            className="swatch-input"
            aria-label={`Choose ${label.toLowerCase()}`}
            disabled={disabled}
            value={isWhole ? value : '#000000'}
            onChange={({ target }) => onChange(target.value)}
          />
        </span>
        <input
          id={id}
          className="input mono"
          maxLength={7}
          spellCheck={false}
          disabled={disabled}
          value={value.toUpperCase()}
          {...((faint || !isWhole) && { 'aria-invalid': true, 'aria-describedby': `${id}-e` })}
          onChange={({ target }) => onChange(target.value.trim().toLowerCase())}
        />
      </span>
      {(faint || !isWhole) && (
        <p className="err" id={`${id}-e`} role="alert">
          <Icon of={CircleAlert} />
          {faint && isWhole ? (
            <>
              {`${faint.ratio.toFixed(1)} : 1 on paper, too faint for text. `}
              <Button kind="link" disabled={disabled} onClick={() => onChange(faint.suggestion)}>
                {`Use ${faint.suggestion.toUpperCase()}`}
              </Button>
            </>
          ) : (
            'Six digits after a #, such as #1C1A17.'
          )}
        </p>
      )}
    </div>
  )
}
