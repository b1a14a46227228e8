import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import { client } from '../../client.ts'
import { useAnswer } from '../../parts/answer.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { SelectField, TextArea, TextField } from '../../parts/field.tsx'
import { FocalPicture, percent, within } from './focal-picture.tsx'
import type { Medium, OptionChoice } from './values.ts'

interface FocalPointProps {
  of: Medium
  place: number
  count: number
  disabled: boolean
  standsFor: readonly OptionChoice[]
  /** Pictures of the product, which may stand for a film or a model. */
  pictures: readonly Medium[]
  onMove: (to: number) => void
  onRemove: () => void
  onChange: (change: Partial<Pick<Medium, 'alt' | 'posterId' | 'url' | 'x' | 'y'>>) => void
}

const crops = [
  [4, 5],
  [1, 1],
  [16, 9],
] as const

const abouts = {
  VIDEO: 'It plays on the product page when a shopper presses Play. Nothing of it is loaded before.',
  MODEL3D: 'Shoppers turn it on the product page, and see it in their room with a phone. Its measures come from the file, in metres.',
} as const

const ownPoster = (mediaId: string): string => `/media/${encodeURIComponent(mediaId)}`

/** The pictures of the product, the one that was made from the file itself, and the one that stands for it now. */
function posterOptions({ mediaId, kind, posterId }: Medium, pictures: readonly Medium[], hasThumbnail: boolean) {
  const options = pictures.map(({ mediaId: id, alt }, i) => ({ id, name: `Picture ${i + 1}${alt ? `: ${alt}` : ''}` }))
  if (kind === 'VIDEO') options.push({ id: mediaId, name: 'A frame of the video' })
  else if (hasThumbnail || posterId === mediaId) options.push({ id: mediaId, name: 'The model itself' })
  if (posterId !== undefined && !options.some(({ id }) => id === posterId))
    options.push({ id: posterId, name: 'Another picture of the shop' })
  if (posterId === undefined && !(kind === 'MODEL3D' && hasThumbnail)) options.unshift({ id: '', name: 'The first picture' })
  return options
}

/** Whether the library has a thumbnail of the model by now. */
function useHasThumbnail({ mediaId, kind }: Medium): boolean {
  const found = useAnswer({
    ask: kind === 'MODEL3D' ? (signal) => client.files.getFileDescriptor({ fileId: mediaId }, { signal }) : undefined,
    of: mediaId,
    ms: 0,
  })
  return found?.file.thumbnailUrl !== undefined
}

/** Which part of a picture every crop keeps in view, and what it shows in words. */
export function FocalPoint({ of, place, count, disabled, standsFor, pictures, onMove, onRemove, onChange }: FocalPointProps) {
  const { url, width, height, alt, x, y } = of
  const isPicture = of.kind === 'IMAGE'
  const hasThumbnail = useHasThumbnail(of)
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
          </>
        )}
        {!isPicture && (
          <>
            <h3>{of.kind === 'VIDEO' ? 'Video' : '3D model'}</h3>
            <p className="hint">{abouts[of.kind]}</p>
            <SelectField
              label="Poster"
              hint="Shown until a shopper asks for it."
              disabled={disabled}
              value={of.posterId ?? (hasThumbnail ? of.mediaId : '')}
              onChange={({ target: { value } }) => {
                const poster = pictures.find(({ mediaId }) => mediaId === value)
                onChange({ posterId: value, url: poster?.url ?? ownPoster(of.mediaId) })
              }}
            >
              {posterOptions(of, pictures, hasThumbnail).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </>
        )}
        <TextArea
          label="Alternative text"
          rows={2}
          maxLength={500}
          disabled={disabled}
          value={alt}
          placeholder={isPicture ? 'What the picture shows' : 'What it shows, for those who cannot see it'}
          onChange={({ target }) => onChange({ alt: target.value })}
        />
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
