import { Plus, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, Keys } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { chosen, narrowings, withoutPlace } from './query.ts'

interface ToolsProps {
  params: URLSearchParams
  onChange: (params: URLSearchParams, options?: { replace?: boolean }) => void
}

const quietMs = 200

/** What is looked for, and by what the list is narrowed; all of it is the page's address. */
export function Tools({ params, onChange }: ToolsProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = params.get('q') ?? ''
  const [written, setWritten] = useState({ asked, text: asked })
  // Where the address says something else than when one wrote, it counts.
  const text = written.asked === asked ? written.text : asked
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (name: string, value: string | undefined, replace = false) => {
    const next = new URLSearchParams(withoutPlace(params))
    if (value) next.set(name, value)
    else next.delete(name)
    onChange(next, { replace })
  }
  const write = (value: string) => {
    setWritten({ asked, text: value })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => change('q', value.trim(), asked !== ''), quietMs)
  }
  const on = chosen(params)
  const tag = params.get('tag')
  return (
    <div className="tools">
      <div className="searchbox">
        <Icon of={Search} />
        <label className="vh" htmlFor="orders-q">
          Number, name, mail, tag
        </label>
        <input
          id="orders-q"
          type="search"
          placeholder="Number, name, mail, tag"
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <Keys of={['/']} />
      </div>
      {on.map(({ of, choice }) => (
        <Chip key={of.name} title={of.title} verb={of.verb} value={choice.says} onRemove={() => change(of.name, undefined)} />
      ))}
      {tag && <Chip title="Tag" verb="is" value={tag} onRemove={() => change('tag', undefined)} />}
      <FilterMenu taken={on.map(({ of }) => of.name)} onPick={change} />
      {(on.length > 0 || tag || text) && (
        <Button kind="ghost" small onClick={() => onChange(new URLSearchParams())}>
          Clear
        </Button>
      )}
    </div>
  )
}

function Chip({ title, verb, value, onRemove }: { title: string; verb: string; value: string; onRemove: () => void }) {
  return (
    <span className="chip">
      <span>
        <b>{title}</b> {verb} <b>{value}</b>
      </span>
      <button type="button" aria-label={`Remove filter ${title}`} onClick={onRemove}>
        <Icon of={X} small />
      </button>
    </span>
  )
}

function FilterMenu({ taken, onPick }: { taken: readonly string[]; onPick: (name: string, value: string) => void }) {
  const [open, setOpen] = useState(false)
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!open) return undefined
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !ref.current?.contains(event.target as Node)) setOpen(false)
    }
    addEventListener('pointerdown', leave)
    addEventListener('keydown', leave)
    return () => {
      removeEventListener('pointerdown', leave)
      removeEventListener('keydown', leave)
    }
  }, [open])
  return (
    <span className="chip add menuwrap" data-from="start" ref={ref}>
      <button type="button" aria-haspopup="true" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={Plus} small /> Filter
      </button>
      {open && (
        <div className="menu" role="group" aria-label="Add a filter">
          {narrowings
            .filter(({ name }) => !taken.includes(name))
            .map(({ name, title, choices }) => (
              <div key={name}>
                <p className="mh">{title}</p>
                <ul>
                  {choices.map(({ value, says }) => (
                    <li key={value}>
                      <button
                        type="button"
                        onClick={() => {
                          setOpen(false)
                          onPick(name, value)
                        }}
                      >
                        {says}
                      </button>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
        </div>
      )}
    </span>
  )
}
