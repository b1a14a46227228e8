import type { ProductImport } from '@vitrine/contract'
import { Columns3 } from 'lucide-react'
import { Button } from '../../parts/button.tsx'
import { Check } from '../../parts/field.tsx'
import { Popover } from '../../parts/popover.tsx'
import type { ShownColumn } from './draft-cells.ts'

interface ColumnChoiceProps {
  of: ProductImport
  shown: readonly ShownColumn[]
  onChange: (columns: readonly number[]) => void
}

/** Which columns of the file stand in the dry run. */
export function ColumnChoice({ of: { columns, settings }, shown, onChange }: ColumnChoiceProps) {
  const chosen = shown.map(({ column }) => column)
  return (
    <Popover
      label="Columns"
      className="impchoice"
      button={
        <Button small icon={Columns3}>
          Columns
        </Button>
      }
    >
      {columns.map(({ name }, column) =>
        settings?.columns[column] ? (
          <Check
            // biome-ignore lint/suspicious/noArrayIndexKey: columns go by their place, and two may have one name
            key={column}
            checked={chosen.includes(column)}
            disabled={chosen.length === 1 && chosen[0] === column}
            onChange={({ target }) => onChange(target.checked ? [...chosen, column] : chosen.filter((one) => one !== column))}
          >
            {name || `Column ${column + 1}`}
          </Check>
        ) : undefined,
      )}
    </Popover>
  )
}
