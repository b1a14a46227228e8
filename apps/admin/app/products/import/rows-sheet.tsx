import type { ProductImport, ProductImportItem } from '@vitrine/contract'
import { Pencil } from 'lucide-react'
import { many } from '../../list/many.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Status } from '../../parts/glyph.tsx'
import type { SheetCells } from '../../parts/sheet/cell-picker.ts'
import { CellRange, RangeStrip } from '../../parts/sheet/cell-range.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { isFigure, longestCell, placeOf, type ShownColumn, settledCell } from './draft-cells.ts'
import { Happens } from './happens.tsx'
import { remarksOn } from './row-edits.ts'
import { resultOf } from './text.ts'
import type { Drafting } from './use-draft.ts'

interface RowsSheetProps {
  of: ProductImport
  items: readonly ProductImportItem[]
  columns: readonly ShownColumn[]
  drafting: Drafting
  /** Without it, cells are only read. */
  onEdit: ((item: ProductImportItem) => void) | undefined
}

const partsOf = (key: string): [row: number, column: number] => key.split(' ').map(Number) as [number, number]

/** The rows of a file with their cells as fields: what is wrong stands at its cell. */
export function RowsSheet({ of: one, items, columns, drafting, onEdit }: RowsSheetProps) {
  const head = (
    <>
      <Head className="num">Row</Head>
      <Head>
        <span className="vh">Result</span>
      </Head>
      {columns.map(({ column, name, field: goesInto }) => (
        <Head key={column} className={isFigure(goesInto) ? 'num' : undefined}>
          {name}
        </Head>
      ))}
      <Head>What happens</Head>
      {onEdit && (
        <Head>
          <span className="vh">Edit</span>
        </Head>
      )}
    </>
  )
  const texts = new Map(items.flatMap(({ lines = [] }) => lines.map(({ row, cells }) => [row, cells] as const)))
  const savedText = (key: string) => {
    const [row, column] = partsOf(key)
    return drafting.draft.get(key)?.was ?? texts.get(row)?.[column]
  }
  const sheet: SheetCells = {
    write: (cells, endsTyping) =>
      drafting.write(
        cells.map(({ key, text, old }) => [...partsOf(key), settledCell(text, old)]),
        endsTyping,
      ),
    undo: drafting.undo,
    savedText,
  }
  return (
    <CellRange of={sheet}>
      {onEdit && <RangeStrip>{drafting.draft.size > 0 && `${many(drafting.draft.size, 'cell')} changed, not saved.`}</RangeStrip>}
      <div className="tw">
        <Table caption="Rows of the file" className="sheet one imported" head={head}>
          {items.flatMap((item) => {
            const lines = item.lines ?? []
            const rows = lines.map(({ row, cells }, i) => (
              <Row key={row} row={row} cells={cells} isFirst={i === 0} {...{ one, item, columns, drafting, onEdit }} />
            ))
            if (item.rows <= lines.length) return rows
            return [
              ...rows,
              <Tr key={`more ${item.row}`}>
                <Td colSpan={columns.length + (onEdit ? 4 : 3)} className="soft">
                  {`and ${many(item.rows - lines.length, 'more row')} of ${item.name || `row ${item.row}`}. `}
                  {onEdit && (
                    <Button kind="link" onClick={() => onEdit(item)}>
                      Look at all of them
                    </Button>
                  )}
                </Td>
              </Tr>,
            ]
          })}
        </Table>
      </div>
    </CellRange>
  )
}

interface RowProps extends Omit<RowsSheetProps, 'of' | 'items'> {
  one: ProductImport
  item: ProductImportItem
  row: number
  cells: readonly string[]
  isFirst: boolean
}

function Row({ one, item, row, cells, isFirst, columns, drafting, onEdit }: RowProps) {
  const stops = item.errors.some((remark) => remark.row === row)
  const { says, glyph, tone } = resultOf(item)
  const happensId = `row-${row}-happens`
  const shows = (name: string) => columns.some((column) => column.name === name)
  return (
    <Tr>
      <RowHead className="num faint">{row}</RowHead>
      <Td of="Result" className="fit" {...(!isFirst && !stops && { 'data-none': '' })}>
        {(isFirst || stops) && (
          <Status glyph={glyph} tone={tone}>
            {says}
          </Status>
        )}
      </Td>
      {columns.map((column) => {
        const wrong = remarksOn([item], row, column.name).length > 0
        const text = cells[column.column] ?? ''
        return (
          <Td
            key={column.column}
            of={column.name}
            className={`cell${isFigure(column.field) ? ' num' : ''}${/sku/i.test(column.field) ? ' mono' : ''}${wrong ? ' bad-cell' : ''}`}
            {...(onEdit && { 'data-edits': '' })}
            {...(drafting.draft.has(placeOf(row, column.column)) && { 'data-changed': '' })}
          >
            {onEdit && text.length < longestCell ? (
              <CellField row={row} column={column} text={text} drafting={drafting} {...(wrong && { wrong: happensId })} />
            ) : (
              <span>{text.slice(0, 80) + (text.length > 80 ? '…' : '')}</span>
            )}
          </Td>
        )
      })}
      <Td of="What happens" className="cell" id={happensId}>
        <Happens of={item} row={row} isFirst={isFirst} isShown={shows} hidesNew={one.settings?.hideNew ?? false} />
      </Td>
      {onEdit && (
        <Td of="Edit" className="fit" {...(!isFirst && { 'data-none': '' })}>
          {isFirst && (
            <IconButton
              icon={Pencil}
              small
              name={item.rows === 1 ? `Edit row ${row}` : `Edit the rows of ${item.name || `row ${row}`}`}
              onClick={() => onEdit(item)}
            />
          )}
        </Td>
      )}
    </Tr>
  )
}

interface CellFieldProps {
  row: number
  column: ShownColumn
  text: string
  drafting: Drafting
  /** The id of what is said against it. */
  wrong?: string
}

function CellField({ row, column, text, drafting: { draft, write }, wrong }: CellFieldProps) {
  const place = placeOf(row, column.column)
  return (
    <input
      className="ce"
      data-cell={place}
      autoComplete="off"
      spellCheck={false}
      aria-label={`${column.name} in row ${row}`}
      aria-invalid={wrong !== undefined || undefined}
      aria-describedby={wrong}
      value={draft.get(place)?.text ?? text}
      onChange={(event) => write([[row, column.column, event.target.value]])}
    />
  )
}
