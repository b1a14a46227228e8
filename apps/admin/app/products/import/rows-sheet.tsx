import type { ProductImport, ProductImportItem } from '@vitrine/contract'
import { Pencil } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { many } from '../../list/many.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { cellByKey } from '../../parts/cell-keys.ts'
import { Status } from '../../parts/glyph.tsx'
import { pastedBlock } from '../../parts/pasted-block.ts'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { isFigure, longestCell, placeOf, type ShownColumn } from './draft-cells.ts'
import { Happens } from './happens.tsx'
import { remarksOn } from './row-edits.ts'
import type { Drafting } from './use-draft.ts'
import { resultOf } from './words.ts'

interface RowsSheetProps {
  of: ProductImport
  items: readonly ProductImportItem[]
  columns: readonly ShownColumn[]
  drafting: Drafting
  /** Without it, cells are only read. */
  onEdit: ((item: ProductImportItem) => void) | undefined
}

const attribute = 'data-place'
const field = `input[${attribute}]`

/** The field so many rows or columns on, if there is one. */
function neighbour(from: HTMLInputElement, rows: number, columns: number): HTMLInputElement | undefined {
  const own = from.closest('tr')!
  const inRow = (row: Element | undefined) => [...(row?.querySelectorAll<HTMLInputElement>(`td, th`) ?? [])]
  const cells = inRow(own)
  const at = cells.findIndex((cell) => cell.contains(from))
  if (rows !== 0) {
    const all = [...own.closest('tbody')!.rows]
    for (let i = all.indexOf(own) + rows; all[i]; i += rows) {
      const there = inRow(all[i])[at]?.querySelector<HTMLInputElement>(field)
      if (there) return there
    }
    return undefined
  }
  const fields = [...own.querySelectorAll<HTMLInputElement>(field)]
  return fields[fields.indexOf(from) + columns]
}

/** The rows of a file with their cells as fields: what is wrong stands at its cell, arrows and Enter go from cell to cell, a block is pasted at once. */
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
  return (
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
              <CellField row={row} column={column} columns={columns} text={text} drafting={drafting} {...(wrong && { wrong: happensId })} />
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
  columns: readonly ShownColumn[]
  text: string
  drafting: Drafting
  /** The id of what is said against it. */
  wrong?: string
}

function CellField({ row, column, columns, text, drafting: { draft, write, undo }, wrong }: CellFieldProps) {
  const say = useSay()
  const place = placeOf(row, column.column)
  const hear = (event: KeyboardEvent<HTMLInputElement>) => {
    const held = event.metaKey || event.ctrlKey
    const next = held || event.altKey ? undefined : cellByKey(event, neighbour)
    if (held && event.key.toLowerCase() === 'z') undo()
    else if (next) {
      next.focus()
      next.select()
    } else if (event.key === 'Escape' && draft.has(place)) write([[row, column.column, text]])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\n\t]/.test(pasted.trim())) return
    event.preventDefault()
    const own = event.currentTarget.closest('tr')!
    const rows = [...own.closest('tbody')!.rows].filter((one) => one.querySelector(field))
    const below = rows.slice(rows.indexOf(own))
    const along = columns.slice(columns.indexOf(column)).map((one) => one.column)
    const next = pastedBlock(pasted).flatMap((line, i) =>
      line.slice(0, along.length).flatMap((value, j) => {
        const there = below[i]?.querySelector(`input[${attribute}$=" ${along[j]}"]`)?.getAttribute(attribute)
        return there ? [[Number(there.split(' ')[0]), along[j]!, value] as const] : []
      }),
    )
    write(next)
    say({ text: `${many(next.length, 'cell')} pasted. Not saved yet.`, undo })
  }
  return (
    <input
      {...{ [attribute]: place }}
      className="ce"
      autoComplete="off"
      spellCheck={false}
      aria-label={`${column.name} in row ${row}`}
      aria-invalid={wrong !== undefined || undefined}
      aria-describedby={wrong}
      value={draft.get(place)?.text ?? text}
      onChange={(event) => write([[row, column.column, event.target.value]])}
      onFocus={(event) => event.target.select()}
      onKeyDown={hear}
      onPaste={paste}
    />
  )
}
