import type { StockLevel, StockLocation } from '@vitrine/contract'
import { ArrowLeftRight, PackagePlus, ScanBarcode } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { List } from '../list/list.tsx'
import type { Listing } from '../list/listing.ts'
import { loaderOf } from '../list/load.ts'
import { many } from '../list/many.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/field.tsx'
import { RangeStrip } from '../parts/sheet/cell-range.tsx'
import { useSay } from '../parts/toasts.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import type { KeyMap } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { NewTransfer } from '../transfers/new-transfer.tsx'
import { atParam, stock, stockAt } from './listing.tsx'
import { SaveDialog } from './save.tsx'
import { changesOn, countedOn, keyOf, type Mode, quantityText } from './sheet.ts'
import { SheetProvider, useWriting } from './writing.tsx'

export const loader = loaderOf(stock)

/** The locations that are open; none until they are read, and where they cannot be. */
function useLocations(): readonly StockLocation[] {
  const [locations, setLocations] = useState<readonly StockLocation[]>([])
  useEffect(() => {
    const stop = new AbortController()
    client.stockLocations.listLocations({}, { signal: stop.signal }).then(
      (found) => setLocations(found.locations.filter(({ active }) => active)),
      () => {},
    )
    return () => stop.abort()
  }, [])
  return locations
}

/** Further than so many the platform does not count. */
const mostCounted = 10_000

/** How many variants there are, and how many units of them. */
function useTotals(at: string): string | undefined {
  const about = useAnswer({
    ask: (signal) => client.merchantInventory.countLevels({ filters: [{}], ...(at && { locationId: at }) }, { signal }),
    of: `stock ${at}`,
    ms: 0,
  })
  const [variants, units] = [about?.counts[0], about?.units[0]]
  if (variants === undefined || units === undefined) return undefined
  return variants >= mostCounted ? 'more than 10,000 variants' : `${many(variants, 'variant')}, ${many(units, 'unit')}`
}

export const Inventory = () => (
  <SheetProvider>
    <Page />
  </SheetProvider>
)

