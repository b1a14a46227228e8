import { exponentOf } from '@vitrine/pricing'
import { ClipboardPaste, Info, Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { many } from '../../list/many.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { keysText } from '../../parts/machine-keys.ts'
import { pastedBlock } from '../../parts/sheet/pasted-block.ts'
import { useSay } from '../../parts/toasts.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { useShop } from '../../shop.ts'
import type { Delivery } from '../delivery.ts'
import { Below } from './below.tsx'
import { FromCosts } from './from-costs.tsx'
import { Grid } from './grid.tsx'
import { Margin } from './margin.tsx'
import { NewStep } from './new-step.tsx'
import { calculated, columnsOf, costColumns, costOf, nameIn, priceOf, pricesIn, type Row, rowsOf, wrongIn } from './sheet.ts'
import { useArea } from './use-area.ts'
import { useEdits, type Written } from './use-edits.ts'
import { useSaving } from './use-saving.ts'

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** All prices by weight on one sheet, written by the keys. */
export function Weights() {
  const delivery = useLoaderData<Delivery>()
  const { currency, weightUnit } = useShop()
  const mayWrite = useMay()('delivery.write')
  const say = useSay()
  usePlace([{ name: 'Shipping', to: '/shipping' }, { name: 'Weight-based rates' }])
  const rows = rowsOf(delivery.shippingOptions)
  const [more, setMore] = useState<readonly string[]>([])
  const [writing, setWriting] = useState<string>()
  const [showsCosts, setShowsCosts] = useState(false)
  const [asksStep, setAsksStep] = useState(false)
  const [filling, setFilling] = useState(false)
  const prices = columnsOf(rows, more, weightUnit.toLowerCase())
  const costs = costColumns(prices)
  const all = [...prices, ...costs]
  const columns = showsCosts ? costs : prices
  const edits = useEdits(rows, prices, all, currency)
  const area = useArea(rows, columns, writing !== undefined)
  const saving = useSaving(rows, all, edits)
  const { shown, put } = edits
  const zones = new Map(delivery.deliveryProfile.deliveryRegions.map(({ id, name }) => [id, name]))
  const zonesOf = ({ method }: Row) => method.deliveryRegionIds.map((id) => zones.get(id)).join(', ') || 'in no zone'
  const picked = area.rows.flatMap((row) => area.columns.map((column) => ({ row, column })))
  const here = rows[area.at.row] && columns[area.at.column] ? { row: rows[area.at.row]!, column: columns[area.at.column]! } : undefined
  const putAll = (text: (row: Row, key: string) => string) =>
    put(picked.map(({ row, column: { key } }) => [row, key, text(row, key)] as const))

  const write = (text: string) => {
    const done: Written[] = []
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
      line.flatMap((said, right): Written[] => {
        const row = rows[area.edges.top + down]
        const column = columns[area.edges.left + right]
        return row && column ? [[row, column.key, said.trim().replace(/[€$£\s]/g, '')]] : []
      }),
    )
    put(done)
    say({ text: `${many(done.length, 'price')} pasted. Not saved yet.`, undo: edits.undo })
  }
  const copied = () => area.rows.map((row) => area.columns.map(({ key }) => shown(row, key)).join('\t')).join('\n')
  const hear = (event: KeyboardEvent) => {
    if (writing !== undefined || !mayWrite || event.altKey) return
    const held = event.metaKey || event.ctrlKey
    const arrow = arrows[event.key]
    if (arrow) area.move(arrow[0], arrow[1], event.shiftKey)
    else if (held && event.key === 'z') edits.undo()
    else if (held && event.key === 'd') putAll((_, key) => shown(area.rows[0]!, key))
    else if (held && event.key === 'c') void navigator.clipboard?.writeText(copied())
    else if (held) return
    else if (event.key === 'Home') area.move(0, -columns.length)
    else if (event.key === 'End') area.move(0, columns.length)
    else if (event.key === 'Delete' || event.key === 'Backspace') putAll(() => '')
    else if (event.key === 'Enter' || event.key === 'F2') setWriting(here ? shown(here.row, here.column.key) : '')
    else if (event.key.length === 1 && /[\d.,=]/.test(event.key)) setWriting(event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const end = (text: string | undefined, rowBy: number, columnBy: number) => {
    if (text !== undefined) write(text)
    setWriting(undefined)
    if (rowBy !== 0 || columnBy !== 0) area.move(rowBy, columnBy)
  }

  const empty = rows.find((one) => !pricesIn(Object.fromEntries(all.map(({ key }) => [key, shown(one, key)])), one.perItem))
  const unfit = edits.changed.find(({ row, column }) => wrongIn(column.key, shown(row, column.key), currency))
  const wrong = unfit
    ? `${unfit.row.method.title}, ${nameIn(unfit.column)}: ${wrongIn(unfit.column.key, shown(unfit.row, unfit.column.key), currency)}.`
    : empty
      ? `${empty.method.title} has no price at all. Switch it off instead.`
      : undefined
  const losses = rows.reduce((sum, one) => sum + prices.filter(({ key }) => edits.isLoss(one, key)).length, 0)
  const saidOf = (row: Row, column: string): string => {
    const step = edits.lent(row, column)
    if (step) return `${shown(row, step.key)}, as for ${step.upTo ? `${step.upTo} ${weightUnit.toLowerCase()}` : 'any weight'}`
    return (
      shown(row, column) ||
      (priceOf(column) !== undefined ? 'not known' : column === 'free' ? 'never free' : column === 'days' ? 'not said' : 'not sent')
    )
  }
  useKeys(mayWrite && rows.length > 0 ? { s: { says: 'Add a step', run: () => setAsksStep(true) } } : {}, 'Weight-based rates')
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
                area.pick({ row: area.at.row, column: Math.min(area.at.column, costs.length - 1) })
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
            <Button icon={Plus} keys={['S']} onClick={() => setAsksStep(true)}>
              Step
            </Button>
          </>
        )}
      </PageHead>
      <div className="fx" aria-live="polite">
        <span className="mono faint">{here ? `${String.fromCharCode(66 + area.at.column)}${area.at.row + 2}` : ''}</span>
        <span className="sep" />
        <span>
          {here && strip(picked.length, here.row, nameIn(here.column), saidOf(here.row, here.column.key), zonesOf(here.row))}
          {here && picked.length === 1 && (
            <Margin {...edits.pairOf(here.row, here.column.key)} currency={currency} perItem={here.row.perItem} />
          )}
        </span>
      </div>
      <Grid
        rows={rows}
        columns={columns}
        edits={edits}
        area={area}
        showsCosts={showsCosts}
        zonesOf={zonesOf}
        currency={currency}
        mayWrite={mayWrite}
        writing={writing}
        onWriting={setWriting}
        onWritten={end}
        onPaste={paste}
        onKeyDown={hear}
      />
      <p className="undert">
        <Icon of={Info} />
        <span>
          {rows.some((one) => columns.some(({ key }) => edits.besideOf(one, key))) &&
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
      {saving.dialog}
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
      {asksStep && (
        <NewStep unit={weightUnit.toLowerCase()} onAdd={(weight) => setMore([...more, weight])} onClose={() => setAsksStep(false)} />
      )}
      <Unsaved
        of={edits.changed.map(({ row, column }) => ({
          name: `${row.method.title} ${nameIn(column)}`,
          was: edits.stored(row, column.key),
          now: shown(row, column.key),
        }))}
        wrong={wrong}
        busy={saving.busy}
        onSave={saving.save}
        onDiscard={edits.discard}
      />
    </>
  )
}

function strip(count: number, row: Row, column: string, text: string, zones: string): string {
  if (count > 1) return `${many(count, 'cell')} picked. What you write goes into each.`
  return `${row.method.title} ${column}, ${zones}: ${text}`
}
