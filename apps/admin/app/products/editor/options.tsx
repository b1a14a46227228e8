import { GripVertical, Plus, Trash2, X } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react'
import { Button, IconButton } from '../../parts/button.tsx'
import { isColor } from '../../parts/color.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { moved } from '../../parts/moved.ts'
import { useReorder } from '../../parts/reorder.ts'
import type { Medium, OptionChoice, ProductOption } from './values.ts'

interface OptionsProps {
  of: readonly ProductOption[]
  /** As they were, to mark what is new. */
  before: readonly ProductOption[]
  media: readonly Medium[]
  disabled: boolean
  error: string | undefined
  onChange: (options: readonly ProductOption[]) => void
}

const mostOptions = 6
const usualColour = '#9AA58F'

/** What shoppers choose between; each combination of choices is a variant. */
export function Options({ of: options, before, media, disabled, error, onChange }: OptionsProps) {
  // An option is known by its place: its name is being written.
  const {
    list,
    said,
    item: placeOf,
    handle,
  } = useReorder<HTMLDivElement>({
    ids: options.map((_, i) => String(i)),
    disabled,
    called: (id) => `Option ${options[Number(id)]?.name ?? ''}`,
    onOrder: (_, from, to) => onChange(moved(options, from, to)),
  })
  const set = (at: number, change: Partial<ProductOption>) => onChange(options.map((one, i) => (i === at ? { ...one, ...change } : one)))
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Options</h2>
        <p>Each combination is a variant.</p>
      </header>
      {options.length > 0 && (
        <div className="opts reorder" ref={list}>
          {options.map((option, i) => (
            <div
              // oxlint-disable-next-line react/no-array-index-key
              key={i}
              className="opt-row"
              {...placeOf(String(i))}
            >
              <button
                type="button"
                className="grip"
                disabled={disabled}
                aria-label={`Move option ${option.name || i + 1}: arrow keys`}
                {...handle(String(i))}
              >
                <Icon of={GripVertical} />
              </button>
              <div className="on">
                <TextField
                  label="Option"
                  maxLength={50}
                  disabled={disabled}
                  value={option.name}
                  onChange={({ target }) => set(i, { name: target.value })}
                />
              </div>
              <div className="ok">
                <SelectField
                  label="Kind"
                  disabled={disabled}
                  value={option.optionType}
                  onChange={({ target }) => {
                    const optionType = target.value === 'color' ? 'color' : 'drop_down'
                    const choices = option.choices.map((choice) => ({
                      ...choice,
                      value: optionType === 'color' ? (isColor(choice.value) ? choice.value : usualColour) : choice.name,
                    }))
                    set(i, { optionType, choices })
                  }}
                >
                  <option value="drop_down">Text</option>
                  <option value="color">Colour</option>
                </SelectField>
              </div>
              <Choices
                of={option}
                known={before.find(({ name }) => name === option.name)?.choices ?? []}
                media={media}
                mayHaveMedia={options.every((one, j) => j === i || one.choices.every(({ mediaIds }) => mediaIds.length === 0))}
                disabled={disabled}
                onChange={(choices) => set(i, { choices })}
              />
              {!disabled && (
                <IconButton
                  icon={Trash2}
                  name={`Remove option ${option.name}`}
                  onClick={() => onChange(options.filter((_, j) => j !== i))}
                />
              )}
            </div>
          ))}
        </div>
      )}
      <p className="vh" role="status">
        {said}
      </p>
      {error && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
      {!disabled && options.length < mostOptions && (
        <Button kind="ghost" small icon={Plus} onClick={() => onChange([...options, { name: '', optionType: 'drop_down', choices: [] }])}>
          Option
        </Button>
      )}
    </section>
  )
}

interface ChoicesProps {
  of: ProductOption
  known: readonly OptionChoice[]
  media: readonly Medium[]
  mayHaveMedia: boolean
  disabled: boolean
  onChange: (choices: readonly OptionChoice[]) => void
}

