import { Plus, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, Keys } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { type ActiveFilter, activeFilters } from './address.ts'
import { FilterChoices, FilterMenu } from './filter-menu.tsx'
import type { Listing } from './listing.ts'

interface ToolsProps<T> {
  of: Listing<T>
  params: URLSearchParams
  /** Asks for something else, by its name in the address. */
  onAsk: (change: Readonly<Record<string, string | undefined>>, replace?: boolean) => void
  onClear: () => void
  children: ReactNode
}

const quietMs = 200

/** What is looked for, and by what the list is narrowed; all of it is the page's address. */
export function Tools<T>({ of, params, onAsk, onClear, children }: ToolsProps<T>) {
  const on = activeFilters(of.listFilters, params)
  return (
    <div className="tools">
      {of.search && <SearchBox hint={of.search.hint} asked={params.get('q') ?? ''} onAsk={onAsk} />}
      {on.map((one) => (
        <Chip key={one.of.name} of={one} onAsk={onAsk} />
      ))}
      {of.listFilters.length > 0 && (
        <span className="chip add">
          <FilterMenu
            label="Add a filter"
            listFilters={of.listFilters}
            on={on}
            onAsk={onAsk}
            button={
              <button type="button">
                <Icon of={Plus} small /> Filter
              </button>
            }
          />
        </span>
      )}
      {(on.length > 0 || params.has('q')) && (
        <Button kind="ghost" small onClick={onClear}>
          Clear
        </Button>
      )}
      <span className="grow" />
      <div className="acts">{children}</div>
    </div>
  )
}

/** What is looked for in a list; Esc leaves it. */
export function SearchBox({ hint, asked, onAsk }: { hint: string; asked: string; onAsk: ToolsProps<unknown>['onAsk'] }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [written, setWritten] = useState({ asked, text: asked })
  // Where the address says something else than when one wrote, it counts.
  const text = written.asked === asked ? written.text : asked
  useEffect(() => () => clearTimeout(timer.current), [])
  const write = (value: string) => {
    setWritten({ asked, text: value })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onAsk({ q: value.trim() || undefined }, asked !== ''), quietMs)
  }
  return (
    <div className="searchbox">
      <Icon of={Search} />
      <label className="vh" htmlFor="list-q">
        {hint}
      </label>
      <input
        id="list-q"
        type="search"
        placeholder={hint}
        maxLength={200}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <Keys of={['/']} />
    </div>
  )
}

/** What holds: its words open the other choices, its cross takes it off. */
function Chip({ of: on, onAsk }: { of: ActiveFilter; onAsk: ToolsProps<unknown>['onAsk'] }) {
  return (
    <span className="chip">
      <FilterChoices of={on} onAsk={onAsk} />
      <button type="button" aria-label={`Remove filter ${on.of.title}`} onClick={() => onAsk({ [on.of.name]: undefined })}>
        <Icon of={X} small />
      </button>
    </span>
  )
}
