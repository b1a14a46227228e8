import {
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type CSSProperties, memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Check } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import type { Sorting } from './address.ts'
import { ColumnEdge } from './column-edge.tsx'
import { type Columns, type Widths, widthsText, widthsWith, widthsWithout } from './columns.ts'
import type { Column, Listing } from './listing.ts'
import { widthsNow } from './use-columns.ts'
import { useHold } from './use-hold.ts'
import type { Rows } from './use-rows.ts'
import { useWide } from './use-wide.ts'

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature, rowSelectionFeature, rowSortingFeature })
type Features = typeof features
type Line<T extends object> = TableRow<Features, T>

interface GridProps<T extends object> {
  of: Listing<T>
  caption: string
  data: readonly T[]
  columns: Columns<Column<T>>
  sorting: Sorting
  roomy: boolean
  rows: Rows
  /** Rows that came while one was looking. */
  fresh: ReadonlySet<string>
  onSort: (sorting: Sorting) => void
  onResize: (widths: Widths) => void
  /** What stands at the end of each row; the same function as long as the rows are. */
  end?: ((row: T) => ReactNode) | undefined
}

/** How the cells of a column lie: their width, and where they stay. */
const lies = (id: string, pinned: readonly string[], widths: Widths) => ({
  ...(pinned.includes(id) && { 'data-pin': pinned.at(-1) === id ? 'last' : '' }),
  ...(widths.has(id) && { 'data-w': '' }),
  style: { '--at': `var(--at-${id})`, '--w': `var(--w-${id})` } as CSSProperties,
})
const pickLies = (pinned: readonly string[]) => pinned.length > 0 && { 'data-pin': '', style: { '--at': '0px' } as CSSProperties }

/** The rows of a list. TanStack Table holds the model; filters, order and pages are the platform's. */
export function Grid<T extends object>({
  of,
  caption,
  data,
  columns: laidOut,
  sorting,
  roomy,
  rows,
  fresh,
  onSort,
  onResize,
  end,
}: GridProps<T>) {
  const { shown, pinned } = laidOut
  const byId = useMemo(() => new Map(of.columns.map((column) => [column.id, column])), [of])
  const columns = useMemo(
    () =>
      of.columns.map(
        ({ id, name, sort, cell }): ColumnDef<Features, T> => ({
          id,
          header: name,
          // The platform sorts; a column without an accessor counts as one that cannot be sorted by.
          accessorFn: of.idOf,
          enableSorting: sort !== undefined,
          cell: ({ row }) => cell(row.original),
        }),
      ),
    [of],
  )
  const order = shown.map(({ id }) => id)
  const table = useTable({
    features,
    columns,
    data,
    getRowId: of.idOf,
    manualSorting: true,
    enableMultiSort: false,
    state: {
      columnOrder: order,
      columnVisibility: Object.fromEntries(of.columns.map(({ id }) => [id, order.includes(id)])),
      rowSelection: Object.fromEntries([...rows.picked].map((id) => [id, true])),
      sorting: [{ id: sorting.by, desc: sorting.descending }],
    },
  })
  const { pathname } = useLocation()
  const isOpen = (it: T) => of.to?.(it).split('?')[0] === pathname
  const isSome = rows.picked.size > 0
  const picks = of.acts !== undefined
  const list = useRef<HTMLDivElement>(null)
  // While somebody drags an edge, until other widths are saved.
  const saved = widthsText(laidOut.widths)
  const [drag, setDrag] = useState<{ readonly since: string | undefined; readonly widths: Widths }>()
  if (drag && drag.since !== saved) setDrag(undefined)
  const widths = drag?.widths ?? laidOut.widths
  const wide = useWide(list, order, pinned)
  const hold = useHold((at) => {
    const held = data[at]
    if (held) rows.pick(of.idOf(held))
  })
  return (
    <div
      ref={list}
      className="tw"
      data-rows=""
      style={widthStyle(widths)}
      {...(picks && hold)}
      {...(wide && { 'data-wide': '', role: 'region', 'aria-label': caption, tabIndex: 0 })}
    >
      <Table
        caption={caption}
        className={[of.className, roomy && 'tall'].filter(Boolean).join(' ')}
        head={
          <>
            {picks && (
              <Head className="pick" {...pickLies(pinned)}>
                <Check
                  hidden
                  checked={table.getIsAllRowsSelected()}
                  ref={(box) => void (box && (box.indeterminate = isSome && !table.getIsAllRowsSelected()))}
                  onChange={rows.pickPage}
                >
                  Select all on this page
                </Check>
              </Head>
            )}
            {table.getHeaderGroups()[0]!.headers.map(({ id, column }) => {
              const isSorted = column.getIsSorted()
              const { name, className } = byId.get(id)!
              return (
                <Head
                  key={id}
                  data-c={id}
                  className={className}
                  aria-sort={isSorted ? (isSorted === 'desc' ? 'descending' : 'ascending') : undefined}
                  {...lies(id, pinned, widths)}
                >
                  {column.getCanSort() ? (
                    <button type="button" className="sort" onClick={() => onSort({ by: id, descending: isSorted !== 'desc' })}>
                      {name}
                      {isSorted && <Icon of={isSorted === 'desc' ? ArrowDown : ArrowUp} small />}
                    </button>
                  ) : (
                    name
                  )}
                  <ColumnEdge
                    id={id}
                    now={widthsNow}
                    onDrag={(now, width) => setDrag({ since: saved, widths: widthsWith(shown, now, laidOut.widths, id, width) })}
                    onDrop={() => drag && onResize(drag.widths)}
                    onCancel={() => setDrag(undefined)}
                    onUsual={() => onResize(widthsWithout(laidOut.widths, id))}
                  />
                </Head>
              )
            })}
            {end && <ActionsHead />}
          </>
        }
      >
        {table.getRowModel().rows.map((row, at) => (
          <Cells
            key={row.id}
            row={row}
            pinned={pinned}
            widths={widths}
            laid={[order, pinned, [...widths.keys()]].join(';')}
            of={of}
            focused={at === rows.at}
            open={isOpen(row.original)}
            picked={row.getIsSelected()}
            fresh={fresh.has(row.id)}
            {...(picks && { onPick: rows.pick })}
            end={end}
          />
        ))}
      </Table>
    </div>
  )
}

