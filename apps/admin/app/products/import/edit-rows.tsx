import type { ProductImport, ProductImportItem } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { useAct } from '../../parts/acting.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextArea, TextField } from '../../parts/field.tsx'
import { changedCells, type FileRow, remarksOn } from './row-edits.ts'

interface EditRowsProps {
  of: ProductImport
  item: ProductImportItem
  onClose: () => void
}

/** Longer texts get several lines. */
const longText = 80

/** The cells of one product of a file. What is saved is tried again at once, and what still stops it stands beside its cell. */
export function EditRows({ of: { id, columns, settings }, item, onClose }: EditRowsProps) {
  const [rows, setRows] = useState<readonly FileRow[]>()
  const [saved, setSaved] = useState<readonly FileRow[]>([])
  const [found, setFound] = useState<readonly ProductImportItem[]>([item])
  const { act, busy } = useAct({ PRODUCT_IMPORT_STATE: 'The import is at something else by now. Nothing was changed.' })
  useEffect(() => {
    const stop = new AbortController()
    client.productImports.readProductImportRows({ id, row: item.row }, { signal: stop.signal }).then(
      ({ rows: read }) => {
        setRows(read)
        setSaved(read)
      },
      () => {
        if (!stop.signal.aborted) onClose()
      },
    )
    return () => stop.abort()
  }, [id, item.row, onClose])
  const changed = changedCells(saved, rows ?? [])
  const write = (row: number, column: number, text: string) =>
    setRows((before) =>
      before?.map((one) =>
        one.row === row
          ? {
              row,
              cells: Array.from({ length: Math.max(one.cells.length, column + 1) }, (_, at) =>
                at === column ? text : (one.cells[at] ?? ''),
              ),
            }
          : one,
      ),
    )
  const save = () =>
    void act(async () => {
      const { items } = await client.productImports.editProductImportRows({ id, rows: changed })
      setSaved(rows ?? [])
      setFound(items)
      const stops = items.filter(({ outcome }) => outcome === 'ERROR')
      if (stops.length > 0) return undefined
      onClose()
      return items.length === 1 ? `Row ${items[0]!.row} can go in.` : 'They can go in.'
    })
  const shown = columns.flatMap(({ name }, column) => (settings?.columns[column] ? [{ name: name || `Column ${column + 1}`, column }] : []))
  return (
    <Dialog
      wide
      title={item.rows === 1 ? `Edit row ${item.row}` : `Edit rows of ${item.name || `row ${item.row}`}`}
      about="It is checked again when you save. Your file stays as it is."
      does="Save and check"
      busy={busy}
      disabled={changed.length === 0}
      onDo={save}
      onClose={onClose}
    >
      {!rows && (
        <p className="soft" role="status">
          Reading the rows …
        </p>
      )}
      {rows?.map(({ row, cells }) => (
        <fieldset key={row} className="group">
          <legend>{`Row ${row}`}</legend>
          {remarksOn(found, row).map((message) => (
            <p key={message} className="down small" role="alert">
              {message}
            </p>
          ))}
          {shown.map(({ name, column }) => {
            const text = cells[column] ?? ''
            const messages = remarksOn(found, row, columns[column]!.name)
            const field = {
              label: name,
              value: text,
              ...(messages.length > 0 && { error: messages.join(' ') }),
              onChange: ({ target }: { target: { value: string } }) => write(row, column, target.value),
            }
            const isLong = (saved.find((one) => one.row === row)?.cells[column] ?? '').length > longText
            return isLong ? <TextArea key={column} {...field} rows={4} /> : <TextField key={column} {...field} />
          })}
        </fieldset>
      ))}
    </Dialog>
  )
}
