import type { CursorQuery, ExportFormat } from '@vitrine/contract'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check, Radio } from '../parts/field.tsx'
import { useSay } from '../parts/toasts.tsx'
import { exportBegun, fetchExport } from './fetch-export.ts'
import type { FileExport } from './file-export.ts'
import type { Listing } from './listing.ts'
import { many } from './many.ts'

interface ExportDialogProps<T> {
  of: Pick<Listing<T>, 'one' | 'more'>
  file: FileExport
  /** What the list finds. */
  query: CursorQuery
  found: number | undefined
  /** Ids of the rows that are picked. */
  picked: readonly string[]
  onClose: () => void
}

/** Which rows, which columns, in which format; then the browser fetches the file. */
export function ExportDialog<T>({ of, file, query, found, picked, onClose }: ExportDialogProps<T>) {
  const [onlyPicked, setOnlyPicked] = useState(picked.length > 0)
  const [format, setFormat] = useState<ExportFormat>('CSV')
  const [columns, setColumns] = useState<ReadonlySet<string>>(() => new Set(file.columns.flatMap(({ id, extra }) => (extra ? [] : [id]))))
  const [busy, setBusy] = useState(false)
  const say = useSay()
  const chosen = file.columns.flatMap(({ id }) => (columns.has(id) ? [id] : []))

  async function begin() {
    setBusy(true)
    try {
      const address = await file.link({
        format,
        ...(format === 'CSV' && { columns: chosen }),
        ...(query.sort && { sort: query.sort }),
        ...(onlyPicked ? { ids: [...picked] } : query.filter && { filter: query.filter }),
      })
      fetchExport(address)
      say({ text: exportBegun })
      onClose()
    } catch {
      say({ text: 'The export did not begin. Try again.', bad: true })
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={`Export ${of.more}`}
      does="Export"
      busy={busy}
      disabled={format === 'CSV' && chosen.length === 0}
      onDo={() => void begin()}
      onClose={onClose}
    >
      <fieldset className="export-part">
        <legend>Rows</legend>
        <Radio name="rows" checked={!onlyPicked} onChange={() => setOnlyPicked(false)} data-first={picked.length === 0 ? '' : undefined}>
          {found === undefined ? `All ${of.more} in this view` : `${many(found, of.one, of.more)} in this view`}
        </Radio>
        {picked.length > 0 && (
          <Radio name="rows" checked={onlyPicked} onChange={() => setOnlyPicked(true)} data-first="">
            {many(picked.length, `selected ${of.one}`, `selected ${of.more}`)}
          </Radio>
        )}
      </fieldset>
      <fieldset className="export-part">
        <legend>Format</legend>
        <Radio name="format" checked={format === 'CSV'} onChange={() => setFormat('CSV')} hint="Opens in Excel, Numbers and Google Sheets">
          CSV
        </Radio>
        <Radio
          name="format"
          checked={format === 'JSON_LINES'}
          onChange={() => setFormat('JSON_LINES')}
          hint="For programs: each line is everything that the API has"
        >
          JSON lines
        </Radio>
      </fieldset>
      {format === 'CSV' && (
        <fieldset className="export-part">
          <legend>Columns</legend>
          {file.presets?.map(({ name, columns: wanted }) => (
            <Button key={name} small onClick={() => setColumns(new Set(wanted))}>
              {name}
            </Button>
          ))}
          <Check
            checked={chosen.length === file.columns.length}
            onChange={({ target }) => setColumns(new Set(target.checked ? file.columns.map(({ id }) => id) : []))}
          >
            All columns
          </Check>
          <div className="export-columns">
            {file.columns.map(({ id, name }) => (
              <Check
                key={id}
                checked={columns.has(id)}
                onChange={({ target }) => {
                  const next = new Set(columns)
                  if (target.checked) next.add(id)
                  else next.delete(id)
                  setColumns(next)
                }}
              >
                {name}
              </Check>
            ))}
          </div>
        </fieldset>
      )}
    </Dialog>
  )
}
