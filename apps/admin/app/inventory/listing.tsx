import type { StockLevel, StockLocation } from '@vitrine/contract'
import { History, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { type Column, type Listing, pageOf } from '../list/listing.ts'
import { many } from '../list/many.ts'
import { dateOf, placedAt } from '../orders/text.ts'
import { ButtonLink, IconButton } from '../parts/button.tsx'
import { Spark } from '../parts/spark.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useMay } from '../shell/layout.tsx'
import { useShop } from '../shop.ts'
import { HistoryDialog, Movements } from './history.tsx'
import { PreorderButton } from './preorders.tsx'
import { keyOf, nameOf, quantityOf, quantityText, unitsOf } from './sheet.ts'
import { QuantityCell } from './writing.tsx'

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

/** `24, Tue 1 Dec`: what transfers bring, and when. */
function Incoming({ of: { quantity, expectedDate } }: { of: NonNullable<StockLevel['incoming']> }) {
  const { timeZone } = useShop()
  return <>{[quantity.toLocaleString('en-GB'), expectedDate && dateOf(expectedDate, timeZone)].filter(Boolean).join(', ')}</>
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
export const atParam = 'at'
const locationIn = (params: URLSearchParams) => {
  const locationId = params.get(atParam)
  return locationId ? { locationId } : {}
}

export const stock: Listing<StockLevel> = {
  name: 'inventory',
  path: '/inventory',
  title: 'Inventory',
  place: [{ name: 'Products', to: '/products' }, { name: 'Inventory' }],
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
    { id: 'sku', name: 'SKU', sort: 'sku', className: 'cell mono faint', bar: 90, cell: ({ sku }) => sku || dash, text: ({ sku }) => sku },
    {
      id: 'available',
      name: 'Available',
      sort: 'quantity',
      className: 'cell num',
      bar: 40,
      cell: (level) => <QuantityCell row={level} />,
      text: (level) => quantityText(quantityOf(level)),
    },
    {
      id: 'reserved',
      name: 'Reserved',
      className: 'cell num soft',
      bar: 30,
      none: ({ reserved }) => reserved === 0,
      cell: ({ reserved }) => (reserved === 0 ? dash : reserved.toLocaleString('en-GB')),
      text: ({ reserved }) => String(reserved),
    },
    { id: 'state', name: 'Stock', className: 'cell fit', bar: 50, cell: (level) => <State of={level} />, text: stateOf },
    {
      id: 'lasts',
      name: 'Lasts',
      className: 'cell num soft',
      bar: 50,
      none: (level) => lasts(level) === '',
      cell: (level) => lasts(level) || dash,
      text: lasts,
    },
    {
      id: 'sold',
      name: 'Sold, 30 days',
      className: 'cell num soft',
      bar: 30,
      none: ({ soldIn30Days }) => soldIn30Days === 0,
      cell: ({ soldIn30Days, recentSales }) =>
        soldIn30Days === 0 ? (
          dash
        ) : (
          <span className="sold">
            <Spark of={recentSales} />
            {soldIn30Days.toLocaleString('en-GB')}
          </span>
        ),
      text: ({ soldIn30Days }) => String(soldIn30Days),
    },
    {
      id: 'incoming',
      name: 'On the way',
      className: 'cell soft fit',
      bar: 60,
      none: ({ incoming }) => incoming === undefined,
      cell: ({ incoming }) => (incoming ? <Incoming of={incoming} /> : dash),
      text: ({ incoming }) => (incoming ? String(incoming.quantity) : ''),
    },
    {
      id: 'waiting',
      name: 'Waiting',
      className: 'cell num',
      bar: 30,
      none: ({ waiting }) => waiting === 0,
      cell: ({ waiting }) =>
        waiting === 0 ? (
          dash
        ) : (
          <Link className="a" to="/waiting-list">
            {waiting.toLocaleString('en-GB')}
            <span className="vh"> {waiting === 1 ? 'person waits' : 'people wait'}</span>
          </Link>
        ),
      text: ({ waiting }) => String(waiting),
    },
    {
      id: 'barcode',
      name: 'Barcode',
      extra: true,
      className: 'cell mono faint',
      bar: 90,
      none: ({ barcode }) => barcode === undefined,
      cell: ({ barcode }) => barcode ?? dash,
      text: ({ barcode }) => barcode ?? '',
    },
    {
      id: 'last',
      name: 'Last sold',
      extra: true,
      className: 'cell soft fit',
      bar: 60,
      none: ({ lastSoldDate }) => lastSoldDate === undefined,
      cell: ({ lastSoldDate }) => (lastSoldDate === undefined ? dash : <At iso={lastSoldDate} />),
      text: ({ lastSoldDate }) => lastSoldDate ?? '',
    },
    {
      id: 'history',
      name: 'More',
      className: 'cell fit',
      bar: 20,
      cell: (level) => <RowActs of={level} />,
    },
  ],
  listFilters: [
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
      name: 'incoming',
      title: 'On the way',
      verb: '',
      single: true,
      choices: [
        { value: 'yes', says: 'in a transfer', means: () => ({ incoming: { $gt: 0 } }) },
        { value: 'no', says: 'nothing', means: () => ({ incoming: 0 }) },
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
    {
      id: 'low',
      name: 'Running low',
      search: 'stock=low&sort=available',
      nothing: { title: 'Nothing is running low', words: `Variants with ${low} or fewer are listed here, the fewest first.` },
    },
    {
      id: 'out',
      name: 'Out',
      search: 'stock=out',
      nothing: { title: 'Nothing is out of stock', words: 'What shoppers cannot buy is listed here.' },
    },
    {
      id: 'rests',
      name: 'Does not move',
      search: 'stock=in&sold=rests',
      nothing: { title: 'All of it moves', words: `What is in stock and was not sold in ${restsAfterDays} days is listed here.` },
    },
    {
      id: 'incoming',
      name: 'On the way',
      search: 'incoming=yes',
      nothing: {
        title: 'Nothing is on the way',
        words: 'Variants that a transfer brings to a location are listed here until they arrive.',
      },
    },
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
    hint: 'Name, SKU, barcode',
    means: (text) => ({ words: text }),
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
  nothing: {
    title: 'Nothing to count yet',
    words: 'Every product variant is listed here with its stock.',
    act: (
      <>
        <ButtonLink icon={Plus} to="/products/new">
          New product
        </ButtonLink>
        <ButtonLink icon={Upload} to="/products/import">
          Import
        </ButtonLink>
      </>
    ),
  },
}

/** A column for each location, before what is reserved and available in all. */
const columnOf = (at: StockLocation): Column<StockLevel> => {
  const units = (row: StockLevel) => unitsOf({ row, at })
  return {
    id: `at-${at.id}`,
    name: at.name,
    className: 'cell num',
    bar: 30,
    none: (level) => !units(level),
    cell: (level) => <QuantityCell row={level} at={at} />,
    text: (level) => quantityText(units(level)),
  }
}

/** As a shop with these locations sees it: where it has several, and looks at all of them, each has a column. */
export function stockAt(locations: readonly StockLocation[], only: string): Listing<StockLevel> {
  if (locations.length < 2 || only) return stock
  const column = (id: string) => stock.columns.find((one) => one.id === id)!
  const [variant, sku] = stock.columns
  const own = new Set(['variant', 'sku', 'reserved', 'available'])
  const rest = stock.columns.filter(({ id }) => !own.has(id))
  return { ...stock, columns: [variant!, sku!, ...locations.map(columnOf), column('reserved'), column('available'), ...rest] }
}