function Choices({ of: { name, optionType, choices }, known, media, mayHaveMedia, disabled, onChange }: ChoicesProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState<string>()
  const add = (more: string): boolean => {
    const fresh = more
      .split(/[,\n\t]/)
      .map((one) => one.trim().slice(0, 50))
      .filter((one, i, all) => one !== '' && all.indexOf(one) === i && !choices.some((choice) => choice.name === one))
    if (fresh.length === 0) return false
    onChange([...choices, ...fresh.map((one) => ({ name: one, value: optionType === 'color' ? usualColour : one, mediaIds: [] }))])
    return true
  }
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || (event.key === ',' && text.trim() !== '')) {
      event.preventDefault()
      if (add(text)) setText('')
    } else if (event.key === 'Backspace' && text === '' && choices.length > 0) onChange(choices.slice(0, -1))
  }
  const set = (choice: OptionChoice, change: Partial<OptionChoice>) =>
    onChange(choices.map((one) => (one === choice ? { ...one, ...change } : one)))
  const opened = choices.find((choice) => choice.name === open)
  return (
    <div className="grow field">
      <span className="lbl" id={`${id}-l`}>
        Choices
      </span>
      <ul className="choices" aria-labelledby={`${id}-l`}>
        {choices.map((choice) => (
          <li key={choice.name} {...(!known.some((one) => one.name === choice.name) && { 'data-new': '' })}>
            {optionType === 'color' && (
              <label className="sw pick" style={{ '--c': choice.value } as CSSProperties}>
                <span className="vh">{`Colour of ${choice.name}`}</span>
                <input
                  type="color"
                  disabled={disabled}
                  value={choice.value}
                  onChange={({ target }) => set(choice, { value: target.value.toUpperCase() })}
                />
              </label>
            )}
            {media.length > 0 && (mayHaveMedia || choice.mediaIds.length > 0) && !disabled ? (
              <button
                type="button"
                className="btn link"
                aria-expanded={open === choice.name}
                title={`Pictures that show ${choice.name}`}
                onClick={() => setOpen(open === choice.name ? undefined : choice.name)}
              >
                {choice.name}
                {choice.mediaIds.length > 0 && <span className="faint">{` ${choice.mediaIds.length}`}</span>}
              </button>
            ) : (
              choice.name
            )}
            {!disabled && (
              <button
                type="button"
                className="btn ghost only tiny"
                aria-label={`Remove ${choice.name}`}
                title={`Remove ${choice.name}`}
                onClick={() => onChange(choices.filter((one) => one !== choice))}
              >
                <Icon of={X} />
              </button>
            )}
          </li>
        ))}
        {!disabled && (
          <li className="addc">
            <input
              className="ce"
              placeholder="Add, then ↵"
              aria-label={`Add a choice to ${name || 'the option'}`}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={hear}
              onBlur={() => add(text) && setText('')}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text')
                if (!/[,\n\t]/.test(pasted.trim())) return
                event.preventDefault()
                add(pasted)
              }}
            />
          </li>
        )}
      </ul>
      {opened && (
        <fieldset className="choice-media">
          <legend className="hint">{`Pictures that show ${opened.name}`}</legend>
          {media.map(({ mediaId, url, alt }, i) => (
            <label key={mediaId}>
              <input
                type="checkbox"
                checked={opened.mediaIds.includes(mediaId)}
                aria-label={`Picture ${i + 1}${alt ? `: ${alt}` : ''} shows ${opened.name}`}
                onChange={({ target }) =>
                  set(opened, {
                    mediaIds: target.checked ? [...opened.mediaIds, mediaId] : opened.mediaIds.filter((one) => one !== mediaId),
                  })
                }
              />
              <img src={`${url}/fill/w_80,h_100,q_80`} alt="" width={40} height={50} loading="lazy" />
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
