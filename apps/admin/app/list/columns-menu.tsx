import { Columns3, GripVertical, Pin } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Check } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/popover.tsx'
import type { Widths } from './columns.ts'
import type { Column } from './listing.ts'
import type { LaidOut } from './use-columns.ts'

type AnyColumn = Pick<Column<never>, 'id' | 'name' | 'head'>

interface ColumnSortProps {
  shown: readonly AnyColumn[]
  hidden: readonly AnyColumn[]
  pinned: readonly string[]
  widths: Widths
  /** Of the columns that are shown by then, which may be others than those that one sees. */
  onChange: (make: (shown: readonly string[]) => readonly string[]) => void
  onPin: (id: string, yes: boolean) => void
  /** Makes a column wider or narrower, by the arrow keys at its grip. */
  onWiden: (id: string, by: number) => void
  className?: string
  itemClass?: string
}

const widenBy = { ArrowLeft: -16, ArrowRight: 16 } as const

/** Which columns there are, which are pinned and in which order: by the pointer at their grips, or by the arrow keys. */
export function ColumnSort({ shown, hidden, pinned, widths, onChange, onPin, onWiden, className, itemClass }: ColumnSortProps) {
  const list = useRef<HTMLUListElement>(null)
  const [held, setHeld] = useState<string>()
  const ids = shown.map(({ id }) => id)
  const move = (id: string, to: number) => {
    onChange((now) => {
      const rest = now.filter((one) => one !== id)
      const at = Math.max(0, Math.min(rest.length, to))
      return [...rest.slice(0, at), id, ...rest.slice(at)]
    })
  }
  const drag = (event: PointerEvent, id: string) => {
    if (held !== id) return
    const items = [...list.current!.children].slice(0, ids.length)
    const at = items.findIndex((item) => event.clientY < item.getBoundingClientRect().bottom)
    const to = at === -1 ? ids.length - 1 : at
    if (to !== ids.indexOf(id)) move(id, to)
  }
  return (
    <ul ref={list} className={className}>
      {[...shown, ...hidden].map(({ id, name, head }) => {
        const at = ids.indexOf(id)
        const isOn = at >= 0
        return (
          <li key={id} className={itemClass} {...(held === id && { 'data-held': '' })}>
            <Check
              checked={isOn}
              disabled={head}
              onChange={({ target }) => onChange((now) => (target.checked ? [...now, id] : now.filter((one) => one !== id)))}
            >
              {name}
            </Check>
            {isOn && widths.has(id) && <span className="w">{widths.get(id)} px</span>}
            {isOn && (
              <button
                type="button"
                className="keep"
                aria-label={`Keep ${name} in sight`}
                aria-pressed={pinned.includes(id)}
                title={`Keep ${name} in sight`}
                onClick={() => onPin(id, !pinned.includes(id))}
              >
                <Icon of={Pin} small />
              </button>
            )}
            {isOn && (
              <button
                type="button"
                className="grip"
                aria-label={`Move ${name}, column ${at + 1} of ${ids.length}: arrow up or down; its width: arrow left or right`}
                title="Move"
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  setHeld(id)
                }}
                onPointerMove={(event) => drag(event, id)}
                onPointerUp={() => setHeld(undefined)}
                onPointerCancel={() => setHeld(undefined)}
                onKeyDown={(event) => {
                  const { key } = event
                  if (key === 'ArrowUp' || key === 'ArrowDown') move(id, at + (key === 'ArrowUp' ? -1 : 1))
                  else if (key === 'ArrowLeft' || key === 'ArrowRight') onWiden(id, widenBy[key])
                  else return
                  event.preventDefault()
                }}
              >
                <Icon of={GripVertical} small />
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Dense rows show more, roomy ones are calmer. */
export function RowHeight({ roomy, onChange }: { roomy: boolean; onChange: (roomy: boolean) => void }) {
  return (
    <div className="seg" role="group" aria-label="Row height">
      <button type="button" aria-pressed={!roomy} onClick={() => onChange(false)}>
        Dense
      </button>
      <button type="button" aria-pressed={roomy} onClick={() => onChange(true)}>
        Roomy
      </button>
    </div>
  )
}

interface ColumnsMenuProps<T> {
  columns: LaidOut<T>
  of: string | undefined
  roomy: boolean
  onRoomy: (roomy: boolean) => void
  onReset: () => void
  /** Saves the columns in the current view, where that is allowed; `says` for whom. */
  save?: { readonly says: string; readonly run: () => void } | undefined
}

export function ColumnsMenu<T>({ of, columns, roomy, onRoomy, onReset, save }: ColumnsMenuProps<T>) {
  return (
    <Popover
      label="Columns"
      className="columns"
      button={
        <Button small icon={Columns3}>
          Columns
        </Button>
      }
    >
      {(close) => (
        <>
          <p className="mh">{of ? `Columns of “${of}”` : 'Columns'}</p>
          <ColumnSort
            shown={columns.shown}
            hidden={columns.hidden}
            pinned={columns.pinned}
            widths={columns.widths}
            onChange={columns.order}
            onPin={columns.pin}
            onWiden={columns.widen}
            itemClass="mi"
          />
          <hr />
          <div className="mi">
            <RowHeight roomy={roomy} onChange={onRoomy} />
          </div>
          <hr />
          <ul>
            {save && (
              <li>
                <button
                  type="button"
                  onClick={() => {
                    close()
                    save.run()
                  }}
                >
                  Save to view <span className="faint">{save.says}</span>
                </button>
              </li>
            )}
            <li>
              <button type="button" onClick={onReset}>
                Reset
              </button>
            </li>
          </ul>
        </>
      )}
    </Popover>
  )
}