interface CellsProps<T extends object> {
  row: Line<T>
  pinned: readonly string[]
  widths: Widths
  /** Makes it anew where the columns are others, or lie otherwise. */
  laid: string
  of: Listing<T>
  focused: boolean
  /** It stands in the panel beside the list. */
  open: boolean
  picked: boolean
  fresh: boolean
  onPick?: (id: string, through?: boolean) => void
  end: GridProps<T>['end']
}

function RowCells<T extends object>({ row, pinned, widths, of, focused, open, picked, fresh, onPick, end }: CellsProps<T>) {
  const { original: it } = row
  return (
    <Tr
      {...((focused || open) && { 'data-focus': '' })}
      {...(picked && { 'data-on': '' })}
      {...(fresh && { 'data-fresh': '' })}
      {...(of.quiet?.(it) && { 'data-quiet': '' })}
    >
      {onPick && (
        <Td className="pick" {...pickLies(pinned)}>
          <Check
            hidden
            checked={picked}
            onChange={(event) => onPick(row.id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          >
            Select {of.called(it)}
          </Check>
        </Td>
      )}
      {row.getVisibleCells().map(({ column: { id } }) => {
        const { head, name, className, cell, none } = of.columns.find((one) => one.id === id)!
        if (!head)
          return (
            <Td key={id} of={name} data-c={id} className={className} {...(none?.(it) && { 'data-none': '' })} {...lies(id, pinned, widths)}>
              {cell(it)}
            </Td>
          )
        const to = of.to?.(it)
        return (
          <RowHead key={id} data-c={id} className={['lead', className].filter(Boolean).join(' ')} {...lies(id, pinned, widths)}>
            {to === undefined ? (
              cell(it)
            ) : (
              <Link to={to} {...(open && { 'aria-current': true })}>
                {cell(it)}
              </Link>
            )}
          </RowHead>
        )
      })}
      {end && <Td className="fit right row-end">{end(it)}</Td>}
    </Tr>
  )
}

/** A row is made again only where something of it is another; `onPick` is the same in what it does. */
const Cells = memo(
  RowCells,
  (a, b) =>
    a.row.original === b.row.original &&
    a.of === b.of &&
    a.laid === b.laid &&
    a.focused === b.focused &&
    a.open === b.open &&
    a.picked === b.picked &&
    a.fresh === b.fresh &&
    a.end === b.end,
) as typeof RowCells

const widthStyle = (widths: Widths): CSSProperties => Object.fromEntries([...widths].map(([id, px]) => [`--w-${id}`, `${px}px`]))

const skeletonRows = Array.from({ length: 24 }, (_, at) => at)

/** The same columns while the rows are on their way, so that nothing moves when they arrive. */
export function Skeleton<T>({
  of,
  columns: { shown, widths },
  roomy,
  hasEnd,
}: {
  of: Listing<T>
  columns: Columns<Column<T>>
  roomy: boolean
  hasEnd: boolean
}) {
  const picks = of.acts !== undefined
  return (
    <div className="tw" aria-busy="true" style={widthStyle(widths)}>
      <Table
        caption={`${of.title}, loading`}
        className={[of.className, roomy && 'tall'].filter(Boolean).join(' ')}
        head={
          <>
            {picks && (
              <Head className="pick">
                <Check hidden disabled>
                  Loading
                </Check>
              </Head>
            )}
            {shown.map(({ id, name, className }) => (
              <Head key={id} data-c={id} className={className} {...lies(id, [], widths)}>
                {name}
              </Head>
            ))}
            {hasEnd && <ActionsHead />}
          </>
        }
      >
        {skeletonRows.map((at) => (
          <Tr key={at}>
            {picks && (
              <Td className="pick">
                <Check hidden disabled>
                  Loading
                </Check>
              </Td>
            )}
            {shown.map(({ id, name, className, bar = 64, pictures }) => (
              <Td key={id} of={name} data-c={id} className={className} {...lies(id, [], widths)}>
                {pictures && <Pictures count={(at % pictures) + 1} />}
                <span className="sk" style={{ '--w': `${bar + ((at * 37) % 40) * (bar > 90 ? 1 : 0)}px` } as React.CSSProperties} />
              </Td>
            ))}
            {hasEnd && <Td className="fit right row-end" />}
          </Tr>
        ))}
      </Table>
    </div>
  )
}

const Pictures = ({ count }: { count: number }) => (
  <span className="thumbs">
    {skeletonRows.slice(0, count).map((at) => (
      <span key={at} className="sk picture" />
    ))}
  </span>
)