function Page() {
  const { mode, only, sheet, clear, setMode } = useWriting()
  const locations = useLocations()
  const [params, setParams] = useSearchParams()
  const at = params.get(atParam) ?? ''
  const totals = useTotals(at)
  const lookAt = (locationId: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const name of [atParam, 'after', 'before']) next.delete(name)
      if (locationId) next.set(atParam, locationId)
      return next
    })
  const mayWrite = useMay()('products.write')
  const changes = changesOn(sheet, mode)
  const unread = changes.find(({ now }) => now === undefined)
  const [saving, setSaving] = useState(false)
  /** Hears whether what was to be saved is. */
  const heard = useRef<(saved: boolean) => void>(undefined)
  const save = () =>
    new Promise<boolean>((resolve) => {
      heard.current = resolve
      setSaving(true)
    })
  const done = (saved: boolean) => {
    setSaving(false)
    heard.current?.(saved)
  }
  const isWritten = changes.length > 0
  const [moving, setMoving] = useState<readonly StockLevel[]>()
  const mayMove = mayWrite && locations.length > 1
  const turn = (to: Mode) => setMode(mode === to ? 'adjust' : to)
  const listing = useActsOf({
    of: useMemo(() => stockAt(locations, at), [locations, at]),
    isWritten,
    onBegin: mayWrite ? (to, rows) => setMode(to, new Set(rows.map(keyOf))) : undefined,
    onMove: mayMove ? setMoving : undefined,
  })
  useEffect(() => {
    if (mode === 'count') document.querySelector<HTMLInputElement>('.table.inv input[data-cell]')?.focus()
  }, [mode])
  const keys: KeyMap =
    mayWrite && !isWritten
      ? {
          c: { says: 'Count', run: () => turn('count') },
          r: { says: 'Receive stock', run: () => turn('receive') },
          ...(mayMove && { t: { says: 'Transfer', run: () => setMoving([]) } }),
        }
      : {}
  return (
    <>
      <List
        of={listing}
        keys={keys}
        facts={totals && <span>{totals}</span>}
        {...(mayWrite && {
          below: (
            <RangeStrip>
              {mode === 'count' && sheet.size > 0 ? (
                <Counted />
              ) : isWritten ? (
                `${many(changes.length, 'quantity', 'quantities')} changed, not saved.`
              ) : (
                modeText[mode].says
              )}
              {only && ` · ${many(only.size, 'selected variant')}`}
            </RangeStrip>
          ),
        })}
        {...(mayWrite && {
          main: (
            <Button
              kind="primary"
              icon={PackagePlus}
              keys={['R']}
              aria-pressed={mode === 'receive'}
              disabled={isWritten}
              onClick={() => turn('receive')}
            >
              Receive stock
            </Button>
          ),
        })}
      >
        {locations.length > 1 && (
          <SelectField label="Location" hidden value={at} disabled={isWritten} onChange={({ target }) => lookAt(target.value)}>
            <option value="">All locations</option>
            {locations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {mayWrite && (
          <Button icon={ScanBarcode} keys={['C']} aria-pressed={mode === 'count'} disabled={isWritten} onClick={() => turn('count')}>
            Count
          </Button>
        )}
        {mayMove && (
          <Button icon={ArrowLeftRight} keys={['T']} disabled={isWritten} onClick={() => setMoving([])}>
            Transfer
          </Button>
        )}
      </List>
      <Unsaved
        of={changes.map(({ name, was, now }) => ({ name, was: quantityText(was), now: quantityText(now ?? null) }))}
        busy={saving}
        wrong={unread && `${unread.name}: ${modeText[mode].wants}.`}
        onSave={save}
        onDiscard={clear}
      />
      {moving && <NewTransfer between={locations} from={at} of={moving} onClose={() => setMoving(undefined)} />}
      {saving && <SaveDialog of={changes} at={locations.find(({ id }) => id === at)} onDone={done} />}
    </>
  )
}

const modeText: Readonly<Record<Mode, { readonly says: string; readonly wants: string }>> = {
  adjust: {
    says: 'Write what there is; empty is not tracked',
    wants: 'a quantity, or more or less such as +6 or -2',
  },
  count: {
    says: 'Write what is on the shelf',
    wants: 'how many are there',
  },
  receive: {
    says: 'Write what was delivered',
    wants: 'how many were delivered',
  },
}

/** How far the count is. */
function Counted() {
  const { counted, differ } = countedOn(useWriting().sheet)
  return (
    <>
      <b>{counted.toLocaleString('en-GB')} counted</b>, {differ === 0 ? 'as expected' : `${many(differ, 'differs', 'differ')}`}
    </>
  )
}

interface ActsOfOptions {
  of: Listing<StockLevel>
  isWritten: boolean
  /** Counts or receives these alone. */
  onBegin: ((mode: Mode, rows: readonly StockLevel[]) => void) | undefined
  onMove: ((rows: readonly StockLevel[]) => void) | undefined
}

/** The list, with what can be done with selected variants; nothing of it while something is written that is not saved. */
function useActsOf({ of, isWritten, onBegin, onMove }: ActsOfOptions): Listing<StockLevel> {
  const say = useSay()
  const latest = useRef({ onBegin, onMove, say, isWritten })
  useEffect(() => {
    latest.current = { onBegin, onMove, say, isWritten }
  })
  const [mayBegin, mayMove] = [onBegin !== undefined, onMove !== undefined]
  return useMemo(() => {
    const unlessWritten = (run: () => void) =>
      latest.current.isWritten ? latest.current.say({ text: 'Save or discard what is written first.' }) : run()
    const needs = 'products.write' as const
    const begin = (mode: Mode) => (rows: readonly StockLevel[]) => unlessWritten(() => latest.current.onBegin?.(mode, rows))
    if (!mayBegin) return of
    return {
      ...of,
      acts: [
        { name: 'Count', icon: ScanBarcode, key: 'c', needs, opens: begin('count') },
        ...(mayMove
          ? [
              {
                name: 'Transfer',
                icon: ArrowLeftRight,
                key: 't',
                needs,
                keeps: true,
                fits: ({ tracked }: StockLevel) => tracked,
                opens: (rows: readonly StockLevel[]) => unlessWritten(() => latest.current.onMove?.(rows)),
              },
            ]
          : []),
        { name: 'Receive stock', icon: PackagePlus, key: 'r', needs, opens: begin('receive') },
      ],
    }
  }, [of, mayBegin, mayMove])
}
