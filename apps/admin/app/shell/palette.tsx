import { Inbox, LogOut, Moon, Search, Store } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useNavigate, useSubmit } from 'react-router'
import { findOrders, type OrderHit } from '../orders/find.ts'
import { FulfillmentState } from '../orders/states.tsx'
import { numberOf } from '../orders/words.ts'
import { Keys } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Modal } from '../parts/modal.tsx'
import { turnTheme } from '../theme.ts'
import type { Section } from './menu.tsx'

interface Entry {
  readonly id: string
  readonly group: string
  readonly icon: ReactNode
  readonly name: string
  readonly more?: string
  readonly end?: ReactNode
  readonly run: () => void
}

const quietMs = 120

/** Finds orders while one writes; what was asked last is what is shown. */
function useOrders(text: string): readonly OrderHit[] {
  const [found, setFound] = useState<{ readonly text: string; readonly hits: readonly OrderHit[] }>({ text: '', hits: [] })
  useEffect(() => {
    if (text.length < 2) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      findOrders(text, 8, stop.signal).then(
        (hits) => setFound({ text, hits }),
        () => {},
      )
    }, quietMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return text.length < 2 ? [] : found.hits
}

/** Everything by its name, from anywhere: `#` orders only, `/` pages only, `>` what can be done. */
export function Palette({ places, onClose }: { places: readonly Section[]; onClose: () => void }) {
  const navigate = useNavigate()
  const submit = useSubmit()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const scope = /^[#/>]/.exec(text)?.[0]
  const words = (scope ? text.slice(1) : text).trim().toLowerCase()
  const hits = useOrders(scope === undefined || scope === '#' ? words : '')
  const go = (to: string) => () => {
    onClose()
    void navigate(to)
  }
  const pages: Entry[] = places.map(({ name, icon, to, key }) => ({
    id: `page-${to}`,
    group: 'Go to',
    icon: <Icon of={icon} />,
    name,
    ...(key && { end: <Keys of={['G', key.toUpperCase()]} /> }),
    run: go(to),
  }))
  const acts: Entry[] = [
    { id: 'theme', group: 'Do', icon: <Icon of={Moon} />, name: 'Turn the light on or off', run: () => (turnTheme(), onClose()) },
    { id: 'shop', group: 'Do', icon: <Icon of={Store} />, name: 'Look at the shop', run: () => location.assign('/') },
    {
      id: 'leave',
      group: 'Do',
      icon: <Icon of={LogOut} />,
      name: 'Sign out',
      run: () => void submit(null, { method: 'post', action: '/sign-out' }),
    },
  ]
  const orders: Entry[] = hits.map((hit) => ({
    id: hit.id,
    group: 'Orders',
    icon: <Icon of={Inbox} />,
    name: numberOf(hit.number),
    more: hit.about,
    end: (
      <>
        <FulfillmentState of={hit} /> <span className="num">{hit.total}</span>
      </>
    ),
    run: go(`/orders/${hit.id}`),
  }))
  const named = ({ name }: Entry) => name.toLowerCase().includes(words)
  const entries = [
    ...(scope === undefined || scope === '#' ? orders : []),
    ...(scope === undefined || scope === '/' ? pages.filter(named) : []),
    ...(scope === undefined || scope === '>' ? acts.filter(named) : []),
  ]
  const current = Math.min(at, entries.length - 1)
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((current + step + entries.length) % Math.max(1, entries.length))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      entries[current]?.run()
    }
  }
  const groups = [...Map.groupBy(entries, ({ group }) => group)]
  return (
    <Modal high aria-label="Search and commands" onClose={onClose}>
      <div className="palette solo">
        <div className="p-in">
          <Icon of={Search} />
          <label className="vh" htmlFor={`${id}-q`}>
            Search or run a command
          </label>
          <input
            id={`${id}-q`}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={press}
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={entries[current] && `${id}-${current}`}
            autoComplete="off"
            spellCheck={false}
            data-first=""
          />
          <span className="p-scope">
            {[
              ['#', 'order'],
              ['/', 'page'],
              ['>', 'do'],
            ].map(([key, name]) => (
              <span key={key}>
                <Keys of={[key!]} />
                {name}
              </span>
            ))}
          </span>
          <button type="button" className="p-cancel" onClick={onClose}>
            Cancel
          </button>
        </div>
        <div className="p-body">
          <div className="p-list" role="listbox" aria-label="Results" id={`${id}-list`}>
            {groups.map(([group, of]) => (
              <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
                <span className="p-h" role="presentation" id={`${id}-${group}`}>
                  {group}
                  <span>{of.length}</span>
                </span>
                <div role="presentation">
                  {of.map((entry) => {
                    const nth = entries.indexOf(entry)
                    return (
                      // The keyboard is the field's: it moves along these, and opens them.
                      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                      <div
                        key={entry.id}
                        role="option"
                        id={`${id}-${nth}`}
                        aria-selected={nth === current}
                        {...(nth === current && { 'data-focus': '' })}
                        onMouseMove={() => setAt(nth)}
                        onClick={entry.run}
                      >
                        <span className="p-i">{entry.icon}</span>
                        <span className="p-t">
                          {entry.name}
                          <span>{entry.more}</span>
                        </span>
                        <span className="p-e">{entry.end}</span>
                      </div>
                    )
                  })}
                </div>
              </div>
            ))}
            {entries.length === 0 && <p className="p-h">Nothing is called that.</p>}
          </div>
        </div>
        <div className="p-foot">
          <span>
            <Keys of={['↑']} />
            <Keys of={['↓']} /> move
          </span>
          <span>
            <Keys of={['↵']} /> open
          </span>
          <span className="grow" />
          <span>
            <Keys of={['Esc']} />
          </span>
        </div>
      </div>
    </Modal>
  )
}
