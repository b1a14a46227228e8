import type { StockLocation } from '@vitrine/contract'
import { ArrowLeftRight, ClipboardList, PackagePlus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { List } from '../list/list.tsx'
import { loaderOf } from '../list/load.ts'
import { many } from '../list/many.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { SelectField } from '../parts/field.tsx'
import { RangeStrip } from '../parts/sheet/cell-range.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { atParam, stock, stockAt } from './listing.tsx'
import { SaveDialog } from './save.tsx'
import { changesOn, quantityText } from './sheet.ts'
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
  const { mode, sheet, clear, setMode } = useWriting()
  const locations = useLocations()
  const [params, setParams] = useSearchParams()
  const at = params.get(atParam) ?? ''
  const listing = useMemo(() => stockAt(locations, at), [locations, at])
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
  const other = mode === 'count' ? 'receive' : 'count'
  useKeys(mayWrite && changes.length === 0 ? { r: { says: modeText[other].does, run: () => setMode(other) } } : {}, 'Inventory')
  return (
    <>
      <List
        of={listing}
        facts={totals && <span>{totals}</span>}
        {...(mayWrite && {
          below: (
            <RangeStrip>
              {changes.length > 0 ? `${many(changes.length, 'quantity', 'quantities')} changed, not saved.` : modeText[mode].says}
            </RangeStrip>
          ),
        })}
        {...(locations.length > 1 && {
          children: (
            <>
              <SelectField label="Location" hidden value={at} disabled={changes.length > 0} onChange={({ target }) => lookAt(target.value)}>
                <option value="">All locations</option>
                {locations.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <ButtonLink icon={ArrowLeftRight} to="/transfers">
                Transfers
              </ButtonLink>
            </>
          ),
        })}
        {...(mayWrite && {
          main: (
            <Button
              kind={mode === 'count' ? 'primary' : ''}
              icon={modeText[other].icon}
              keys={['R']}
              disabled={changes.length > 0}
              onClick={() => setMode(other)}
            >
              {modeText[other].does}
            </Button>
          ),
        })}
      />
      <Unsaved
        of={changes.map(({ name, was, now }) => ({ name, was: quantityText(was), now: quantityText(now ?? null) }))}
        busy={saving}
        wrong={unread && `${unread.name}: ${modeText[mode].wants}.`}
        onSave={save}
        onDiscard={clear}
      />
      {saving && <SaveDialog of={changes} at={locations.find(({ id }) => id === at)} onDone={done} />}
    </>
  )
}

const modeText = {
  count: {
    does: 'Count',
    icon: ClipboardList,
    says: 'Write what there is; empty is not tracked',
    wants: 'a quantity, or more or less such as +6 or -2',
  },
  receive: {
    does: 'Receive stock',
    icon: PackagePlus,
    says: 'Write what was delivered',
    wants: 'how many were delivered',
  },
} as const
