import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Popover } from '../../parts/popover.tsx'
import type { Column } from './cells.ts'
import { skuFrom } from './sheet.ts'
import type { ByVariant } from './values.ts'

interface VariantsFillProps {
  rows: readonly { readonly key: string; readonly choices: Readonly<Record<string, string>> }[]
  of: 'all' | 'selected'
  sku: string
  onWrite: (column: Column, change: ByVariant) => void
}

/** Writes one figure into a column of many variants at once. */
export function VariantsFill({ rows, of, sku, onWrite }: VariantsFillProps) {
  const [column, setColumn] = useState<Column | 'codes'>('prices')
  const [text, setText] = useState('')
  const all = (value: (row: VariantsFillProps['rows'][number]) => string) => Object.fromEntries(rows.map((row) => [row.key, value(row)]))
  const fill = (close: () => void) => {
    if (column === 'codes')
      onWrite(
        'skus',
        all(({ choices }) => skuFrom(sku, Object.values(choices))),
      )
    else
      onWrite(
        column,
        all(() => text.trim()),
      )
    close()
  }
  return (
    <Popover
      label="Fill variants"
      className="fillmenu"
      button={
        <button type="button" className="btn small">
          <span>Fill</span>
          <Icon of={ChevronDown} />
        </button>
      }
    >
      {(close) => (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            fill(close)
          }}
        >
          <SelectField label="Column" data-first="" value={column} onChange={({ target }) => setColumn(target.value as Column)}>
            <option value="prices">Price</option>
            <option value="stock">In stock</option>
            <option value="weights">Weight</option>
            <option value="codes">SKUs from the choices</option>
          </SelectField>
          {column !== 'codes' && (
            <TextField label="Value" end inputMode="decimal" maxLength={12} value={text} onChange={({ target }) => setText(target.value)} />
          )}
          <Button type="submit">{of === 'all' ? `Fill all ${rows.length}` : `Fill ${rows.length} selected`}</Button>
        </form>
      )}
    </Popover>
  )
}
