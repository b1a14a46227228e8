import type { StockLevel, StockLocation } from '@vitrine/contract'
import { ArrowLeftRight, ClipboardList, History, PackagePlus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { List } from '../list/list.tsx'
import { type Column, type Listing, pageOf } from '../list/listing.ts'
import { loaderOf } from '../list/load.ts'
import { many } from '../list/many.ts'
import { placedAt } from '../orders/words.ts'
import { Button, ButtonLink, IconButton } from '../parts/button.tsx'
import { SelectField } from '../parts/field.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { useMay } from '../shell/desk.tsx'
import { useKeys } from '../shell/keys.ts'
import { useShop } from '../shop.ts'
import { HistoryDialog, Movements } from './history.tsx'
import { PreorderButton } from './preorders.tsx'
import { SaveDialog } from './save.tsx'
import { changesOn, keyOf, nameOf, quantityOf, quantityText } from './sheet.ts'
import { QuantityCell, SheetProvider, useWriting } from './writing.tsx'

/** So many or fewer are low. */
const low = 3
const dayMs = 24 * 3600_000
const restsAfterDays = 90
const dash = <span className="faint">–</span>

/** For how long there is enough, as it sold of late. */
function lasts(level: StockLevel): string {
  const quantity = quantityOf(level)
  if (quantity === null || quantity <= 0 || level.soldIn30Days <= 0) return ''
  const days = Math.floor((quantity / level.soldIn30Days) * 30)
  return days > 365 ? 'over a year' : many(Math.max(1, days), 'day')
}

const At = ({ iso }: { iso: string }) => placedAt(iso, useShop().timeZone)

function State({ of: level }: { of: StockLevel }) {
  const quantity = quantityOf(level)
  if (level.inStock)
    return quantity !== null && quantity <= low ? (
      <span className="st" data-tone="warn">
        Low
      </span>
    ) : (
      <span className="soft">In stock</span>
    )
  if (quantity !== null && quantity + level.preorders > 0)
    return (
      <span className="st" data-tone="info">
        Preorder
      </span>
    )
  return (
    <span className="st" data-tone="bad">
      Out
    </span>
  )
}

const stateOf = (level: StockLevel): string => (level.inStock ? 'in stock' : 'out of stock')

function RowActs({ of: level }: { of: StockLevel }) {
  const mayWrite = useMay()('products.write')
  return (
    <span className="acts">
      {mayWrite && <PreorderButton of={level} />}
      <HistoryButton of={level} />
    </span>
  )
}

function HistoryButton({ of: level }: { of: StockLevel }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton small icon={History} name={`History of ${nameOf(level)}`} onClick={() => setOpen(true)} />
      {open && <HistoryDialog of={level} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Where the address says which location is looked at. */
const atParam = 'at'
const locationIn = (params: URLSearchParams) => {
  const locationId = params.get(atParam)
  return locationId ? { locationId } : {}
}

const stock: Listing<StockLevel> = {
  name: 'inventory',
  path: '/inventory',
  title: 'Inventory',
  one: 'variant',
  more: 'variants',
  className: 'sheet inv pic',
  usualSort: 'variant',
  columns: [
    {
      id: 'variant',
      name: 'Variant',
      head: true,
      sort: 'name',
      bar: 160,
      cell: ({ image, name, choices, visible }) => (
        <span className="vrow">
          <Thumb src={image} size={26} />
          <span className="lead">{name}</span>
          {(choices || !visible) && <span className="faint">{[choices, !visible && 'hidden'].filter(Boolean).join(' · ')}</span>}
        </span>
      ),
      text: nameOf,
    },
    { id: 'sku', name: 'SKU', sort: 'sku', className: 'mono faint', bar: 90, cell: ({ sku }) => sku || dash, text: ({ sku }) => sku },
    {
      id: 'available',
      name: 'Available',
      sort: 'quantity',
      className: 'cell num',
      bar: 40,
      cell: (level) => <QuantityCell of={level} />,
      text: (level) => quantityText(quantityOf(level)),
    },
    {
      id: 'reserved',
      name: 'Reserved',
      className: 'num soft',
      bar: 30,
      none: ({ reserved }) => reserved === 0,
      cell: ({ reserved }) => (reserved === 0 ? dash : reserved.toLocaleString('en-GB')),
      text: ({ reserved }) => String(reserved),
    },
    { id: 'state', name: 'Stock', className: 'fit', bar: 50, cell: (level) => <State of={level} />, text: stateOf },
    {
      id: 'lasts',
      name: 'Lasts',
      className: 'num soft',
      bar: 50,
      none: (level) => lasts(level) === '',
      cell: (level) => lasts(level) || dash,
      text: lasts,
    },
    {
      id: 'sold',
      name: 'Sold, 30 days',
      className: 'num soft',
      bar: 30,
      none: ({ soldIn30Days }) => soldIn30Days === 0,
      cell: ({ soldIn30Days }) => (soldIn30Days === 0 ? dash : soldIn30Days.toLocaleString('en-GB')),
      text: ({ soldIn30Days }) => String(soldIn30Days),
    },
    {
      id: 'last',
      name: 'Last sold',
      className: 'soft fit',
      bar: 60,
      none: ({ lastSoldDate }) => lastSoldDate === undefined,
      cell: ({ lastSoldDate }) => (lastSoldDate === undefined ? dash : <At iso={lastSoldDate} />),
      text: ({ lastSoldDate }) => lastSoldDate ?? '',
    },
    {
      id: 'history',
      name: 'More',
      className: 'fit',
      bar: 20,
      cell: (level) => <RowActs of={level} />,
    },
  ],
  narrowings: [
    {
      name: 'stock',
      title: 'Stock',
      verb: 'is',
      choices: [
        { value: 'low', says: `low, ${low} or fewer`, means: () => ({ tracked: true, quantity: { $lte: low } }) },
        { value: 'out', says: 'out', means: () => ({ inStock: false }) },
        { value: 'in', says: 'in stock', means: () => ({ inStock: true }) },
        { value: 'untracked', says: 'not tracked', means: () => ({ tracked: false }) },
      ],
    },
    {
      name: 'sold',
      title: 'Sold',
      verb: '',
      single: true,
      choices: [
        {
          value: 'rests',
          says: `not in ${restsAfterDays} days`,
          means: (now) => ({ $not: { lastSoldDate: { $gte: new Date(now.getTime() - restsAfterDays * dayMs).toISOString() } } }),
        },
      ],
    },
    {
      name: 'shown',
      title: 'Product',
      verb: 'is',
      single: true,
      choices: [
        { value: 'yes', says: 'visible', means: () => ({ visible: true }) },
        { value: 'no', says: 'hidden', means: () => ({ visible: false }) },
      ],
    },
  ],
  views: [
    { id: 'all', name: 'All', search: '' },
    { id: 'low', name: 'Running low', search: 'stock=low&sort=available' },
    { id: 'out', name: 'Out', search: 'stock=out' },
    { id: 'rests', name: 'Does not move', search: 'stock=in&sold=rests' },
  ],
  idOf: keyOf,
  called: nameOf,
  read: async ({ query, params }, signal) => {
    const asked = { query, ...locationIn(params) }
    const { levels, pagingMetadata } = await client.merchantInventory.queryStock(asked, { ...(signal && { signal }) })
    return pageOf(levels, pagingMetadata)
  },
  count: async (filters, most) => {
    const asked = { filters: [...filters], ...locationIn(new URLSearchParams(location.search)) }
    const { counts } = await client.merchantInventory.countLevels(asked)
    return counts.map((count) => Math.min(count, most))
  },
  search: {
    hint: 'Name, SKU',
    means: (text) => ({ $or: [{ name: { $contains: text } }, { sku: { $contains: text } }] }),
  },
  peek: {
    title: (level) => (
      <>
        <h2>{nameOf(level)}</h2>
        <p className="mono">{level.sku}</p>
      </>
    ),
    body: (level) => <Movements key={keyOf(level)} of={level} />,
  },
  nothing: { title: 'Nothing to count yet', words: 'Each variant of a product stands here with what there is of it.' },
}

export const loader = loaderOf(stock)

/** A column for each location, between what is available in all and the rest. */
const columnOf = ({ id, name }: StockLocation): Column<StockLevel> => {
  const unitsOf = ({ locations }: StockLevel) => locations?.find(({ locationId }) => locationId === id)?.quantity
  return {
    id: `at-${id}`,
    name,
    className: 'num',
    bar: 30,
    none: (level) => !unitsOf(level),
    cell: (level) => unitsOf(level)?.toLocaleString('en-GB') ?? dash,
    text: (level) => quantityText(unitsOf(level) ?? null),
  }
}

function stockWith(locations: readonly StockLocation[]): Listing<StockLevel> {
  if (locations.length < 2) return stock
  const behind = stock.columns.findIndex(({ id }) => id === 'available') + 1
  const columns = [...stock.columns.slice(0, behind), ...locations.map(columnOf), ...stock.columns.slice(behind)]
  return { ...stock, columns }
}

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

export const Inventory = () => (
  <SheetProvider>
    <Page />
  </SheetProvider>
)

function Page() {
  const { mode, sheet, clear, setMode } = useWriting()
  const locations = useLocations()
  const listing = useMemo(() => stockWith(locations), [locations])
  const [params, setParams] = useSearchParams()
  const at = params.get(atParam) ?? ''
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
  useKeys(mayWrite && changes.length === 0 ? { r: { says: words[other].does, run: () => setMode(other) } } : {}, 'Inventory')
  return (
    <>
      <List
        of={listing}
        facts={<span>{words[mode].says}</span>}
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
              icon={words[other].icon}
              keys={['R']}
              disabled={changes.length > 0}
              onClick={() => setMode(other)}
            >
              {words[other].does}
            </Button>
          ),
        })}
      />
      <Unsaved
        of={changes.map(({ name, was, now }) => ({ name, was: quantityText(was), now: quantityText(now ?? null) }))}
        busy={saving}
        wrong={unread && `${unread.name}: ${words[mode].wants}.`}
        onSave={save}
        onDiscard={clear}
      />
      {saving && <SaveDialog of={changes} at={locations.find(({ id }) => id === at)} onDone={done} />}
    </>
  )
}

const words = {
  count: {
    does: 'Count',
    icon: ClipboardList,
    says: 'Write what there is; empty is not tracked',
    wants: 'a quantity, or more or less such as +6 or -2',
  },
  receive: {
    does: 'Receive goods',
    icon: PackagePlus,
    says: 'Write what came in',
    wants: 'how many came in',
  },
} as const
