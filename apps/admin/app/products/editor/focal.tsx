import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Button, IconButton } from '../../parts/button.tsx'
import { TextArea, TextField } from '../../parts/field.tsx'
import { FocalPicture, percent, within } from './focal-picture.tsx'
import type { Medium, OptionChoice } from './values.ts'

interface FocalPointProps {
  of: Medium
  place: number
  count: number
  disabled: boolean
  standsFor: readonly OptionChoice[]
  onMove: (to: number) => void
  onRemove: () => void
  onChange: (change: Partial<Pick<Medium, 'alt' | 'x' | 'y'>>) => void
}

const crops = [
  [4, 5],
  [1, 1],
  [16, 9],
] as const

/** Which part of a picture every crop keeps in view, and what it shows in words. */
export function FocalPoint({ of, place, count, disabled, standsFor, onMove, onRemove, onChange }: FocalPointProps) {
  const { url, width, height, alt, x, y } = of
  const isPicture = of.kind === 'IMAGE'
  const set =
    (field: 'x' | 'y') =>
    ({ target }: { target: { value: string } }) => {
      const share = Number(target.value.replace(',', '.')) / 100
      if (Number.isFinite(share)) onChange({ [field]: within(share) })
    }
  return (
    <div className="fp">
      <FocalPicture
        src={`${url}/fit/w_480,h_600,q_80`}
        width={width}
        height={height}
        x={x}
        y={y}
        disabled={disabled || !isPicture}
        onChange={onChange}
      />
      <div className="fp-s">
        {isPicture && (
          <>
            <h3>Focal point</h3>
            <p className="hint">Every crop keeps it in view. Arrow keys move it by 1 %.</p>
            <div className="row">
              <TextField label="X" after="%" end inputMode="numeric" disabled={disabled} value={percent(x)} onChange={set('x')} />
              <TextField label="Y" after="%" end inputMode="numeric" disabled={disabled} value={percent(y)} onChange={set('y')} />
            </div>
            <div className="crops" aria-hidden="true">
              {crops.map(([w, h]) => (
                <span key={w} style={{ '--a': `${w}/${h}` } as CSSProperties}>
                  <img src={`${url}/fill/w_${w * 20},h_${h * 20},fp_${x.toFixed(2)}_${y.toFixed(2)},q_80`} alt="" />
                </span>
              ))}
            </div>
            <TextArea
              label="Alternative text"
              rows={2}
              maxLength={500}
              disabled={disabled}
              value={alt}
              placeholder="What the picture shows"
              onChange={({ target }) => onChange({ alt: target.value })}
            />
          </>
        )}
        {standsFor.length > 0 && (
          <p className="small soft">
            Stands for{' '}
            {standsFor.map(({ name, value }) => (
              <span key={name}>
                {value !== name && <span className="sw" style={{ '--c': value } as CSSProperties} aria-hidden="true" />} {name}{' '}
              </span>
            ))}
          </p>
        )}
        {!disabled && (
          <div className="row wraps">
            <IconButton small icon={ArrowLeft} name="Move before" disabled={place === 0} onClick={() => onMove(place - 1)} />
            <IconButton small icon={ArrowRight} name="Move behind" disabled={place === count - 1} onClick={() => onMove(place + 1)} />
            {place !== 0 && (
              <Button small onClick={() => onMove(0)}>
                Make it the cover
              </Button>
            )}
            <Button small kind="warn" icon={Trash2} onClick={onRemove}>
              Remove
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
