import { Search } from 'lucide-react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Check, SelectField, TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/popover.tsx'
import { type ActiveFilter, saysOf } from './address.ts'
import type { ListFilter } from './listing.ts'
import { type Range, rangeOf, rangeText } from './range.ts'

interface ChoicesProps {
  of: ListFilter
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

/** A form in a popover is sent alone, also where the popover belongs to a dialog, which is a form itself. */
function settle(event: FormEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** What one narrowing can be set to: any of several, one of several, or a text. */
function Choices({ of, values, onChange }: ChoicesProps) {
  const [text, setText] = useState(values[0] ?? '')
  if (of.range) return <RangeForm of={of} range={rangeOf(values[0] ?? '')} onChange={onChange} />
  if (of.options)
    return (
      <div className="filtertext">
        <SelectField
          label={`${of.title} ${of.verb}`}
          value={values[0] ?? ''}
          data-first=""
          onChange={({ target }) => onChange(target.value ? [target.value] : [])}
        >
          <option value="">Choose</option>
          {of.options().map(({ value, says }) => (
            <option key={value} value={value}>
              {says}
            </option>
          ))}
        </SelectField>
      </div>
    )
  if (of.meansText) {
    const submit = (event: FormEvent) => {
      settle(event)
      onChange(text.trim() ? [text.trim().slice(0, 100)] : [])
    }
    return (
      <form className="filtertext" onSubmit={submit}>
        <TextField
          label={`${of.title} ${of.verb}`}
          value={text}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
          data-first=""
        />
        <Button type="submit" small>
          Filter
        </Button>
      </form>
    )
  }
  return (
    <ul aria-label={of.title}>
      {of.choices?.map(({ value, says }) =>
        of.single ? (
          <li key={value}>
            <button
              type="button"
              aria-pressed={values.includes(value)}
              {...(values.includes(value) && { 'data-focus': '' })}
              onClick={() => onChange([value])}
            >
              {says}
            </button>
          </li>
        ) : (
          <li key={value} className="mi">
            <Check
              checked={values.includes(value)}
              onChange={({ target }) => onChange(target.checked ? [...values, value] : values.filter((one) => one !== value))}
            >
              {says}
            </Check>
          </li>
        ),
      )}
    </ul>
  )
}

/** Both ends of a range; one of them is enough. */
function RangeForm({ of, range, onChange }: { of: ListFilter; range: Range; onChange: ChoicesProps['onChange'] }) {
  const [ends, setEnds] = useState(range)
  const field = of.range === 'days' ? ({ type: 'date' } as const) : ({ inputMode: 'decimal', maxLength: 15 } as const)
  return (
    <form
      className="filtertext"
      onSubmit={(event) => {
        settle(event)
        const text = rangeText({ from: ends.from.trim(), to: ends.to.trim() })
        onChange(text ? [text] : [])
      }}
    >
      <TextField
        label={`${of.title} from`}
        {...field}
        value={ends.from}
        data-first=""
        onChange={({ target }) => setEnds({ ...ends, from: target.value })}
      />
      <TextField label={`${of.title} to`} {...field} value={ends.to} onChange={({ target }) => setEnds({ ...ends, to: target.value })} />
      <Button type="submit" small>
        Filter
      </Button>
    </form>
  )
}

interface FilterMenuProps {
  listFilters: readonly ListFilter[]
  /** Those that are on already are changed where they are shown. */
  on: readonly ActiveFilter[]
  onAsk: (change: Readonly<Record<string, string | undefined>>) => void
  /** How it is called where it is not seen. */
  label: string
  /** The button that opens it. */
  button: ReactElement
}

/** By what else a list can be narrowed; what one writes finds narrowings and their choices. */
export function FilterMenu({ listFilters, on, onAsk, label, button }: FilterMenuProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ListFilter>()
  const forget = () => {
    setText('')
    setChosen(undefined)
  }
  const words = text.trim().toLowerCase()
  const free = listFilters.filter(
    ({ name, title, choices = [] }) =>
      !on.some((one) => one.of.name === name) &&
      [title, ...choices.map(({ says }) => says)].some((one) => one.toLowerCase().includes(words)),
  )
  return (
    <Popover label={label} from="start" className="filterby" onClose={forget} button={button}>
      {(close) => {
        const ask = (name: string, value: string) => {
          close()
          onAsk({ [name]: value })
        }
        return chosen ? (
          <Choices of={chosen} values={[]} onChange={([value]) => value && ask(chosen.name, value)} />
        ) : (
          <>
            <div className="searchbox">
              <Icon of={Search} />
              <label className="vh" htmlFor="filter-by">
                Filter by
              </label>
              <input
                id="filter-by"
                type="search"
                data-first=""
                placeholder="Filter by"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </div>
            {free.length === 0 && <p className="mh">Nothing else to filter by</p>}
            {free.map((of) => (
              <div key={of.name}>
                {of.meansText ? (
                  <ul>
                    <li>
                      <button type="button" onClick={() => setChosen(of)}>
                        {of.title} …
                      </button>
                    </li>
                  </ul>
                ) : (
                  <>
                    <p className="mh">{of.title}</p>
                    <ul aria-label={of.title}>
                      {of.choices
                        ?.filter(({ says }) => of.title.toLowerCase().includes(words) || says.toLowerCase().includes(words))
                        .map(({ value, says }) => (
                          <li key={value}>
                            <button type="button" onClick={() => ask(of.name, value)}>
                              {says}
                            </button>
                          </li>
                        ))}
                    </ul>
                  </>
                )}
              </div>
            ))}
          </>
        )
      }}
    </Popover>
  )
}

interface FilterChoicesProps {
  of: ActiveFilter
  onAsk: FilterMenuProps['onAsk']
  className?: string
}

/** What a filter that is on says; a press opens its other choices. */
export function FilterChoices({ of: on, onAsk, className }: FilterChoicesProps) {
  const { of, values } = on
  return (
    <Popover
      label={of.title}
      from="start"
      button={
        <button type="button" className={className}>
          <span>
            <b>{of.title}</b> {of.verb} <b>{saysOf(on)}</b>
          </span>
        </button>
      }
    >
      {(close) => (
        <Choices
          of={of}
          values={values}
          onChange={(next) => {
            onAsk({ [of.name]: next.join(',') || undefined })
            if (next.length === 0 || of.single || of.meansText) close()
          }}
        />
      )}
    </Popover>
  )
}
