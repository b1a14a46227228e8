import { exponentOf } from '@vitrine/pricing'
import { ClipboardPaste, Info, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { useAct } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { useTogether } from '../../parts/conflict.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { keysText } from '../../parts/machine-keys.ts'
import { pastedBlock } from '../../parts/sheet/pasted-block.ts'
import { RowHead } from '../../parts/table.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { useShop } from '../../shop.ts'
import { type Delivery, deliveryText } from '../delivery.ts'
import { ratesToSave } from '../rates.ts'
import { Below } from './below.tsx'
import { FromCosts } from './from-costs.tsx'
import { Margin } from './margin.tsx'
import {
  anyWeight,
  calculated,
  columnsOf,
  costColumns,
  costOf,
  daysIn,
  edgesOf,
  lossOf,
  nameIn,
  priceOf,
  pricesIn,
  type Row,
  rowsOf,
  stepFor,
  wrongIn,
} from './sheet.ts'
import { Writing } from './writing.tsx'

interface At {
  readonly row: number
  readonly column: number
}

/** Written over what is saved, by the method and the column. */
type Edits = Readonly<Record<string, string>>
const keyOf = (row: Row, column: string): string => `${row.method.id} ${column}`

/** All prices by weight on one sheet, written by the keys. */
export function Weights() {
  const delivery = useLoaderData<Delivery>()
  const { currency, weightUnit } = useShop()
  const mayWrite = useMay()('delivery.write')
  const { act, busy } = useAct(deliveryText)
  const say = useSay()
  usePlace([{ name: 'Shipping', to: '/shipping' }, { name: 'Weight-based rates' }])
  const rows = rowsOf(delivery.shippingOptions)
  const [more, setMore] = useState<readonly string[]>([])
  const [edits, setEdits] = useState<Edits>({})
  const [history, setHistory] = useState<readonly Edits[]>([])
  const [at, setAt] = useState<At>({ row: 0, column: 0 })
  const [until, setUntil] = useState<At>({ row: 0, column: 0 })
  const [writing, setWriting] = useState<string>()
  const [step, setStep] = useState<string>()
  const cells = useRef(new Map<string, HTMLTableCellElement>())
  const hasFocus = useRef(false)
  const [showsCosts, setShowsCosts] = useState(false)
  const [filling, setFilling] = useState(false)
  const prices = columnsOf(rows, more, weightUnit.toLowerCase())
  const costs = costColumns(prices)
  const all = [...prices, ...costs]
  const columns = showsCosts ? costs : prices
  const zones = new Map(delivery.deliveryProfile.deliveryRegions.map(({ id, name }) => [id, name]))
  const nameOf = ({ method }: Row) => method.title
  const zonesOf = ({ method }: Row) => method.deliveryRegionIds.map((id) => zones.get(id)).join(', ') || 'in no zone'
  const stored = (row: Row, column: string) => row.cells[column] ?? ''
  const shown = (row: Row, column: string) => edits[keyOf(row, column)] ?? stored(row, column)
  /** The column whose price holds in this one, where that is another. */
  const lent = (row: Row, column: string) =>
    shown(row, column).trim() === '' ? stepFor(prices, column, (key) => shown(row, key)) : undefined
  const changed = rows.flatMap((row) =>
    all.filter(({ key }) => shown(row, key).trim() !== stored(row, key)).map((column) => ({ row, column })),
  )
  const area = {
    top: Math.min(at.row, until.row),
    bottom: Math.max(at.row, until.row),
    left: Math.min(at.column, until.column),
    right: Math.max(at.column, until.column),
  }
  const picked = rows
    .slice(area.top, area.bottom + 1)
    .flatMap((row) => columns.slice(area.left, area.right + 1).map((column) => ({ row, column })))

  /** What the carrier takes stands beside a price, and nowhere else. */
  const put = (cells: readonly (readonly [Row, string, string])[]) => {
    const next = cells.filter(([row, column]) => priceOf(column) === undefined || shown(row, priceOf(column)!).trim() !== '')
    if (next.length === 0) return
    setHistory((all) => [...all, edits].slice(-100))
    setEdits({ ...edits, ...Object.fromEntries(next.map(([row, column, text]) => [keyOf(row, column), text])) })
  }
  const undo = () => {
    const before = history.at(-1)
    if (!before) return
    setEdits(before)
    setHistory(history.slice(0, -1))
  }
  const move = (rowBy: number, columnBy: number, wide = false) => {
    const from = wide ? until : at
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, from.row + rowBy)),
      column: Math.max(0, Math.min(columns.length - 1, from.column + columnBy)),
    }
    if (!wide) setAt(next)
    setUntil(next)
  }
  // The focus goes with the cell, so that a reader of the screen hears it.
  useEffect(() => {
    const row = rows[until.row]
    const column = columns[until.column]
    if (hasFocus.current && writing === undefined && row && column) cells.current.get(keyOf(row, column.key))?.focus()
  })
  const write = (text: string) => {
    const done: (readonly [Row, string, string])[] = []
    for (const { row, column } of picked) {
      const next = column.key === 'days' ? text : calculated(text.trim(), shown(row, column.key), exponentOf(currency))
      if (next === undefined) {
        say({ text: `“${text}” cannot be calculated. Enter a price, or such as =old*1.05.`, bad: true })
        return
      }
      done.push([row, column.key, next.trim()])
    }
    put(done)
  }
  const paste = (text: string) => {
    const done = pastedBlock(text).flatMap((line, down) =>
      line.flatMap((said, right): (readonly [Row, string, string])[] => {
        const row = rows[area.top + down]
        const column = columns[area.left + right]
        return row && column ? [[row, column.key, said.trim().replace(/[€$£\s]/g, '')]] : []
      }),
    )
    put(done)
    say({ text: `${many(done.length, 'price')} pasted. Not saved yet.`, undo })
  }
  const hear = (event: React.KeyboardEvent) => {
    if (writing !== undefined || !mayWrite || event.altKey) return
    const held = event.metaKey || event.ctrlKey
    const arrows: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    }
    const arrow = arrows[event.key]
    if (arrow) move(arrow[0], arrow[1], event.shiftKey)
    else if (held && event.key === 'z') undo()
    else if (held && event.key === 'd') put(picked.map(({ row, column }) => [row, column.key, shown(rows[area.top]!, column.key)] as const))
    else if (held && event.key === 'c') void navigator.clipboard?.writeText(copied())
    else if (held) return
    else if (event.key === 'Home') move(0, -columns.length)
    else if (event.key === 'End') move(0, columns.length)
    else if (event.key === 'Delete' || event.key === 'Backspace') put(picked.map(({ row, column }) => [row, column.key, ''] as const))
    else if (event.key === 'Enter' || event.key === 'F2') setWriting(here ? shown(here.row, here.column.key) : '')
    else if (event.key.length === 1 && /[\d.,=]/.test(event.key)) setWriting(event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const copied = () =>
    rows
      .slice(area.top, area.bottom + 1)
      .map((row) =>
        columns
          .slice(area.left, area.right + 1)
          .map(({ key }) => shown(row, key))
          .join('\t'),
      )
      .join('\n')
  const end = (text: string | undefined, rowBy: number, columnBy: number) => {
    if (text !== undefined) write(text)
    setWriting(undefined)
    if (rowBy !== 0 || columnBy !== 0) move(rowBy, columnBy)
  }

  const row = useRef<Row>(undefined)
  const together = useTogether<string>({
    names: Object.fromEntries(all.map((column) => [column.key, nameIn(column)])),
    what: 'these prices',
    read: async () => {
      const { shippingOption } = await client.shippingOptions.getShippingOption({ shippingOptionId: row.current!.method.id })
      const [now] = rowsOf([shippingOption])
      return { values: Object.fromEntries(all.map(({ key }) => [key, now?.cells[key] ?? ''])), revision: shippingOption.revision }
    },
    write: (values, revision) => {
      const written = pricesIn(values, row.current!.perItem)
      return client.shippingOptions.updateShippingOption({
        shippingOption: {
          id: row.current!.method.id,
          revision,
          ...(written && { rates: ratesToSave(written) }),
          deliveryDays: daysIn(values['days'] ?? '') ?? null,
        },
      })
    },
  })
  const save = async () => {
    const touched = rows.filter((one) => changed.some((change) => change.row === one))
    let saved = 0
    const done = await act(async () => {
      for (const one of touched) {
        row.current = one
        const opened = Object.fromEntries(all.map(({ key }) => [key, stored(one, key)]))
        const mine = Object.fromEntries(all.map(({ key }) => [key, shown(one, key).trim()]))
        if (!(await together.save(opened, mine))) return saved > 0 ? `${many(saved, 'rate')} saved.` : undefined
        saved++
        setEdits((all) => Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith(`${one.method.id} `))))
      }
      return `${many(changed.length, 'price')} saved.`
    })
    if (done) setHistory([])
    return done && saved === touched.length
  }
  const empty = rows.find((one) => !pricesIn(Object.fromEntries(all.map(({ key }) => [key, shown(one, key)])), one.perItem))
  const unfit = changed.find(({ row, column }) => wrongIn(column.key, shown(row, column.key), currency))
  const wrong = unfit
    ? `${nameOf(unfit.row)}, ${nameIn(unfit.column)}: ${wrongIn(unfit.column.key, shown(unfit.row, unfit.column.key), currency)}.`
    : empty
      ? `${nameOf(empty)} has no price at all. Switch it off instead.`
      : undefined
  /** The price of a cell, and what the carrier takes for it: `key` is of the one or of the other. */
  const pairOf = (row: Row, key: string) => {
    const price = priceOf(key) ?? key
    return { price: shown(row, price), cost: shown(row, costOf(price)) }
  }
  const isLoss = (row: Row, key: string): boolean => {
    const { price, cost } = pairOf(row, key)
    return lossOf(price, cost, currency) !== undefined
  }
  const besideOf = (row: Row, key: string): string => {
    const { price, cost } = pairOf(row, key)
    return price.trim() === '' ? '' : priceOf(key) === undefined ? cost : price
  }
  const losses = rows.reduce((sum, one) => sum + prices.filter(({ key }) => isLoss(one, key)).length, 0)
  const saidOf = (row: Row, column: string): string => {
    const step = lent(row, column)
    if (step) return `${shown(row, step.key)}, as for ${step.upTo ? `${step.upTo} ${weightUnit.toLowerCase()}` : 'any weight'}`
    return (
      shown(row, column) ||
      (priceOf(column) !== undefined ? 'not known' : column === 'free' ? 'never free' : column === 'days' ? 'not said' : 'not sent')
    )
  }
  const here = rows[at.row] && columns[at.column] ? { row: rows[at.row]!, column: columns[at.column]! } : undefined
  useKeys(mayWrite && rows.length > 0 ? { s: { says: 'Add a step', run: () => setStep('') } } : {}, 'Weight-based rates')
  if (rows.length === 0)
    return (
      <>
        <PageHead title="Weight-based rates" />
        <p className="pad soft">
          No rate goes by weight yet. Make one in its zone under{' '}
          <Link className="a" to="/shipping">
            Shipping
          </Link>
          , and its prices stand here beside the others’.
        </p>
      </>
    )
  return (
    <>
      <PageHead
        title="Weight-based rates"
        facts={
          <>
            <span>{`${many(rows.length, 'rate')}, ${many(prices.filter(({ upTo }) => upTo).length, 'step')}`}</span>
            {losses > 0 && <span className="down">{`${many(losses, 'price')} below what the carrier takes`}</span>}
          </>
        }
      >
        <div className="seg" role="group" aria-label="What the sheet shows">
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              aria-pressed={showsCosts === one}
              onClick={() => {
                setShowsCosts(one)
                setAt({ row: at.row, column: Math.min(at.column, costs.length - 1) })
                setUntil({ row: at.row, column: Math.min(at.column, costs.length - 1) })
              }}
            >
              {one ? 'What it costs you' : 'Prices'}
            </button>
          ))}
        </div>
        {mayWrite && (
          <>
            <Button
              icon={ClipboardPaste}
              onClick={() =>
                void navigator.clipboard
                  .readText()
                  .then(paste)
                  .catch(() =>
                    say({
                      text: `The browser does not let the page read what was copied. Press ${keysText(['⌘', 'V'])} on a cell instead.`,
                      bad: true,
                    }),
                  )
              }
            >
              Paste from a sheet
            </Button>
            {rows.some((one) => costs.some(({ key }) => shown(one, key).trim() !== '')) && (
              <Button onClick={() => setFilling(true)}>Fill from costs</Button>
            )}
            <Button icon={Plus} keys={['S']} onClick={() => setStep('')}>
              Step
            </Button>
          </>
        )}
      </PageHead>
      <div className="fx" aria-live="polite">
        <span className="mono faint">{here ? `${String.fromCharCode(66 + at.column)}${at.row + 2}` : ''}</span>
        <span className="sep" />
        <span>
          {here && strip(picked.length, here.row, nameIn(here.column), saidOf(here.row, here.column.key), zonesOf(here.row))}
          {here && picked.length === 1 && <Margin {...pairOf(here.row, here.column.key)} currency={currency} perItem={here.row.perItem} />}
        </span>
      </div>
      <section className="tw" aria-label="Prices by weight">
        {/* The arrows go from cell to cell, as in a spreadsheet. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table role="grid" className="table sheet grid-t wts" aria-multiselectable="true">
          <caption className="vh">{showsCosts ? 'What the carrier takes, by rate and weight' : 'Price by rate and weight'}</caption>
          <thead>
            <tr>
              <th scope="col" style={{ inlineSize: '24%' }}>
                Rate
              </th>
              {columns.map(({ key, name }) => (
                <th key={key} scope="col" className={key === 'days' ? undefined : 'num'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {/* The keys are those of the cell that has the focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <tbody onKeyDown={hear}>
            {rows.map((one, rowAt) => (
              <tr key={one.method.id} {...(!one.method.active && { 'data-quiet': '' })}>
                <RowHead>
                  <span className="two">
                    <span>{nameOf(one)}</span>
                    <span className="faint small" title={zonesOf(one)}>
                      {zonesOf(one)}
                    </span>
                  </span>
                </RowHead>
                {columns.map(({ key, name }, columnAt) => {
                  const isAt = rowAt === at.row && columnAt === at.column
                  const isIn = rowAt >= area.top && rowAt <= area.bottom && columnAt >= area.left && columnAt <= area.right
                  const text = shown(one, key)
                  const step = lent(one, key)
                  const isWriting = isAt && writing !== undefined
                  return (
                    <td
                      key={key}
                      ref={(cell) => {
                        if (cell) cells.current.set(keyOf(one, key), cell)
                        else cells.current.delete(keyOf(one, key))
                      }}
                      className={key === 'days' ? 'cell' : 'cell num'}
                      tabIndex={rowAt === until.row && columnAt === until.column ? 0 : -1}
                      aria-selected={isIn}
                      {...(isIn && !isWriting && { 'data-sel': edgesOf(rowAt, columnAt, area) })}
                      {...(isWriting && { 'data-edit': '' })}
                      {...(text.trim() !== stored(one, key) && { 'data-changed': '' })}
                      onFocus={() => (hasFocus.current = true)}
                      onBlur={(event) => {
                        if (!event.currentTarget.closest('tbody')?.contains(event.relatedTarget)) hasFocus.current = false
                      }}
                      onMouseDown={(event) => {
                        if (isWriting) return
                        if (event.shiftKey) setUntil({ row: rowAt, column: columnAt })
                        else {
                          setAt({ row: rowAt, column: columnAt })
                          setUntil({ row: rowAt, column: columnAt })
                        }
                      }}
                      onDoubleClick={() => mayWrite && setWriting(text)}
                      onPaste={(event) => {
                        if (!mayWrite || isWriting) return
                        event.preventDefault()
                        paste(event.clipboardData.getData('text/plain'))
                      }}
                    >
                      {isWriting ? (
                        <Writing label={`${nameOf(one)}, ${nameIn({ key, name })}`} value={writing} onChange={setWriting} onEnd={end} />
                      ) : (
                        <>
                          <span className={key === 'days' ? 'soft' : wrongIn(key, text, currency) || isLoss(one, key) ? 'down strong' : ''}>
                            {text || <span className="faint">{step ? shown(one, step.key) : key === anyWeight ? 'not sent' : '–'}</span>}
                          </span>
                          {besideOf(one, key) && (
                            <small>
                              <span className="vh">{showsCosts ? ', price ' : ', costs you '}</span>
                              {besideOf(one, key)}
                            </small>
                          )}
                        </>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="undert">
        <Icon of={Info} />
        <span>
          {rows.some((one) => columns.some(({ key }) => besideOf(one, key))) &&
            (showsCosts ? 'Small figures are your prices. ' : 'Small figures are what the carrier takes. ')}
          Type to write, ↵ to change, ⇧ and arrows for a range; =old*1.05 raises all of it by five per cent. Faint prices are those of the
          next step. Rates by value or by quantity are{' '}
          <Link className="a" to="/shipping">
            with their zones
          </Link>
          .
        </span>
      </p>
      <Below zones={delivery.deliveryProfile.deliveryRegions} />
      {together.dialog}
      {filling && (
        <FromCosts
          of={rows.flatMap((one) =>
            prices.flatMap(({ key }) => {
              const cost = shown(one, costOf(key)).trim()
              return cost === '' || shown(one, key).trim() === '' ? [] : [{ cost, put: (text: string) => [one, key, text] as const }]
            }),
          )}
          onFill={put}
          onClose={() => setFilling(false)}
        />
      )}
      {step !== undefined && (
        <Dialog
          title="New step"
          about="A column for every rate. It applies where you enter a price."
          does="Add the step"
          busy={false}
          disabled={!/^\d{1,6}([.,]\d{1,3})?$/.test(step.trim()) || Number(step.replace(',', '.')) === 0}
          onDo={() => {
            setMore([...more, String(Number(step.replace(',', '.')))])
            setStep(undefined)
          }}
          onClose={() => setStep(undefined)}
        >
          <TextField
            label="Up to"
            after={weightUnit.toLowerCase()}
            end
            inputMode="decimal"
            data-first=""
            value={step}
            onChange={({ target }) => setStep(target.value)}
          />
        </Dialog>
      )}
      <Unsaved
        of={changed.map(({ row, column }) => ({
          name: `${nameOf(row)} ${nameIn(column)}`,
          was: stored(row, column.key),
          now: shown(row, column.key),
        }))}
        wrong={wrong}
        busy={busy}
        onSave={save}
        onDiscard={() => {
          setEdits({})
          setHistory([])
        }}
      />
    </>
  )
}

function strip(count: number, row: Row, column: string, text: string, zones: string): string {
  if (count > 1) return `${many(count, 'cell')} picked. What you write goes into each.`
  return `${row.method.title} ${column}, ${zones}: ${text}`
}
