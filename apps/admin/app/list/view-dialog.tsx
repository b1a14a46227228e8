import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { type ActiveFilter, activeFilters, isRoomy, sortingOf, sortText } from './address.ts'
import { layoutOf, pinnedText, widthsText, widthsWith } from './columns.ts'
import { ColumnSort, RowHeight } from './columns-menu.tsx'
import { countText } from './count-text.ts'
import { FilterChoices, FilterMenu } from './filter-menu.tsx'
import type { Listing } from './listing.ts'
import { many } from './many.ts'
import { widthsNow } from './use-columns.ts'
import type { ListView, Views, Written } from './use-views.ts'

interface ViewDialogProps<T> {
  of: Listing<T>
  views: Views
  /** The view that is changed; a new one where none is. */
  view: ListView | undefined
  /** What it shows as one comes in. */
  look: string
  count: string | undefined
  onClose: () => void
}

/** Everything of a view: its name, what it shows and how, who has it, where it stands. */
export function ViewDialog<T>({ of, views, view, look: first, count, onClose }: ViewDialogProps<T>) {
  const id = useId()
  const saved = view?.saved
  const [name, setName] = useState(saved?.name ?? '')
  const [shared, setShared] = useState(saved?.shared ?? false)
  const [look, setLook] = useState(first)
  const [busy, setBusy] = useState(false)
  const beside = views.all.filter((one) => one.saved && one.saved.shared === shared)
  const own = beside.findIndex((one) => one.saved?.id === saved?.id) + 1
  const [place, setPlace] = useState(own)
  const params = new URLSearchParams(look)
  const { shown, hidden, pinned, widths } = layoutOf(of.columns, params)
  const conditions = activeFilters(of.listFilters, params)
  const text = params.get('q')
  const ask = (change: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(look)
    for (const [key, value] of Object.entries(change))
      if (value) next.set(key, value)
      else next.delete(key)
    setLook(next.toString())
  }
  const set = (key: string, value: string | undefined) => ask({ [key]: value })
  const isCounted = conditionsIn(of, look) === conditionsIn(of, first)
  const written: Written = { name: name.trim(), shared, look }
  const run = (work: () => Promise<boolean>) => {
    setBusy(true)
    void work().then((isDone) => (isDone ? onClose() : setBusy(false)))
  }
  const places = beside.length + (saved?.shared === shared ? 0 : 1)
  const sorts = of.columns.filter(({ sort }) => sort !== undefined)
  return (
    <Dialog
      title={saved ? `View “${saved.name}”` : 'Save what you see as a view'}
      about={`${count === undefined || !isCounted ? '' : `${count} now. `}It keeps filters, sort, columns and row height.`}
      huge
      does={shared ? 'Save for everybody' : 'Save for me'}
      busy={busy}
      disabled={written.name === ''}
      says={
        saved && (
          <Button kind="ghost warn" disabled={busy} onClick={() => run(() => views.remove(saved))}>
            Delete the view
          </Button>
        )
      }
      also={
        saved && (
          <Button disabled={busy || written.name === '' || written.name === saved.name} onClick={() => run(() => views.create(written))}>
            Save as another
          </Button>
        )
      }
      onDo={() => run(() => (saved ? views.change(saved, written, place !== own ? place : undefined) : views.create(written)))}
      onClose={onClose}
    >
      <div className="grid2 ve">
        <div className="stack">
          <div className="grid2">
            <TextField label="Name" value={name} maxLength={60} required onChange={(event) => setName(event.target.value)} data-first="" />
            {saved && (
              <SelectField
                label="Place"
                hint="among those of its kind"
                value={place || places}
                onChange={(event) => setPlace(Number(event.target.value))}
              >
                {Array.from({ length: places }, (_, at) => (
                  <option key={at} value={at + 1}>
                    {at + 1}
                  </option>
                ))}
              </SelectField>
            )}
          </div>
          <div>
            <h3>{`Shows ${of.more} where`}</h3>
            {conditions.length === 0 && !text ? (
              <p className="soft">Nothing is asked for: all of them.</p>
            ) : (
              <ul className="conds">
                {conditions.map((one) => (
                  <Condition key={one.of.name} of={one} onAsk={ask} />
                ))}
                {text && (
                  <li>
                    <span>
                      <b>Search</b> finds <b>{text}</b>
                    </span>
                    <IconButton small icon={X} name="Remove Search" onClick={() => set('q', undefined)} />
                  </li>
                )}
              </ul>
            )}
            {of.listFilters.length > 0 && (
              <p className="addcond">
                <FilterMenu
                  label="Add a condition"
                  listFilters={of.listFilters}
                  on={conditions}
                  onAsk={ask}
                  button={
                    <Button kind="ghost" small icon={Plus}>
                      Condition
                    </Button>
                  }
                />
              </p>
            )}
          </div>
          <SelectField
            label="Sorted by"
            value={sortText(sortingOf(of, params))}
            onChange={({ target }) => set('sort', target.value === of.usualSort ? undefined : target.value)}
          >
            {sorts.flatMap(({ id: by, name: column }) =>
              [true, false].map((descending) => (
                <option key={sortText({ by, descending })} value={sortText({ by, descending })}>
                  {`${column}, ${descending ? 'descending' : 'ascending'}`}
                </option>
              )),
            )}
          </SelectField>
          <fieldset className="stack-s">
            <legend>
              <b>Who has it</b>
            </legend>
            {[false, true].map((all) => (
              <span key={String(all)} className="check">
                <input
                  type="radio"
                  name={`${id}-who`}
                  id={`${id}-${String(all)}`}
                  checked={shared === all}
                  disabled={all && !views.mayShare}
                  onChange={() => setShared(all)}
                />
                <label htmlFor={`${id}-${String(all)}`}>
                  {all ? 'Everybody' : 'Only me'}
                  {all && (
                    <span className="hint">
                      {views.mayShare ? 'all of the staff see it among their views' : 'your role may not share views'}
                    </span>
                  )}
                </label>
              </span>
            ))}
          </fieldset>
        </div>
        <div>
          <div className="row between">
            <h3>Columns</h3>
            <RowHeight roomy={isRoomy(params)} onChange={(yes) => set('rows', yes ? 'roomy' : undefined)} />
          </div>
          <ColumnSort
            className="colsort"
            shown={shown}
            hidden={hidden}
            pinned={pinned}
            widths={widths}
            onChange={(make) => set('columns', make(shown.map(({ id: one }) => one)).join())}
            onWiden={(one, by) =>
              set('widths', widthsText(widthsWith([], new Map(), widths, one, (widths.get(one) ?? widthsNow().get(one) ?? 0) + by)))
            }
            onPin={(one, yes) => set('pinned', pinnedText(shown, yes ? [...pinned, one] : pinned.filter((other) => other !== one)))}
          />
        </div>
      </div>
    </Dialog>
  )
}

/** What a view asks for: its words open the other choices. */
function Condition({ of: on, onAsk }: { of: ActiveFilter; onAsk: (change: Readonly<Record<string, string | undefined>>) => void }) {
  return (
    <li>
      <FilterChoices of={on} onAsk={onAsk} className="cond" />
      <IconButton small icon={X} name={`Remove ${on.of.title}`} onClick={() => onAsk({ [on.of.name]: undefined })} />
    </li>
  )
}

/** What an address asks for, however it is shown. */
const conditionsIn = <T,>({ listFilters }: Listing<T>, look: string): string => {
  const params = new URLSearchParams(look)
  return JSON.stringify([params.get('q'), activeFilters(listFilters, params).map(({ of, values }) => [of.name, values])])
}

/** `38 orders`, or `10,000+ orders`. */
export const countOf = <T,>({ one, more }: Listing<T>, count: number, most: number): string =>
  count >= most ? `${countText(count, most)} ${more}` : many(count, one, more)
